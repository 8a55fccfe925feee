//! `/account-user/invitation`: an invited person registers (contract C-098, G-65; attacks 12 to 14, 19, 21 and 34, trap T11).

use std::time::Duration;

use atrium::clock::DAY;
use atrium::config::{Config, Registration, Secret};
use atrium::db::{DbError, SqlQuery};
use atrium::directory::one_time_links::OneTimeLinks;
use atrium::directory::{self, Status, organisations};
use atrium::groups::invitations::invite_to_register;
use atrium::groups::{self, RequestError};
use atrium::i18n::language::Language;
use atrium::limits::Limits;
use atrium::mail::{LinkIssuer as _, LinkPurpose, LinkRequest};
use hyper::StatusCode;
use serde_json::json;

use crate::mail::smtp::Server;
use crate::support::app::{ISSUER, TestApp};
use crate::support::browser::{Browser, Page};
use crate::support::{database, passkeys, rows};

const INVITATION: &str = "/account-user/invitation";
const LI: &str = "li.wei@demo.test";
const CHOSEN: &str = "a password of her own";

fn invited(config: &mut Config) {
    config.accounts.registration = Registration::Invited;
}

/// Chloe of the agency "North" manages "Media", whose memberships end after 30 days.
async fn media(app: &TestApp) {
    let (now, chloe) = (app.now(), app.account("ChloeManager").await);
    let saved = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            organisations::save_agency(tx, "north", "North", now).await?;
            groups::save(tx, "media", "Media", "", now).await?;
            groups::appoint(tx, "media", &chloe.id).await
        })
    });
    saved.await.unwrap();
    let place = "UPDATE accounts SET agency_id = 'north' WHERE username = 'ChloeManager'";
    passkeys::sql(app, place).await;
    passkeys::sql(
        app,
        "UPDATE groups SET max_days = 30, version = version + 1 WHERE id = 'media'",
    )
    .await;
}

/// Chloe invites the address.
async fn invite(app: &TestApp, email: &str) {
    let chloe = app.account("ChloeManager").await;
    let audit = app.audit().by(&chloe.id);
    let (email, zone) = (email.to_owned(), app.state().zone.clone());
    let sent = app.db().write::<_, RequestError, _>(move |tx| {
        Box::pin(async move {
            let rules = (&zone, &Limits::default());
            let to = (email.as_str(), "media", &chloe);
            invite_to_register(tx, to, Language::EnUs, rules, &audit).await
        })
    });
    sent.await.unwrap();
    // The email has its own link, which would replace one of the test.
    let none_waits = "SELECT COUNT(*) + 1 FROM jobs WHERE kind = 'mail.send' AND attempts >= $1";
    app.becomes(none_waits, 0).await;
}

/// The token that the job would send for the newest invitation; `None` if the email has no link.
async fn token(app: &TestApp, email: &str) -> Option<String> {
    let state = app.state();
    let query = SqlQuery::kept("SELECT id FROM registration_invitations WHERE email = $1");
    let mut view = app.db().read().await.unwrap();
    let (id,): (String,) = query.bind(email).fetch_one(&mut view).await.unwrap();
    drop(view);
    let links = OneTimeLinks::new(app.db(), &state.clock, &state.random, state.keys.clone());
    let request = LinkRequest {
        subject: &id,
        purpose: LinkPurpose::Invitation,
        email,
    };
    let link = links.issue(request).await.unwrap();
    link.map(|link| link.token.to_string())
}

/// Chloe invites Li Wei, who has the token.
async fn with_token(app: &TestApp) -> String {
    media(app).await;
    invite(app, LI).await;
    token(app, LI).await.unwrap()
}

async fn opened(browser: &Browser<'_>, token: &str) -> Page {
    let page = browser.go(INVITATION).await;
    browser.submit(&page, &[("token", token)]).await
}

async fn register(browser: &Browser<'_>, page: &Page, changed: &[(&str, &str)]) -> Page {
    let mut filled = vec![
        ("username", "LiWei"),
        ("full_name", "Li Wei"),
        ("confirm_password", CHOSEN),
        ("new_password", CHOSEN),
    ];
    for (name, value) in changed {
        filled.retain(|(known, _)| known != name);
        filled.push((*name, *value));
    }
    browser.send_form(page, "username", &filled).await
}

fn is_open(page: &Page) -> bool {
    page.form("new_password").is_some()
}

fn is_done(page: &Page) -> bool {
    page.status == StatusCode::OK && page.text().contains("Your account is open")
}

fn is_void(page: &Page) -> bool {
    page.status == StatusCode::BAD_REQUEST && page.text().contains("This link doesn’t work")
}

async fn count_accounts(app: &TestApp) -> usize {
    app.entries("account.changed").await.len()
}

