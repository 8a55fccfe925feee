//! `/reset-password` at the door: a one-time link leads to a password and to nothing else (contract
//! F-16, attacks 12, 13, 14 and 18).

use std::time::Duration;

use atrium::audit::PasswordChange;
use atrium::config::Secret;
use atrium::db::{DbError, SqlQuery};
use atrium::directory::one_time_links::mint;
use atrium::directory::{WelcomeOutcome, welcome};
use atrium::i18n::language::Language;
use atrium::mail::{LinkPurpose, LinkRequest};
use hyper::StatusCode;

use crate::mail::smtp::Server;
use crate::support::app::{ISSUER, ORIGIN, TestApp};
use crate::support::browser::{Browser, Page};
use crate::support::log::Log;
use crate::support::people::PASSWORD;
use crate::support::{database, html};

const CHOSEN: &str = "a password of her own";

/// The token of a fresh welcome to Eve.
pub async fn token(app: &TestApp) -> String {
    let (eve, now) = (app.account("EveNewcomer").await, app.now());
    let minted = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            let request = LinkRequest {
                subject: &eve.id,
                purpose: LinkPurpose::Welcome,
                email: "eve@demo.test",
            };
            mint(tx, request, &atrium::random::Random::system(), now).await
        })
    });
    minted.await.unwrap().unwrap().token.to_string()
}

/// What the script does with the token of the address: fills the first form and sends it.
async fn opened(browser: &Browser<'_>, token: &str) -> Page {
    let page = browser.go("/reset-password").await;
    assert_eq!(page.status, 200);
    browser.submit(&page, &[("token", token)]).await
}

async fn choose(browser: &Browser<'_>, page: &Page, password: &str) -> Page {
    let filled = [("confirm_password", password), ("new_password", password)];
    browser.submit(page, &filled).await
}

fn is_done(page: &Page) -> bool {
    page.status == StatusCode::OK && page.text().contains("<h1>Your password is set</h1>")
}

fn is_void(page: &Page) -> bool {
    page.status == StatusCode::BAD_REQUEST && page.text().contains("This link doesn’t work")
}

/// Whether `password` signs Eve in.
async fn signs_in(app: &TestApp, password: &str) -> bool {
    let browser = app.browser();
    let page = browser.go("/login").await;
    let filled = [("account", "EveNewcomer"), ("password", password)];
    browser.submit(&page, &filled).await;
    browser.session_cookie().is_some()
}

/// Contract F-16, attack 13: the link sets a password once, ends the sessions of the old one, verifies the
/// address, is audited, and does not sign in.
#[tokio::test]
async fn attack_13_a_link_sets_one_password_and_does_not_sign_in() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let before = app.browser();
        before.sign_in_directly("EveNewcomer").await;
        let token = token(&app).await;
        let browser = app.browser();
        let page = opened(&browser, &token).await;
        let form = page.form("new_password").unwrap();
        assert_eq!(form.value("token"), Some(token.as_str()));
        assert!(page.text().contains("value=\"EveNewcomer\" readonly"));
        let done = choose(&browser, &page, CHOSEN).await;
        assert!(is_done(&done), "{}", done.text());
        assert_eq!(html::button_link(&done.text()).as_deref(), Some("/login"));
        assert!(browser.session_cookie().is_none(), "nobody is signed in");
        let ended = before.go("/logout").await;
        assert!(ended.form("csrf").is_none(), "{}", ended.text());
        assert!(!signs_in(&app, PASSWORD).await);
        assert!(signs_in(&app, CHOSEN).await);

        let eve = app.account("EveNewcomer").await;
        assert!(eve.email_verified && !eve.must_change_password);
        let changed = &app.entries("password.changed").await[0];
        let by = serde_json::to_value(PasswordChange::Link).unwrap();
        assert!(changed.detail.contains(by.as_str().unwrap()));
        assert_eq!(changed.account_id.as_deref(), Some(eve.id.as_str()));
        assert_eq!(changed.actor_id.as_deref(), Some(eve.id.as_str()));

        assert!(is_void(&opened(&app.browser(), &token).await), "used");
        let again = choose(&browser, &page, "yet another one").await;
        assert!(is_void(&again), "{}", again.text());
        assert!(signs_in(&app, CHOSEN).await);
    }
}

/// Attack 13, "one use": two browsers have the form, and both send it.
#[tokio::test]
async fn attack_13_of_two_browsers_one_sets_the_password() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let token = token(&app).await;
        let (one, two) = (app.browser(), app.browser());
        let (at_one, at_two) = (opened(&one, &token).await, opened(&two, &token).await);
        let (first, second) = tokio::join!(
            choose(&one, &at_one, "the first password"),
            choose(&two, &at_two, "the second password")
        );
        let done = [&first, &second].map(is_done);
        let void = [&first, &second].map(is_void);
        assert!(
            done[0] != done[1] && void[0] != void[1],
            "{done:?} {void:?}"
        );
        assert_eq!(signs_in(&app, "the first password").await, done[0]);
        assert_eq!(signs_in(&app, "the second password").await, done[1]);
    }
}

