//! `/account-user/address`: a new email address, which only its reader confirms (attacks 12 to 14 and 19).

use std::time::Duration;

use atrium::clock::DAY;
use atrium::config::Secret;
use atrium::db::{DbError, SqlQuery};
use atrium::directory::address_change::{AddressChange, ask, undo_link};
use atrium::directory::one_time_links::OneTimeLinks;
use atrium::directory::{
    Account, AccountError, ClaimValue, NewAccount, Status, add_account, set_claims,
};
use atrium::i18n::language::Language;
use atrium::mail::{LinkIssuer as _, LinkPurpose, LinkRequest};
use atrium::random::Random;
use axum::body::Body;
use hyper::{Request, StatusCode};
use serde_json::{Value, json};

use super::reset_password::comparable;
use crate::mail::smtp::Server;
use crate::support::app::{ISSUER, TestApp};
use crate::support::browser::{Browser, Page};
use crate::support::people::PASSWORD;
use crate::support::{database, passkeys, rows};

const ADDRESS: &str = "/account-user/address";
const NEW: &str = "dan.member@demo.test";

/// The token of the email to `email`, for which Dan asks now.
pub async fn link_to(app: &TestApp, email: &str) -> String {
    let dan = app.account("DanMember").await;
    let change = AddressChange::of(&dan, email.to_owned(), app.now());
    let state = app.state();
    let links = OneTimeLinks::new(app.db(), &state.clock, &state.random, state.keys.clone());
    let request = LinkRequest {
        subject: &serde_json::to_string(&change).unwrap(),
        purpose: LinkPurpose::Address,
        email,
    };
    let link = links.issue(request).await.unwrap().unwrap();
    // Whatever follows is later.
    app.clock.advance(1);
    link.token.to_string()
}

/// The token of a link to `email` that takes Dan's change from it back, after the one of the email; `None` if nothing takes it
/// back.
pub async fn undo_of(app: &TestApp, email: &str) -> Option<String> {
    let none_waits = "SELECT COUNT(*) + 1 FROM jobs WHERE kind = 'mail.send' AND attempts >= $1";
    app.becomes(none_waits, 0).await;
    undo_now(app, email).await
}

/// The same, without a wait for the email.
pub async fn undo_now(app: &TestApp, email: &str) -> Option<String> {
    let sql = "SELECT id FROM address_changes WHERE email = $1";
    let found: Option<(String,)> = {
        let mut view = app.db().read().await.unwrap();
        let query = SqlQuery::kept(sql).bind(email);
        query.fetch_optional(&mut view).await.unwrap()
    };
    let ((id,), email, now) = (found?, email.to_owned(), app.now());
    let minted = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { undo_link::mint(tx, (&id, &email), &Random::system(), now).await })
    });
    minted.await.unwrap().map(|link| link.token.to_string())
}

pub async fn opened(browser: &Browser<'_>, path: &str, token: &str) -> Page {
    let page = browser.go(path).await;
    browser.submit(&page, &[("token", token)]).await
}

/// Dan asks for the address, and its reader confirms it.
pub async fn changed_to(app: &TestApp, email: &str) {
    let token = link_to(app, email).await;
    let browser = app.browser();
    let page = opened(&browser, ADDRESS, &token).await;
    let done = browser.submit(&page, &[("confirm", "yes")]).await;
    assert!(is_done(&done), "{}", done.text());
    assert_eq!(email_of(app).await.as_deref(), Some(email));
    app.clock.advance(1);
}

pub async fn email_of(app: &TestApp) -> Option<String> {
    app.account("DanMember").await.email
}

pub fn is_void(page: &Page) -> bool {
    page.status == StatusCode::BAD_REQUEST && page.text().contains("This link doesn’t work")
}

fn is_done(page: &Page) -> bool {
    page.status == StatusCode::OK && page.text().contains("The email address is changed")
}

pub async fn signs_in(app: &TestApp, name: &str, password: &str) -> bool {
    let browser = app.browser();
    let page = browser.go("/login").await;
    let filled = [("account", name), ("password", password)];
    browser.submit(&page, &filled).await;
    browser.session_cookie().is_some()
}

/// What applications learn about the address.
async fn claims(app: &TestApp, tokens: &Value) -> (Value, Value) {
    let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
    let request = Request::get("/oauth2/userinfo").header("authorization", bearer);
    let answer = app.send(request.body(Body::empty()).unwrap()).await.json();
    (answer["email"].clone(), answer["email_verified"].clone())
}

/// Adds an account of somebody else with this address.
pub async fn somebody_gets(app: &TestApp, email: &str) -> Result<Account, AccountError> {
    let new = NewAccount {
        username: format!("Somebody{}", app.now()),
        email: Some(email.to_owned()),
        ..NewAccount::default()
    };
    let audit = app.audit();
    let added = app.db().write::<_, AccountError, _>(move |tx| {
        Box::pin(async move { add_account(tx, new, &audit).await })
    });
    added.await
}

