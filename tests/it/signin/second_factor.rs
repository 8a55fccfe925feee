//! The second factor: codes, recovery codes, remembered browsers, and who must have one.

use atrium::audit::PasswordChange;
use atrium::clock::{DAY, MINUTE};
use atrium::config::FactorsFor;
use atrium::directory::change_password::{ChangePasswordError, prepare_reset};
use atrium::sessions::end;
use axum::body::Body;
use data_encoding::BASE32_NOPAD;
use hyper::Request;
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::browser::{Browser, Page};
use crate::support::factors::Phone;
use crate::support::html;
use crate::support::passkeys::sql;
use crate::support::people::PASSWORD;
use crate::support::rows;

/// The page after the password of `account`.
async fn after_password(browser: &Browser<'_>, account: &str) -> Page {
    let page = browser.go("/login").await;
    browser.sign_in(&page, account).await
}

fn asks_for_code(page: &Page) -> bool {
    page.form("code").is_some() && page.url.path().ends_with("/second-factor")
}

/// RFC 6238, RFC 8176: the password alone signs nobody in; with the code the session says how it was proved.
#[tokio::test]
async fn a_code_follows_the_password() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let rp = app.rp("basic");
    let browser = app.browser();
    let ask = rp.ask("openid");
    let page = browser.go(&ask.url()).await;
    let page = browser.sign_in(&page, "DanMember").await;
    assert!(asks_for_code(&page), "{}", page.text());
    assert!(browser.session_cookie().is_none());
    let page = browser.submit(&page, &[("code", &phone.code(&app))]).await;
    let page = browser.walk(page, "DanMember").await;
    let code = rp.outcome(&ask, &page).code();
    let tokens = rp.exchange(&ask, &code).await.json();
    let claims = rp.id_token(&tokens).await;
    assert_eq!(claims["acr"], "urn:atrium:acr:mfa");
    assert_eq!(claims["amr"], json!(["pwd", "otp", "mfa"]));
}

/// Attack 10: a code counts once, also at another browser; a wrong one gives nothing away and loses nothing.
#[tokio::test]
async fn attack_10_a_code_is_used_once() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let [one, other] = [app.browser(), app.browser()];
    let pages = [
        after_password(&one, "DanMember").await,
        after_password(&other, "DanMember").await,
    ];
    let wrong = one
        .submit(&pages[0], &[("code", &phone.wrong_code(&app))])
        .await;
    assert!(
        wrong
            .text()
            .contains("This code is wrong or was used before")
    );
    assert!(one.session_cookie().is_none());
    let empty = one.submit(&wrong, &[("code", " ")]).await;
    assert!(empty.text().contains("Type the six digits"));
    let code = phone.code(&app);
    one.submit(&empty, &[("code", &code)]).await;
    assert!(one.session_cookie().is_some());
    let again = other.submit(&pages[1], &[("code", &code)]).await;
    assert!(
        again
            .text()
            .contains("This code is wrong or was used before")
    );
    assert!(other.session_cookie().is_none());
    let refused = app.entries("sign_in.refused").await;
    assert!(
        refused
            .iter()
            .all(|entry| entry.detail == r#"{"reason":"wrong_code"}"#)
    );
    assert_eq!(refused.len(), 2);
}

/// Attack 15: guesses of codes are counted, and a right password gives no new ones.
#[tokio::test]
async fn attack_15_the_password_gives_no_new_guesses_of_codes() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let browser = app.browser();
    let mut page = after_password(&browser, "DanMember").await;
    let mut guesses = 0;
    for _ in 0..10 {
        page = browser
            .submit(&page, &[("code", &phone.wrong_code(&app))])
            .await;
        if page.text().contains("Too many failed attempts") {
            break;
        }
        guesses += 1;
        page = after_password(&browser, "DanMember").await;
        assert!(asks_for_code(&page));
    }
    assert_eq!(guesses, 5);
    let right = browser.submit(&page, &[("code", &phone.code(&app))]).await;
    assert!(
        right.text().contains("Too many failed attempts"),
        "{}",
        right.text()
    );
    assert!(browser.session_cookie().is_none());
    app.clock.advance(15 * MINUTE);
    let page = after_password(&browser, "DanMember").await;
    browser.submit(&page, &[("code", &phone.code(&app))]).await;
    assert!(
        browser.session_cookie().is_some(),
        "the owner is not locked out"
    );
}

