//! The emails about sign-ins: with an unknown browser or program, and with guessed codes.

use atrium::clock::{DAY, MINUTE};
use axum::body::Body;
use hyper::Request;
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::browser::Browser;
use crate::support::factors::Phone;
use crate::support::people::PASSWORD;

/// The emails that were sent. The job of each ends when its file is there.
async fn mails(app: &TestApp) -> Vec<String> {
    let none_waits = "SELECT COUNT(*) + 1 FROM jobs WHERE kind = 'mail.send' AND attempts >= $1";
    app.becomes(none_waits, 0).await;
    let folder = app.state().config.mail.url.expose().to_owned();
    let Ok(files) = std::fs::read_dir(folder.strip_prefix("file:").unwrap()) else {
        return Vec::new();
    };
    let paths = files.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|kind| kind == "eml"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

async fn sign_in(browser: &Browser<'_>) {
    let page = browser.go("/login").await;
    browser.sign_in(&page, "DanMember").await;
    assert!(browser.session_cookie().is_some());
}

/// The first browser of an account is no news, and a known one neither. Any other browser is.
#[tokio::test]
async fn the_owner_hears_of_an_unknown_browser_once() {
    let app = TestApp::start_with(|config| config.accounts.notify_new_browser = true).await;
    let first = app.browser();
    sign_in(&first).await;
    assert_eq!(mails(&app).await, [""; 0]);
    let second = app.browser();
    sign_in(&second).await;
    let sent = mails(&app).await;
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(sent[0].contains("A new browser signed in"), "{sent:?}");
    assert!(sent[0].contains("127.0.0.1"), "{sent:?}");
    for known in [&first, &second] {
        let page = known.go("/logout").await;
        known.submit(&page, &[("logout", "yes")]).await;
        sign_in(known).await;
    }
    assert_eq!(mails(&app).await.len(), 1);
}

/// Attack 15: the password alone makes no browser known, so a thief of it gains no attempts, and the owner hears of them.
#[tokio::test]
async fn attack_15_a_browser_is_known_after_the_whole_sign_in() {
    let app = TestApp::start_with(|config| config.accounts.notify_new_browser = true).await;
    sign_in(&app.browser()).await;
    let phone = Phone::of(&app, "DanMember").await;
    let known = app.state().cookies.known.clone();
    let browser = app.browser();
    let page = browser.go("/login").await;
    let page = browser.sign_in(&page, "DanMember").await;
    assert!(browser.session_cookie().is_none());
    assert_eq!(browser.cookie(&known), None, "only the password was right");
    browser.submit(&page, &[("code", &phone.code(&app))]).await;
    assert!(browser.session_cookie().is_some());
    assert!(browser.cookie(&known).is_some());
    let sent = mails(&app).await;
    let news = |mail: &&String| mail.contains("A new browser signed in");
    assert_eq!(sent.iter().filter(news).count(), 1, "{sent:?}");
}

/// A new browser can be remembered at once, under one cookie.
#[tokio::test]
async fn a_new_browser_can_be_remembered() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let browser = app.browser();
    let page = browser.go("/login").await;
    let page = browser.sign_in(&page, "DanMember").await;
    let typed = [("code", &*phone.code(&app)), ("remember", "1")];
    browser.submit(&page, &typed).await;
    let known = app.state().cookies.known.clone();
    assert_eq!(browser.set_cookie_lines(&known).len(), 1);
    let out = browser.go("/logout").await;
    browser.submit(&out, &[("logout", "yes")]).await;
    sign_in(&browser).await;
}

/// Types `count` wrong codes after the password.
async fn guess(app: &TestApp, phone: &Phone, count: usize) {
    let browser = app.browser();
    let page = browser.go("/login").await;
    let mut page = browser.sign_in(&page, "DanMember").await;
    for _ in 0..count {
        let wrong = [("code", &*phone.wrong_code(app))];
        page = browser.submit(&page, &wrong).await;
    }
}

/// Attack 15: who guesses codes knows the password, so the owner hears of it: once a day, when a browser has to wait.
#[tokio::test]
async fn attack_15_the_owner_hears_of_guessed_codes_once_a_day() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let heard = async || {
        let sent = mails(&app).await;
        let news = |mail: &&String| mail.contains("Several wrong codes");
        sent.iter().filter(news).count()
    };
    guess(&app, &phone, 4).await;
    assert_eq!(heard().await, 0, "anybody mistypes");
    guess(&app, &phone, 1).await;
    assert_eq!(heard().await, 1);
    app.clock.advance(16 * MINUTE);
    guess(&app, &phone, 5).await;
    assert_eq!(heard().await, 1);
    app.clock.advance(DAY);
    guess(&app, &phone, 5).await;
    assert_eq!(heard().await, 2);
}

/// C-002: a program that signs in with a password is unknown too, the first time from a place.
#[tokio::test]
async fn the_owner_hears_of_an_unknown_program_once() {
    let app = TestApp::start_with(|config| config.accounts.notify_new_browser = true).await;
    let sign_in = async |program: &str| {
        let body = json!({"account": "DanMember", "password": PASSWORD, "appName": "SSO"});
        let request = Request::post("/api/security/acc-login")
            .header("content-type", "application/json")
            .header("user-agent", program);
        let request = request.body(Body::from(body.to_string())).unwrap();
        let answer = app.send(request).await;
        assert_ne!(answer.json()["data"]["userToken"], "", "{}", answer.text());
        assert_eq!(answer.json()["status"], 0, "{}", answer.text());
    };
    sign_in("first/1").await;
    assert_eq!(mails(&app).await, [""; 0], "the first is no news");
    sign_in("first/1").await;
    assert_eq!(mails(&app).await, [""; 0]);
    for _ in 0..2 {
        sign_in("second/1").await;
    }
    let sent = mails(&app).await;
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(sent[0].contains("A new browser signed in"), "{sent:?}");
}

/// The setting `accounts.notify_new_browser`.
#[tokio::test]
async fn the_email_can_be_switched_off() {
    let app = TestApp::start_with(|config| config.accounts.notify_new_browser = false).await;
    for browser in [app.browser(), app.browser()] {
        sign_in(&browser).await;
    }
    assert_eq!(mails(&app).await, [""; 0]);
}
