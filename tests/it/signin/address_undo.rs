//! `/account-user/address-undo`: the reader of the earlier address takes a change back, whatever a thief does (attacks 13, 15
//! and 16).

use atrium::clock::{DAY, HOUR, MINUTE};
use atrium::config::{Config, Secret};
use atrium::db::{DbError, SqlQuery};
use atrium::directory::one_time_links::mint;
use atrium::directory::{AccountError, Status, address_change};
use atrium::mail::{LinkPurpose, LinkRequest};
use atrium::random::Random;
use atrium::sessions::end;
use serde_json::{Value, json};

use super::address::{
    changed_to, email_of, is_void, link_to, opened, signs_in, somebody_gets, undo_now, undo_of,
};
use crate::support::app::TestApp;
use crate::support::authenticator::Authenticator;
use crate::support::base_path::ORIGIN;
use crate::support::browser::Page;
use crate::support::factors::Phone;
use crate::support::people::PASSWORD;
use crate::support::relying_party::refresh_of;
use crate::support::{database, passkeys, rows};

const UNDO: &str = "/account-user/address-undo";
const OLD: &str = "dan@demo.test";
const THEIRS: &str = "thief@demo.test";

fn is_done(page: &Page) -> bool {
    page.status == 200 && page.text().contains("The change is taken back")
}

async fn take_back(app: &TestApp, token: &str, code: Option<&str>) -> Page {
    let browser = app.browser();
    let page = opened(&browser, UNDO, token).await;
    let mut filled: Vec<(&str, &str)> = code.map(|code| ("code", code)).into_iter().collect();
    filled.push(("undo", "yes"));
    browser.submit(&page, &filled).await
}

/// Attack 13: one press restores the address, ends sessions, tokens and the thief's ways in, and voids other links. Opening it
/// does nothing, and it works once.
#[tokio::test]
async fn attack_13_the_earlier_address_takes_the_change_back() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let thief = app.browser();
        thief.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        let tokens = rp.tokens(&thief, "openid offline_access").await;
        changed_to(&app, THEIRS).await;
        let id = app.account("DanMember").await.id;
        passkeys::added(app.state(), &id, &mut Authenticator::new(ORIGIN)).await;
        let row = json!({
            "issuer": "https://lion.test", "subject": "thief", "provider": "lion", "account_id": id,
            "linked_at": app.now(), "used_at": app.now(),
        });
        app.write(move |tx| {
            Box::pin(async move { rows::insert(tx, "federated_identities", &row).await })
        })
        .await;
        let open = link_to(&app, "other@demo.test").await;
        let forgotten = forgotten(&app).await.unwrap();
        let undo = undo_of(&app, OLD).await.unwrap();

        let scanner = app.browser();
        let scanned = opened(&scanner, UNDO, &undo).await;
        assert!(scanned.text().contains("DanMember") && scanned.text().contains(OLD));
        scanner
            .send_form(&scanned, "token", &[("token", &undo)])
            .await;
        assert_eq!(email_of(&app).await.as_deref(), Some(THEIRS));
        // A link for one purpose does nothing else.
        let elsewhere = opened(&scanner, "/reset-password", &undo).await;
        assert!(is_void(&elsewhere));
        assert!(is_void(&opened(&scanner, UNDO, &open).await));

        let done = take_back(&app, &undo, None).await;
        assert!(is_done(&done), "{}", done.text());
        let dan = app.account("DanMember").await;
        assert_eq!(
            (dan.email.as_deref(), dan.email_verified),
            (Some(OLD), true)
        );
        assert!(
            thief.go("/logout").await.form("csrf").is_none(),
            "signed out"
        );
        let refreshed = rp.refresh(refresh_of(&tokens)).await;
        assert_eq!(refreshed.error(), "invalid_grant");
        assert_eq!(app.entries("passkey.removed").await.len(), 1);
        assert_eq!(app.entries("identity.unlinked").await.len(), 1);
        let changes = app.entries("account.changed").await;
        assert_eq!(changes.len(), 2, "audited");
        assert!(changes[0].detail.contains(THEIRS), "{}", changes[0].detail);
        for (path, token) in [
            (UNDO, &undo),
            ("/account-user/address", &open),
            ("/reset-password", &forgotten),
        ] {
            assert!(
                is_void(&opened(&app.browser(), path, token).await),
                "{path}"
            );
        }
        assert!(signs_in(&app, OLD, PASSWORD).await);
        assert!(!signs_in(&app, THEIRS, PASSWORD).await);
    }
}

