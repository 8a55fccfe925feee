//! A locked account: `/lock-account`, what ends, and the link that opens it again (attacks 13, 15, 16).

use atrium::clock::HOUR;
use atrium::directory::Status;
use atrium::directory::one_time_links::mint;
use atrium::mail::{LinkPurpose, LinkRequest};
use atrium::random::Random;
use hyper::StatusCode;
use serde_json::json;

use super::deletion_undo::{deleted, kept};
use crate::support::app::TestApp;
use crate::support::authenticator::Authenticator;
use crate::support::base_path::ORIGIN;
use crate::support::browser::{Browser, Page};
use crate::support::database;
use crate::support::factors::Phone;
use crate::support::passkeys;
use crate::support::people::PASSWORD;
use crate::support::rows;

const CHOSEN: &str = "a password of his own";

/// The token of a fresh link to Dan; `None` if he may have none.
async fn token(app: &TestApp, purpose: LinkPurpose) -> Option<String> {
    let (dan, now) = (app.account("DanMember").await, app.now());
    let minted = app.db().write::<_, atrium::db::DbError, _>(move |tx| {
        Box::pin(async move {
            let request = LinkRequest {
                subject: &dan.id,
                purpose,
                email: "dan@demo.test",
            };
            mint(tx, request, &Random::system(), now).await
        })
    });
    minted.await.unwrap().map(|link| link.token.to_string())
}

/// The email has its own link, which replaces an earlier one: waits until it is sent.
async fn mail_is_sent(app: &TestApp) {
    let none_waits = "SELECT COUNT(*) + 1 FROM jobs WHERE kind = 'mail.send' AND attempts >= $1";
    app.becomes(none_waits, 0).await;
}

async fn opened(browser: &Browser<'_>, path: &str, token: &str) -> Page {
    let page = browser.go(path).await;
    browser.submit(&page, &[("token", token)]).await
}

/// Locks Dan's account by a link.
async fn lock(app: &TestApp) {
    let token = token(app, LinkPurpose::Lock).await.unwrap();
    let browser = app.browser();
    let page = opened(&browser, "/lock-account", &token).await;
    let done = browser.submit(&page, &[("lock", "yes")]).await;
    assert!(
        done.text().contains("Your account is locked"),
        "{}",
        done.text()
    );
    mail_is_sent(app).await;
}

async fn insert_identity(app: &TestApp, account_id: &str) {
    let row = json!({
        "issuer": "https://lion.test", "subject": "thief", "provider": "lion", "account_id": account_id,
        "linked_at": app.now(), "used_at": app.now(),
    });
    app.write(move |tx| {
        Box::pin(async move { rows::insert(tx, "federated_identities", &row).await })
    })
    .await;
}

async fn signs_in(app: &TestApp, password: &str) -> bool {
    let browser = app.browser();
    let page = browser.go("/login").await;
    let filled = [("account", "DanMember"), ("password", password)];
    browser.submit(&page, &filled).await;
    browser.session_cookie().is_some()
}

fn is_void(page: &Page) -> bool {
    page.status == StatusCode::BAD_REQUEST && page.text().contains("This link doesn’t work")
}

