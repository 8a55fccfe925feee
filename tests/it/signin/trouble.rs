//! `/sign-in-trouble`: the page for people who cannot sign in.

use atrium::config::Registration;
use hyper::StatusCode;

use crate::support::app::TestApp;
use crate::support::html;

const TROUBLE: &str = "/sign-in-trouble";

/// The sign-in page and error pages lead to it, and it says what to do and whom to ask, in both languages.
#[tokio::test]
async fn a_person_who_cannot_sign_in_reads_what_to_do() {
    let app = TestApp::start_with(|config| {
        config.branding.contact = "help@demo.test".to_owned();
        config.accounts.registration = Registration::Open;
    })
    .await;
    let browser = app.browser();
    for (path, status) in [
        ("/login", StatusCode::OK),
        (
            "/oauth2/authorize?client_id=unknown",
            StatusCode::BAD_REQUEST,
        ),
    ] {
        let page = browser.go(path).await;
        assert_eq!(page.status, status);
        let link = html::link(&page.text(), "Trouble signing in?");
        assert_eq!(link, TROUBLE, "{path}");
    }
    let text = browser.go(TROUBLE).await.text();
    for part in [
        "<a href=\"mailto:help@demo.test\">help@demo.test</a>",
        "href=\"/forgot-password\"",
        "href=\"/account-user/apply\"",
        "recovery codes",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let chinese = app.browser().reading("zh-CN");
    let text = chinese.go(TROUBLE).await.text();
    assert!(
        text.contains("无法登录") && text.contains("help@demo.test"),
        "{text}"
    );
}

/// Attack 33: it leads to nothing that is switched off.
#[tokio::test]
async fn it_leads_only_to_what_is_offered() {
    let app = TestApp::start_with(|config| config.federation.only = true).await;
    let text = app.browser().go(TROUBLE).await.text();
    for absent in ["/forgot-password", "/account-user/apply", "mailto:"] {
        assert!(!text.contains(absent), "{absent}: {text}");
    }
    assert!(
        text.contains("Ask the people who manage the accounts"),
        "{text}"
    );
}
