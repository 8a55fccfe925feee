//! Requests of strangers, each from another network: what they leave in the database.

use std::ops::Range;
use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use ring::rand::{SecureRandom as _, SystemRandom};

use crate::browser::{Answer, CALLBACK, Http, elsewhere};
use crate::server::{Server, Sizes};
use crate::{Error, Plan, Result, Row};

/// The kinds of requests.
pub const NAMES: &[&str] = &[
    "authorize by GET",
    "authorize by POST",
    "sign-in page",
    "callbackUrl",
    "bad redirect_uri",
    "bad hint",
    "foreign form",
    "unknown names",
    "bad client",
];

/// The counters of failures.
const COUNTERS: &[&str] = &["limit_counters"];
/// The sign-in flows, and the networks that they come from.
const FLOWS: &[&str] = &["sign_in_flows", "sign_in_networks"];

/// Most bytes that a request may leave anywhere else: 1 MiB for 20,000.
const LEFT: f64 = 1024.0 * 1024.0 / 20_000.0;
/// Bytes that the short form may leave after any number of requests. In a minute, the audit trail writes up to six entries
/// with the numbers of refusals for each of four kinds, 640 bytes each with their indexes.
const REPORTS: usize = 6 * 4 * 640;
/// Refusals of a kind from one region that the audit trail writes singly at once (`audit/quota.rs`).
const SINGLY: usize = 100;
/// Most KiB of counters: 16 MiB, and the 256 new ones of 400 bytes after which they are counted (`limits/counter_cap.rs`).
const MOST_COUNTERS: f64 = 16.0 * 1024.0 + 100.0;
/// The size of sign-in flows with their indexes and networks, in parts of the setting.
const INDEXED: f64 = 1.25;
/// Longer than the audit trail gathers entries before it writes them.
const GATHERED: Duration = Duration::from_secs(1);
/// Requests at the same time.
const WORKERS: usize = 16;

/// The short form first uses up the entries that may be written singly, because it sends few requests after that.
pub async fn floods(plan: &Plan, server: &Server) -> Result<Vec<Row>> {
    let http = Http::new(server.port);
    let (first, many) = (plan.count(0, SINGLY), plan.count(20_000, 200));
    let kinds = NAMES.iter().copied().enumerate();
    let kinds = kinds.filter(|(_, kind)| plan.wants_one(kind));
    let kinds: Vec<_> = kinds
        .map(|(number, kind)| (number * (first + many), kind))
        .collect();
    for (start, kind) in &kinds {
        flood(&http, kind, *start..start + first).await?;
    }
    server.settled().await?;
    tokio::time::sleep(2 * GATHERED).await;
    let mut before = server.tables().await?;
    let mut rows = Vec::new();
    for (start, kind) in kinds {
        let start = start + first;
        flood(&http, kind, start..start + many).await?;
        tokio::time::sleep(GATHERED).await;
        let now = server.tables().await?;
        rows.push(Row {
            flood: format!("{many} × {kind}"),
            unit: "KiB",
            figure: grown(&before, &now),
            bound: (many as f64 * LEFT + plan.count(0, REPORTS) as f64) / 1024.0,
        });
        before = now;
    }
    rows.extend(capped(plan, server).await?);
    Ok(rows)
}

/// Sends requests of this kind, with these numbers.
async fn flood(http: &Http, kind: &str, numbers: Range<usize>) -> Result<()> {
    let requests = stream::iter(numbers).map(|n| send(http, kind, n));
    requests
        .buffer_unordered(WORKERS)
        .try_for_each(|answer| std::future::ready(expected(kind, &answer)))
        .await
}

