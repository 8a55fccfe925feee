//! `/account-user/apply` and the applicant's link (contract R-16, S-26, D-27, E-20, G-62; attacks 13, 14, 18, 19, 21, 34 and
//! 44, trap T11).

use std::time::Duration;

use atrium::clock::{DAY, HOUR};
use atrium::config::{Config, Registration, Secret};
use atrium::db::DbError;
use atrium::directory::account_application::{Applicant, Application};
use atrium::directory::one_time_links::OneTimeLinks;
use atrium::directory::{Status, organisations};
use atrium::groups;
use atrium::mail::{LinkIssuer as _, LinkPurpose, LinkRequest};
use atrium::random::Random;
use hyper::StatusCode;
use serde_json::json;

use super::reset_password::comparable;
use crate::mail::smtp::Server;
use crate::support::app::{ISSUER, ORIGIN, TestApp};
use crate::support::browser::{Browser, Page};
use crate::support::{database, html, rows};

const APPLY: &str = "/account-user/apply";
const APPLICATION: &str = "/account-user/application";
const CHOSEN: &str = "a password of her own";
const LI: [(&str, &str); 5] = [
    ("username", "LiWei"),
    ("email", "li.wei@demo.test"),
    ("full_name", "Li Wei"),
    ("group", ""),
    ("reason", "I plan media for a client."),
];

fn open(config: &mut Config) {
    config.accounts.registration = Registration::Open;
}

async fn apply(browser: &Browser<'_>, changed: &[(&str, &str)]) -> Page {
    let page = browser.go(APPLY).await;
    let mut filled = LI.to_vec();
    for (name, value) in changed {
        filled.retain(|(known, _)| known != name);
        filled.push((*name, *value));
    }
    browser.send_form(&page, "username", &filled).await
}

/// Waits until the worker has answered every application.
async fn all_are_answered(app: &TestApp) {
    let none_waits = "SELECT COUNT(*) + 1 FROM jobs WHERE (kind = 'account.applied' OR kind = 'mail.stranger') \
        AND attempts >= $1";
    app.becomes(none_waits, 0).await;
}

fn application(username: &str, email: &str) -> Application {
    Application {
        id: Random::system().uuid_v4().to_string(),
        applicant: Applicant {
            username: username.to_owned(),
            email: email.to_owned(),
            full_name: Some("Li Wei".to_owned()),
            lang: Some("zh-cn".to_owned()),
            reason: "I plan media for a client.".to_owned(),
            ..Applicant::default()
        },
    }
}

/// The token of the email about `application`.
async fn token(app: &TestApp, application: &Application) -> String {
    let state = app.state();
    let links = OneTimeLinks::new(app.db(), &state.clock, &state.random, state.keys.clone());
    let request = LinkRequest {
        subject: &serde_json::to_string(application).unwrap(),
        purpose: LinkPurpose::Application,
        email: &application.applicant.email,
    };
    let link = links.issue(request).await.unwrap().unwrap();
    link.token.to_string()
}

async fn opened(browser: &Browser<'_>, token: &str) -> Page {
    let page = browser.go(APPLICATION).await;
    browser.submit(&page, &[("token", token)]).await
}

async fn choose(browser: &Browser<'_>, page: &Page, more: &[(&str, &str)]) -> Page {
    let mut filled = vec![("confirm_password", CHOSEN), ("new_password", CHOSEN)];
    filled.extend(more);
    browser.submit(page, &filled).await
}

fn waits(page: &Page) -> bool {
    page.status == StatusCode::OK && page.text().contains("<strong>Manual audit</strong>")
}

fn is_void(page: &Page) -> bool {
    page.status == StatusCode::BAD_REQUEST && page.text().contains("This link doesn’t work")
}

