//! Second factors that an application, a role or an administrator requires.

use atrium::clock::{DAY, MINUTE};
use atrium::factors::{self, AccountFactors};
use data_encoding::BASE32_NOPAD;

use crate::access::{product, save, stage};
use crate::support::app::TestApp;
use crate::support::browser::{Browser, Page};
use crate::support::factors::Phone;
use crate::support::{database, html, rows};

const LEGACY: &str = "/login?appName=OLDGUARDED&callbackUrl=http%3A%2F%2Flocalhost%3A9202%2F";

fn offers_app(page: &Page) -> bool {
    page.text().contains("Add an authenticator app")
}

fn can_wait(page: &Page) -> bool {
    page.text().contains("name=\"later\"")
}

async fn sql(app: &TestApp, sql: String) {
    app.write(move |tx| Box::pin(rows::run(tx, sql))).await;
}

async fn count(app: &TestApp, table: &str) -> i64 {
    rows::in_each_table(app.db()).await[table]
}

/// The page after the password.
async fn after_password(browser: &Browser<'_>) -> Page {
    browser
        .sign_in(&browser.go("/login").await, "DanMember")
        .await
}

/// An application that requires a second factor gets no code for less, with enrolment inside the
/// sign-in; until its date it can be put off. Other applications ask for nothing.
#[tokio::test]
async fn an_application_requires_a_second_factor() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        app.rp("basic")
            .tokens_of(&browser, &app.rp("basic").ask("openid"))
            .await;
        let rp = app.rp("guarded");
        let ask = rp.ask("openid");
        let silent = rp
            .authorize(&browser, &ask.clone().with("prompt", "none"))
            .await;
        assert_eq!(silent.error(), "login_required");
        let page = browser.go(&ask.url()).await;
        assert!(offers_app(&page) && can_wait(&page), "{}", page.text());
        let page = browser.submit(&page, &[("later", "1")]).await;
        let code = rp.outcome(&ask, &page).code();
        let claims = rp.id_token(&rp.exchange(&ask, &code).await.json()).await;
        assert_eq!(claims["acr"], "urn:atrium:acr:password");
        sql(
            &app,
            format!("UPDATE factor_deadlines SET due_at = {}", app.now()),
        )
        .await;
        let page = browser.go(&ask.url()).await;
        assert!(offers_app(&page) && !can_wait(&page), "{}", page.text());
        let page = browser
            .submit(&page, &[("later", "1"), ("code", "000000")])
            .await;
        assert!(offers_app(&page), "{}", page.text());
        let key = html::between(&page.text(), "<p class=\"key\"><code>", "</code>");
        let secret = BASE32_NOPAD
            .decode(key.replace(' ', "").as_bytes())
            .unwrap();
        let code = factors::code_at(&secret, app.now());
        let done = browser.submit(&page, &[("code", &code)]).await;
        let page = browser
            .go(&html::link(&done.text(), "I have saved them"))
            .await;
        let code = rp.outcome(&ask, &page).code();
        let claims = rp.id_token(&rp.exchange(&ask, &code).await.json()).await;
        assert_eq!(claims["acr"], "urn:atrium:acr:mfa");
    }
}

/// A person who has a factor proves it for such an application, also for a legacy one, where a weak session gets no
/// launch token.
#[tokio::test]
async fn a_legacy_application_requires_a_second_factor() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let page = browser.go(LEGACY).await;
    assert!(offers_app(&page), "{}", page.text());
    let phone = Phone::of(&app, "DanMember").await;
    let page = browser.go(LEGACY).await;
    assert!(page.form("code").is_some(), "{}", page.text());
    let page = browser.submit(&page, &[("code", &phone.code(&app))]).await;
    assert!(
        page.url.as_str().contains("token=") || page.text().contains("token="),
        "{} {}",
        page.url,
        page.text()
    );
}

/// A role and an administrator's requirement of one account count as the settings do; the earliest date counts.
#[tokio::test]
async fn a_role_and_an_administrator_require_a_second_factor() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let id = app.account("DanMember").await.id;
        let plain = app.browser();
        after_password(&plain).await;
        assert!(plain.session_cookie().is_some(), "nothing requires one");
        save(app.db(), product(901), &[]).await;
        let role = "INSERT INTO roles (id, product_id, name, description, status, created_at, requires_factor) \
             VALUES ('guard', 901, 'Guard', '', 0, 0, 1)";
        sql(&app, role.to_owned()).await;
        sql(&app, format!(
            "INSERT INTO role_accounts (role_id, account_id, created_at) VALUES ('guard', '{id}', 0)"
        ))
        .await;
        let by_role = app.browser();
        let page = after_password(&by_role).await;
        assert!(offers_app(&page) && can_wait(&page), "{}", page.text());
        // An earlier date of the account itself.
        let (who, audit) = (id.clone(), app.audit());
        app.write(move |tx| {
            Box::pin(async move { factors::require(tx, &who, Some(Some(audit.now)), &audit).await })
        })
        .await;
        let page = after_password(&app.browser()).await;
        assert!(offers_app(&page) && !can_wait(&page), "{}", page.text());
        // A later one does not put off what the role requires.
        let (who, audit) = (id.clone(), app.audit());
        app.write(move |tx| {
            let later = audit.now + 90 * DAY;
            Box::pin(async move { factors::require(tx, &who, Some(Some(later)), &audit).await })
        })
        .await;
        sql(
            &app,
            format!("UPDATE factor_deadlines SET due_at = {}", app.now()),
        )
        .await;
        let page = after_password(&app.browser()).await;
        assert!(!can_wait(&page), "{}", page.text());
        // Without the role, only the account's own date counts; without both, nothing.
        sql(&app, "UPDATE roles SET requires_factor = 0".to_owned()).await;
        let page = after_password(&app.browser()).await;
        assert!(offers_app(&page) && can_wait(&page), "{}", page.text());
        let (who, audit) = (id.clone(), app.audit());
        app.write(move |tx| {
            Box::pin(async move { factors::require(tx, &who, None, &audit).await })
        })
        .await;
        let free = app.browser();
        after_password(&free).await;
        assert!(free.session_cookie().is_some());
        // An application may still require one, so only the end of all requirements ends the date.
        for (by_application, left) in [(true, 1), (false, 0)] {
            let (who, state, now) = (
                app.account("DanMember").await,
                app.state().clone(),
                app.now(),
            );
            app.write(move |tx| {
                Box::pin(async move {
                    let how = (&state.config, by_application);
                    factors::end_grace(tx, &who, how, now).await
                })
            })
            .await;
            assert_eq!(count(&app, "factor_deadlines").await, left);
        }
    }
}

