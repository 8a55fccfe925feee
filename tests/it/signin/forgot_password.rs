//! `/forgot-password`: a question that tells nothing, a link to the owner, and a sign-in that goes on (contract D-06, T-16,
//! F-15, F-16; attacks 13 to 16, trap T11).

use std::time::Duration;

use atrium::clock::{DAY, MINUTE};
use atrium::config::{Forgotten, Secret};
use atrium::directory::one_time_links::mint;
use atrium::mail::{LinkPurpose, LinkRequest};
use atrium::random::Random;
use hyper::StatusCode;
use serde_json::json;

use super::reset_password::comparable;
use crate::mail::smtp::Server;
use crate::support::app::{ISSUER, TestApp};
use crate::support::authenticator::Authenticator;
use crate::support::base_path::ORIGIN;
use crate::support::browser::{Browser, Page};
use crate::support::factors::Phone;
use crate::support::{database, html, passkeys};

const CHOSEN: &str = "a password of his own";
const DAN: [(&str, &str); 2] = [("username", "DanMember"), ("email", "dan@demo.test")];

async fn ask(browser: &Browser<'_>, fields: &[(&str, &str)]) -> Page {
    let page = browser.go("/forgot-password").await;
    browser.submit(&page, fields).await
}

/// Waits until the worker has answered every question and sent the email, whose own link replaces an earlier one.
async fn all_are_answered(app: &TestApp) {
    let none_waits = "SELECT COUNT(*) + 1 FROM jobs \
        WHERE (kind = 'password.forgotten' OR kind = 'mail.send') AND attempts >= $1";
    app.becomes(none_waits, 0).await;
}

async fn sent(app: &TestApp, purpose: &str) -> usize {
    let entries = app.entries("link.sent").await;
    let of_purpose = format!("\"{purpose}\"");
    entries
        .iter()
        .filter(|entry| entry.detail.contains(&of_purpose))
        .count()
}

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

async fn opened(browser: &Browser<'_>, token: &str) -> Page {
    let page = browser.go("/reset-password").await;
    browser.submit(&page, &[("token", token)]).await
}

async fn choose(browser: &Browser<'_>, page: &Page, code: Option<&str>) -> Page {
    let mut filled = vec![("confirm_password", CHOSEN), ("new_password", CHOSEN)];
    filled.extend(code.map(|code| ("code", code)));
    browser.submit(page, &filled).await
}

fn is_done(page: &Page) -> bool {
    page.status == StatusCode::OK && page.text().contains("Your password is set")
}

fn is_void(page: &Page) -> bool {
    page.status == StatusCode::BAD_REQUEST && page.text().contains("This link doesn’t work")
}

/// Attack 14, contract F-15: the answer is the same whatever is true, and only the owner of a name and a confirmed address
/// gets an email.
#[tokio::test]
async fn attack_14_every_question_is_answered_alike() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let unverified = "UPDATE accounts SET email_verified = 0 WHERE username = 'ChloeManager'";
        passkeys::sql(&app, unverified).await;
        let corporate = "UPDATE accounts SET password_hash = NULL WHERE username = 'EveNewcomer'";
        passkeys::sql(&app, corporate).await;
        let mut answers = Vec::new();
        for (name, email) in [
            ("nobody", "nobody@demo.test"),
            ("DanMember", "ada@demo.test"),
            ("nobody", "dan@demo.test"),
            ("FayGone", "fay@demo.test"),
            ("ChloeManager", "chloe@demo.test"),
            ("EveNewcomer", "eve@demo.test"),
        ] {
            let page = ask(&app.browser(), &[("username", name), ("email", email)]).await;
            answers.push(comparable(&page));
        }
        all_are_answered(&app).await;
        assert_eq!(app.entries("link.sent").await.len(), 0, "nobody owns both");
        // Names and addresses in other spellings are the same ones.
        for (name, email) in [
            ("DanMember", "dan@demo.test"),
            ("dan@demo.test", " DAN@demo.test "),
        ] {
            let page = ask(&app.browser(), &[("username", name), ("email", email)]).await;
            answers.push(comparable(&page));
        }
        all_are_answered(&app).await;
        assert_eq!(sent(&app, "forgotten").await, 2);
        assert_eq!(answers.len(), 8);
        answers.dedup();
        assert_eq!(answers.len(), 1, "{answers:#?}");
        assert_eq!(answers[0].0, StatusCode::OK);
        assert!(answers[0].2.contains("Look at your email"));
        assert!(!answers[0].2.contains("demo.test"));
    }
}