/// Contract G-62, attack 33: nobody applies where it is switched off, and the sign-in page leads to it only where it is on. A
/// link that was sent before makes no account.
#[tokio::test]
async fn nobody_applies_where_it_is_switched_off() {
    let app = TestApp::start().await;
    let browser = app.browser();
    assert_eq!(browser.go(APPLY).await.status, StatusCode::NOT_FOUND);
    assert!(!browser.go("/login").await.text().contains(APPLY));
    let sent = token(&app, &application("LiWei", "li.wei@demo.test")).await;
    assert!(is_void(&opened(&browser, &sent).await));
    let app = TestApp::start_with(open).await;
    let browser = app.browser();
    let login = browser.go("/login").await;
    let page = browser
        .go(&html::link(&login.text(), "Create Account"))
        .await;
    assert!(page.form("full_name").is_some(), "{}", page.text());
}

/// Attack 14: the answer is the same whether or not somebody has the name or the address, and nothing of it is stored.
#[tokio::test]
async fn attack_14_every_application_is_answered_alike() {
    let app = TestApp::start_with(open).await;
    let mut answers = Vec::new();
    for (name, email) in [
        ("LiWei", "bob@demo.test"),
        ("DanMember", "bob@demo.test"),
        ("LiWei", "dan@demo.test"),
        // Disabled.
        ("FayGone", "fay@demo.test"),
    ] {
        let page = apply(&app.browser(), &[("username", name), ("email", email)]).await;
        assert!(page.text().contains("Look at your email"));
        let (status, headers, text) = comparable(&page);
        answers.push((status, headers, text.replace(email, "")));
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    all_are_answered(&app).await;
    assert_eq!(app.entries("account.changed").await.len(), 0);
    app.becomes(
        "SELECT COUNT(*) + 1 FROM account_applications WHERE state >= $1",
        0,
    )
    .await;
}

/// Attack 14: an application leaves the same rows, whether or not somebody has the address.
#[tokio::test]
async fn attack_14_every_application_writes_the_same() {
    let mut written = Vec::new();
    for email in ["bob@demo.test", "dan@demo.test"] {
        let app = TestApp::start_with(open).await;
        apply(&app.browser(), &[("email", email)]).await;
        all_are_answered(&app).await;
        written.push(rows::in_each_table(app.db()).await);
    }
    assert_eq!(written[0], written[1]);
}

/// Contract R-16, E-20: the form lists agencies and clients, and what was chosen waits with the application. The group that
/// the person named is found by its name.
#[tokio::test]
async fn agency_client_and_group_are_chosen_in_the_form() {
    let app = TestApp::start_with(open).await;
    let now = app.now();
    let saved = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            organisations::save_agency(tx, "north", "North", now).await?;
            organisations::save_company(tx, "nc", "North Client", Some("north"), now).await?;
            groups::save(tx, "media", "Media Team", "", now).await
        })
    });
    saved.await.unwrap();
    let browser = app.browser();
    let page = browser.go(APPLY).await;
    for choice in [
        "<option value=\"north\">North</option>",
        "<optgroup label=\"North\">",
        "<option value=\"nc\">North Client</option>",
    ] {
        assert!(page.text().contains(choice), "{}", page.text());
    }
    let chosen = [("agency", "north"), ("company", "nc"), ("reason", "")];
    let again = apply(&browser, &chosen).await;
    let kept = "<option value=\"north\" selected>North</option>";
    assert!(again.text().contains(kept), "{}", again.text());
    let mut wanted = application("LiWei", "li.wei@demo.test");
    wanted.applicant.agency_id = Some("north".to_owned());
    wanted.applicant.company_id = Some("nc".to_owned());
    wanted.applicant.group = "media team".to_owned();
    let sent = token(&app, &wanted).await;
    let page = opened(&browser, &sent).await;
    assert!(waits(&choose(&browser, &page, &[]).await));
    let li = app.account("LiWei").await;
    let ids = (li.agency.unwrap().id, li.company.unwrap().id);
    assert_eq!(ids, ("north".to_owned(), "nc".to_owned()));
    let of_group =
        "SELECT COUNT(*) FROM account_applications WHERE group_id = 'media' AND state >= $1";
    app.becomes(of_group, 0).await;
}