/// Attack 13: the link locks once, only after the question; then nothing of the account works, until the owner chooses a
/// password by another link.
#[tokio::test]
async fn attack_13_a_link_locks_the_account_until_its_owner_chooses_a_password() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let thief = app.browser();
        thief.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        let tokens = rp.tokens(&thief, "openid offline_access").await;
        let id = app.account("DanMember").await.id;
        // The thief's own ways in.
        passkeys::added(app.state(), &id, &mut Authenticator::new(ORIGIN)).await;
        insert_identity(&app, &id).await;
        let token_of_lock = token(&app, LinkPurpose::Lock).await.unwrap();
        assert!(token(&app, LinkPurpose::Unlock).await.is_none());
        let browser = app.browser();
        let page = opened(&browser, "/lock-account", &token_of_lock).await;
        assert!(page.text().contains("DanMember"), "{}", page.text());
        assert_eq!(app.account("DanMember").await.status, Status::Enabled);
        // A link for one purpose does nothing else.
        assert!(is_void(
            &opened(&browser, "/reset-password", &token_of_lock).await
        ));
        let done = browser.submit(&page, &[("lock", "yes")]).await;
        assert!(
            done.text().contains("Your account is locked"),
            "{}",
            done.text()
        );
        assert!(
            is_void(&browser.submit(&page, &[("lock", "yes")]).await),
            "used"
        );
        let dan = app.account("DanMember").await;
        assert_eq!(
            (dan.status, dan.password_hash.is_none()),
            (Status::Disabled, true)
        );
        let ended = thief.go("/logout").await;
        assert!(ended.form("csrf").is_none(), "{}", ended.text());
        let refreshed = rp.refresh(tokens["refresh_token"].as_str().unwrap()).await;
        assert_eq!(refreshed.error(), "invalid_grant");
        for removed in ["passkey.removed", "identity.unlinked"] {
            assert_eq!(app.entries(removed).await.len(), 1, "{removed}");
        }
        assert!(!signs_in(&app, PASSWORD).await);
        let changed = app.entries("account.changed").await;
        assert!(
            changed
                .iter()
                .any(|entry| entry.detail.contains("\"change\":\"locked\"")),
            "{changed:?}"
        );

        mail_is_sent(&app).await;
        let link = token(&app, LinkPurpose::Unlock).await.unwrap();
        let page = opened(&browser, "/reset-password", &link).await;
        assert!(
            page.form("code").is_none(),
            "he has no second factor: {}",
            page.text()
        );
        let filled = [("confirm_password", CHOSEN), ("new_password", CHOSEN)];
        let done = browser.submit(&page, &filled).await;
        assert!(
            done.text().contains("Your password is set"),
            "{}",
            done.text()
        );
        assert!(!signs_in(&app, PASSWORD).await);
        assert!(signs_in(&app, CHOSEN).await);
        assert!(is_void(&opened(&browser, "/reset-password", &link).await));
    }
}

/// Attacks 10 and 15: who reads the owner's email opens no account that has a second factor. Guesses are counted.
#[tokio::test]
async fn attack_15_a_second_factor_is_asked_before_the_account_opens() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let dan = app.account("DanMember").await.id;
    passkeys::added(app.state(), &dan, &mut Authenticator::new(ORIGIN)).await;
    // A job whose lease ends while it runs would run twice.
    mail_is_sent(&app).await;
    // What is newer than the link to lock goes with the lock.
    app.clock.advance(73 * HOUR);
    passkeys::added(app.state(), &dan, &mut Authenticator::new(ORIGIN)).await;
    lock(&app).await;
    assert_eq!(app.entries("passkey.removed").await.len(), 1);
    let link = token(&app, LinkPurpose::Unlock).await.unwrap();
    let browser = app.browser();
    let page = opened(&browser, "/reset-password", &link).await;
    let with = |code: &str| {
        vec![
            ("confirm_password".to_owned(), CHOSEN.to_owned()),
            ("new_password".to_owned(), CHOSEN.to_owned()),
            ("code".to_owned(), code.to_owned()),
        ]
    };
    let send = async |code: &str| {
        let filled = with(code);
        let filled: Vec<(&str, &str)> = filled.iter().map(|(a, b)| (&**a, &**b)).collect();
        browser.submit(&page, &filled).await
    };
    for (code, words) in [
        (
            "",
            "Type a code of your authenticator app, or a recovery code.",
        ),
        (
            &*phone.wrong_code(&app),
            "This code is wrong or was used before",
        ),
        (
            "no-such-code",
            "This recovery code is wrong or was used before",
        ),
    ] {
        let refused = send(code).await;
        assert!(refused.text().contains("id=\"code-error\""), "{code}");
        assert!(refused.text().contains(words), "{code}: {}", refused.text());
    }
    assert_eq!(app.account("DanMember").await.status, Status::Disabled);
    let done = send(&phone.codes[0]).await;
    assert!(
        done.text().contains("Your password is set"),
        "{}",
        done.text()
    );
    assert_eq!(app.account("DanMember").await.status, Status::Enabled);
    // A key that a thief may have added opens nothing afterwards, however old it is.
    let none_is_left = "SELECT COUNT(*) + 1 FROM passkeys WHERE added_at >= $1";
    app.becomes(none_is_left, 0).await;
}