/// A lost phone: each recovery code signs in once, and the owner gets an email.
#[tokio::test]
async fn a_recovery_code_signs_in_once() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let browser = app.browser();
    let page = after_password(&browser, "DanMember").await;
    let other_way = html::link(&page.text(), "Use another code");
    let page = browser.go(&other_way).await;
    let wrong = browser
        .submit(&page, &[("recovery_code", "AAAA-BBBB-CCCC-DDDD")])
        .await;
    assert!(
        wrong
            .text()
            .contains("This code is wrong or was used before")
    );
    let typed = phone.codes[3].to_lowercase().replace('-', " ");
    browser.submit(&wrong, &[("recovery_code", &typed)]).await;
    assert!(browser.session_cookie().is_some());
    let changed = app.entries("factor.changed").await;
    assert!(
        changed
            .iter()
            .any(|entry| entry.detail == r#"{"change":"recovery_code_used"}"#)
    );
    let other = app.browser();
    let page = after_password(&other, "DanMember").await;
    let page = other
        .go(&html::link(&page.text(), "Use another code"))
        .await;
    other
        .submit(&page, &[("recovery_code", &phone.codes[3])])
        .await;
    assert!(other.session_cookie().is_none(), "used");
}

/// A remembered browser is not asked for a while; the strength says what was proved. A new password ends it.
#[tokio::test]
async fn a_browser_is_remembered_until_a_new_password() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let browser = app.browser();
    let page = after_password(&browser, "DanMember").await;
    let filled = [("remember", "1"), ("code", &phone.code(&app))];
    browser.submit(&page, &filled).await;
    let signed_in = app.entries("sign_in.succeeded").await;
    assert!(signed_in[0].detail.contains("urn:atrium:acr:mfa"));
    let again = async || {
        let page = browser.go("/logout").await;
        browser.walk(page, "DanMember").await;
        browser.set_cookie(&app.state().cookies.session, "");
        after_password(&browser, "DanMember").await
    };
    assert!(!asks_for_code(&again().await));
    let newest = app.entries("sign_in.succeeded").await;
    assert!(
        newest
            .iter()
            .any(|entry| entry.detail.contains("urn:atrium:acr:password"))
    );
    let stranger = app.browser();
    assert!(asks_for_code(&after_password(&stranger, "DanMember").await));
    app.clock.advance(30 * DAY);
    let asked = again().await;
    assert!(asks_for_code(&asked), "after 30 days");
    // A new password ends it before its time.
    let filled = [("remember", "1"), ("code", &phone.code(&app))];
    browser.submit(&asked, &filled).await;
    assert!(!asks_for_code(&again().await));
    let (dan, audit, clients) = (
        app.account("DanMember").await,
        app.audit(),
        app.state().clients.clone(),
    );
    let (state, wanted) = (app.state(), PASSWORD.to_owned().into());
    let new = prepare_reset(&state.sign_in.pool, &state.random, &dan, wanted, false);
    let new = new.await.unwrap();
    let replaced = app.db().write::<_, ChangePasswordError, _>(move |tx| {
        Box::pin(async move {
            let by = PasswordChange::Administrator;
            end::replace_password(tx, new, by, &audit, &clients).await
        })
    });
    replaced.await.unwrap();
    assert!(asks_for_code(&again().await), "after a new password");
}

/// Administrators are asked in every browser, also in one that was remembered before they had rights.
#[tokio::test]
async fn attack_17_an_administrator_is_asked_in_a_remembered_browser() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let browser = app.browser();
    let page = after_password(&browser, "DanMember").await;
    let filled = [("remember", "1"), ("code", &phone.code(&app))];
    browser.submit(&page, &filled).await;
    sql(
        &app,
        "UPDATE accounts SET sup_admin = 1 WHERE username = 'DanMember'",
    )
    .await;
    browser.set_cookie(&app.state().cookies.session, "");
    assert!(asks_for_code(&after_password(&browser, "DanMember").await));
}