/// Attacks 13 and 19: until the reader of the new address presses the button, the old one stays, signs in and is the claim. A
/// mail scanner that opens the page and posts its form changes nothing. Then the new one is verified and audited.
#[tokio::test]
async fn attack_13_only_the_button_gives_the_account_its_new_address() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let (rp, person) = (app.rp("basic"), app.browser());
        person.sign_in_directly("DanMember").await;
        let tokens = rp.tokens(&person, "openid email").await;
        let token = link_to(&app, NEW).await;
        let scanner = app.browser();
        let scanned = opened(&scanner, ADDRESS, &token).await;
        assert!(scanned.text().contains("DanMember") && scanned.text().contains(NEW));
        let again = scanner
            .send_form(&scanned, "token", &[("token", &token)])
            .await;
        assert!(again.form("confirm").is_some(), "{}", again.text());
        assert_eq!(email_of(&app).await.as_deref(), Some("dan@demo.test"));
        assert!(signs_in(&app, "dan@demo.test", PASSWORD).await);
        assert!(!signs_in(&app, NEW, PASSWORD).await);
        let old = (json!("dan@demo.test"), json!(true));
        assert_eq!(claims(&app, &tokens).await, old);
        assert_eq!(app.entries("account.changed").await.len(), 0);

        // On another device, without a session.
        let browser = app.browser();
        let page = opened(&browser, ADDRESS, &token).await;
        let done = browser.submit(&page, &[("confirm", "yes")]).await;
        assert!(is_done(&done), "{}", done.text());
        assert!(browser.session_cookie().is_none(), "a link signs nobody in");
        let dan = app.account("DanMember").await;
        assert_eq!(
            (dan.email.as_deref(), dan.email_verified),
            (Some(NEW), true)
        );
        assert_eq!(claims(&app, &tokens).await, (json!(NEW), json!(true)));
        assert!(signs_in(&app, NEW, PASSWORD).await);
        assert!(!signs_in(&app, "dan@demo.test", PASSWORD).await);
        let entries = app.entries("account.changed").await;
        assert_eq!(entries.len(), 1);
        assert!(entries[0].detail.contains(NEW), "{}", entries[0].detail);
        assert!(is_void(&opened(&browser, ADDRESS, &token).await), "used");
        assert!(is_void(&browser.submit(&page, &[("confirm", "yes")]).await));
    }
}

/// Attacks 13 and 14: a link ends after a day, and with the address, the password and the account that it was for. All answers
/// are alike.
#[tokio::test]
async fn attack_13_what_voids_a_link_to_a_new_address() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        let mut answers = Vec::new();
        let mut refused = async |token: &str| {
            let page = opened(&app.browser(), ADDRESS, token).await;
            assert!(is_void(&page), "{}", page.text());
            answers.push(comparable(&page));
        };
        let token = link_to(&app, NEW).await;
        let page = opened(&browser, ADDRESS, &token).await;
        refused(&token[1..]).await;
        refused("unknown").await;
        let late = async |sql: &'static str, back: &'static str| {
            passkeys::sql(&app, sql).await;
            let posted = browser.submit(&page, &[("confirm", "yes")]).await;
            assert!(is_void(&posted), "{sql}");
            passkeys::sql(&app, back).await;
        };
        // Each is asked again with the change.
        late(
            "UPDATE accounts SET email_key = 'x@demo.test' , email = 'x@demo.test' WHERE username = 'DanMember'",
            "UPDATE accounts SET email_key = 'dan@demo.test', email = 'dan@demo.test' WHERE username = 'DanMember'",
        )
        .await;
        late(
            "UPDATE accounts SET password_changed_at = password_changed_at + 1 WHERE username = 'DanMember'",
            "UPDATE accounts SET password_changed_at = password_changed_at - 1 WHERE username = 'DanMember'",
        )
        .await;
        let dan = app.account("DanMember").await.id;
        let id = dan.clone();
        app.write(move |tx| Box::pin(async move { rows::status(tx, &id, Status::Disabled).await }))
            .await;
        refused(&token).await;
        app.write(move |tx| Box::pin(async move { rows::status(tx, &dan, Status::Enabled).await }))
            .await;
        app.clock.advance(DAY - 2);
        assert!(
            opened(&browser, ADDRESS, &token)
                .await
                .form("confirm")
                .is_some()
        );
        app.clock.advance(1);
        refused(&token).await;

        let [taken, first, second] = [
            link_to(&app, "somebody@demo.test").await,
            link_to(&app, NEW).await,
            link_to(&app, "dan.m@demo.test").await,
        ];
        somebody_gets(&app, "somebody@demo.test").await.unwrap();
        refused(&taken).await;
        let page = opened(&browser, ADDRESS, &first).await;
        assert!(is_done(&browser.submit(&page, &[("confirm", "yes")]).await));
        refused(&second).await;
        // Not even when the old address is back.
        let undo = undo_of(&app, "dan@demo.test").await.unwrap();
        refused(&undo).await;
        app.clock.advance(1);
        changed_to(&app, "dan@demo.test").await;
        refused(&second).await;
        refused(&first).await;
        // What an administrator changed in between does not come back.
        let third = link_to(&app, NEW).await;
        for email in ["elsewhere@demo.test", "dan@demo.test"] {
            let (dan, audit) = (app.account("DanMember").await.id, app.audit());
            let wishes = [ClaimValue {
                claim: "email".to_owned(),
                value: email.to_owned(),
            }];
            let set = app.db().write(move |tx| {
                Box::pin(async move { set_claims(tx, &dan, &wishes, &audit).await })
            });
            set.await.unwrap();
        }
        refused(&third).await;
        answers.dedup();
        assert_eq!(answers.len(), 1, "{answers:#?}");
    }
}

