//! A page of the sign-in that was left open: it leads back without losing where it was heading
//! (usability).

use atrium::clock::DAY;
use atrium::sessions::store::journeys;

use crate::support::app::TestApp;
use crate::support::browser::{Browser, Page};
use crate::support::html;
use crate::support::people::PASSWORD;

const FILLED: &[(&str, &str)] = &[("account", "DanMember"), ("password", PASSWORD)];

/// A page that was opened so long ago that its sign-in was swept away; the browser was started anew
/// since.
async fn opened_days_ago(app: &TestApp, browser: &Browser<'_>, path: &str) -> Page {
    let page = browser.go(path).await;
    let later = app.now() + DAY;
    app.write(move |tx| Box::pin(async move { journeys::sweep(tx, later, 100).await.map(drop) }))
        .await;
    browser.forget();
    page
}

/// What is sent from such a page is not lost: the button goes on to the application.
#[tokio::test]
async fn a_page_left_open_for_days_leads_back() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid").with("state", "a&b=\"c\"");
    let browser = app.browser();
    let page = opened_days_ago(&app, &browser, &ask.url()).await;
    let expired = browser.submit(&page, FILLED).await;
    assert_eq!(expired.status, 400);
    assert!(expired.text().contains("Nothing is lost"));
    let back = html::button_link(&expired.text()).unwrap();
    let ended = browser.walk(browser.go(&back).await, "DanMember").await;
    rp.outcome(&ask, &ended).code();
}

/// Attack 3: the way back that a form carries is a path of ours, or it is not offered at all.
#[tokio::test]
async fn the_way_back_of_a_form_stays_with_us() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = opened_days_ago(&app, &browser, "/login").await;
    for hostile in [
        "https://evil.test/",
        "//evil.test/",
        "/\\evil.test/",
        "\\\\evil.test/",
        "/\tevil.test/",
        "http://localhost:8080.evil.test/",
        "http://localhost:8080@evil.test/",
        "javascript:alert(1)",
        "evil.test",
        "",
    ] {
        let again = [("again", hostile)];
        let expired = browser.submit(&page, &[&again, FILLED].concat()).await;
        assert_eq!(expired.status, 400, "{hostile}");
        let text = expired.text();
        assert_eq!(html::button_link(&text).as_deref(), Some("/"), "{hostile}");
        assert!(!text.contains("Nothing is lost"), "nothing is promised");
    }
}

/// A form never grows beyond what is taken back: a very long request is simply not carried.
#[tokio::test]
async fn a_very_long_request_is_not_carried_along() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let scope = format!("openid {}", "x".repeat(7_900));
    let ask = rp.ask(&scope);
    let page = app.browser().go(&ask.url()).await;
    let form = page.form("password").unwrap();
    assert!(form.value("again").is_none(), "{form:?}");
    let ask = rp.ask("openid");
    let page = app.browser().go(&ask.url()).await;
    let form = page.form("password").unwrap();
    assert!(
        form.value("again")
            .unwrap()
            .starts_with("/oauth2/authorize?")
    );
}