/// The reader of the earlier address hears of the change, and the readers of both that it was taken back.
#[tokio::test]
async fn both_readers_hear_that_a_change_was_taken_back() {
    for database in database::each_engine().await {
        // It cannot send, so that each email stays in its queue.
        let mute = |config: &mut Config| config.mail.url = Secret::new("smtp://127.0.0.1:1");
        let app = TestApp::on_with(&database, mute).await;
        changed_to(&app, THEIRS).await;
        let tried = "SELECT COUNT(*) FROM jobs WHERE kind = 'mail.send' AND run_at > $1";
        app.becomes(tried, app.now()).await;
        assert_eq!(readers(&app, "address_changed").await, [OLD]);
        let undo = undo_now(&app, OLD).await.unwrap();
        assert!(is_done(&take_back(&app, &undo, None).await));
        assert_eq!(readers(&app, "address_taken_back").await, [OLD]);
        assert_eq!(readers(&app, "address_replaced").await, [THEIRS]);
    }
}

/// Attack 13: an owner who gets the earlier address back on the profile page leaves no link to the thief, who hears only that the
/// account has another address.
#[tokio::test]
async fn attack_13_a_return_to_the_earlier_address_leaves_the_thief_no_link() {
    for database in database::each_engine().await {
        let mute = |config: &mut Config| config.mail.url = Secret::new("smtp://127.0.0.1:1");
        let app = TestApp::on_with(&database, mute).await;
        changed_to(&app, THEIRS).await;
        app.clock.advance(10 * HOUR);
        changed_to(&app, "thief.too@demo.test").await;
        changed_to(&app, OLD).await;
        for email in [OLD, THEIRS, "thief.too@demo.test"] {
            assert!(undo_now(&app, email).await.is_none(), "{email}");
        }
        let replaced = readers(&app, "address_replaced").await;
        assert_eq!(replaced, ["thief.too@demo.test"]);
    }
}

/// Attack 13: the link of an earlier change works at least as long as that of a later one.
#[tokio::test]
async fn attack_13_an_earlier_link_does_not_end_before_a_later_one() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        changed_to(&app, THEIRS).await;
        let undo = undo_of(&app, OLD).await.unwrap();
        app.clock.advance(10 * HOUR);
        changed_to(&app, "thief.too@demo.test").await;
        let later = undo_of(&app, THEIRS).await.unwrap();
        app.clock.advance(71 * HOUR);
        for link in [&later, &undo] {
            assert!(!is_void(&take_back_page(&app, link).await));
        }
        assert!(is_done(&take_back(&app, &undo, None).await));
        assert!(is_void(&take_back_page(&app, &later).await));
    }
}

/// Attack 13: for an hour after the change was taken back, a thief who knows the password cannot change the address again.
#[tokio::test]
async fn attack_13_nobody_changes_the_address_right_after_it_was_taken_back() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        changed_to(&app, THEIRS).await;
        let undo = undo_of(&app, OLD).await.unwrap();
        assert!(is_done(&take_back(&app, &undo, None).await));
        app.clock.advance(MINUTE);
        let early = link_to(&app, THEIRS).await;
        let page = opened(&app.browser(), "/account-user/address", &early).await;
        assert!(is_void(&page), "{}", page.text());
        app.clock.advance(HOUR);
        assert!(is_void(
            &opened(&app.browser(), "/account-user/address", &early).await
        ));
        changed_to(&app, "dan.member@demo.test").await;
    }
}

/// To whom this email is queued.
async fn readers(app: &TestApp, message: &str) -> Vec<String> {
    let mut view = app.db().read().await.unwrap();
    let query = SqlQuery::kept("SELECT payload FROM jobs WHERE kind = 'mail.send'");
    let rows: Vec<(String,)> = query.fetch_all(&mut view).await.unwrap();
    let mails = rows
        .iter()
        .map(|(payload,)| serde_json::from_str::<Value>(payload).unwrap());
    let to = mails.filter(|mail| mail["message"] == message);
    let mut to: Vec<String> = to
        .map(|mail| mail["to"].as_str().unwrap().to_owned())
        .collect();
    to.sort();
    to
}

/// The token of a link to the present address for a forgotten password.
async fn forgotten(app: &TestApp) -> Option<String> {
    let (dan, now) = (app.account("DanMember").await, app.now());
    let minted = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            let request = LinkRequest {
                subject: &dan.id,
                purpose: LinkPurpose::Forgotten,
                email: dan.email.as_deref().unwrap(),
            };
            mint(tx, request, &Random::system(), now).await
        })
    });
    minted.await.unwrap().map(|link| link.token.to_string())
}