/// A requirement has a date: until then it can be put off, after it only enrolment leads on. The deep link is kept.
#[tokio::test]
async fn a_required_factor_is_added_inside_the_sign_in() {
    let app = TestApp::start_with(|config| {
        config.factors.required = Some(FactorsFor::Administrators);
    })
    .await;
    let plain = app.browser();
    after_password(&plain, "DanMember").await;
    assert!(plain.session_cookie().is_some(), "no administrator");
    let browser = app.browser();
    let rp = app.rp("basic");
    let ask = rp.ask("openid");
    let page = browser
        .sign_in(&browser.go(&ask.url()).await, "AdaSuper")
        .await;
    assert!(
        page.text().contains("Add an authenticator app"),
        "{}",
        page.text()
    );
    assert!(browser.session_cookie().is_none());
    browser.submit(&page, &[("later", "1")]).await;
    assert!(browser.session_cookie().is_some(), "put off");
    // Browsers' sessions follow the real clock, so the date moves.
    let now = app.now();
    let due = app.becomes(
        "SELECT COUNT(*) FROM factor_deadlines WHERE due_at > $1",
        now + 13 * DAY,
    );
    due.await;
    app.write(move |tx| {
        let sql = format!("UPDATE factor_deadlines SET due_at = {now}");
        Box::pin(rows::run(tx, sql))
    })
    .await;
    let late = app.browser();
    let ask = rp.ask("openid");
    let page = late.sign_in(&late.go(&ask.url()).await, "AdaSuper").await;
    assert!(!page.text().contains("name=\"later\""), "{}", page.text());
    // A form that is posted all the same does not lead on.
    let again = late
        .submit(&page, &[("code", "000000"), ("later", "1"), ("offer", "")])
        .await;
    assert!(again.text().contains("Add an authenticator app"));
    assert!(late.session_cookie().is_none());
    let text = again.text();
    let key = html::between(&text, "<p class=\"key\"><code>", "</code>").replace(' ', "");
    let secret = BASE32_NOPAD.decode(key.as_bytes()).unwrap();
    let wrong = late.submit(&again, &[("code", "12345")]).await;
    assert!(wrong.text().contains("This code is wrong"));
    assert!(
        wrong
            .text()
            .contains(&html::between(&text, "<p class=\"key\"><code>", "</code>"))
    );
    let code = atrium::factors::code_at(&secret, app.now());
    let done = late.submit(&wrong, &[("code", &code)]).await;
    assert_eq!(
        done.text().matches("<li><code>").count(),
        10,
        "{}",
        done.text()
    );
    assert!(late.session_cookie().is_some());
    let onward = html::link(&done.text(), "I have saved them");
    let reached = late.go(&onward).await;
    assert!(
        reached.form("password").is_none(),
        "{onward} {}",
        reached.text()
    );
    let page = late.walk(reached, "AdaSuper").await;
    let code = rp.outcome(&ask, &page).code();
    let tokens = rp.exchange(&ask, &code).await.json();
    assert_eq!(rp.id_token(&tokens).await["acr"], "urn:atrium:acr:mfa");
}

/// OpenID Connect Core 5.5.1.1, RFC 9470: a session that is too weak is asked for just what is missing, and the session
/// stays the same.
#[tokio::test]
async fn a_weak_session_is_asked_for_what_is_missing() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let mfa = |essential: bool| {
        let acr = json!({"essential": essential, "value": "urn:atrium:acr:mfa"});
        rp.ask("openid")
            .with("claims", &json!({"id_token": {"acr": acr}}).to_string())
    };
    let unmet = rp.authorize(&browser, &mfa(true)).await;
    assert_eq!(unmet.error(), "unmet_authentication_requirements");
    let tokens = rp.tokens_of(&browser, &mfa(false)).await;
    assert_eq!(rp.id_token(&tokens).await["acr"], "urn:atrium:acr:password");
    let phone = Phone::of(&app, "DanMember").await;
    let silent = rp
        .authorize(&browser, &mfa(true).with("prompt", "none"))
        .await;
    assert_eq!(silent.error(), "login_required");
    let ask = rp
        .ask("openid")
        .with("acr_values", "urn:other urn:atrium:acr:mfa");
    let page = browser.go(&ask.url()).await;
    assert!(asks_for_code(&page), "{}", page.text());
    let page = browser.submit(&page, &[("code", &phone.code(&app))]).await;
    let code = rp.outcome(&ask, &page).code();
    let claims = rp.id_token(&rp.exchange(&ask, &code).await.json()).await;
    assert_eq!(claims["acr"], "urn:atrium:acr:mfa");
    assert_eq!(claims["sid"], sid);
    // The stronger session also meets the weaker wish, by the value that was asked for.
    let weaker = rp
        .ask("openid")
        .with("acr_values", "urn:atrium:acr:password");
    let tokens = rp.tokens_of(&browser, &weaker).await;
    assert_eq!(rp.id_token(&tokens).await["acr"], "urn:atrium:acr:password");
}

/// Attacks 8 and 10: a page that adds to a session works only while that session is this browser's.
#[tokio::test]
async fn attack_10_a_step_up_ends_with_its_session() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let ask = app
        .rp("basic")
        .ask("openid")
        .with("acr_values", "urn:atrium:acr:mfa");
    let page = browser.go(&ask.url()).await;
    assert!(asks_for_code(&page));
    browser.set_cookie(&app.state().cookies.session, "");
    let answer = browser.submit(&page, &[("code", &phone.code(&app))]).await;
    assert_eq!(answer.status, 400, "{}", answer.text());
    assert!(app.entries("sign_in.succeeded").await.is_empty());
}