/// Attack 19: an administrator sees an application once its address is confirmed.
#[tokio::test]
async fn attack_19_nobody_decides_before_the_address_is_confirmed() {
    const WAITING: &str = "SELECT COUNT(*) FROM account_applications WHERE state = $1";
    let app = TestApp::start_with(open).await;
    let browser = app.browser();
    apply(&browser, &[]).await;
    all_are_answered(&app).await;
    let none = "SELECT COUNT(*) + 1 FROM account_applications WHERE state = $1";
    app.becomes(none, 0).await;
    let sent = token(&app, &application("LiWei", "li.wei@demo.test")).await;
    let page = opened(&browser, &sent).await;
    app.becomes(none, 0).await;
    assert!(waits(&choose(&browser, &page, &[]).await));
    app.becomes(WAITING, 0).await;
}

/// Contract R-16, S-26, attacks 13 and 14: the reader of the address gets the link; the owner of a known one hears of the
/// account and gets no link. What the stranger typed is in neither email.
#[tokio::test]
async fn attack_13_the_reader_of_the_address_gets_the_link() {
    let Some(mut server) = Server::start("plain") else {
        return;
    };
    let url = format!("smtp://127.0.0.1:{}", server.port);
    let app = TestApp::start_with(|config| {
        open(config);
        config.mail.url = Secret::new(&url);
    })
    .await;
    let browser = app.browser();
    apply(&browser, &[("email", "dan@demo.test")]).await;
    all_are_answered(&app).await;
    apply(&browser, &[]).await;
    let arrived = tokio::task::spawn_blocking(move || [server.mail(), server.mail()]);
    let mails = tokio::time::timeout(Duration::from_secs(60), arrived);
    let [known, new] = mails.await.unwrap().unwrap();
    for (mail, address) in [(&known, "dan@demo.test"), (&new, "li.wei@demo.test")] {
        assert_eq!(mail["recipients"], json!([address]));
        let text = mail["text"].as_str().unwrap();
        assert!(!text.contains("LiWei") && !text.contains("media"), "{text}");
    }
    assert!(!known["text"].as_str().unwrap().contains("#token="));
    let text = new["text"].as_str().unwrap();
    let link = text.lines().find(|line| line.contains("#token=")).unwrap();
    let (address, token) = link.trim().split_once("#token=").unwrap();
    assert_eq!(address, format!("{ISSUER}{APPLICATION}"));
    let page = opened(&app.browser(), token).await;
    assert!(page.text().contains("value=\"LiWei\""), "{}", page.text());
}

/// Attacks 13, 19, 21 and 34: the link stores the application once, with an account that waits, has the confirmed address and
/// nothing else that gives rights. A mail scanner that opens it stores nothing.
#[tokio::test]
async fn attack_13_an_application_is_stored_once_behind_its_link() {
    for database in database::each_engine().await {
        let app = TestApp::on_with(&database, open).await;
        let browser = app.browser();
        let application = application("LiWei", "li.wei@demo.test");
        let sent = token(&app, &application).await;
        let scanner = app.browser();
        let scanned = opened(&scanner, &sent).await;
        scanner
            .submit(&scanned, &[("new_password", ""), ("confirm_password", "")])
            .await;
        assert_eq!(app.entries("account.changed").await.len(), 0);
        let page = opened(&browser, &sent).await;
        let done = choose(&browser, &page, &[]).await;
        assert!(waits(&done), "{}", done.text());
        let li = app.account("LiWei").await;
        assert_eq!(li.status, Status::Processing);
        assert_eq!(li.email.as_deref(), Some("li.wei@demo.test"));
        assert!(li.email_verified && !li.sup_admin && !li.user_manager);
        assert!(li.password_hash.is_some() && !li.must_change_password);
        assert_eq!(app.entries("account.changed").await.len(), 1);
        // Its password signs nobody in yet.
        let login = browser.go("/login").await;
        browser
            .submit(&login, &[("account", "LiWei"), ("password", CHOSEN)])
            .await;
        assert!(browser.session_cookie().is_none());
        // The link again, and the form that was open in another tab.
        assert!(waits(&opened(&app.browser(), &sent).await));
        let late = choose(&browser, &page, &[]).await;
        assert!(waits(&late), "{}", late.text());
        assert_eq!(app.entries("account.changed").await.len(), 1);
    }
}