/// Attacks 13, 15 and 16: a thief who changed the address changes it again, takes that back, changes the password, adds an app
/// and locks the account. The first link still gives the owner everything back, and the email with it opens the account.
#[tokio::test]
async fn attack_13_a_thief_does_not_spoil_the_link() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        changed_to(&app, THEIRS).await;
        let undo = undo_of(&app, OLD).await.unwrap();
        changed_to(&app, "thief.too@demo.test").await;
        let theirs = undo_of(&app, THEIRS).await.unwrap();
        changed_to(&app, "thief.three@demo.test").await;
        let newest = undo_of(&app, "thief.too@demo.test").await.unwrap();
        assert!(is_done(&take_back(&app, &theirs, None).await));
        assert_eq!(email_of(&app).await.as_deref(), Some(THEIRS));
        assert!(is_void(&take_back_page(&app, &newest).await), "a later one");
        assert!(
            !is_void(&take_back_page(&app, &undo).await),
            "an earlier one"
        );

        let password = forgotten(&app).await.unwrap();
        let browser = app.browser();
        let page = opened(&browser, "/reset-password", &password).await;
        let chosen = "a password of his own";
        let filled = [("confirm_password", chosen), ("new_password", chosen)];
        let set = browser.submit(&page, &filled).await;
        assert!(
            set.text().contains("Your password is set"),
            "{}",
            set.text()
        );
        assert!(!is_void(&take_back_page(&app, &undo).await));

        Phone::of(&app, "DanMember").await;
        let page = take_back_page(&app, &undo).await;
        assert!(page.form("undo").is_some(), "{}", page.text());
        assert!(page.form("code").is_none(), "the app is the thief's");
        let (dan, state, audit) = (
            app.account("DanMember").await.id,
            app.state().clone(),
            app.audit(),
        );
        let locked = app.db().write::<_, AccountError, _>(move |tx| {
            Box::pin(async move {
                let which = (&state.zone, &state.providers, &state.clients);
                end::lock_account(tx, &dan, which, &audit).await
            })
        });
        locked.await.unwrap();
        let done = take_back(&app, &undo, None).await;
        assert!(is_done(&done), "{}", done.text());
        let dan = app.account("DanMember").await;
        assert_eq!(dan.email.as_deref(), Some(OLD));
        assert_eq!(dan.status, Status::Disabled, "still locked, for its owner");
        let now = app.now();
        let minted = app.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let request = LinkRequest {
                    subject: &dan.id,
                    purpose: LinkPurpose::Unlock,
                    email: OLD,
                };
                mint(tx, request, &Random::system(), now).await
            })
        });
        assert!(minted.await.unwrap().is_some(), "its email opens it");
    }
}

async fn take_back_page(app: &TestApp, token: &str) -> Page {
    opened(&app.browser(), UNDO, token).await
}

/// Attack 13: the link works for three days, to the millisecond. Until then nobody else gets the address, in the words of an
/// address that somebody has (attack 14); then it is free.
#[tokio::test]
async fn attack_13_the_link_ends_in_time_and_the_address_is_free_then() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        changed_to(&app, THEIRS).await;
        let undo = undo_of(&app, OLD).await.unwrap();
        let reserved = somebody_gets(&app, OLD).await.unwrap_err();
        let taken = somebody_gets(&app, "chloe@demo.test").await.unwrap_err();
        assert_eq!(reserved.to_string(), taken.to_string());
        assert!(matches!(
            (reserved, taken),
            (AccountError::Taken(one), AccountError::Taken(other)) if one == other
        ));
        app.clock.advance(72 * HOUR - 1);
        assert!(!is_void(&take_back_page(&app, &undo).await));
        assert!(somebody_gets(&app, OLD).await.is_err());
        app.clock.advance(1);
        assert!(is_void(&take_back_page(&app, &undo).await));
        assert!(undo_of(&app, OLD).await.is_none());
        app.clock.advance(1);
        let now = app.now();
        app.write(move |tx| {
            Box::pin(async move { address_change::sweep(tx, now, 100).await.map(drop) })
        })
        .await;
        somebody_gets(&app, OLD).await.unwrap();
    }
}

/// Attack 15: an app that the account had long before is asked for its code, a wrong one counts, and it stays.
#[tokio::test]
async fn attack_15_the_second_factor_is_asked_before_the_address_returns() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let phone = Phone::of(&app, "DanMember").await;
        app.clock.advance(4 * DAY);
        changed_to(&app, THEIRS).await;
        let undo = undo_of(&app, OLD).await.unwrap();
        let missing = take_back(&app, &undo, Some("")).await;
        assert!(missing.text().contains("id=\"code-error\""));
        let wrong = take_back(&app, &undo, Some(&phone.wrong_code(&app))).await;
        assert!(
            wrong.text().contains("This code is wrong"),
            "{}",
            wrong.text()
        );
        assert_eq!(email_of(&app).await.as_deref(), Some(THEIRS));
        let done = take_back(&app, &undo, Some(&phone.codes[0])).await;
        assert!(is_done(&done), "{}", done.text());
        let kept = "SELECT COUNT(*) FROM authenticators WHERE added_at > $1";
        app.becomes(kept, 0).await;
    }
}