/// Attacks 12 and 13, contract D-06, E-24: from the sign-in page of an application to the email and back to the application. The link sets one
/// password, works for 30 minutes, ends all sessions, and the sign-in goes on in this browser alone.
#[tokio::test]
async fn attack_13_the_owner_gets_a_link_and_the_sign_in_goes_on() {
    let Some(mut server) = Server::start("plain") else {
        return;
    };
    let url = format!("smtp://127.0.0.1:{}", server.port);
    let app = TestApp::start_with(|config| config.mail.url = Secret::new(&url)).await;
    let before = app.browser();
    before.sign_in_directly("DanMember").await;
    let (rp, browser) = (app.rp("basic"), app.browser());
    let ask = rp.ask("openid");
    let login = browser.go(&ask.url()).await;
    let forgot = html::link(&login.text(), "Forget Password?");
    assert!(forgot.contains("flow="), "{forgot}");
    let page = browser.go(&forgot).await;
    let page = browser.submit(&page, &DAN).await;
    assert!(
        html::button_link(&page.text()).is_some_and(|link| link.contains("flow=")),
        "the way back: {}",
        page.text()
    );
    let arrived = tokio::task::spawn_blocking(move || server.mail());
    let mail = tokio::time::timeout(Duration::from_secs(60), arrived);
    let mail = mail.await.unwrap().unwrap();
    assert_eq!(mail["recipients"], json!(["dan@demo.test"]));
    let text = mail["text"].as_str().unwrap();
    let link = text.lines().find(|line| line.contains("#token=")).unwrap();
    let (address, token) = link.trim().split_once("#token=").unwrap();
    assert_eq!(address, format!("{ISSUER}/reset-password"));

    // A mail scanner opens the page and posts its form empty: that uses nothing up.
    let scanner = app.browser();
    let scanned = opened(&scanner, token).await;
    assert!(scanned.form("new_password").is_some());
    scanner
        .submit(&scanned, &[("new_password", ""), ("confirm_password", "")])
        .await;
    app.clock.advance(29 * MINUTE);
    let page = opened(&browser, token).await;
    assert!(page.text().contains("value=\"DanMember\" readonly"));
    let done = choose(&browser, &page, None).await;
    assert!(is_done(&done), "{}", done.text());
    let onward = html::button_link(&done.text()).unwrap();
    assert!(browser.session_cookie().is_none(), "nobody is signed in");
    let ended = before.go("/logout").await;
    assert!(ended.form("csrf").is_none(), "{}", ended.text());
    assert!(is_void(&opened(&app.browser(), token).await), "used");

    let page = browser.go(&onward).await;
    let page = browser
        .submit(&page, &[("account", "DanMember"), ("password", CHOSEN)])
        .await;
    assert!(!rp.outcome(&ask, &page).code().is_empty());
}

/// Attack 8: who opens the link in another browser is led to no sign-in that somebody else began.
#[tokio::test]
async fn attack_8_the_sign_in_goes_on_in_its_own_browser_alone() {
    let app = TestApp::start().await;
    let (began, other) = (app.browser(), app.browser());
    let login = began.go(&app.rp("basic").ask("openid").url()).await;
    let forgot = html::link(&login.text(), "Forget Password?");
    let page = began.go(&forgot).await;
    began.submit(&page, &DAN).await;
    all_are_answered(&app).await;
    let kept = &app.state().cookies.forgotten;
    assert!(began.cookie(kept).is_some());
    // The address of the page opens nothing in another browser, and neither does a stolen cookie.
    let stolen = other.go(&forgot).await;
    assert_eq!(stolen.form("username").unwrap().value("flow"), Some(""));
    other.set_cookie(kept, &began.cookie(kept).unwrap());
    let token = token(&app, LinkPurpose::Forgotten).await.unwrap();
    let page = opened(&other, &token).await;
    let done = choose(&other, &page, None).await;
    assert!(is_done(&done), "{}", done.text());
    assert_eq!(html::button_link(&done.text()).as_deref(), Some("/login"));
}

