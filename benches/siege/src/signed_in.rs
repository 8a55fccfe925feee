//! Floods of passwords, and of people who are signed in.

use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};

use futures_util::future::{join_all, try_join_all};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use serde_json::json;

use crate::browser::{AUTHORIZE, Answer, Browser, Http, PASSWORD, elsewhere};
use crate::server::Server;
use crate::{Error, Plan, Result, Row};

const GUESSES: &str = "guesses for invented names from one /48, 100 a second";
const NEW_PASSWORDS: &str = "200 parallel new passwords of one account";
const OPENINGS: &str = "openings of a product by one member";
const SILENT: &str = "authorize with prompt=none by one member";
const SIGN_INS: &str = "sign-ins by one member";

/// The floods.
pub const NAMES: &[&str] = &[GUESSES, NEW_PASSWORDS, OPENINGS, SILENT, SIGN_INS];

/// The time after which an account may write again; a longer flood gets more writes.
const WINDOW: Duration = Duration::from_mins(10);
/// Networks of the measurements, which no flood uses.
const QUIET: usize = 0x00f0_0000;

pub async fn floods(plan: &Plan, server: &Server) -> Result<Vec<Row>> {
    let http = Http::new(server.port);
    let mut rows = Vec::new();
    if plan.wants_one(GUESSES) {
        rows.extend(guesses(plan, &http).await?);
    }
    if plan.wants_one(NEW_PASSWORDS) {
        rows.push(new_passwords(&http).await?);
    }
    let most = plan.writes();
    if plan.wants_one(OPENINGS) {
        let token = user_token(&http, "ChloeManager").await?;
        let opened = || async {
            let path = "/api/security/app/login-count";
            let body = json!({"productId": 3});
            http.call(elsewhere(QUIET), path, &token, &body).await
        };
        let accepted = answered(3 * most, opened, |answer| answer.status == 200).await?;
        rows.push(writes(OPENINGS, accepted, most));
    }
    if plan.wants_one(SILENT) {
        let mut browser = Browser::new(&http, elsewhere(QUIET));
        browser.sign_in("BenAdmin").await?;
        let cookies = browser.cookie_header();
        let path = format!("{AUTHORIZE}&prompt=none");
        let headers = [("cookie", cookies.as_str())];
        let asked = || http.get(elsewhere(QUIET), &path, &headers);
        let has_code = |answer: &Answer| answer.location().is_some_and(|to| to.contains("code="));
        let accepted = answered(3 * most, asked, has_code).await?;
        rows.push(writes(SILENT, accepted, most));
    }
    if plan.wants_one(SIGN_INS) {
        let signed_in = || http.acc_login(elsewhere(QUIET), "AdaSuper", PASSWORD);
        let many = most + most / 2;
        let accepted = answered(many, signed_in, |answer| answer.status == 200).await?;
        rows.push(writes(SIGN_INS, accepted, most));
    }
    Ok(rows)
}

/// The accepted requests of an account in this time, of which `most` may be at once. Not each of them writes: openings
/// within a minute are one row.
pub fn writes(flood: &str, (accepted, took): (usize, Duration), most: usize) -> Row {
    let freed = took.div_duration_f64(WINDOW);
    Row {
        flood: format!("{flood}: accepted"),
        unit: "times",
        figure: accepted as f64,
        bound: (most as f64 * (1.0 + freed)).ceil(),
    }
}

/// Sends `many` requests, eight at a time, and counts the answers for which `counts` is true. Returns how long they
/// took, too. Zero is an error, because a flood that never gets through measures nothing.
async fn answered<F: Future<Output = Result<Answer>>>(
    many: usize,
    request: impl Fn() -> F,
    counts: impl Fn(&Answer) -> bool,
) -> Result<(usize, Duration)> {
    let begun = Instant::now();
    let requests = stream::iter(0..many).map(|_| request());
    let answers: Vec<Answer> = requests.buffer_unordered(8).try_collect().await?;
    match (
        answers.iter().filter(|answer| counts(answer)).count(),
        answers.first(),
    ) {
        (0, Some(answer)) => {
            let text = answer.text();
            Err(format!("a member gets nothing: {} {text:.300}", answer.status).into())
        }
        (accepted, _) => Ok((accepted, begun.elapsed())),
    }
}