/// A person without an address adds one in the same way, and nobody is informed. An address that nobody has confirmed yet is
/// confirmed in the same way too.
#[tokio::test]
async fn a_first_address_has_no_earlier_one_to_inform() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        for before in [
            "UPDATE accounts SET email = NULL, email_key = NULL, email_verified = 0 WHERE username = 'DanMember'",
            "UPDATE accounts SET email_verified = 0 WHERE username = 'DanMember'",
        ] {
            passkeys::sql(&app, before).await;
            changed_to(&app, NEW).await;
            assert!(app.account("DanMember").await.email_verified);
        }
        // One that nobody has confirmed may be a stranger's (attack 19).
        passkeys::sql(
            &app,
            "UPDATE accounts SET email_verified = 0 WHERE username = 'DanMember'",
        )
        .await;
        changed_to(&app, "dan.m@demo.test").await;
        let none =
            "SELECT COUNT(*) + 1 FROM address_changes WHERE email IS NOT NULL AND number > $1";
        app.becomes(none, 0).await;
        somebody_gets(&app, NEW).await.unwrap();
    }
}

/// The next email that arrives.
async fn next(mut server: Server) -> (Server, Value) {
    let arrived = tokio::task::spawn_blocking(move || {
        let mail = server.mail();
        (server, mail)
    });
    let arrived = tokio::time::timeout(Duration::from_secs(60), arrived).await;
    arrived.unwrap().unwrap()
}

/// Attack 12: the emails lead to the public address: the reader of the new address confirms, the reader of the earlier one
/// takes it back, and both hear of that.
#[tokio::test]
async fn attack_12_the_readers_of_both_addresses_get_their_emails() {
    let Some(server) = Server::start("plain") else {
        return;
    };
    let url = format!("smtp://127.0.0.1:{}", server.port);
    let app = TestApp::start_with(|config| config.mail.url = Secret::new(&url)).await;
    let (dan, audit) = (app.account("DanMember").await, app.audit());
    app.clock.advance(1);
    app.write(move |tx| {
        Box::pin(async move { ask(tx, &dan, NEW.to_owned(), Language::EnUs, &audit).await })
    })
    .await;
    let token_in = |mail: &Value, path: &str| {
        let text = mail["text"].as_str().unwrap();
        let link = text.lines().find(|line| line.contains("#token=")).unwrap();
        let (address, token) = link.trim().split_once("#token=").unwrap();
        assert_eq!(address, format!("{ISSUER}{path}"));
        token.to_owned()
    };
    let browser = app.browser();
    let (server, mail) = next(server).await;
    assert_eq!(mail["recipients"], json!([NEW]));
    let token = token_in(&mail, ADDRESS);
    app.clock.advance(1);
    let page = opened(&browser, ADDRESS, &token).await;
    assert!(is_done(&browser.submit(&page, &[("confirm", "yes")]).await));
    let (server, mail) = next(server).await;
    assert_eq!(mail["recipients"], json!(["dan@demo.test"]));
    assert!(!mail["text"].as_str().unwrap().contains(NEW));
    let token = token_in(&mail, "/account-user/address-undo");
    let page = opened(&browser, "/account-user/address-undo", &token).await;
    let done = browser.submit(&page, &[("undo", "yes")]).await;
    assert!(done.text().contains("The change is taken back"));
    let (server, first) = next(server).await;
    let (_, second) = next(server).await;
    let mut informed = [first, second].map(|mail| {
        let text = mail["text"].as_str().unwrap();
        let reader = mail["recipients"][0].as_str().unwrap().to_owned();
        // A stranger may read the address that the account had in between.
        let words = if reader == NEW {
            "no longer has this one"
        } else {
            "taken back"
        };
        assert!(
            text.contains(words) && (reader != NEW || !text.contains("dan@")),
            "{text}"
        );
        reader
    });
    informed.sort();
    assert_eq!(informed, [NEW, "dan@demo.test"]);
}
