//! Back-channel logout (OpenID Connect Back-Channel Logout 1.0), with a listener for a client.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use atrium::clock::{Clock, SECOND};
use atrium::i18n::language::Language;
use atrium::jobs::{self, NewJob};
use atrium::mail::{self, Mail, Recipient};
use atrium::sessions::backchannel::{KIND, Notice};
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use serde_json::{Value, json};

use crate::support::app::{ISSUER, TestApp};
use crate::support::database::{self, TestDatabase};
use crate::support::log::Log;
use crate::support::relying_party::verify;
use crate::support::{clients, people};

/// The requests that a client got, and its next answers; 200 once the list is empty.
#[derive(Clone, Default)]
struct Listener {
    seen: Arc<Mutex<Vec<String>>>,
    answers: Arc<Mutex<VecDeque<u16>>>,
}

impl Listener {
    async fn start(&self) -> SocketAddr {
        let router = Router::new()
            .route(
                "/backchannel-logout",
                post(
                    |State(listener): State<Self>, body: String| async move { listener.take(body) },
                ),
            )
            .with_state(self.clone());
        let tcp = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = tcp.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(tcp, router).await.unwrap() });
        address
    }

    fn take(&self, body: String) -> StatusCode {
        self.seen.lock().unwrap().push(body);
        let answer = self.answers.lock().unwrap().pop_front();
        StatusCode::from_u16(answer.unwrap_or(200)).unwrap()
    }

    /// Waits until `count` tokens came.
    async fn tokens(&self, count: usize) -> Vec<String> {
        for _ in 0..400 {
            if self.seen.lock().unwrap().len() >= count {
                break;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let seen = self.seen.lock().unwrap();
        assert_eq!(seen.len(), count, "{seen:?}");
        let token = |body: &String| body.strip_prefix("logout_token=").unwrap().to_owned();
        seen.iter().map(token).collect()
    }
}

/// A server whose clients `basic` and `es256` listen at `address`, which `outbound.allow` may name or not.
async fn server(address: SocketAddr, allowed: bool) -> (TestApp, TestDatabase) {
    server_of([address, address], allowed).await
}

/// The same with an address for each of the two.
async fn server_of(addresses: [SocketAddr; 2], allowed: bool) -> (TestApp, TestDatabase) {
    let [basic, es256] = addresses.map(|address| {
        format!("backchannel_logout_uri = \"http://{address}/backchannel-logout?key=hush\"")
    });
    let text = clients::text()
        .replace(
            "backchannel_logout_uri = \"http://localhost:9100/backchannel-logout\"",
            &basic,
        )
        .replace(
            "client_id = \"es256\"",
            &format!("client_id = \"es256\"\n{es256}"),
        );
    let database = database::each_engine().await.remove(0);
    let clock = Clock::fixed(Clock::system().now());
    people::add_all(&database.db, clock.now()).await;
    let app = TestApp::build(database.db.clone(), clock, &text, |config| {
        if allowed {
            config.outbound.allow = addresses.map(|address| address.to_string()).to_vec();
        }
    });
    (app.await, database)
}

/// Waits until a delivery has failed `times` and waits for its next attempt.
async fn waits_again(app: &TestApp, times: i64) {
    let waits = "SELECT COUNT(*) FROM jobs WHERE lease_until = 0 AND attempts = $1";
    app.becomes(waits, times).await;
}

async fn deliveries(app: &TestApp) -> Vec<String> {
    for _ in 0..200 {
        let found = app.entries("logout.delivered").await;
        if !found.is_empty() {
            return found.into_iter().map(|entry| entry.detail).collect();
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    Vec::new()
}

/// A-85, sections 2.4 and 2.5: every client of the session gets one signed logout token, and the browser does not wait
/// for it.
#[tokio::test]
async fn every_client_of_the_session_is_notified() {
    let listener = Listener::default();
    let (app, _database) = server(listener.start().await, true).await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    for client in ["basic", "basic", "es256", "post"] {
        app.rp(client).tokens(&browser, "openid").await;
    }
    let page = browser.get("/logout").await;
    browser.submit(&page, &[("logout", "yes")]).await;

    let mut notified = Vec::new();
    for token in listener.tokens(2).await {
        let (header, claims) = verify(&app, &token).await;
        assert_eq!(header["typ"], "logout+jwt");
        let client = claims["aud"].as_str().unwrap().to_owned();
        let alg = if client == "es256" { "ES256" } else { "RS256" };
        assert_eq!(header["alg"], alg);
        let iat = app.now() / 1_000;
        let jti = claims["jti"].as_str().unwrap();
        assert!(jti.len() > 20);
        assert_eq!(
            claims,
            json!({
                "iss": ISSUER, "aud": client, "iat": iat, "exp": iat + 120,
                "jti": jti, "sub": app.account("DanMember").await.id, "sid": sid,
                "events": { "http://schemas.openid.net/event/backchannel-logout": {} },
            })
        );
        notified.push(client);
    }
    notified.sort();
    assert_eq!(notified, ["basic", "es256"]);
    assert_eq!(deliveries(&app).await[0], r#"{"delivered":true}"#);
}

/// Section 2.5: a failed delivery is tried again later, with a new token.
#[tokio::test]
async fn a_client_that_fails_is_notified_again() {
    let listener = Listener::default();
    listener.answers.lock().unwrap().extend([503, 500]);
    let (app, _database) = server(listener.start().await, true).await;
    sign_out_of(&app, "basic").await;
    let first = listener.tokens(1).await;
    for (failed, pause) in [(1, 5 * SECOND), (2, 20 * SECOND)] {
        waits_again(&app, failed).await;
        app.clock.advance(pause);
        app.look_for_jobs().await;
        listener.tokens(usize::try_from(failed).unwrap() + 1).await;
    }
    let all = listener.tokens(3).await;
    assert_ne!(claim(&all[2], "jti"), claim(&first[0], "jti"));
    assert_eq!(deliveries(&app).await, [r#"{"delivered":true}"#]);
}

/// Section 2.8: if a client rejects the token, the delivery is not tried again.
#[tokio::test]
async fn a_refusal_is_final() {
    let listener = Listener::default();
    listener.answers.lock().unwrap().push_back(400);
    let (app, _database) = server(listener.start().await, true).await;
    sign_out_of(&app, "basic").await;
    listener.tokens(1).await;
    assert_eq!(deliveries(&app).await, [r#"{"delivered":false}"#]);
    // No attempt is left for later.
    let given_up = "SELECT COUNT(*) FROM jobs WHERE given_up_at IS NOT NULL AND lease_until = $1";
    app.becomes(given_up, 0).await;
    listener.tokens(1).await;
}

/// The log line of a failed delivery names the client, the address and what to do. It leaves out
/// the query of the address, which may have a secret of the application.
#[tokio::test]
async fn a_failed_delivery_names_client_address_and_fix() {
    let port = |address: SocketAddr| address.port();
    for (status, allowed, why, fix) in [
        (
            Some(400),
            true,
            "the client answered 400",
            "why it refuses the logout token",
        ),
        (
            Some(403),
            true,
            "the client answered 403",
            "let this address take a POST without a sign-in",
        ),
        (
            Some(404),
            true,
            "the client answered 404",
            "correct backchannel_logout_uri",
        ),
        (Some(500), true, "the client answered 500", "see in its log"),
        (
            Some(302),
            true,
            "responded with a redirect",
            "use the address that it redirects to",
        ),
        (
            None,
            true,
            "the other server cannot be reached",
            "check that 127.0.0.1:{port} listens",
        ),
        (
            Some(200),
            false,
            "is not https, and its host is not in outbound.allow",
            "use https, or add \"127.0.0.1:{port}\" to outbound.allow",
        ),
    ] {
        let listener = Listener::default();
        listener.answers.lock().unwrap().extend(status);
        let address = if status.is_some() {
            listener.start().await
        } else {
            let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            closed.local_addr().unwrap()
        };
        let (app, _database) = server(address, allowed).await;
        let log = Log::listen();
        sign_out_of(&app, "basic").await;
        let tried = "SELECT COUNT(*) FROM jobs WHERE lease_until = 0 AND attempts = $1";
        app.becomes(tried, 1).await;
        let text = log.text();
        let failed = |line: &&str| line.contains("\"a job ");
        let line = text.lines().find(failed);
        let line = line.unwrap_or_else(|| panic!("{status:?}: {text}"));
        let event: Value = serde_json::from_str(line).unwrap();
        let error = event["error"].as_str().unwrap();
        let at = format!("client \"basic\" at http://{address}/backchannel-logout: ");
        let fix = fix.replace("{port}", &port(address).to_string());
        assert!(error.starts_with(&at), "{error}");
        assert!(error.contains(why), "{error}");
        assert!(error.contains("; fix: ") && error.contains(&fix), "{error}");
        assert!(!text.contains("key=hush"), "{text}");
    }
}

/// Attack 39: http and private networks are called only if `outbound.allow` names them.
#[tokio::test]
async fn a_private_address_is_not_fetched() {
    let listener = Listener::default();
    let (app, _database) = server(listener.start().await, false).await;
    sign_out_of(&app, "basic").await;
    assert_eq!(deliveries(&app).await, [r#"{"delivered":false}"#]);
    assert!(listener.seen.lock().unwrap().is_empty());
}

/// Every way to end sessions sends the same notices; an ended session is reported once.
#[tokio::test]
async fn a_disabled_account_is_announced_too() {
    let listener = Listener::default();
    let (app, _database) = server(listener.start().await, true).await;
    let mut sids = Vec::new();
    for _ in 0..2 {
        let browser = app.browser();
        sids.push(browser.sign_in_directly("DanMember").await);
        app.rp("basic").tokens(&browser, "openid").await;
    }
    for _ in 0..2 {
        app.disable("DanMember").await;
    }
    let tokens = listener.tokens(2).await;
    let mut notified: Vec<Value> = tokens.iter().map(|token| claim(token, "sid")).collect();
    notified.sort_by_key(ToString::to_string);
    sids.sort();
    assert_eq!(notified, sids);
}

/// Attack 11: when another person signs in in the same browser, the earlier session ends and its clients are
/// notified.
#[tokio::test]
async fn attack_11_a_replaced_session_is_announced() {
    let listener = Listener::default();
    let (app, _database) = server(listener.start().await, true).await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    rp.tokens(&browser, "openid").await;
    let again = rp.ask("openid").with("prompt", "login");
    let page = browser.go(&again.url()).await;
    let page = browser.walk(page, "ChloeManager").await;
    rp.outcome(&again, &page).code();
    let token = listener.tokens(1).await.remove(0);
    assert_eq!(claim(&token, "sid"), sid.as_str());
    assert_eq!(claim(&token, "sub"), app.account("DanMember").await.id);
}

/// A-85: a client that accepts connections and never answers delays neither the notices to other clients nor emails.
#[tokio::test]
async fn a_client_that_hangs_holds_up_nobody_else() {
    let hanging = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let listener = Listener::default();
    let addresses = [hanging.local_addr().unwrap(), listener.start().await];
    let (app, _database) = server_of(addresses, true).await;
    let id = app.account("DanMember").await.id;
    let notice = |session: usize, client: &str| Notice {
        client_id: client.to_owned(),
        session_id: session.to_string(),
        account_id: id.clone(),
    };
    let mut notices: Vec<_> = (0..60).map(|session| notice(session, "basic")).collect();
    notices.push(notice(60, "es256"));
    let (random, now) = (app.state().random.clone(), app.now());
    app.write(move |tx| {
        Box::pin(async move {
            for notice in &notices {
                let job = NewJob::new(KIND, notice, &random, now).in_lane(&notice.client_id);
                jobs::enqueue(tx, &job).await?;
            }
            let to = Recipient {
                name: String::new(),
                email: "dan@demo.test".to_owned(),
                language: Language::EnUs,
            };
            mail::queue(tx, &to, Mail::samples().remove(0), &random, now).await
        })
    })
    .await;
    listener.tokens(1).await;
    let url = app.state().config.mail.url.expose().to_owned();
    let mails = url.strip_prefix("file:").unwrap();
    for _ in 0..200 {
        if std::fs::read_dir(mails).is_ok_and(|found| found.count() > 0) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the email waits for the client that hangs");
}

async fn sign_out_of(app: &TestApp, client: &str) {
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let tokens = app.rp(client).tokens(&browser, "openid").await;
    let hint = tokens["id_token"].as_str().unwrap();
    browser
        .get(&format!("/oauth2/logout?id_token_hint={hint}"))
        .await;
}

fn claim(token: &str, name: &str) -> Value {
    crate::support::relying_party::claims_of(token)[name].clone()
}
