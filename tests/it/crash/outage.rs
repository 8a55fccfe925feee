//! Stops and starts PostgreSQL while people sign in and applications refresh tokens.

use std::cell::Cell;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use hyper::StatusCode;
use serde_json::{Value, json};

use super::Installation;
use super::postgres::Cluster;
use super::visitor::{Answer, Code, Http, Jar, Tokens, ask};
use crate::support::doors::{Received, Shape};
use crate::support::people::PASSWORD;

/// The number of workers.
const WORKERS: usize = 6;
/// The longest request. Without a database a request waits 3 s for the pool, and a little longer.
const LONGEST: Duration = Duration::from_secs(5);
/// How long the database is down.
const AWAY: Duration = Duration::from_secs(7);

/// The state of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Up: every request succeeds.
    Up,
    /// While it stops or starts, a request succeeds or gets 503.
    Changing,
    /// While it is down, no request that needs the database succeeds.
    Down,
    /// The workers stop.
    Over,
}

/// PostgreSQL stopped and started under load: clear 503s, then recovery without help.
#[tokio::test]
async fn postgres_away_is_503_and_it_recovers_by_itself() {
    let mut cluster = Cluster::start_new().await;
    let place = Installation::new(Some(cluster.url()));
    let http = Http::new(place.url());
    let mut server = place.start(&http).await;
    let (signed_in, jar) = http.sign_in("DanMember").await.expect("an answer");
    assert_eq!(signed_in.status, 303, "{}", signed_in.text);
    let phase = Cell::new(Phase::Up);
    let load = join_all((0..WORKERS).map(|number| work(&http, &jar, &phase, number)));
    let events = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let held = UnusedCredentials::take(&http, &jar).await;
        phase.set(Phase::Changing);
        cluster.stop().await;
        phase.set(Phase::Down);
        tokio::join!(tokio::time::sleep(AWAY), held.is_refused(&http, &phase));
        let ready = http.get("/readyz").await.expect("an answer");
        let alive = http.get("/healthz").await.expect("an answer");
        assert_eq!((ready.status, alive.status), (503, 200));
        phase.set(Phase::Changing);
        cluster.start().await;
        let back = recovered(&http, &jar).await;
        phase.set(Phase::Up);
        held.is_good(&http, &phase).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        phase.set(Phase::Over);
        back
    };
    let (seen, back) = tokio::join!(load, events);
    let mut all = Seen::default();
    for seen in seen {
        all.add(&seen);
    }
    println!("back after {back:?}: {all:?}");
    assert!(server.lives(), "it is the same process: {}", place.log());
    assert!(all.refused > WORKERS && all.done > WORKERS, "{all:?}");
}