/// Attack 13: a link works for 72 hours, and no other text opens anything. A password that is easy to guess is refused.
#[tokio::test]
async fn attack_13_a_link_of_an_applicant_ends_in_time() {
    let app = TestApp::start_with(open).await;
    let browser = app.browser();
    let sent = token(&app, &application("LiWei", "li.wei@demo.test")).await;
    app.clock.advance(72 * HOUR - 1);
    let page = opened(&browser, &sent).await;
    assert!(page.form("new_password").is_some(), "{}", page.text());
    let common = [
        ("new_password", "LiWei12345"),
        ("confirm_password", "LiWei12345"),
    ];
    let page = browser.submit(&page, &common).await;
    assert!(page.text().contains("easy to guess"), "{}", page.text());
    app.clock.advance(1);
    assert!(is_void(&choose(&browser, &page, &[]).await));
    assert!(is_void(&opened(&browser, &sent).await));
    assert!(is_void(&opened(&browser, "nothing").await));
    let missing = opened(&browser, "").await;
    assert!(missing.text().contains("id=\"token-error\""));
}

/// Attack 14: only the reader of the address learns that somebody has the name or the address meanwhile. The reader chooses
/// another name.
#[tokio::test]
async fn attack_14_only_the_reader_learns_what_is_taken() {
    let app = TestApp::start_with(open).await;
    let browser = app.browser();
    let taken = token(&app, &application("LiWei", "dan@demo.test")).await;
    let page = opened(&browser, &taken).await;
    assert!(page.text().contains("You already have an account"));
    assert!(page.form("new_password").is_none());
    let named = token(&app, &application("DanMember", "li.wei@demo.test")).await;
    let page = opened(&browser, &named).await;
    assert!(page.text().contains("This account name is taken"));
    let again = choose(&browser, &page, &[("username", "danmember")]).await;
    assert!(again.text().contains("id=\"username-error\""));
    let again = choose(&browser, &again, &[("username", "ChloeManager")]).await;
    assert!(again.text().contains("id=\"username-error\""));
    let done = choose(&browser, &again, &[("username", "LiWei")]).await;
    assert!(waits(&done), "{}", done.text());
    assert_eq!(
        app.account("LiWei").await.email.as_deref(),
        Some("li.wei@demo.test")
    );
    // Who has a free name asks for no other.
    let free = token(&app, &application("WangFang", "wang@demo.test")).await;
    let page = opened(&browser, &free).await;
    let done = choose(&browser, &page, &[("username", "DanMember")]).await;
    assert!(waits(&done), "{}", done.text());
    app.account("WangFang").await;
}

/// Contract D-27: the applicant's own link shows the four steps, also when the link of the email is too old.
#[tokio::test]
async fn a_newcomer_follows_the_application() {
    let app = TestApp::start_with(open).await;
    let browser = app.browser();
    let sent = token(&app, &application("LiWei", "li.wei@demo.test")).await;
    let page = opened(&browser, &sent).await;
    let done = choose(&browser, &page, &[]).await;
    let own = html::link(&done.text(), "Link to your application");
    let (address, own) = own.split_once("#token=").unwrap();
    assert_eq!(address, APPLICATION);
    app.clock.advance(29 * DAY);
    assert!(is_void(&opened(&app.browser(), &sent).await));
    let later = opened(&app.browser(), own).await;
    assert!(waits(&later), "{}", later.text());
    for step in [
        "Submit application",
        "Manual audit",
        "Email confirmation",
        "Complete",
        "Pending",
    ] {
        assert!(later.text().contains(step), "{step}");
    }
    let chinese = app.browser().reading("zh-CN");
    let later = opened(&chinese, own).await;
    assert!(later.text().contains("人工审核"), "{}", later.text());
}

