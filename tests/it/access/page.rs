//! The page for a person without access to an application: which one, why, whom to ask, and how to continue
//! (attacks 10 and 18).

use atrium::directory::Status;
use axum::http::HeaderMap;

use super::stage::{self, OLD};
use crate::support::app::TestApp;
use crate::support::browser::{Browser, Page};
use crate::support::people::PASSWORD;
use crate::support::rows;

async fn closed() -> TestApp {
    let app = TestApp::start().await;
    stage::furnish(&app).await;
    app
}

/// The page that `browser` reaches from `basic`.
async fn page(app: &TestApp, browser: &Browser<'_>) -> Page {
    let page = browser.go(&app.rp("basic").ask("openid").url()).await;
    assert_eq!(page.status, 403, "{}", page.text());
    assert_eq!(page.url.path(), "/login/access");
    page
}

/// Which application, why, and whom to ask, in both languages; D-11, G-21: with the way home in the literal words.
#[tokio::test]
async fn the_page_says_which_why_and_whom_to_ask() {
    let app = closed().await;
    for (language, words) in [
        (
            "en",
            [
                "You don’t have access to Basic",
                "in a group with access yet",
                "Chloe Manager",
                "Write to Chloe.",
                "id=\"home\" href=\"/\">go to homepage</a>",
            ],
        ),
        (
            "zh",
            [
                "您没有 Basic 的访问权限",
                "用户组",
                "Chloe Manager",
                "Write to Chloe.",
                "id=\"home\" href=\"/\">返回首页</a>",
            ],
        ),
    ] {
        let browser = app.browser().reading(language);
        browser.sign_in_directly("DanMember").await;
        let text = page(&app, &browser).await.text();
        for word in words {
            assert!(text.contains(word), "{word}: {text}");
        }
        assert!(text.contains("id=\"ask\" href=\"/ask/"), "{text}");
    }
    for (status, word, way) in [
        (Status::Processing, "waiting for approval", "/my-requests"),
        (Status::Disabled, "has ended or was disabled", "/ask/"),
    ] {
        stage::join(&app, "DanMember", status).await;
        let browser = stage::signed_in(&app, "DanMember").await;
        let text = page(&app, &browser).await.text();
        assert!(
            text.contains(word) && text.contains("Chloe Manager"),
            "{text}"
        );
        let way = format!("id=\"ask\" href=\"{way}");
        assert!(text.contains(&way), "{text}");
    }
    stage::switch_off(&app).await;
    let browser = stage::signed_in(&app, "DanMember").await;
    let text = page(&app, &browser).await.text();
    assert!(text.contains("switched off"), "{text}");
    assert!(
        !text.contains("Chloe"),
        "no manager can switch it on: {text}"
    );
    assert!(!text.contains("id=\"ask\""), "{text}");
}

/// Attack T8, "Groups": a hidden group is "ask an administrator", unless the person may see it.
#[tokio::test]
async fn attack_t8_the_page_names_no_hidden_group() {
    let app = closed().await;
    app.write(|tx| {
        Box::pin(async move {
            let sql = "UPDATE groups SET visible = $2 WHERE id = $1";
            rows::set(tx, sql, "team", 1).await
        })
    })
    .await;
    let browser = stage::signed_in(&app, "DanMember").await;
    let text = page(&app, &browser).await.text();
    for word in ["Brand team", "Chloe", "id=\"ask\""] {
        assert!(!text.contains(word), "{word}: {text}");
    }
    assert!(text.contains("Ask your administrator."), "{text}");
    stage::join(&app, "DanMember", Status::Processing).await;
    let browser = stage::signed_in(&app, "DanMember").await;
    let text = page(&app, &browser).await.text();
    assert!(text.contains("Chloe Manager"), "who asked sees it: {text}");
}

/// A-43, RFC 6749 section 4.1.2.1: the button sends the error to the application once, with `state` and `iss`.
#[tokio::test]
async fn the_button_informs_the_application() {
    let app = closed().await;
    let browser = stage::signed_in(&app, "DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid");
    let page = browser.go(&ask.url()).await;
    let form = page.form("csrf").unwrap();
    assert_eq!(form.action, "/login/cancel");
    assert!(page.text().contains("id=\"cancel\""));
    let recorded = browser.send_form(&page, "csrf", &[]).await;
    let recorded = browser.follow(recorded).await;
    let outcome = rp.outcome(&ask, &recorded);
    assert_eq!(outcome.error(), "access_denied");
    let description = outcome.get("error_description").unwrap();
    assert_eq!(description, "the person has no access to this application");
}