/// Attack 15: wrong codes count with the account's other guesses, so that a right one then waits too.
#[tokio::test]
async fn attack_15_guesses_at_the_locked_door_count_for_the_account() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    mail_is_sent(&app).await;
    app.clock.advance(73 * HOUR);
    lock(&app).await;
    let link = token(&app, LinkPurpose::Unlock).await.unwrap();
    let browser = app.browser();
    let page = opened(&browser, "/reset-password", &link).await;
    let send = async |code: &str| {
        let filled = [
            ("confirm_password", CHOSEN),
            ("new_password", CHOSEN),
            ("code", code),
        ];
        browser.submit(&page, &filled).await
    };
    for _ in 0..5 {
        send(&phone.wrong_code(&app)).await;
    }
    let right = send(&phone.code(&app)).await;
    assert!(right.text().contains("Wait"), "{}", right.text());
    assert_eq!(app.account("DanMember").await.status, Status::Disabled);
}

/// Attack 19: a stranger who reads an address that nobody verified gets no link that opens the account, and nobody locks an
/// account that no link would open again.
#[tokio::test]
async fn attack_19_an_unverified_address_gets_no_link_that_locks_or_opens() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let link = token(&app, LinkPurpose::Lock).await.unwrap();
        let unverified = "UPDATE accounts SET email_verified = 0 WHERE username = 'DanMember'";
        passkeys::sql(&app, unverified).await;
        assert!(token(&app, LinkPurpose::Lock).await.is_none());
        let browser = app.browser();
        let page = opened(&browser, "/lock-account", &link).await;
        browser.submit(&page, &[("lock", "yes")]).await;
        assert_eq!(app.account("DanMember").await.status, Status::Enabled);
    }
}

/// The last super administrator can’t be locked, but a thief who has got in is out.
#[tokio::test]
async fn a_refused_lock_ends_all_sessions() {
    let app = TestApp::start().await;
    passkeys::sql(&app, "UPDATE accounts SET sup_admin = 0").await;
    passkeys::sql(
        &app,
        "UPDATE accounts SET sup_admin = 1 WHERE username = 'DanMember'",
    )
    .await;
    let thief = app.browser();
    thief.sign_in_directly("DanMember").await;
    let link = token(&app, LinkPurpose::Lock).await.unwrap();
    let browser = app.browser();
    let page = opened(&browser, "/lock-account", &link).await;
    let refused = browser.submit(&page, &[("lock", "yes")]).await;
    assert!(
        refused.text().contains("can’t be locked"),
        "{}",
        refused.text()
    );
    assert_eq!(app.account("DanMember").await.status, Status::Enabled);
    let ended = thief.go("/logout").await;
    assert!(ended.form("csrf").is_none(), "{}", ended.text());
}

/// Attacks 16 and 24: the link of the owner opens nothing while the account waits for its deletion. The deletion is taken back:
/// the account is locked as before, and the link opens it.
#[tokio::test]
async fn attack_16_a_lock_outlives_a_deletion_that_is_taken_back() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        lock(&app).await;
        let link = token(&app, LinkPurpose::Unlock).await.unwrap();
        let browser = app.browser();
        let before = opened(&browser, "/reset-password", &link).await;
        deleted(&app, Some("somebody-else")).await;
        mail_is_sent(&app).await;
        assert!(token(&app, LinkPurpose::Unlock).await.is_none());
        let filled = [("confirm_password", CHOSEN), ("new_password", CHOSEN)];
        assert!(is_void(&browser.submit(&before, &filled).await));
        assert!(is_void(&opened(&browser, "/reset-password", &link).await));
        assert!(!signs_in(&app, CHOSEN).await);

        kept(&app).await;
        let dan = app.account("DanMember").await;
        assert_eq!(
            (dan.status, dan.password_hash.is_none()),
            (Status::Disabled, true)
        );
        let page = opened(&browser, "/reset-password", &link).await;
        let done = browser.submit(&page, &filled).await;
        assert!(
            done.text().contains("Your password is set"),
            "{}",
            done.text()
        );
        assert!(signs_in(&app, CHOSEN).await);
    }
}

/// An administrator who decides about a locked account takes the owner's link away.
#[tokio::test]
async fn an_administrator_decides_about_a_locked_account() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        lock(&app).await;
        let link = token(&app, LinkPurpose::Unlock).await.unwrap();
        app.disable("DanMember").await;
        assert!(token(&app, LinkPurpose::Unlock).await.is_none());
        let browser = app.browser();
        assert!(is_void(&opened(&browser, "/reset-password", &link).await));
        app.enable("DanMember").await;
        assert!(!signs_in(&app, PASSWORD).await, "the password is gone");
        assert!(token(&app, LinkPurpose::Welcome).await.is_some());
    }
}
