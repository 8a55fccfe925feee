//! `federation.only`: one click to the provider, and only super administrators sign in another way.

use atrium::config::LinkRule;
use serde_json::json;

use crate::support::authenticator::Authenticator;
use crate::support::base_path::ORIGIN;
use crate::support::browser::{Browser, Page};
use crate::support::corporate::{Corporate, has_reached};
use crate::support::html;
use crate::support::passkeys::{key_of, options, send};
use crate::support::people::PASSWORD;

/// The address of the page for those who may still use a password.
const LOCAL: &str = "/login?way=password";

async fn only() -> Corporate {
    Corporate::start_with(|_| {}, |config| config.federation.only = true).await
}

async fn typed(browser: &Browser<'_>, page: &Page, account: &str, password: &str) -> Page {
    let filled = [("account", account), ("password", password)];
    browser.submit(page, &filled).await
}

/// R-21: one click with one provider, and the deep link is kept.
#[tokio::test]
async fn an_application_leads_to_the_only_provider_at_once() {
    let corporate = only().await;
    let browser = corporate.app.browser();
    let page = corporate.page(&browser).await;
    let query = corporate.upstream.sign_in(&corporate.there(&page));
    assert!(has_reached(&corporate.come_back(&browser, &query).await));
    let stranger = corporate.app.browser();
    corporate.there(&stranger.go("/login").await);
}

/// Nobody goes round in a circle: after a failure, a sign-out or a `prompt` the page waits for a click. It has no form.
#[tokio::test]
async fn the_page_waits_after_a_failure_a_sign_out_and_a_prompt() {
    let corporate = only().await;
    let browser = corporate.app.browser();
    let there = corporate.there(&corporate.page(&browser).await);
    let state = there.query_pairs().find(|(name, _)| name == "state");
    let query = format!("error=access_denied&state={}", state.unwrap().1);
    let failed = corporate.come_back(&browser, &query).await;
    let back = html::button_link(&failed.text()).expect("a way back");
    let asked = corporate.app.rp("basic").ask("openid");
    for page in [
        browser.go(&back).await,
        browser.go(&asked.with("prompt", "login").url()).await,
        browser.go("/login?tab=corporate").await,
    ] {
        assert_eq!(page.status, 200, "{}", page.text());
        assert!(page.form("password").is_none() && page.form("answer").is_none());
        assert!(!page.text().contains("passkey-sign-in"));
        corporate.leave(&browser, &page).await;
        let switch = html::link(&page.text(), "中文");
        let chinese = browser.go(&switch).await;
        assert!(chinese.location().is_none() && chinese.form("password").is_none());
    }
    let query = corporate
        .upstream
        .sign_in(&corporate.leave(&browser, &browser.go(&back).await).await);
    assert!(has_reached(&corporate.come_back(&browser, &query).await));
    let question = browser.go("/logout").await;
    let out = browser.send_form(&question, "csrf", &[]).await;
    let out = browser.follow(out).await;
    let again = browser.go(&html::button_link(&out.text()).unwrap()).await;
    assert!(again.location().is_none(), "a sign-out ends at a page");
    corporate.leave(&browser, &again).await;
}

/// Only super administrators use a password, at their own address. The answer for all others is that for a wrong one.
#[tokio::test]
async fn only_super_administrators_use_a_password() {
    let corporate = only().await;
    let browser = corporate.app.browser();
    let page = browser.go(LOCAL).await;
    let wrong = typed(&browser, &page, "AdaSuper", "wrong").await;
    let member = typed(&browser, &wrong, "DanMember", PASSWORD).await;
    let admin = typed(&browser, &member, "ChloeManager", PASSWORD).await;
    let problem = |page: &Page| html::between(&page.text(), "id=\"password-error\">", "<");
    assert_eq!(problem(&member), problem(&wrong));
    assert_eq!(problem(&admin), problem(&wrong));
    assert!(browser.session_cookie().is_none());
    typed(&browser, &admin, "AdaSuper", PASSWORD).await;
    assert!(browser.session_cookie().is_some());
    let refused = corporate.app.entries("sign_in.refused").await;
    let reasons: Vec<&str> = refused.iter().map(|entry| entry.detail.as_str()).collect();
    let corporate_only = r#"{"reason":"corporate_only"}"#;
    assert_eq!(
        reasons
            .iter()
            .filter(|reason| **reason == corporate_only)
            .count(),
        2
    );
    // Who is signed in by a password proves it again the same way.
    let asked = corporate.app.rp("basic").ask("openid");
    let page = browser.go(&asked.with("max_age", "0").url()).await;
    assert!(page.form("password").is_some(), "{}", page.text());
}

/// A passkey is a local way too: only a super administrator's signs in.
#[tokio::test]
async fn only_super_administrators_use_a_passkey() {
    let corporate = only().await;
    for (name, signs_in) in [("DanMember", false), ("AdaSuper", true)] {
        let mut device = key_of(&corporate.app, name, Authenticator::new(ORIGIN)).await;
        let browser = corporate.app.browser();
        let page = browser.go(LOCAL).await;
        let answer = device.get(&options(&page));
        let page = send(&browser, &page, &answer).await;
        assert_eq!(
            browser.session_cookie().is_some(),
            signs_in,
            "{}",
            page.text()
        );
    }
    let refused = corporate.app.entries("sign_in.refused").await;
    assert_eq!(refused.len(), 1);
    assert!(refused[0].detail.contains("corporate_only"), "{refused:?}");
}

/// Who comes from the provider still proves the account that is linked then, and no other.
#[tokio::test]
async fn attack_20_a_password_only_links_its_own_account() {
    let corporate = Corporate::start_with(
        |provider| provider.link = LinkRule::Prove,
        |config| config.federation.only = true,
    );
    let corporate = corporate.await;
    let browser = corporate.app.browser();
    let there = corporate.there(&corporate.page(&browser).await);
    let page = corporate
        .come_back(&browser, &corporate.upstream.sign_in(&there))
        .await;
    let page = typed(&browser, &page, "ChloeManager", PASSWORD).await;
    assert!(browser.session_cookie().is_none());
    assert!(has_reached(
        &typed(&browser, &page, "DanMember", PASSWORD).await
    ));
    assert!(corporate.is_linked("DanMember").await);
}

/// C-002: the call that signs in without a page obeys the setting, for every account and every password.
#[tokio::test]
async fn acc_login_signs_nobody_in() {
    let corporate = only().await;
    let mut answers = Vec::new();
    for (account, password) in [
        ("AdaSuper", PASSWORD),
        ("DanMember", PASSWORD),
        ("X", "wrong"),
    ] {
        let body = json!({"account": account, "password": password, "appName": "OLD"});
        let request = hyper::Request::post("/api/security/acc-login")
            .header("content-type", "application/json")
            .body(axum::body::Body::from(body.to_string()));
        answers.push(corporate.app.send(request.unwrap()).await.json());
    }
    let words = "Accounts sign in with the corporate identity here. Sign in on the sign-in page in a browser.";
    for answer in &answers {
        assert_eq!(
            (&answer["status"], &answer["msg"]),
            (&json!(100_013), &json!(words))
        );
    }
    assert!(corporate.app.entries("sign_in.succeeded").await.is_empty());
}