/// Contract F-16, attack 13: a link ends after 30 minutes, with a newer one, and with the address that it was sent to. An
/// approved one works for a day.
#[tokio::test]
async fn attack_13_a_link_ends_in_time() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        let late = token(&app, LinkPurpose::Forgotten).await.unwrap();
        let approved = token(&app, LinkPurpose::Approved).await.unwrap();
        app.clock.advance(30 * MINUTE - 1);
        assert!(!is_void(&opened(&browser, &late).await));
        app.clock.advance(1);
        assert!(is_void(&opened(&browser, &late).await));
        let first = token(&app, LinkPurpose::Forgotten).await.unwrap();
        let second = token(&app, LinkPurpose::Forgotten).await.unwrap();
        assert!(is_void(&opened(&browser, &first).await));
        app.clock.advance(DAY - 30 * MINUTE - 1);
        assert!(is_void(&opened(&browser, &second).await));
        let page = opened(&browser, &approved).await;
        app.clock.advance(1);
        assert!(is_void(&choose(&browser, &page, None).await));
        let unread = "UPDATE accounts SET email_verified = 0 WHERE username = 'DanMember'";
        passkeys::sql(&app, unread).await;
        assert!(token(&app, LinkPurpose::Forgotten).await.is_none());
    }
}

/// Attacks 13 and 15: who reads the owner's email sets no password of an account that has a second factor. The owner's
/// passkeys stay.
#[tokio::test]
async fn attack_15_a_second_factor_is_asked_before_the_password_is_set() {
    let app = TestApp::start().await;
    let phone = Phone::of(&app, "DanMember").await;
    let dan = app.account("DanMember").await.id;
    passkeys::added(app.state(), &dan, &mut Authenticator::new(ORIGIN)).await;
    let before = app.account("DanMember").await.password_hash;
    let browser = app.browser();
    for purpose in [LinkPurpose::Forgotten, LinkPurpose::Approved] {
        let link = token(&app, purpose).await.unwrap();
        let page = opened(&browser, &link).await;
        let refused = choose(&browser, &page, Some("")).await;
        assert!(refused.text().contains("id=\"code-error\""));
        let wrong = phone.wrong_code(&app);
        let refused = choose(&browser, &page, Some(&wrong)).await;
        assert!(refused.text().contains("This code is wrong"));
    }
    assert_eq!(app.account("DanMember").await.password_hash, before);
    let link = token(&app, LinkPurpose::Forgotten).await.unwrap();
    let page = opened(&browser, &link).await;
    let done = choose(&browser, &page, Some(&phone.codes[0])).await;
    assert!(is_done(&done), "{}", done.text());
    assert_ne!(app.account("DanMember").await.password_hash, before);
    assert_eq!(app.entries("passkey.removed").await.len(), 0);
}

/// Trap T11: however often strangers ask, an account gets five emails a day, and no answer shows it.
#[tokio::test]
async fn attack_t11_an_account_gets_few_emails() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let mut answers = Vec::new();
        for n in 0..8 {
            let browser = app.browser().at([127, 0, 1, n]);
            answers.push(comparable(&ask(&browser, &DAN).await));
            all_are_answered(&app).await;
        }
        answers.dedup();
        assert_eq!(answers.len(), 1);
        assert_eq!(sent(&app, "forgotten").await, 5);
        app.clock.advance(DAY);
        ask(&app.browser(), &DAN).await;
        all_are_answered(&app).await;
        assert_eq!(sent(&app, "forgotten").await, 6);
    }
}

/// Attack 44: one address waits after a hundred questions; others do not.
#[tokio::test]
async fn attack_44_one_address_asks_a_limited_number() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.go("/forgot-password").await;
    for n in 0..100 {
        let name = format!("nobody{n}");
        let fields = [("username", &*name), ("email", "nobody@demo.test")];
        assert_eq!(browser.submit(&page, &fields).await.status, 200);
    }
    let late = browser.submit(&page, &DAN).await;
    assert_eq!(late.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(late.header("retry-after"), "60");
    let elsewhere = app.browser().at([127, 0, 0, 9]);
    assert_eq!(ask(&elsewhere, &DAN).await.status, 200);
}