/// Contract V-03 to V-05, E-20: each wrong field is marked in words, and nothing that was typed is lost. A password is no field.
#[tokio::test]
async fn a_wrong_field_is_marked() {
    let app = TestApp::start_with(open).await;
    let browser = app.browser();
    let long = format!("{}@demo.test", "x".repeat(100));
    for (field, value, wrong) in [
        ("username", "", "username-error"),
        ("username", "liwei", "username-error"),
        ("email", "", "email-error"),
        ("email", "li at demo", "email-error"),
        ("email", &*long, "email-error"),
        ("reason", "", "reason-error"),
        ("agency", "no-such-agency", "Choose one from the list"),
    ] {
        let page = apply(&browser, &[(field, value), ("password", "Chosen123")]).await;
        let text = page.text();
        assert_eq!(page.status, 200);
        if field != "agency" {
            assert!(text.contains(&format!("id=\"{wrong}\"")), "{field} {text}");
        }
        assert!(!text.contains("Chosen123"));
        let form = page.form("username").unwrap();
        assert_eq!(form.value("full_name"), Some("Li Wei"));
        assert!(!form.has("password"));
    }
    let none_asked =
        "SELECT COUNT(*) + 1 FROM jobs WHERE kind = 'account.applied' AND attempts >= $1";
    app.becomes(none_asked, 0).await;
}

/// Attack 18: the form is accepted only from our own page in the same browser.
#[tokio::test]
async fn attack_18_the_application_is_taken_from_our_own_page_alone() {
    let app = TestApp::start_with(open).await;
    let browser = app.browser();
    browser.go(APPLY).await;
    let theirs = app.browser().go(APPLY).await;
    let theirs = theirs.form("csrf").unwrap();
    let mut filled = LI.to_vec();
    filled.push(("csrf", theirs.value("csrf").unwrap()));
    for origin in [Some(ORIGIN), Some("https://evil.example"), None] {
        let refused = browser.post_saying(APPLY, &filled, origin).await;
        assert_eq!(refused.status, 403, "{origin:?}");
    }
}

/// Trap T11: however often strangers type an address, it gets three emails a day, and no answer shows it.
#[tokio::test]
async fn attack_t11_an_address_gets_few_emails() {
    let app = TestApp::start_with(open).await;
    let mut answers = Vec::new();
    for n in 0..5 {
        let browser = app.browser().at([127, 0, 1, n]);
        answers.push(comparable(&apply(&browser, &[]).await));
        all_are_answered(&app).await;
    }
    answers.dedup();
    assert_eq!(answers.len(), 1);
    let three =
        "SELECT COUNT(*) FROM limit_counters WHERE most = 3 AND failures = CAST($1 AS BIGINT)";
    app.becomes(three, 3).await;
}

/// Attack 44: one network waits after a hundred applications; others do not.
#[tokio::test]
async fn attack_44_one_network_applies_a_limited_number_of_times() {
    let app = TestApp::start_with(open).await;
    let browser = app.browser();
    let page = browser.go(APPLY).await;
    for _ in 0..100 {
        assert_eq!(browser.send_form(&page, "username", &LI).await.status, 200);
    }
    let late = browser.send_form(&page, "username", &LI).await;
    assert_eq!(late.status, StatusCode::TOO_MANY_REQUESTS);
    let elsewhere = app.browser().at([127, 0, 0, 9]);
    assert_eq!(apply(&elsewhere, &[]).await.status, 200);
}

/// Initiating User Registration 1.0: `prompt=create` leads to the form, and from there to the sign-in that was begun;
/// discovery lists it where it is offered.
#[tokio::test]
async fn prompt_create_leads_to_the_form_where_it_is_offered() {
    for (app, offered) in [
        (TestApp::start_with(open).await, true),
        (TestApp::start().await, false),
    ] {
        let document = app.get("/.well-known/openid-configuration").await.json();
        let prompts = document["prompt_values_supported"].as_array().unwrap();
        assert_eq!(prompts.contains(&json!("create")), offered);
        let (rp, browser) = (app.rp("basic"), app.browser());
        let ask = rp.ask("openid").with("prompt", "create");
        let page = browser.go(&ask.url()).await;
        assert_eq!(page.form("full_name").is_some(), offered, "{}", page.text());
        if offered {
            let sent = browser.send_form(&page, "username", &LI).await;
            let back = html::button_link(&sent.text()).unwrap();
            let login = browser.go(&back).await;
            let page = browser.sign_in(&login, "DanMember").await;
            assert!(!rp.outcome(&ask, &page).code().is_empty());
        }
    }
}