/// Contract C-098, G-65, attacks 13, 19, 21 and 34: the link makes one account, once: with the invited address, confirmed, of the
/// manager's agency, a member for as long as the group allows, and without any other right. A mail scanner uses nothing up.
#[tokio::test]
async fn attack_13_an_invitation_makes_one_account() {
    for database in database::each_engine().await {
        let app = TestApp::on_with(&database, invited).await;
        let token = with_token(&app).await;
        let scanner = app.browser();
        let scanned = opened(&scanner, &token).await;
        let empty = [("new_password", ""), ("confirm_password", "")];
        assert!(is_open(&scanner.submit(&scanned, &empty).await));
        assert_eq!(count_accounts(&app).await, 0);
        let browser = app.browser();
        let page = opened(&browser, &token).await;
        let text = page.text();
        assert!(text.contains(LI) && text.contains("Chloe Manager invites you"));
        // The address and rights are no fields.
        let more = [
            ("email", "other@demo.test"),
            ("sup_admin", "1"),
            ("status", "0"),
            ("agency", "other"),
        ];
        let done = register(&browser, &page, &more).await;
        assert!(is_done(&done), "{}", done.text());
        let li = app.account("LiWei").await;
        assert_eq!(li.status, Status::Enabled);
        assert_eq!(li.email.as_deref(), Some(LI));
        assert_eq!(li.full_name, "Li Wei");
        assert_eq!(li.agency.as_ref().unwrap().id, "north");
        assert!(li.email_verified && !li.sup_admin && !li.user_manager);
        assert!(!li.must_change_password && li.expire_date.is_none());
        let member = "SELECT COUNT(*) FROM memberships WHERE group_id = 'media' AND status = 0 \
            AND ends_on IS NOT NULL AND created_at >= $1";
        app.becomes(member, 0).await;
        // Decision 0042: who invited has chosen the address, and with it the way to the password.
        let chloe = app.account("ChloeManager").await;
        let chose = {
            let mut view = app.db().read().await.unwrap();
            directory::chose_way_in(&mut view, &chloe.id, &li.id)
                .await
                .unwrap()
        };
        assert!(chose);
        let entries = app.entries("group.registration_invitation").await;
        let of = |outcome: &str| {
            let mut found = entries
                .iter()
                .filter(|entry| entry.detail.contains(outcome));
            found.next().unwrap().account_id.clone()
        };
        assert_eq!((of("sent"), of("accepted")), (None, Some(li.id.clone())));
        // Once: the link, and the form that was open in another tab.
        assert!(is_void(&opened(&app.browser(), &token).await));
        assert!(is_void(
            &register(&scanner, &scanned, &[("username", "LiWeiTwo")]).await
        ));
        assert_eq!(count_accounts(&app).await, 1);
        // The new account signs in.
        let login = browser.go("/login").await;
        let signed_in = browser
            .submit(&login, &[("account", "LiWei"), ("password", CHOSEN)])
            .await;
        browser.follow(signed_in).await;
        assert!(browser.session_cookie().is_some());
        let mut view = app.db().read().await.unwrap();
        let chose = directory::chose_way_in(&mut view, &chloe.id, &li.id).await;
        assert!(
            chose.unwrap(),
            "a sign-in with that password proves nothing"
        );
    }
}

/// Attack 13: a link works for seven days, to the millisecond; only the newest one; and no other text opens anything.
#[tokio::test]
async fn attack_13_an_invitation_ends_in_time() {
    for database in database::each_engine().await {
        let app = TestApp::on_with(&database, invited).await;
        let first = with_token(&app).await;
        let browser = app.browser();
        // The job sends its email a second time, for example after a lost connection.
        let second = token(&app, LI).await.unwrap();
        assert!(is_void(&opened(&browser, &first).await));
        assert!(is_open(&opened(&browser, &second).await));
        // A newer invitation to the same address, in other letters, replaces it.
        invite(&app, "Li.Wei@demo.test").await;
        assert!(is_void(&opened(&browser, &second).await));
        let newest = token(&app, "Li.Wei@demo.test").await.unwrap();
        app.clock.advance(7 * DAY - 1);
        let page = opened(&browser, &newest).await;
        assert!(is_open(&page), "{}", page.text());
        app.clock.advance(1);
        assert!(is_void(&register(&browser, &page, &[]).await));
        assert!(is_void(&opened(&browser, &newest).await));
        assert!(is_void(&opened(&browser, "nothing").await));
        assert!(token(&app, "Li.Wei@demo.test").await.is_none());
        let missing = opened(&browser, "").await;
        assert!(missing.text().contains("id=\"token-error\""));
        assert_eq!(count_accounts(&app).await, 0);
    }
}

/// Attack 13: of two tabs that send the form at the same time exactly one makes an account.
#[tokio::test]
async fn attack_13_parallel_tabs_make_one_account() {
    for database in database::each_engine().await {
        let app = TestApp::on_with(&database, invited).await;
        let token = with_token(&app).await;
        let (one, two) = (app.browser(), app.browser());
        let (first, second) = (opened(&one, &token).await, opened(&two, &token).await);
        let other = [("username", "LiWeiTwo")];
        let (first, second) =
            tokio::join!(register(&one, &first, &[]), register(&two, &second, &other));
        assert_eq!(
            [&first, &second]
                .iter()
                .filter(|page| is_done(page))
                .count(),
            1
        );
        assert_eq!(count_accounts(&app).await, 1);
    }
}

