//! What the sign-in page says when it refuses somebody (contract G-13, attacks 14 to 16).

use atrium::directory::NewAccount;
use futures_util::future::join_all;
use hyper::StatusCode;

use crate::support::app::TestApp;
use crate::support::browser::{Browser, Page};
use crate::support::passkeys;
use crate::support::people::{self, PASSWORD};

pub async fn tried(browser: &Browser<'_>, account: &str, password: &str) -> Page {
    let page = browser.go("/login").await;
    let filled = [("account", account), ("password", password)];
    browser.submit(&page, &filled).await
}

/// The answer without the account's name and the browser's own tokens.
pub fn comparable(page: &Page, account: &str) -> (StatusCode, Vec<String>, String) {
    let mut headers: Vec<_> = page
        .answer
        .headers
        .iter()
        .filter(|(name, _)| {
            !["x-request-id", "content-length", "set-cookie"].contains(&name.as_str())
        })
        .map(|(name, value)| format!("{name}: {value:?}"))
        .collect();
    headers.sort();
    let form = page.form("password").unwrap();
    let mut text = page.text().replace(account, "NAME");
    // What the page asks a passkey is another each time.
    let asked = passkeys::options(page);
    text = text.replace(asked["challenge"].as_str().unwrap(), "challenge");
    let asked = page.form("answer").unwrap();
    text = text.replace(asked.value("state").unwrap(), "state");
    for own in ["csrf", "flow"] {
        text = text.replace(form.value(own).unwrap(), own);
    }
    (page.status, headers, text)
}

/// T-13, X-09, attack 14: unknown, wrong, disabled and expired give the same page, to the byte.
#[tokio::test]
async fn the_page_refuses_everybody_alike() {
    let app = TestApp::start().await;
    let dan = app.account("DanMember").await;
    let past = NewAccount {
        username: "PamPast".to_owned(),
        password_hash: dan.password_hash.clone(),
        expire_date: Some("2020-01-31".parse().unwrap()),
        ..NewAccount::default()
    };
    let now = app.now();
    app.write(move |tx| {
        Box::pin(async move {
            people::add(tx, past, now).await.unwrap();
            Ok(())
        })
    })
    .await;
    let mut answers = Vec::new();
    for (account, password) in [
        ("DanMember", "wrong"),
        ("NobodyHere", PASSWORD),
        ("FayGone", PASSWORD),
        ("PamPast", PASSWORD),
    ] {
        let browser = app.browser();
        let page = tried(&browser, account, password).await;
        assert!(browser.session_cookie().is_none(), "{account}");
        answers.push(comparable(&page, account));
    }
    assert_eq!(answers[0].0, StatusCode::OK);
    assert!(
        answers[0].2.contains("id=\"password-error\""),
        "{}",
        answers[0].2
    );
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:#?}");
}

/// A-45, G-13, attack 15: after five failures the page shows everyone how long to wait. From another address, and after
/// the wait, the owner can sign in.
#[tokio::test]
async fn too_many_failures_must_wait_and_never_lock_the_owner_out() {
    let app = TestApp::start().await;
    let mut waits = Vec::new();
    for account in ["DanMember", "NobodyHere"] {
        for _ in 0..5 {
            let page = tried(&app.browser(), account, "wrong").await;
            assert_eq!(page.status, StatusCode::OK);
        }
        // In another spelling, too.
        let name = account.to_uppercase();
        let page = tried(&app.browser(), &name, PASSWORD).await;
        assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS, "{account}");
        let seconds: u64 = page.header("retry-after").parse().unwrap();
        assert!(seconds >= 60, "{seconds}");
        assert!(page.form("password").is_some(), "the form stays");
        waits.push((seconds, comparable(&page, &name).2));
    }
    waits.dedup();
    assert_eq!(waits.len(), 1, "{waits:#?}");
    let elsewhere = app.browser().at([127, 0, 0, 9]);
    let home = tried(&elsewhere, "DanMember", PASSWORD).await;
    assert!(elsewhere.session_cookie().is_some(), "{}", home.text());
    let seconds = i64::try_from(waits[0].0).unwrap();
    app.clock.advance(seconds * 1_000 + 1);
    let later = app.browser();
    tried(&later, "DanMember", PASSWORD).await;
    assert!(later.session_cookie().is_some());
}

/// Attack 16: a browser in which the person has signed in before is not delayed by failures of others with
/// the account's name at the same address.
#[tokio::test]
async fn a_known_browser_is_not_slowed_by_the_failures_of_others() {
    let app = TestApp::start().await;
    let own = app.browser();
    tried(&own, "DanMember", PASSWORD).await;
    let signed_in = own.session_cookie().unwrap();
    let known = own.cookie(&app.state().cookies.known).unwrap();
    for _ in 0..6 {
        tried(&app.browser(), "DanMember", "wrong").await;
    }
    let stranger = app.browser();
    let page = tried(&stranger, "DanMember", PASSWORD).await;
    assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS);
    let again = app.browser();
    again.set_cookie(&app.state().cookies.known, &known);
    tried(&again, "DanMember", PASSWORD).await;
    assert_ne!(again.session_cookie().unwrap(), signed_in);
}

/// When too many sign-ins wait for the hash, further ones get 503 with Retry-After, and no failure is counted.
#[tokio::test]
async fn a_full_queue_gets_503_with_retry_after() {
    let app = TestApp::start_with(|config| {
        config.limits.hashing_threads = 1;
        config.limits.hashing_queue = 1;
    })
    .await;
    let browsers: Vec<_> = (0..12).map(|_| app.browser()).collect();
    let pages = browsers
        .iter()
        .map(|browser| tried(browser, "DanMember", PASSWORD));
    let mut busy = 0;
    for (page, browser) in join_all(pages).await.iter().zip(&browsers) {
        if browser.session_cookie().is_none() {
            assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE);
            assert!(page.header("retry-after").parse::<u64>().unwrap() >= 1);
            assert!(
                page.form("password").is_some(),
                "nothing typed is lost but the password"
            );
            assert_eq!(
                page.form("password").unwrap().value("account"),
                Some("DanMember")
            );
            busy += 1;
        }
    }
    assert!((1..12).contains(&busy), "{busy} of 12");
    let body = r#"{"account":"DanMember","password":"Atrium2026*"}"#;
    let answers = join_all((0..12).map(|_| {
        let request = hyper::Request::post("/api/security/acc-login")
            .header("content-type", "application/json")
            .body(axum::body::Body::from(body))
            .unwrap();
        app.send(request)
    }));
    let mut busy = 0;
    for answer in answers.await {
        if answer.status == StatusCode::SERVICE_UNAVAILABLE {
            assert_eq!(answer.json()["status"], 999_999);
            assert!(answer.header("retry-after").parse::<u64>().unwrap() >= 1);
            busy += 1;
        }
    }
    assert!((1..12).contains(&busy), "{busy} of 12");
    let later = app.browser();
    tried(&later, "DanMember", PASSWORD).await;
    assert!(later.session_cookie().is_some());
}
