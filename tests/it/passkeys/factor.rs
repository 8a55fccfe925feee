//! A key as second factor: after the password, and for a session that is too weak.

use atrium::config::FactorsFor;
use axum::body::Body;
use data_encoding::BASE32_NOPAD;
use hyper::Request;
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::authenticator::Authenticator;
use crate::support::base_path::ORIGIN;
use crate::support::browser::{Browser, Page};
use crate::support::corporate::has_reached;
use crate::support::database;
use crate::support::factors::Phone;
use crate::support::html;
use crate::support::passkeys::{dans_device, key_of, options, page, send};
use crate::support::people::PASSWORD;

const MFA: &str = "urn:atrium:acr:mfa";
const PASSKEY: &str = "urn:atrium:acr:phishing_resistant";

/// A key that says it is no passkey, and names nobody.
fn plain() -> Authenticator {
    Authenticator {
        discoverable: Some(false),
        ..Authenticator::new(ORIGIN)
    }
}

/// The page after the password of `account`, for an application.
async fn after_password(app: &TestApp, browser: &Browser<'_>, account: &str) -> Page {
    let page = page(app, browser).await;
    browser.sign_in(&page, account).await
}

/// What `device` answers to `page`.
fn answer(page: &Page, device: &mut Authenticator) -> Value {
    let mut answer = device.get(&options(page));
    if device.discoverable == Some(false) {
        answer["response"]["userHandle"] = Value::Null;
    }
    answer
}

/// A request for a class of proof.
fn essential(acr: &str) -> String {
    json!({"id_token": {"acr": {"essential": true, "value": acr}}}).to_string()
}

/// RFC 8176: a key of the account answers after its password, also one that signs nobody in. Only its own keys are asked for.
#[tokio::test]
async fn a_key_follows_the_password() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        for (account, device, amr, acr) in [
            (
                "DanMember",
                Authenticator::new(ORIGIN),
                json!(["pwd", "hwk", "user", "mfa"]),
                PASSKEY,
            ),
            (
                "AdaSuper",
                Authenticator::synced(ORIGIN),
                json!(["pwd", "swk", "user", "mfa"]),
                PASSKEY,
            ),
            ("ChloeManager", plain(), json!(["pwd", "hwk", "mfa"]), MFA),
        ] {
            let mut device = key_of(&app, account, device).await;
            let browser = app.browser();
            let rp = app.rp("basic");
            let ask = rp.ask("openid");
            let page = browser.go(&ask.url()).await;
            let page = browser.sign_in(&page, account).await;
            assert!(browser.session_cookie().is_none(), "{account}");
            assert!(page.form("code").is_none(), "no app: {}", page.text());
            let answer = answer(&page, &mut device);
            let allowed = json!([{"type": "public-key", "id": answer["id"]}]);
            assert_eq!(options(&page)["allowCredentials"], allowed);
            let page = send(&browser, &page, &answer).await;
            let page = browser.walk(page, account).await;
            let code = rp.outcome(&ask, &page).code();
            let claims = rp.id_token(&rp.exchange(&ask, &code).await.json()).await;
            assert_eq!(
                (&claims["amr"], &claims["acr"]),
                (&amr, &json!(acr)),
                "{account}"
            );
        }
    }
}

/// Attacks 10 and 20: neither another account's key, nor an answer to the sign-in page of the same flow, nor a used answer
/// is a second factor.
#[tokio::test]
async fn attack_20_only_a_key_of_the_account_answers_this_step() {
    let app = TestApp::start().await;
    let mut dans = dans_device(&app).await;
    let mut chloes = key_of(&app, "ChloeManager", Authenticator::new(ORIGIN)).await;
    let browser = app.browser();
    let first = page(&app, &browser).await;
    let early = dans.get(&options(&first)).to_string();
    let state = first
        .form("answer")
        .unwrap()
        .value("state")
        .unwrap()
        .to_owned();
    let asked = browser.sign_in(&first, "DanMember").await;
    let words = "This passkey doesn’t confirm this account";
    let refused = send(&browser, &asked, &answer(&asked, &mut chloes)).await;
    assert!(refused.text().contains(words), "{}", refused.text());
    let filled = [("state", state.as_str()), ("answer", early.as_str())];
    let late = browser.submit(&refused, &filled).await;
    assert!(late.text().contains("came too late"), "{}", late.text());
    assert!(browser.session_cookie().is_none());
    let right = answer(&late, &mut dans);
    assert!(has_reached(&send(&browser, &late, &right).await));
    let other = app.browser();
    let asked = after_password(&app, &other, "DanMember").await;
    let replayed = send(&other, &asked, &right).await;
    assert!(replayed.text().contains(words), "{}", replayed.text());
    assert!(other.session_cookie().is_none());
}