/// Attack 34: an invitation holds only while its sender may add accounts to the group.
#[tokio::test]
async fn attack_34_an_invitation_ends_with_the_right_of_its_sender() {
    for change in [
        "DELETE FROM group_managers WHERE group_id = 'media'",
        "UPDATE accounts SET status = 2 WHERE username = 'ChloeManager'",
        "UPDATE accounts SET expire_date = '2020-01-01' WHERE username = 'ChloeManager'",
        "UPDATE groups SET status = 1 WHERE id = 'media'",
    ] {
        for database in database::each_engine().await {
            let app = TestApp::on_with(&database, invited).await;
            let token = with_token(&app).await;
            let browser = app.browser();
            let page = opened(&browser, &token).await;
            assert!(is_open(&page));
            passkeys::sql(&app, change).await;
            assert!(is_void(&register(&browser, &page, &[]).await), "{change}");
            assert_eq!(count_accounts(&app).await, 0);
        }
    }
}

/// Contract G-65: nobody registers where it is switched off, also with a link that was sent before.
#[tokio::test]
async fn nobody_registers_where_it_is_switched_off() {
    let app = TestApp::start().await;
    let token = with_token(&app).await;
    assert!(is_void(&opened(&app.browser(), &token).await));
    let only = TestApp::start_with(|config| {
        invited(config);
        config.federation.only = true;
    })
    .await;
    let token = with_token(&only).await;
    assert!(is_void(&opened(&only.browser(), &token).await));
}

/// Attack 14: only the reader of the address learns that somebody has the name, or has taken the address meanwhile. What was
/// typed stays.
#[tokio::test]
async fn attack_14_only_the_reader_learns_what_is_taken() {
    let app = TestApp::start_with(invited).await;
    let token = with_token(&app).await;
    let browser = app.browser();
    let page = opened(&browser, &token).await;
    for (changed, words) in [
        (("username", "DanMember"), "This account name is taken"),
        (("username", "li wei"), "id=\"username-error\""),
        (("new_password", "LiWei12345"), "don’t match"),
        (("full_name", "x\u{202e}y"), "id=\"full_name-error\""),
    ] {
        let again = register(&browser, &page, &[changed]).await;
        assert!(again.text().contains(words), "{changed:?} {}", again.text());
        let typed = if changed.0 == "full_name" {
            "LiWei"
        } else {
            "Li Wei"
        };
        assert!(again.text().contains(&format!("value=\"{typed}\"")));
    }
    let common = [
        ("new_password", "LiWei12345"),
        ("confirm_password", "LiWei12345"),
    ];
    let again = register(&browser, &page, &common).await;
    assert!(again.text().contains("easy to guess"), "{}", again.text());
    let moved = "UPDATE accounts SET email = 'li.wei@demo.test', email_key = 'li.wei@demo.test' \
        WHERE username = 'DanMember'";
    passkeys::sql(&app, moved).await;
    let late = register(&browser, &page, &[]).await;
    assert!(
        late.text().contains("You already have an account"),
        "{}",
        late.text()
    );
    assert_eq!(count_accounts(&app).await, 0);
}

/// Attack 14: an invitation leaves the same rows whether or not the address has an account, and no account gets a link.
#[tokio::test]
async fn attack_14_every_invitation_writes_the_same() {
    let mut written = Vec::new();
    for email in [LI, "dan@demo.test", "chloe@demo.test", "fay@demo.test"] {
        let app = TestApp::start_with(invited).await;
        media(&app).await;
        invite(&app, email).await;
        written.push(rows::in_each_table(app.db()).await);
        assert_eq!(token(&app, email).await.is_some(), email == LI);
    }
    written.dedup();
    assert_eq!(written.len(), 1, "{written:?}");
}

/// Contract C-098, attacks 12 and 14: the reader of an unknown address gets the link; the owner of an account reads that the
/// group invites them.
#[tokio::test]
async fn attack_12_the_reader_of_the_address_gets_the_link() {
    let Some(mut server) = Server::start("plain") else {
        return;
    };
    let url = format!("smtp://127.0.0.1:{}", server.port);
    let app = TestApp::start_with(|config| {
        invited(config);
        config.mail.url = Secret::new(&url);
    })
    .await;
    media(&app).await;
    invite(&app, "dan@demo.test").await;
    invite(&app, LI).await;
    let arrived = tokio::task::spawn_blocking(move || [server.mail(), server.mail()]);
    let mails = tokio::time::timeout(Duration::from_secs(60), arrived);
    let [known, new] = mails.await.unwrap().unwrap();
    assert_eq!(known["recipients"], json!(["dan@demo.test"]));
    let text = known["text"].as_str().unwrap();
    assert!(
        text.contains("Media") && text.contains("ask to join"),
        "{text}"
    );
    assert!(!text.contains("#token="), "{text}");
    assert_eq!(new["recipients"], json!([LI]));
    let text = new["text"].as_str().unwrap();
    let link = text.lines().find(|line| line.contains("#token=")).unwrap();
    let (address, token) = link.trim().split_once("#token=").unwrap();
    assert_eq!(address, format!("{ISSUER}{INVITATION}"));
    assert!(is_open(&opened(&app.browser(), token).await));
}