/// Attack 10: the old call for clients without a browser cannot ask for a code, so it refuses.
#[tokio::test]
async fn attack_10_acc_login_does_not_go_around_the_second_factor() {
    let app = TestApp::start_with(|config| config.legacy.api_login = true).await;
    Phone::of(&app, "DanMember").await;
    let body = json!({"account": "DanMember", "password": PASSWORD});
    let request =
        Request::post("/api/security/acc-login").header("content-type", "application/json");
    let answer = app
        .send(request.body(Body::from(body.to_string())).unwrap())
        .await;
    assert_eq!(answer.json()["status"], 100_013, "{}", answer.text());
    assert!(
        answer.json()["msg"]
            .as_str()
            .unwrap()
            .contains("second factor")
    );
    assert!(app.entries("sign_in.succeeded").await.is_empty());
}

/// Attack 10: a page that was opened before the owner added an app does not replace it.
#[tokio::test]
async fn attack_10_an_old_page_does_not_replace_the_app() {
    let app = TestApp::start_with(|config| {
        config.factors.required = Some(FactorsFor::Everyone);
    })
    .await;
    let thief = app.browser();
    let page = after_password(&thief, "DanMember").await;
    let key = html::between(&page.text(), "<p class=\"key\"><code>", "</code>").replace(' ', "");
    let secret = BASE32_NOPAD.decode(key.as_bytes()).unwrap();
    let phone = Phone::of(&app, "DanMember").await;
    let code = atrium::factors::code_at(&secret, app.now());
    let answer = thief.submit(&page, &[("code", &code)]).await;
    assert_eq!(answer.status, 400, "{}", answer.text());
    assert!(thief.session_cookie().is_none());
    let owner = app.browser();
    let page = after_password(&owner, "DanMember").await;
    owner.submit(&page, &[("code", &phone.code(&app))]).await;
    assert!(owner.session_cookie().is_some());
}

/// A copy of the cookie that somebody made before the browser was remembered is not remembered.
#[tokio::test]
async fn attack_10_an_earlier_copy_of_the_cookie_is_not_remembered() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let earlier = app.browser();
    after_password(&earlier, "ChloeManager").await;
    let known = app.state().cookies.known.clone();
    let copied = earlier.cookie(&known).unwrap();
    let browser = app.browser();
    browser.set_cookie(&known, &copied);
    let page = after_password(&browser, "DanMember").await;
    browser
        .submit(&page, &[("remember", "1"), ("code", &phone.code(&app))])
        .await;
    assert!(browser.session_cookie().is_some());
    assert_ne!(browser.cookie(&known), Some(copied.clone()));
    let thief = app.browser();
    thief.set_cookie(&known, &copied);
    assert!(asks_for_code(&after_password(&thief, "DanMember").await));
}

/// Attack 16: who knows the password can use up the guesses, but the owner signs in with a recovery code.
#[tokio::test]
async fn attack_16_a_recovery_code_works_while_codes_are_limited() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    for round in 0..7 {
        let thief = app.browser().at([10, 0, round, 1]);
        for _ in 0..5 {
            let page = after_password(&thief, "DanMember").await;
            thief
                .submit(&page, &[("code", &phone.wrong_code(&app))])
                .await;
        }
    }
    let owner = app.browser().at([10, 1, 0, 1]);
    let page = after_password(&owner, "DanMember").await;
    let limited = owner.submit(&page, &[("code", &phone.code(&app))]).await;
    assert!(
        limited.text().contains("Too many failed attempts"),
        "{}",
        limited.text()
    );
    let page = owner
        .go(&html::link(&page.text(), "Use another code"))
        .await;
    owner
        .submit(&page, &[("recovery_code", &phone.codes[0])])
        .await;
    assert!(owner.session_cookie().is_some());
}

/// A lost phone: the console removes the factors and ends every session, and the owner signs in with the password.
#[tokio::test]
async fn a_reset_ends_the_sessions_of_the_account() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let browser = app.browser();
    let page = after_password(&browser, "DanMember").await;
    browser.submit(&page, &[("code", &phone.code(&app))]).await;
    let (account, audit) = (app.account("DanMember").await, app.audit());
    let clients = app.state().clients.clone();
    app.write(move |tx| {
        Box::pin(async move {
            assert!(end::reset_factors(tx, &account, &audit, &clients).await?);
            assert!(
                !end::reset_factors(tx, &account, &audit, &clients).await?,
                "nothing is left"
            );
            Ok(())
        })
    })
    .await;
    assert_eq!(app.entries("session.ended").await.len(), 1);
    let other = app.browser();
    after_password(&other, "DanMember").await;
    assert!(other.session_cookie().is_some());
}