/// Attack 18: another site's page cannot press either button, and neither can a request without the
/// page's own token.
#[tokio::test]
async fn the_page_takes_its_own_forms_alone() {
    let app = closed().await;
    let browser = stage::signed_in(&app, "DanMember").await;
    let page = page(&app, &browser).await;
    for (path, more) in [
        ("/login/cancel", None),
        ("/login/access", Some(("choice", "another"))),
    ] {
        let form = page.form("csrf").unwrap();
        let mut pairs: Vec<(&str, &str)> = form
            .fields
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        pairs.extend(more);
        let foreign = browser
            .post_saying(path, &pairs, Some("https://evil.example"))
            .await;
        assert_eq!(foreign.status, 403, "{path}");
        let without: Vec<_> = pairs
            .into_iter()
            .filter(|(name, _)| *name != "csrf")
            .collect();
        assert_eq!(browser.post(path, &without).await.status, 403, "{path}");
    }
}

/// Another account signs in and continues if it has access.
#[tokio::test]
async fn another_account_goes_on_to_the_application() {
    let app = closed().await;
    stage::join(&app, "ChloeManager", Status::Enabled).await;
    let browser = stage::signed_in(&app, "DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid");
    let page = browser.go(&ask.url()).await;
    let login = browser.submit(&page, &[("choice", "another")]).await;
    let filled = [("account", "ChloeManager"), ("password", PASSWORD)];
    let done = browser.submit(&login, &filled).await;
    rp.outcome(&ask, &done).code();
}

/// Reloading the page continues as soon as the person has access. A legacy application then gets
/// its token.
#[tokio::test]
async fn the_page_loaded_again_goes_on_once_access_is_there() {
    let app = closed().await;
    let browser = stage::signed_in(&app, "DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid");
    let page = browser.go(&ask.url()).await;
    let old = stage::launch(&browser, OLD).await;
    assert_eq!(old.url.path(), "/login/access");
    assert!(
        !old.text().contains("id=\"cancel\""),
        "it has no word for a refusal"
    );
    assert!(old.text().contains("id=\"home\""));
    stage::join(&app, "DanMember", Status::Enabled).await;
    let again = browser.go(page.url.as_str()).await;
    rp.outcome(&ask, &again).code();
    let again = browser.go(old.url.as_str()).await;
    assert!(stage::token_of(&again).is_some());
}

/// A person without access is not asked for consent first. A person who must sign in sees the page
/// after that.
#[tokio::test]
async fn nobody_is_asked_for_consent_to_what_is_closed() {
    let app = closed().await;
    stage::change_client(&app, "asking", |client| {
        client.access = Some(atrium::clients::Access::Product);
    })
    .await;
    let browser = app.browser();
    let rp = app.rp("asking");
    let login = browser.go(&rp.ask("openid").url()).await;
    let filled = [("account", "DanMember"), ("password", PASSWORD)];
    let page = browser.submit(&login, &filled).await;
    assert_eq!(page.url.path(), "/login/access", "{}", page.text());
    assert!(page.text().contains("hasn’t been opened to anyone yet"));
    let silent = rp.ask("openid").with("prompt", "none");
    let outcome = rp.authorize(&browser, &silent).await;
    assert_eq!(outcome.error(), "access_denied");
}

/// One audit entry has the person, application, door and reason. A flood of refusals writes only a few entries.
#[tokio::test]
async fn a_refusal_is_audited() {
    let app = closed().await;
    let browser = stage::signed_in(&app, "DanMember").await;
    page(&app, &browser).await;
    for _ in 0..2 * atrium::audit::KEPT {
        stage::launch(&browser, OLD).await;
    }
    app.state().recorder.stop().await;
    let recorded = app.entries("access.refused").await;
    let of = |entry: &&atrium::audit::Recorded| entry.client_id.as_deref() == Some("basic");
    let first = recorded.iter().find(of).unwrap();
    let dan = app.account("DanMember").await.id;
    assert_eq!(first.account_id.as_deref(), Some(&*dan));
    let detail = r#"{"door":"/oauth2/authorize","reason":"no_group"}"#;
    assert_eq!(first.detail, detail);
    assert!(
        recorded.len() <= usize::try_from(atrium::audit::KEPT).unwrap(),
        "{}",
        recorded.len()
    );
    let counted = app.entries("audit.suppressed").await;
    assert!(
        counted
            .iter()
            .any(|entry| entry.detail.contains("access.refused"))
    );
}

/// The page is for one browser only and is not cached.
#[tokio::test]
async fn the_page_is_this_browsers_alone() {
    let app = closed().await;
    let browser = stage::signed_in(&app, "DanMember").await;
    let page = page(&app, &browser).await;
    let headers: &HeaderMap = &page.answer.headers;
    assert_eq!(headers["cache-control"], "no-store");
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("form-action 'self';"), "{policy}");
    let stranger = stage::signed_in(&app, "ChloeManager").await;
    assert_eq!(stranger.get(page.url.as_str()).await.status, 400);
}