/// An account with an app and a key is asked for either.
#[tokio::test]
async fn the_app_stays_another_way() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    dans_device(&app).await;
    let browser = app.browser();
    let asked = after_password(&app, &browser, "DanMember").await;
    assert_eq!(
        options(&asked)["allowCredentials"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert!(has_reached(
        &browser.submit(&asked, &[("code", &phone.code(&app))]).await
    ));
}

/// OpenID Connect Core 5.5.1.1: a session that an app made strong is asked for the key alone, and stays the same.
#[tokio::test]
async fn a_session_is_asked_for_the_passkey_that_is_missing() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let browser = app.browser();
    let asked = after_password(&app, &browser, "DanMember").await;
    browser.submit(&asked, &[("code", &phone.code(&app))]).await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid").with("claims", &essential(PASSKEY));
    let unmet = rp.authorize(&browser, &ask).await;
    assert_eq!(unmet.error(), "unmet_authentication_requirements");
    let plain = key_of(&app, "DanMember", plain()).await;
    let unmet = rp.authorize(&browser, &ask).await;
    assert_eq!(
        unmet.error(),
        "unmet_authentication_requirements",
        "{:?}",
        plain.id
    );
    let mut device = dans_device(&app).await;
    let asked = browser.go(&ask.url()).await;
    assert!(
        asked.form("code").is_none(),
        "no code is enough: {}",
        asked.text()
    );
    let page = send(&browser, &asked, &answer(&asked, &mut device)).await;
    let code = rp.outcome(&ask, &page).code();
    let claims = rp.id_token(&rp.exchange(&ask, &code).await.json()).await;
    assert_eq!(claims["acr"], PASSKEY);
    assert_eq!(claims["amr"], json!(["pwd", "otp", "mfa", "hwk", "user"]));
    assert_eq!(app.entries("sign_in.succeeded").await.len(), 2);
}

/// Attack 10: who has only the password gets nowhere at an account with a key: no new app, no call without a browser.
#[tokio::test]
async fn attack_10_a_password_does_not_go_around_the_key() {
    let app = TestApp::start_with(|config| {
        config.factors.required = Some(FactorsFor::Everyone);
        config.legacy.api_login = true;
    })
    .await;
    let thief = app.browser();
    let page = thief.go("/login").await;
    let old = thief.sign_in(&page, "DanMember").await;
    let key = html::between(&old.text(), "<p class=\"key\"><code>", "</code>").replace(' ', "");
    let secret = BASE32_NOPAD.decode(key.as_bytes()).unwrap();
    dans_device(&app).await;
    let code = atrium::factors::code_at(&secret, app.now());
    let refused = thief.submit(&old, &[("code", &code)]).await;
    assert_eq!(refused.status, 400, "{}", refused.text());
    let asked = after_password(&app, &thief, "DanMember").await;
    assert!(
        asked.url.path().ends_with("/second-factor"),
        "{}",
        asked.url
    );
    assert!(thief.session_cookie().is_none());
    let body = json!({"account": "DanMember", "password": PASSWORD}).to_string();
    let request =
        Request::post("/api/security/acc-login").header("content-type", "application/json");
    let answer = app.send(request.body(Body::from(body)).unwrap()).await;
    assert_eq!(answer.json()["status"], 100_013, "{}", answer.text());
}