/// The parts of an answer that do not identify the request.
pub fn comparable(page: &Page) -> (StatusCode, Vec<String>, String) {
    let mut headers: Vec<_> = page.headers.iter().collect();
    headers.retain(|(name, _)| name.as_str() != "x-request-id");
    let mut headers: Vec<_> = headers.iter().map(|line| format!("{line:?}")).collect();
    headers.sort();
    (page.status, headers, page.text())
}

/// Attack 14: a link that is unknown, used, replaced, expired, for another purpose or of a disabled
/// account gets the same answer.
#[tokio::test]
async fn attack_14_every_link_that_does_not_work_is_answered_alike() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let mut answers = vec![comparable(&opened(&app.browser(), "unknown").await)];
        let mut refused = async |token: &str| {
            answers.push(comparable(&opened(&app.browser(), token).await));
        };
        refused(&"x".repeat(60_000)).await;

        let replaced = token(&app).await;
        let foreign = token(&app).await;
        refused(&replaced).await;
        app.write(|tx| {
            Box::pin(async move {
                let sql = "UPDATE one_time_links SET purpose = 'confirm_email'";
                SqlQuery::kept(sql).execute(tx).await.map(drop)
            })
        })
        .await;
        refused(&foreign).await;
        let late = token(&app).await;
        app.clock.advance(72 * atrium::clock::HOUR);
        refused(&late).await;
        let off = token(&app).await;
        app.disable("EveNewcomer").await;
        refused(&off).await;
        app.enable("EveNewcomer").await;
        refused(&off).await;
        assert_eq!(answers.len(), 7);
        answers.dedup();
        assert_eq!(answers.len(), 1, "{answers:#?}");
        assert_eq!(answers[0].0, StatusCode::BAD_REQUEST);
        assert!(!answers[0].2.contains("Eve"));
    }
}

/// Attack 18: both forms are accepted only from our own page in the same browser; other requests
/// change nothing.
#[tokio::test]
async fn attack_18_the_forms_are_taken_from_our_own_page_alone() {
    let app = TestApp::start().await;
    let token = token(&app).await;
    let stranger = app.browser().go("/reset-password").await;
    let theirs = stranger.form("csrf").unwrap();
    let theirs = theirs.value("csrf").unwrap();
    let login = app.browser();
    let login = login.go("/login").await.form("csrf").unwrap();
    let browser = app.browser();
    let page = browser.go("/reset-password").await;
    let ours = page.form("token").unwrap();
    let ours = ours.value("csrf").unwrap();
    for (origin, csrf) in [
        (Some("http://evil.example"), ours),
        (Some("null"), ours),
        (None, ours),
        (Some(ORIGIN), theirs),
        (Some(ORIGIN), login.value("csrf").unwrap()),
        (Some(ORIGIN), &ours[1..]),
        (Some(ORIGIN), ""),
    ] {
        let filled = [
            ("csrf", csrf),
            ("token", token.as_str()),
            ("new_password", CHOSEN),
            ("confirm_password", CHOSEN),
        ];
        let refused = browser
            .post_saying("/reset-password", &filled, origin)
            .await;
        assert_eq!(refused.status, 403, "{origin:?} {csrf}");
    }
    assert!(!signs_in(&app, CHOSEN).await);
    let page = opened(&browser, &token).await;
    assert!(is_done(&choose(&browser, &page, CHOSEN).await));
}

/// A new password follows the rules of the sign-in, and a refused one does not use up the link.
#[tokio::test]
async fn a_password_by_a_link_keeps_the_same_rules() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        let page = opened(&browser, &token(&app).await).await;
        let long = "x".repeat(101);
        for (new, again, id, words) in [
            ("short", "short", "new-error", "at least 8"),
            (&*long, &*long, "new-error", "at most 100"),
            (PASSWORD, PASSWORD, "new-error", "from the current"),
            (CHOSEN, "another", "confirm-error", "match"),
            (CHOSEN, "", "confirm-error", "match"),
        ] {
            let filled = [("confirm_password", again), ("new_password", new)];
            let reply = browser.submit(&page, &filled).await;
            assert_eq!(reply.status, 200);
            assert!(reply.text().contains(&format!("id=\"{id}\"")), "{new}");
            assert!(reply.text().contains(words), "{new}: {}", reply.text());
            assert!(!reply.text().contains(CHOSEN), "no password is shown again");
            assert!(reply.form("new_password").is_some());
        }
        assert!(is_done(
            &choose(&browser, &page, "密码🔑 with a space").await
        ));
    }
}