/// Contract V-01, V-02, V-23, E-22, F-38 and G-66: a missing or damaged field is marked, its message says what to enter (decision
/// 0097), and nothing that was typed is lost.
#[tokio::test]
async fn a_wrong_field_is_marked() {
    let app = TestApp::start().await;
    let browser = app.browser();
    for (name, email, wrong) in [
        ("", "dan@demo.test", "account-error"),
        ("DanMember", "", "email-error"),
        ("DanMember", "dan at demo", "email-error"),
        (
            "DanMember",
            &format!("{}@demo.test", "x".repeat(100)),
            "email-error",
        ),
        (&"x".repeat(101), "dan@demo.test", "account-error"),
    ] {
        let page = ask(&browser, &[("username", name), ("email", email)]).await;
        let text = page.text();
        assert_eq!(page.status, 200);
        assert!(text.contains(&format!("id=\"{wrong}\"")), "{name} {email}");
        let words = match wrong {
            "account-error" => "Enter your account name, at most 100 characters.",
            _ => "Enter the email address of your account, at most 100 characters.",
        };
        assert!(text.contains(words), "{text}");
        let form = page.form("username").unwrap();
        assert!(name.starts_with(form.value("username").unwrap()));
    }
    assert_eq!(app.entries("link.sent").await.len(), 0);
    let chinese = app.browser().reading("zh-CN");
    let page = ask(&chinese, &DAN).await;
    assert!(page.text().contains("请查看邮箱"), "{}", page.text());
}

/// Attack 18: the form is accepted only from our own page in the same browser.
#[tokio::test]
async fn attack_18_the_form_is_taken_from_our_own_page_alone() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.go("/forgot-password").await;
    let theirs = app.browser().go("/forgot-password").await;
    let theirs = theirs.form("csrf").unwrap();
    let csrf = theirs.value("csrf").unwrap();
    let mut filled = DAN.to_vec();
    filled.push(("csrf", csrf));
    for origin in [
        Some(crate::support::app::ORIGIN),
        Some("https://evil.example"),
        None,
    ] {
        let refused = browser
            .post_saying("/forgot-password", &filled, origin)
            .await;
        assert_eq!(refused.status, 403, "{origin:?}");
    }
    all_are_answered(&app).await;
    assert_eq!(app.entries("link.sent").await.len(), 0);
}

/// Where only corporate providers count, only a super administrator's password can be forgotten.
#[tokio::test]
async fn where_providers_count_a_member_has_no_password_to_forget() {
    let app = TestApp::start_with(|config| config.federation.only = true).await;
    ask(&app.browser(), &DAN).await;
    ask(
        &app.browser(),
        &[("username", "AdaSuper"), ("email", "ada@demo.test")],
    )
    .await;
    all_are_answered(&app).await;
    assert_eq!(sent(&app, "forgotten").await, 1);
}

/// Contract T-16, X-15: by setting an administrator approves it. The page has the literal words, the account waits in the
/// list, and the contact of `branding` hears once.
#[tokio::test]
async fn an_administrator_may_have_to_approve_it() {
    let app = TestApp::start_with(|config| {
        config.accounts.forgotten = Forgotten::Administrator;
        config.branding.contact = "help@demo.test".to_owned();
    })
    .await;
    let words = "A reset email has been sent to the administrator, please wait for the approval email notification!";
    for fields in [
        DAN,
        [("username", "nobody"), ("email", "nobody@demo.test")],
        DAN,
    ] {
        let page = ask(&app.browser(), &fields).await;
        assert!(page.text().contains(words), "{}", page.text());
    }
    all_are_answered(&app).await;
    assert_eq!(app.entries("link.sent").await.len(), 0);
    let asked = app.entries("password.asked").await;
    let dan = app.account("DanMember").await.id;
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].account_id.as_deref(), Some(&*dan));
}
