//! The sign-in with a passkey, from the page to the application.

use atrium::config::Config;
use atrium::passkeys::RelyingParty;
use serde_json::Value;

use crate::support::app::TestApp;
use crate::support::authenticator::Authenticator;
use crate::support::base_path::ORIGIN;
use crate::support::corporate::has_reached;
use crate::support::database;
use crate::support::passkeys::{dans_device, key_of, options, page, send, sign_in, sql, used};

/// A key of one device and a synced key sign in at once and keep the deep link; the session says how.
#[tokio::test]
async fn a_passkey_signs_in_and_says_how() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        for (mut device, amr) in [
            (dans_device(&app).await, "hwk"),
            (
                key_of(&app, "ChloeManager", Authenticator::synced(ORIGIN)).await,
                "swk",
            ),
        ] {
            let browser = app.browser();
            let reached = sign_in(&app, &browser, &mut device).await;
            let known = &app.state().cookies.known;
            assert!(
                browser.cookie(known).is_some(),
                "the browser is known from now on"
            );
            assert!(has_reached(&reached), "{}", reached.text());
            let entries = app.entries("sign_in.succeeded").await;
            let details = entries.iter().map(|entry| {
                let detail: Value = serde_json::from_str(&entry.detail).unwrap();
                (detail["amr"].to_string(), detail["acr"].to_string())
            });
            let expected = (
                format!("[\"{amr}\",\"user\",\"mfa\"]"),
                "\"urn:atrium:acr:phishing_resistant\"".to_owned(),
            );
            assert!(details.into_iter().any(|found| found == expected), "{amr}");
            assert!(has_reached(
                &sign_in(&app, &app.browser(), &mut device).await
            ));
        }
    }
}

/// A page that only shows itself stores nothing, and a later challenge neither.
#[tokio::test]
async fn a_challenge_stores_nothing() {
    let app = TestApp::start().await;
    let mut device = dans_device(&app).await;
    let browser = app.browser();
    let shown = page(&app, &browser).await;
    let before = used(&app).await;
    let flow = shown
        .form("answer")
        .unwrap()
        .value("flow")
        .unwrap()
        .to_owned();
    let fetched = browser.fetch(&format!("/passkey?flow={flow}")).await;
    assert_eq!(fetched.status, 200);
    assert_eq!(fetched.header("cache-control"), "no-store");
    let asked: Value = serde_json::from_str(&fetched.text()).unwrap();
    assert_eq!(used(&app).await, before);
    assert_eq!(asked["options"]["userVerification"], "required");
    let answer = device.get(&asked["options"]).to_string();
    let state = asked["state"].as_str().unwrap();
    let filled = [("state", state), ("answer", answer.as_str())];
    assert!(has_reached(&browser.submit(&shown, &filled).await));
    assert_eq!(used(&app).await, before + 1);
    let elsewhere = browser.go("/passkey").await;
    assert!(elsewhere.form("password").is_some() || elsewhere.url.path() == "/");
}

/// An account that must change its password does so only after using the password.
#[tokio::test]
async fn a_passkey_needs_no_new_password() {
    let app = TestApp::start().await;
    let mut device = dans_device(&app).await;
    sql(&app, "UPDATE accounts SET must_change_password = 1").await;
    assert!(has_reached(
        &sign_in(&app, &app.browser(), &mut device).await
    ));
}

/// The list says when a key's backup state last changed.
#[tokio::test]
async fn a_changed_backup_state_is_kept() {
    let app = TestApp::start().await;
    let device = Authenticator {
        backed_up: false,
        ..Authenticator::synced(ORIGIN)
    };
    let mut device = key_of(&app, "DanMember", device).await;
    let key = async || {
        let id = app.account("DanMember").await.id;
        let mut view = app.db().read().await.unwrap();
        atrium::passkeys::list(&mut view, &id)
            .await
            .unwrap()
            .remove(0)
    };
    assert!(has_reached(
        &sign_in(&app, &app.browser(), &mut device).await
    ));
    let used = key().await;
    assert_eq!((used.backed_up, used.backup_changed_at), (false, None));
    assert_eq!(used.used_at, Some(app.now()));
    device.backed_up = true;
    assert!(has_reached(
        &sign_in(&app, &app.browser(), &mut device).await
    ));
    let changed = key().await;
    assert_eq!(
        (changed.backed_up, changed.backup_changed_at),
        (true, Some(app.now()))
    );
}

/// A page without the form where the server's address is no name.
#[tokio::test]
async fn an_address_has_no_passkeys() {
    let app = TestApp::start_with(|config| {
        config.server.public_url = "http://127.0.0.1:8080".parse().unwrap();
    });
    let app = app.await;
    let browser = app.browser();
    let page = browser.go("/login").await;
    assert!(page.form("password").is_some(), "{}", page.text());
    assert!(page.form("answer").is_none());
}

/// `doctor` names keys that do not work under the name of the settings, and `serve` does not begin with them.
#[tokio::test]
async fn keys_under_another_name_are_found() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        dans_device(&app).await;
        let mut view = app.db().read().await.unwrap();
        for (rp_id, lost) in [
            ("localhost", vec![]),
            ("sso.test", vec![("localhost".to_owned(), 1)]),
        ] {
            let found = atrium::passkeys::under_another_name(&mut view, rp_id).await;
            assert_eq!(found.unwrap(), lost, "{rp_id}");
            let mut config = Config::default();
            config.server.public_url = format!("https://{rp_id}").parse().unwrap();
            let party = RelyingParty::of_keys(&config, &mut view).await;
            assert_eq!(party.is_ok(), lost.is_empty(), "{rp_id}: {party:?}");
        }
    }
}

/// Each refusal has a sentence with a next step, and the form of the password still works.
#[tokio::test]
async fn a_refusal_leads_on() {
    let app = TestApp::start().await;
    dans_device(&app).await;
    let mut stranger = Authenticator::new(ORIGIN);
    stranger.user_handle = vec![7; 16];
    let browser = app.browser();
    let shown = page(&app, &browser).await;
    let answer = stranger.get(&options(&shown));
    let refused = send(&browser, &shown, &answer).await;
    assert!(
        refused.text().contains("belongs to no account here"),
        "{}",
        refused.text()
    );
    assert!(refused.text().contains(&format!(
        "data-unknown=\"{}\"",
        answer["id"].as_str().unwrap()
    )));
    assert!(has_reached(
        &browser.sign_in(&refused, "ChloeManager").await
    ));
}
