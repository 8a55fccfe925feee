//! Temporary access codes: the way back in of an owner who lost the second factor.

use atrium::clock::{HOUR, MINUTE};
use atrium::factors::{self, ConfirmedApp, recovery_codes, temporary_codes};
use atrium::random::Random;
use data_encoding::BASE32_NOPAD;

use crate::support::app::TestApp;
use crate::support::browser::{Browser, Page};
use crate::support::factors::Phone;
use crate::support::{database, html};

/// The code that an administrator makes for Dan now.
async fn made(app: &TestApp) -> String {
    let (dan, audit) = (app.account("DanMember").await, app.audit());
    let code = recovery_codes::draw_one(&Random::system());
    let (given, ends_at) = (code.clone(), audit.now + 4 * HOUR);
    app.write(move |tx| {
        Box::pin(async move {
            let stored = temporary_codes::make(tx, &dan, (&given, ends_at), &audit);
            stored.await.map(|made| assert!(made))
        })
    })
    .await;
    code
}

/// The page after the password and `code`.
async fn typed(browser: &Browser<'_>, code: &str) -> Page {
    let page = browser.go("/login").await;
    let page = browser.sign_in(&page, "DanMember").await;
    let page = browser
        .go(&html::link(&page.text(), "Use another code"))
        .await;
    browser.submit(&page, &[("recovery_code", code)]).await
}

fn offers_app(page: &Page) -> bool {
    page.text()
        .contains("Add the authenticator app of your new phone")
}

/// Types the first code of the offered app; returns the page after it.
async fn enrolled(app: &TestApp, browser: &Browser<'_>, page: &Page) -> Page {
    let key = html::between(&page.text(), "<p class=\"key\"><code>", "</code>").replace(' ', "");
    let secret = BASE32_NOPAD.decode(key.as_bytes()).unwrap();
    let code = atrium::factors::code_at(&secret, app.now());
    browser.submit(page, &[("code", &code)]).await
}

/// Attack 10: the code leads to a new app and to nothing else, once; the session is as strong as the new app makes it, and
/// the lost app no longer works.
#[tokio::test]
async fn attack_10_a_temporary_code_only_replaces_the_lost_app() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let lost = Phone::of(&app, "DanMember").await;
        let earlier = made(&app).await;
        let code = made(&app).await;
        let browser = app.browser();
        let refused = typed(&browser, &earlier).await;
        assert!(!offers_app(&refused), "a newer one ends it");
        let page = typed(&browser, &code).await;
        assert!(offers_app(&page), "{}", page.text());
        assert!(browser.session_cookie().is_none(), "it is no second factor");
        assert!(!page.text().contains("name=\"later\""));
        let later = browser
            .submit(&page, &[("later", "1"), ("code", "000000")])
            .await;
        assert!(offers_app(&later) && browser.session_cookie().is_none());
        let other = app.browser();
        assert!(!offers_app(&typed(&other, &code).await), "used");
        let done = enrolled(&app, &browser, &later).await;
        assert_eq!(
            done.text().matches("<li><code>").count(),
            10,
            "{}",
            done.text()
        );
        assert!(browser.session_cookie().is_some());
        let signed_in = app.entries("sign_in.succeeded").await;
        assert!(
            signed_in[0].detail.contains("urn:atrium:acr:mfa"),
            "{signed_in:?}"
        );
        let page = other.sign_in(&other.go("/login").await, "DanMember").await;
        other.submit(&page, &[("code", &lost.code(&app))]).await;
        assert!(other.session_cookie().is_none(), "the lost phone");
        let changes = app.entries("factor.changed").await;
        for change in [
            "temporary_code_made",
            "temporary_code_used",
            "authenticator_added",
        ] {
            let is_there = changes.iter().any(|entry| entry.detail.contains(change));
            assert!(is_there, "{change}: {changes:?}");
        }
    }
}

/// It ends with its time, a reset and a new password, also between its use and the new app.
#[tokio::test]
async fn a_temporary_code_ends() {
    let app = TestApp::start().await;
    Phone::of(&app, "DanMember").await;
    let code = made(&app).await;
    app.clock.advance(4 * HOUR);
    let browser = app.browser();
    let late = typed(&browser, &code).await;
    assert!(
        late.text()
            .contains("This code is wrong or was used before")
    );
    app.clock.advance(15 * MINUTE);
    let code = made(&app).await;
    let page = typed(&browser, &code).await;
    assert!(offers_app(&page), "{}", page.text());
    let (dan, audit) = (app.account("DanMember").await, app.audit());
    app.write(move |tx| Box::pin(async move { factors::reset(tx, &dan, &audit).await.map(drop) }))
        .await;
    let refused = enrolled(&app, &browser, &page).await;
    assert_eq!(refused.status, 400, "{}", refused.text());
    assert!(browser.session_cookie().is_none());
}

/// An owner who finds another way to add a new app needs no temporary code any more, so it does not replace that app.
#[tokio::test]
async fn a_new_app_ends_the_code() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let lost = Phone::of(&app, "DanMember").await;
        let code = made(&app).await;
        let dan = app.account("DanMember").await;
        let (secrets, audit) = (&app.state().factor_secrets, app.audit());
        let secret = secrets.draw();
        let first = atrium::factors::code_at(secret.as_slice(), audit.now);
        let new = ConfirmedApp::of(secrets, &dan.id, &secret, &first, audit.now).unwrap();
        app.write(move |tx| {
            Box::pin(async move {
                let stored = new.store(tx, &dan, (true, &lost.codes), &audit);
                stored.await.map(|stored| assert!(stored))
            })
        })
        .await;
        let refused = typed(&app.browser(), &code).await;
        assert!(!offers_app(&refused), "{}", refused.text());
    }
}

/// Attack 15: guesses of it count with the account's other guesses.
#[tokio::test]
async fn attack_15_guesses_of_temporary_codes_are_counted() {
    let app = TestApp::start().await;
    Phone::of(&app, "DanMember").await;
    let code = made(&app).await;
    let browser = app.browser();
    for _ in 0..5 {
        typed(&browser, "AAAA-BBBB-CCCC-DDDD").await;
    }
    let barred = typed(&browser, &code).await;
    assert!(
        barred.text().contains("Too many failed attempts"),
        "{}",
        barred.text()
    );
    assert!(!offers_app(&barred));
}