/// Attack 15: guessed tokens are counted by address, and
/// comparisons with the old password by account.
#[tokio::test]
async fn guesses_are_counted_before_anything_is_hashed() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let before = app.state().hashing.effort();
    for n in 0..100 {
        let page = browser.go("/reset-password").await;
        let guess = format!("guess-{n}");
        assert!(is_void(&browser.submit(&page, &[("token", &guess)]).await));
    }
    let late = opened(&browser, "one more").await;
    assert_eq!(late.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(late.header("retry-after"), "60");
    assert_eq!(app.state().hashing.effort(), before, "nothing was hashed");

    let elsewhere = app.browser().at([127, 0, 0, 9]);
    let page = opened(&elsewhere, &token(&app).await).await;
    for _ in 0..10 {
        let same = choose(&elsewhere, &page, PASSWORD).await;
        assert_eq!(same.status, 200);
    }
    let late = choose(&elsewhere, &page, PASSWORD).await;
    assert_eq!(late.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(late.header("retry-after"), "900");
}

/// F-16: a token in the query is ignored. The page reveals nothing about any account, and nothing is logged.
#[tokio::test]
async fn the_token_is_in_no_address_and_no_log() {
    let app = TestApp::start().await;
    let token = token(&app).await;
    let log = Log::listen();
    let browser = app.browser();
    let query = format!("/reset-password?token={token}");
    let page = browser.go(&query).await;
    assert_eq!(page.form("token").unwrap().value("token"), Some(""));
    assert!(!page.text().contains("Eve"));
    let page = opened(&browser, &token).await;
    for (name, value) in [
        ("referrer-policy", "same-origin"),
        ("cache-control", "no-store"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        assert_eq!(page.header(name), value);
    }
    assert!(page.location().is_none());
    assert!(is_void(&opened(&browser, &token[1..]).await));
    assert!(is_done(&choose(&browser, &page, CHOSEN).await));
    let log = log.text();
    assert!(
        log.contains("one_time_link"),
        "the refusal is logged: {log}"
    );
    assert!(!log.contains(&token[1..]) && !log.contains(CHOSEN), "{log}");
}

/// An empty code is asked for again, under its field.
#[tokio::test]
async fn a_form_without_a_code_asks_again() {
    let app = TestApp::start().await;
    let browser = app.browser().reading("zh-CN");
    let page = opened(&browser, "  ").await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("id=\"token-error\""));
    assert!(page.text().contains("请输入邮件中的验证码"));
}

/// Attack 11: on a shared computer the last page does not lead into another person's portal.
#[tokio::test]
async fn attack_11_who_else_is_signed_in_here_is_named() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let page = opened(&browser, &token(&app).await).await;
    let done = choose(&browser, &page, CHOSEN).await;
    assert!(is_done(&done));
    assert!(done.text().contains("Dan Member is signed in"));
    assert_eq!(html::button_link(&done.text()).as_deref(), Some("/logout"));
}

/// The password page is in the person's language, the page for the code in the browser's.
#[tokio::test]
async fn the_page_speaks_the_accounts_language() {
    let app = TestApp::start().await;
    let eve = app.account("EveNewcomer").await.id;
    let audit = app.audit();
    app.write(move |tx| {
        Box::pin(async move {
            let set = atrium::directory::change_language(tx, &eve, "zh-cn", &audit).await;
            set.map_err(|_| DbError::WriterGone)
        })
    })
    .await;
    let browser = app.browser().reading("en");
    let code = browser.go("/reset-password").await;
    assert!(code.text().contains("<html lang=\"en\">"));
    let page = opened(&browser, &token(&app).await).await;
    assert!(
        page.text().contains("<html lang=\"zh-CN\">"),
        "{}",
        page.text()
    );
}

/// Attack 12, contract F-16: the link of a delivered welcome leads to the public address and through the pages to a
/// sign-in, with any Host in the requests.
#[tokio::test]
async fn attack_12_the_link_of_a_delivered_welcome_signs_in() {
    let Some(mut server) = Server::start("plain") else {
        return;
    };
    let url = format!("smtp://127.0.0.1:{}", server.port);
    let app = TestApp::start_with(|config| config.mail.url = Secret::new(&url)).await;
    let forged = hyper::Request::get("/reset-password")
        .header("host", "evil.example")
        .header("x-forwarded-host", "evil.example");
    app.send(forged.body(axum::body::Body::empty()).unwrap())
        .await;
    let (eve, audit) = (app.account("EveNewcomer").await, app.audit());
    let queued = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { welcome(tx, &eve, Language::EnUs, &audit).await })
    });
    assert_eq!(queued.await.unwrap(), WelcomeOutcome::Queued);
    let arrived = tokio::task::spawn_blocking(move || server.mail());
    let mail = tokio::time::timeout(Duration::from_secs(60), arrived);
    let mail = mail.await.unwrap().unwrap();
    assert_eq!(mail["recipients"], serde_json::json!(["eve@demo.test"]));
    let text = mail["text"].as_str().unwrap();
    let link = text.lines().find(|line| line.contains("#token=")).unwrap();
    let (address, token) = link.trim().split_once("#token=").unwrap();
    assert_eq!(address, format!("{ISSUER}/reset-password"));
    assert!(mail["html"].as_str().unwrap().contains(link.trim()));
    let browser = app.browser();
    let page = browser.go(address).await;
    let page = browser.submit(&page, &[("token", token)]).await;
    let done = choose(&browser, &page, CHOSEN).await;
    assert!(is_done(&done), "{}", done.text());
    assert!(signs_in(&app, CHOSEN).await);
}