/// A late date that an administrator gave one account is not the date of a role or an application that requires a factor later.
#[tokio::test]
async fn the_date_of_an_account_is_not_the_date_of_a_role() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let (who, audit) = (app.account("DanMember").await.id, app.audit());
        let late = audit.now + 300 * DAY;
        app.write(move |tx| {
            Box::pin(async move { factors::require(tx, &who, Some(Some(late)), &audit).await })
        })
        .await;
        let browser = app.browser();
        let page = after_password(&browser).await;
        assert!(offers_app(&page) && can_wait(&page), "{}", page.text());
        browser.submit(&page, &[("later", "1")]).await;
        assert_eq!(count(&app, "factor_deadlines").await, 0);
        let page = browser.go(&app.rp("guarded").ask("openid").url()).await;
        browser.submit(&page, &[("later", "1")]).await;
        let usual = app.now() + app.state().config.factors.grace;
        app.becomes(
            "SELECT COUNT(*) FROM factor_deadlines WHERE due_at = $1",
            usual,
        )
        .await;
        let id = app.account("DanMember").await.id;
        let mut view = app.db().read().await.unwrap();
        let known = AccountFactors::of(&mut view, &id, None, app.now()).await;
        assert_eq!(known.unwrap().required_by_account, Some(Some(late)));
    }
}

/// Who signs in elsewhere, where nothing is required, gets no new date at the application that requires a second factor.
#[tokio::test]
async fn a_sign_in_elsewhere_does_not_restart_the_date() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let guarded = app.rp("guarded").ask("openid").url();
        let page = browser.go(&guarded).await;
        browser.submit(&page, &[("later", "1")]).await;
        assert_eq!(count(&app, "factor_deadlines").await, 1);
        let over = format!("UPDATE factor_deadlines SET due_at = {}", app.now());
        sql(&app, over).await;
        let elsewhere = app.browser();
        after_password(&elsewhere).await;
        assert!(elsewhere.session_cookie().is_some(), "nothing requires one");
        for address in [&*guarded, LEGACY] {
            let page = elsewhere.go(address).await;
            assert!(offers_app(&page) && !can_wait(&page), "{}", page.text());
        }
        let there = ("OLDGUARDED", "http://localhost:9202/");
        let refused = stage::acc_login(&app, "DanMember", there).await;
        assert_eq!(refused["status"], 100_013, "{refused}");
    }
}

/// The code that the app of the offered secret shows now.
fn code_of(app: &TestApp, page: &Page) -> String {
    let key = html::between(&page.text(), "<p class=\"key\"><code>", "</code>");
    let secret = BASE32_NOPAD.decode(key.replace(' ', "").as_bytes());
    factors::code_at(&secret.unwrap(), app.now())
}

/// Attack 17: at a browser that somebody left signed in nobody adds an app, neither where an application requires one nor on
/// a page that was open before. Who signs in again may.
async fn a_left_open_session_adds_no_app(app: &TestApp, address: &str) {
    let old = format!(
        "UPDATE sso_sessions SET auth_time = {}",
        app.now() - 5 * MINUTE
    );
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let opened = browser.go(address).await;
    assert!(offers_app(&opened), "{}", opened.text());
    sql(app, old.clone()).await;
    let refused = browser
        .submit(&opened, &[("code", &code_of(app, &opened))])
        .await;
    assert!(refused.form("password").is_some(), "{}", refused.text());
    let page = browser.go(address).await;
    assert!(page.form("password").is_some(), "{}", page.text());
    assert_eq!(count(app, "authenticators").await, 0);
    let page = browser.sign_in(&page, "DanMember").await;
    assert!(offers_app(&page) && can_wait(&page), "{}", page.text());
    // Putting it off needs no new proof and leads on at once.
    sql(app, old).await;
    let there = browser.submit(&page, &[("later", "1")]).await;
    assert!(!offers_app(&there), "{}", there.text());
    assert!(there.form("password").is_none(), "{}", there.text());
    let again = browser.go(address).await;
    assert!(again.form("password").is_none() && offers_app(&again));
    browser
        .submit(&again, &[("code", &code_of(app, &again))])
        .await;
    assert_eq!(count(app, "authenticators").await, 1);
}

#[tokio::test]
async fn attack_17_a_left_open_session_adds_no_app_at_an_application() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let guarded = app.rp("guarded").ask("openid").url();
        a_left_open_session_adds_no_app(&app, &guarded).await;
    }
}

#[tokio::test]
async fn attack_17_a_left_open_session_adds_no_app_at_a_legacy_application() {
    let app = TestApp::start().await;
    a_left_open_session_adds_no_app(&app, LEGACY).await;
}