/// Waits until a whole grant succeeds, and returns how long that took.
async fn recovered(http: &Http, jar: &Jar) -> Duration {
    let began = Instant::now();
    loop {
        let answer = http.authorize(jar, &ask()).await.expect("an answer");
        if answer.status == 303 {
            return began.elapsed();
        }
        assert_eq!(answer.status, 503, "{}", answer.text);
        assert!(began.elapsed() < Duration::from_secs(10), "{answer:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The unused credentials of one person while the database is down.
struct UnusedCredentials {
    code: Code,
    tokens: Tokens,
    user_token: String,
}

impl UnusedCredentials {
    async fn take(http: &Http, jar: &Jar) -> Self {
        let code = async || {
            let asked = ask();
            let answer = http.authorize(jar, &asked).await.expect("an answer");
            answer.code(asked)
        };
        let tokens = http
            .exchange(&code().await)
            .await
            .expect("an answer")
            .tokens();
        let body = json!({"account": "DanMember", "password": PASSWORD, "appName": "SSO"});
        let signed_in = http.call("/api/security/acc-login", "", &body).await;
        let received: Value = serde_json::from_str(&signed_in.expect("an answer").text).unwrap();
        let user_token = received["data"]["userToken"].as_str();
        Self {
            code: code().await,
            tokens,
            user_token: user_token
                .unwrap_or_else(|| panic!("{received}"))
                .to_owned(),
        }
    }

    /// Uses all credentials at the same time, and returns the answers that succeeded.
    async fn used(&self, http: &Http, phase: &Cell<Phase>) -> [Option<Answer>; 4] {
        let [mut one, mut two, mut three, mut four] = [(); 4].map(|()| Seen::default());
        let info = http.call("/api/security/user/info", &self.user_token, &Value::Null);
        let answers = tokio::join!(
            one.judge(&EXCHANGE, phase, http.exchange(&self.code)),
            two.judge(&USERINFO, phase, http.userinfo(&self.tokens.access)),
            three.judge(&REFRESH, phase, http.refresh(&self.tokens.refresh)),
            four.judge(&CALL, phase, info),
        );
        answers.into()
    }

    /// Checks that every use is refused while the database is down.
    async fn is_refused(&self, http: &Http, phase: &Cell<Phase>) {
        let answers = self.used(http, phase).await;
        assert!(answers.iter().all(Option::is_none), "{answers:?}");
    }

    /// RFC 9700 section 4.14: a refused request does not use up a credential. The code and the refresh token still
    /// work. A second use of the refresh token would revoke the grant.
    async fn is_good(&self, http: &Http, phase: &Cell<Phase>) {
        let [exchanged, used, renewed, called] = self.used(http, phase).await;
        let [exchanged, renewed] = [exchanged, renewed].map(|given| given.unwrap().tokens());
        assert!(used.is_some() && called.unwrap().text.contains("\"status\":0"));
        for tokens in [exchanged, renewed] {
            let next = http.refresh(&tokens.refresh).await.expect("an answer");
            assert_eq!(next.status, 200, "{}", next.text);
        }
    }
}

/// A request of a worker: its name, the status of a success, and the error format of its door.
struct Asked {
    name: &'static str,
    success: u16,
    shape: Shape,
}

const fn asked(name: &'static str, success: u16, shape: Shape) -> Asked {
    Asked {
        name,
        success,
        shape,
    }
}

const SIGN_IN: Asked = asked("sign-in", 303, Shape::Page);
const AUTHORIZE: Asked = asked("authorize", 303, Shape::Page);
const EXCHANGE: Asked = asked("exchange", 200, Shape::OAuth);
const USERINFO: Asked = asked("userinfo", 200, Shape::OAuth);
const REFRESH: Asked = asked("refresh", 200, Shape::OAuth);
const CALL: Asked = asked("a call of the product API", 200, Shape::Envelope);

/// True if the 503 has the error format of its door and says that the server is busy.
fn is_busy_error(shape: Shape, answer: &Answer) -> bool {
    let received = Received {
        status: StatusCode::from_u16(answer.status).unwrap(),
        headers: &answer.headers,
        text: &answer.text,
    };
    let busy = match shape {
        Shape::OAuth => answer.text.contains("\"temporarily_unavailable\""),
        Shape::Envelope => answer.text.contains("999999"),
        _ => answer.text.contains(" 503</p>"),
    };
    busy && shape.is_error(&received)
}

/// The results of one worker or of all.
#[derive(Debug, Default)]
struct Seen {
    done: usize,
    refused: usize,
    slowest: Duration,
}

impl Seen {
    fn add(&mut self, other: &Self) {
        self.done += other.done;
        self.refused += other.refused;
        self.slowest = self.slowest.max(other.slowest);
    }

    /// Checks the answer to `what`, and returns it if the request succeeded.
    async fn judge(
        &mut self,
        what: &Asked,
        phase: &Cell<Phase>,
        request: impl Future<Output = Option<Answer>>,
    ) -> Option<Answer> {
        let (before, began) = (phase.get(), Instant::now());
        let answer = request.await;
        let Asked {
            name: what,
            success,
            shape,
        } = what;
        let answer = answer.unwrap_or_else(|| panic!("{what}: no answer"));
        let (took, after) = (began.elapsed(), phase.get());
        assert!(took < LONGEST, "{what} took {took:?}: {answer:?}");
        self.slowest = self.slowest.max(took);
        if answer.status == 503 {
            let steady = before == Phase::Up && after == Phase::Up;
            assert!(!steady, "{what} beside a good database: {answer:?}");
            assert!(answer.retry_after().is_some(), "{what}: {answer:?}");
            assert!(
                is_busy_error(*shape, &answer),
                "{what} in another shape: {answer:?}"
            );
            self.refused += 1;
            return None;
        }
        assert_eq!(answer.status, *success, "{what} in {before:?}: {answer:?}");
        assert_ne!((before, after), (Phase::Down, Phase::Down), "{what}");
        self.done += 1;
        Some(answer)
    }
}

/// Signs in, then repeats: gets a code, exchanges it, uses the access token and refreshes.
async fn work(http: &Http, jar: &Jar, phase: &Cell<Phase>, number: usize) -> Seen {
    let mut seen = Seen::default();
    while phase.get() != Phase::Over {
        if number == 0 {
            let entering = async { http.sign_in("ChloeManager").await.map(|found| found.0) };
            seen.judge(&SIGN_IN, phase, entering).await;
        } else {
            grant(&mut seen, http, jar, phase).await;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    seen
}

async fn grant(seen: &mut Seen, http: &Http, jar: &Jar, phase: &Cell<Phase>) -> Option<()> {
    let asked = ask();
    let authorized = seen.judge(&AUTHORIZE, phase, http.authorize(jar, &asked));
    let code = authorized.await?.code(asked);
    let exchanged = seen.judge(&EXCHANGE, phase, http.exchange(&code));
    let mut tokens = exchanged.await?.tokens();
    // Uses the grant again after an outage, because the next uses show whether something was lost.
    for _ in 0..5 {
        let used = seen.judge(&USERINFO, phase, http.userinfo(&tokens.access));
        used.await;
        let renewed = seen.judge(&REFRESH, phase, http.refresh(&tokens.refresh));
        tokens = renewed.await?.tokens();
    }
    Some(())
}
