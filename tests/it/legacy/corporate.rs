//! `lion-login`, and the pages of the messaging app that lead to it (contract C-003, G-04).

use crate::support::app::TestApp;
use crate::support::corporate::Corporate;
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

const OLD: &str = "appName=OLD&callbackUrl=http%3A%2F%2Flocalhost%3A9200%2Fold";

/// C-003: with one provider the call leads there, and back to the application.
#[tokio::test]
async fn lion_login_leads_to_the_provider_and_back() {
    let corporate = Corporate::start(|_| {}).await;
    let browser = corporate.app.browser();
    let page = browser.go(&format!("/api/security/lion-login?{OLD}")).await;
    let there = corporate.there(&page);
    let query = corporate.upstream.sign_in(&there);
    let page = corporate.come_back(&browser, &query).await;
    let reached = page.url.path() == "/login/launch" || page.text().contains("localhost:9200");
    assert!(reached, "{}", page.text());
    // Who is signed in needs no trip.
    let page = browser.go(&format!("/api/security/lion-login?{OLD}")).await;
    let reached = page.location().is_some_and(|to| to.port() == Some(9200));
    assert!(
        reached || page.text().contains("localhost:9200"),
        "{}",
        page.text()
    );
}

/// C-003: with several providers the person chooses one on the sign-in page.
#[tokio::test]
async fn lion_login_leads_to_the_choice_of_several() {
    let corporate = Corporate::start_with(
        |_| {},
        |config| {
            let mut second = config.federation.provider[0].clone();
            "tiger".clone_into(&mut second.id);
            config.federation.provider.push(second);
        },
    );
    let corporate = corporate.await;
    let browser = corporate.app.browser();
    let page = browser.go(&format!("/api/security/lion-login?{OLD}")).await;
    let links = html::links(&page.text());
    for id in ["lion", "tiger"] {
        let start = format!("/federation/{id}?");
        assert!(links.iter().any(|link| link.contains(&start)), "{links:?}");
    }
}

/// S-31, G-04, P-12: both pages are open, lead on to `lion-login` with the same query, and their button does it
/// again.
#[tokio::test]
async fn the_pages_of_the_messaging_app_lead_to_lion_login() {
    let corporate = Corporate::start(|_| {}).await;
    for path in ["/login-mp-weixin", "/mph5"] {
        for (language, title) in [("en", "Corporate sign-in"), ("zh-CN", "企业身份登录")] {
            let browser = corporate.app.browser().reading(language);
            let page = browser
                .get(&format!("{path}?wechatToken=t%26x&{OLD}"))
                .await;
            assert_eq!(page.status, 200);
            assert!(
                page.text().contains(&format!("<h1>{title}</h1>")),
                "{}",
                page.text()
            );
            let there = html::refresh(&page.text()).expect("a way that is taken at once");
            assert_eq!(html::button_link(&page.text()).as_deref(), Some(&*there));
            let expected = "/api/security/lion-login?callbackUrl=http%3A%2F%2Flocalhost%3A9200%2Fold&appName=OLD&wechatToken=t%26x";
            assert_eq!(there, expected);
            let there = corporate.there(&browser.go(&there).await);
            assert!(!there.as_str().contains("wechat"), "{there}");
        }
    }
}

/// G-04, attack 1: an address that is not registered is never followed; the error stays on the page.
#[tokio::test]
async fn the_errors_of_the_messaging_app_stay_on_its_pages() {
    let corporate = Corporate::start(|_| {}).await;
    let bare = TestApp::start().await;
    for path in ["/login-mp-weixin", "/mph5"] {
        let browser = corporate.app.browser();
        for query in [
            "appName=OLD&callbackUrl=https%3A%2F%2Fevil.example%2Fold",
            "callbackUrl=https%3A%2F%2Fevil.example",
            "callbackUrl=%2F%2Fevil.example",
            "appName=NOBODY&callbackUrl=http%3A%2F%2Flocalhost%3A9200%2Fold",
            &format!("{OLD}&callbackUrl=%2F"),
        ] {
            let page = browser.get(&format!("{path}?{query}")).await;
            assert_eq!(page.status, 400, "{query}");
            assert_eq!(html::refresh(&page.text()), None, "{query}");
            let links = html::links(&page.text());
            let leaves = links.iter().any(|link| !link.starts_with('/'));
            assert!(!leaves, "{links:?}");
        }
        let page = bare.browser().get(&format!("{path}?{OLD}")).await;
        assert_eq!(page.status, 404);
        assert!(
            page.text().contains("No corporate sign-in yet"),
            "{}",
            page.text()
        );
    }
}
