//! `lion-login` while no corporate identity is configured (contract C-003).

use crate::support::app::TestApp;
use crate::support::html;

/// C-003: a page says so, and its button leads to the account sign-in with the same target.
#[tokio::test]
async fn the_corporate_sign_on_says_that_it_is_not_configured() {
    let app = TestApp::start().await;
    let targets = [
        ("", "/login"),
        ("?callbackUrl=%2Fgroups", "/login?callbackUrl=%2Fgroups"),
        ("?appName=SSO", "/login?appName=SSO"),
        ("?appName=OLD", "/login?appName=OLD"),
        (
            "?callbackUrl=http%3A%2F%2Flocalhost%3A9200%2Fold&appName=OLD",
            "/login?callbackUrl=http%3A%2F%2Flocalhost%3A9200%2Fold&appName=OLD",
        ),
    ];
    for (query, login) in targets {
        for (language, words) in [("en", "No corporate sign-in yet"), ("zh-CN", "尚未")] {
            let browser = app.browser().reading(language);
            let page = browser
                .get(&format!("/api/security/lion-login{query}"))
                .await;
            assert_eq!(page.status, 404, "{query}: {}", page.text());
            assert!(page.text().contains(words), "{}", page.text());
            let button = html::button_link(&page.text()).unwrap();
            assert_eq!(button, login, "{query}");
            let page = browser.go(&button).await;
            assert!(page.form("password").is_some(), "{query}: {}", page.text());
        }
    }
}
