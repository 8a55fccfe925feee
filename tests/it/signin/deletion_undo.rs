//! `/account-user/deletion-undo`: the owner takes the deletion of the account back (attacks 13 and 14, decision 0068).

use atrium::clock::DAY;
use atrium::directory::deletion::{self, DeletionRules};
use atrium::directory::one_time_links::mint;
use atrium::directory::{AccountError, Status};
use atrium::mail::{LinkPurpose, LinkRequest};
use atrium::random::Random;
use atrium::sessions::account_deletion;

use super::address::{changed_to, email_of, is_void, link_to, opened, signs_in, undo_of};
use crate::support::app::TestApp;
use crate::support::database;
use crate::support::people::PASSWORD;

const ADDRESS: &str = "/account-user/address";
const UNDO: &str = "/account-user/deletion-undo";
const EMAIL: &str = "dan@demo.test";

/// Dan's account is deleted, by the account `by` or by Dan.
pub(super) async fn deleted(app: &TestApp, by: Option<&str>) {
    let id = app.account("DanMember").await.id;
    let audit = app.audit().by(by.unwrap_or(&id));
    let state = app.state().clone();
    let begun = app.db().write::<_, AccountError, _>(move |tx| {
        Box::pin(async move {
            let rules = DeletionRules::of(&state.config, &state.zone);
            account_deletion::begin(tx, &id, rules, &state.clients, &audit).await
        })
    });
    begun.await.unwrap();
}

/// An administrator takes the deletion of Dan's account back.
pub(super) async fn kept(app: &TestApp) {
    let id = app.account("DanMember").await.id;
    let audit = app.audit().by("somebody-else");
    let kept = app.db().write::<_, AccountError, _>(move |tx| {
        Box::pin(async move { deletion::take_back(tx, &id, &audit).await })
    });
    assert!(kept.await.unwrap().is_some());
}

/// The token of the email, after the one that was sent; `None` if there may be no link.
async fn link(app: &TestApp, email: &str) -> Option<String> {
    let none_waits = "SELECT COUNT(*) + 1 FROM jobs WHERE kind = 'mail.send' AND attempts >= $1";
    app.becomes(none_waits, 0).await;
    let (id, email, now) = (
        app.account("DanMember").await.id,
        email.to_owned(),
        app.now(),
    );
    let minted = app.db().write::<_, atrium::db::DbError, _>(move |tx| {
        Box::pin(async move {
            let request = LinkRequest {
                subject: &id,
                purpose: LinkPurpose::DeletionUndo,
                email: &email,
            };
            mint(tx, request, &Random::system(), now).await
        })
    });
    minted.await.unwrap().map(|link| link.token.to_string())
}

/// Attack 13: the link does one thing, once, until the account is erased, and a program that opens it does nothing.
#[tokio::test]
async fn attack_13_the_link_takes_the_deletion_back_once() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        deleted(&app, None).await;
        assert!(
            browser.go("/logout").await.form("csrf").is_none(),
            "signed out"
        );
        assert!(!signs_in(&app, EMAIL, PASSWORD).await);
        let token = link(&app, EMAIL).await.unwrap();

        let scanner = app.browser();
        let scanned = opened(&scanner, UNDO, &token).await;
        assert!(scanned.text().contains("DanMember"), "{}", scanned.text());
        scanner
            .send_form(&scanned, "token", &[("token", &token)])
            .await;
        assert_eq!(app.account("DanMember").await.status, Status::Disabled);
        // A link for one purpose does nothing else.
        for path in [
            "/reset-password",
            "/lock-account",
            "/account-user/address-undo",
        ] {
            assert!(
                is_void(&opened(&app.browser(), path, &token).await),
                "{path}"
            );
        }

        let done = scanner.submit(&scanned, &[("undo", "yes")]).await;
        assert!(done.text().contains("The account stays"), "{}", done.text());
        assert!(signs_in(&app, EMAIL, PASSWORD).await);
        assert!(is_void(&opened(&app.browser(), UNDO, &token).await), "once");

        deleted(&app, None).await;
        let token = link(&app, EMAIL).await.unwrap();
        app.clock.advance(14 * DAY);
        assert!(is_void(&opened(&app.browser(), UNDO, &token).await), "late");
    }
}

/// What an administrator deletes only an administrator takes back: the owner gets no link.
#[tokio::test]
async fn attack_24_the_owner_does_not_take_back_what_an_administrator_deletes() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        deleted(&app, Some("somebody-else")).await;
        assert_eq!(link(&app, EMAIL).await, None);
    }
}

/// Attack 13: a deletion ends the links to a new address, also once it is taken back. A link that is asked for later works.
#[tokio::test]
async fn attack_13_a_deletion_ends_the_links_to_a_new_address() {
    const NEW: &str = "dan.new@demo.test";
    for by in [None, Some("somebody-else")] {
        for database in database::each_engine().await {
            let app = TestApp::on(&database).await;
            let browser = app.browser();
            let token = link_to(&app, NEW).await;
            let page = opened(&browser, ADDRESS, &token).await;
            assert!(page.form("confirm").is_some(), "{}", page.text());
            deleted(&app, by).await;
            assert!(is_void(&opened(&browser, ADDRESS, &token).await));
            kept(&app).await;
            assert!(signs_in(&app, EMAIL, PASSWORD).await);
            assert!(is_void(&opened(&browser, ADDRESS, &token).await), "{by:?}");
            assert!(is_void(&browser.submit(&page, &[("confirm", "yes")]).await));
            assert_eq!(email_of(&app).await.as_deref(), Some(EMAIL), "{by:?}");
            app.clock.advance(1);
            changed_to(&app, NEW).await;
        }
    }
}

/// Attack 19: a thief who changed the address and then deletes the account gains nothing. The reader of the earlier address takes
/// both back.
#[tokio::test]
async fn attack_19_the_earlier_address_also_takes_back_a_deletion() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        changed_to(&app, "thief@demo.test").await;
        let undo = undo_of(&app, EMAIL).await.unwrap();
        deleted(&app, None).await;
        let browser = app.browser();
        let page = opened(&browser, "/account-user/address-undo", &undo).await;
        let done = browser.submit(&page, &[("undo", "yes")]).await;
        assert!(
            done.text().contains("The change is taken back"),
            "{}",
            done.text()
        );
        let dan = app.account("DanMember").await;
        assert_eq!(
            (dan.email.as_deref(), dan.status),
            (Some(EMAIL), Status::Enabled)
        );
        let mut view = app.db().read().await.unwrap();
        let waits = deletion::find(&mut view, &dan.id).await.unwrap();
        assert!(waits.is_none());
        drop(view);
        assert!(signs_in(&app, EMAIL, PASSWORD).await);
    }
}