pub async fn user_token(http: &Http, account: &str) -> Result<String> {
    let answer = http.acc_login(elsewhere(QUIET), account, PASSWORD).await?;
    let token = answer.json()?["data"]["userToken"]
        .as_str()
        .map(str::to_owned);
    token.ok_or_else(|| format!("no userToken for {account}: {}", answer.text()).into())
}

/// Guesses at a fixed rate, while a known browser and a stranger elsewhere sign in again and again.
async fn guesses(plan: &Plan, http: &Http) -> Result<Vec<Row>> {
    let mut known = Browser::new(http, elsewhere(QUIET + 1));
    known.sign_in("DanMember").await?;
    let until = Instant::now() + Duration::from_secs(plan.count(14, 4) as u64);
    let flood = tokio::spawn(guess_until(http.clone(), until));
    let (mut slowest, mut refused) = ([0_u128; 2], 0);
    // The queue fills first.
    tokio::time::sleep(Duration::from_secs(2)).await;
    while Instant::now() < until {
        known.forget_session();
        let page = known.go("/login").await?;
        let filled = [("account", "DanMember"), ("password", PASSWORD)];
        let since = Instant::now();
        let answer = known.submit(&page, "/login", &filled).await?;
        slowest[0] = slowest[0].max(since.elapsed().as_millis());
        refused += usize::from(answer.status != 303);
        let since = Instant::now();
        let answer = http
            .acc_login(elsewhere(QUIET + 2), "DanMember", PASSWORD)
            .await?;
        slowest[1] = slowest[1].max(since.elapsed().as_millis());
        refused += usize::from(answer.status != 200);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let most = beside(plan, flood.await??);
    let row = |what: &str, unit, figure, bound| Row {
        flood: format!("{GUESSES}: {what}"),
        unit,
        figure,
        bound,
    };
    Ok(vec![
        row("a known browser waits", "ms", slowest[0] as f64, most),
        row("a stranger elsewhere waits", "ms", slowest[1] as f64, most),
        row("refused to these two", "times", refused as f64, 0.0),
    ])
}

/// The milliseconds that others may wait during guesses, the slowest of which took `longest`. With one queue for all,
/// others would wait behind the guesses. Both are slower on a busy machine, so the short form compares them. Where the
/// queue never fills, because passwords are hashed fast, 2 s leave room for other tests.
fn beside(plan: &Plan, longest: Duration) -> f64 {
    if plan.short {
        (longest.as_secs_f64() * 500.0).max(2_000.0)
    } else {
        plan.second()
    }
}

/// A hundred guesses a second, each from another /64 of one /48. Returns the longest wait for an answer.
async fn guess_until(http: Http, until: Instant) -> Result<Duration> {
    let mut sent = Vec::new();
    let mut pace = tokio::time::interval(Duration::from_millis(10));
    while Instant::now() < until {
        pace.tick().await;
        let (http, n) = (http.clone(), u16::try_from(sent.len())?);
        let from: IpAddr = Ipv6Addr::new(0x2a00, 1, 1, n, 0, 0, 0, 1).into();
        sent.push(tokio::spawn(async move {
            let since = Instant::now();
            http.acc_login(from, &format!("invented {n}"), "wrong")
                .await?;
            Ok::<_, Error>(since.elapsed())
        }));
    }
    let mut longest = Duration::ZERO;
    for waited in sent {
        longest = longest.max(waited.await??);
    }
    Ok(longest)
}

/// An account that must change its password posts 200 new ones at once, while eight others sign in.
async fn new_passwords(http: &Http) -> Result<Row> {
    let mut eve = Browser::new(http, elsewhere(QUIET + 3));
    let page = eve.sign_in("EveNewcomer").await?;
    let new = [
        ("new_password", "Another2026*"),
        ("confirm_password", "Another2026*"),
    ];
    let posts = (0..200).map(|_| {
        let mut eve = eve.clone();
        let page = &page;
        async move { eve.submit(page, "/login/password", &new).await }
    });
    let others = (0..8).map(|n| http.acc_login(elsewhere(QUIET + 10 + n), "DanMember", PASSWORD));
    let (posts, others) = tokio::join!(join_all(posts), try_join_all(others));
    let counted = posts
        .iter()
        .flatten()
        .filter(|post| post.status == 429)
        .count();
    if counted == 0 {
        return Err("no new password was counted".into());
    }
    let refused = others?.iter().filter(|answer| answer.status != 200).count();
    Ok(Row {
        flood: format!("{NEW_PASSWORDS}: refused to eight others"),
        unit: "times",
        figure: refused as f64,
        bound: 0.0,
    })
}