/// The tables that have their own bounds. The smallest cap of counters is 10,000, which the short form does not reach.
async fn capped(plan: &Plan, server: &Server) -> Result<Vec<Row>> {
    for tables in [COUNTERS, FLOWS] {
        server.rewrite(tables).await?;
    }
    let now = server.tables().await?;
    let row = |what: &str, tables: &[&str], bound| {
        let sizes = tables.iter().filter_map(|table| now.get(*table));
        Row {
            flood: format!("{what} after all these"),
            unit: "KiB",
            figure: kib(sizes.sum()),
            bound,
        }
    };
    let most_flows = plan.flows_mib() as f64 * 1024.0 * INDEXED;
    let mut rows = vec![row("stored sign-in flows", FLOWS, most_flows)];
    if !plan.short {
        rows.push(row("counters of failures", COUNTERS, MOST_COUNTERS));
    }
    Ok(rows)
}

/// The growth of all other tables in KiB.
fn grown(before: &Sizes, after: &Sizes) -> f64 {
    let others = after.iter().filter(|(table, _)| !is_capped(table));
    let growth = others.map(|(table, size)| size - before.get(table).copied().unwrap_or(0));
    kib(growth.sum())
}

fn is_capped(table: &str) -> bool {
    COUNTERS.contains(&table) || FLOWS.contains(&table)
}

fn kib(bytes: i64) -> f64 {
    bytes as f64 / 1024.0
}

/// A server that fails does not count as keeping its bounds.
fn expected(kind: &str, answer: &Answer) -> Result<()> {
    match answer.status {
        500 | 502 | 504.. => {
            Err(format!("{kind}: {} {:.300}", answer.status, answer.text()).into())
        }
        _ => Ok(()),
    }
}

/// 15,000 characters that no database can compress.
fn noise() -> Result<String> {
    let mut bytes = vec![0_u8; 11_250];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| Error::from("there are no random numbers"))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

async fn send(http: &Http, kind: &str, n: usize) -> Result<Answer> {
    let from = elsewhere(n);
    let long = || noise().map(|noise| format!("{n}-{noise}"));
    let ask = |more: (&'static str, String)| {
        let mut fields = vec![
            ("client_id", "demo-app".to_owned()),
            ("redirect_uri", CALLBACK.to_owned()),
            ("response_type", "code".to_owned()),
            ("scope", "openid".to_owned()),
            (
                "code_challenge",
                "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM".to_owned(),
            ),
            ("code_challenge_method", "S256".to_owned()),
        ];
        fields.retain(|(name, _)| *name != more.0);
        fields.push(more);
        fields
    };
    let query = |fields: &[(&str, String)]| {
        let mut text = url::form_urlencoded::Serializer::new(String::new());
        text.extend_pairs(fields);
        format!("/oauth2/authorize?{}", text.finish())
    };
    match kind {
        "authorize by GET" => {
            let path = query(&ask(("login_hint", long()?)));
            http.get(from, &path, &[]).await
        }
        "authorize by POST" => {
            let fields = ask(("login_hint", long()?));
            let fields: Vec<_> = fields
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            http.post(from, "/oauth2/authorize", &[], &fields).await
        }
        "sign-in page" => http.get(from, "/login", &[]).await,
        "callbackUrl" => {
            let path = format!("/login?callbackUrl=%2F{}", long()?);
            http.get(from, &path, &[]).await
        }
        "bad redirect_uri" => {
            let bad = format!("https://evil.example/{n}");
            http.get(from, &query(&ask(("redirect_uri", bad))), &[])
                .await
        }
        "bad hint" => {
            let path = query(&ask(("id_token_hint", long()?)));
            http.get(from, &path, &[]).await
        }
        "foreign form" => {
            let fields = [
                ("csrf", "x"),
                ("flow", "x"),
                ("account", "x"),
                ("password", "x"),
            ];
            let origin = [("origin", "https://evil.example")];
            http.post(from, "/login", &origin, &fields).await
        }
        "unknown names" => http.acc_login(from, &format!("nobody {n}"), "wrong").await,
        _ => {
            let secret = n.to_string();
            let fields = [
                ("grant_type", "client_credentials"),
                ("client_id", "demo-app"),
                ("client_secret", secret.as_str()),
            ];
            http.post(from, "/oauth2/token", &[], &fields).await
        }
    }
}
