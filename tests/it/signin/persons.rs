//! A form of a page that was shown to one person is not accepted from another person at the same browser
//! (attack 11).

use crate::support::app::TestApp;
use crate::support::browser::{Browser, Page};

/// Chloe signs in in another tab of the same browser.
async fn chloe_signs_in(app: &TestApp, browser: &Browser<'_>) {
    let ask = app.rp("basic").ask("openid").with("prompt", "login");
    let page = browser.go(&ask.url()).await;
    browser.sign_in(&page, "ChloeManager").await;
}

fn shows(page: &Page, name: &str) -> bool {
    page.text().contains(name)
}

/// Attack 11: "Continue as Dan" does not count as Chloe's choice, neither when it is sent nor when it was stored before
/// she signed in.
#[tokio::test]
async fn attack_11_a_choice_of_account_is_one_persons() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid").with("prompt", "select_account");
    for noted_before in [false, true] {
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let page = browser.go(&ask.url()).await;
        assert!(shows(&page, "Dan Member"), "{}", page.text());
        let current = [("choice", "current")];
        let again = if noted_before {
            let onward = browser.send_form(&page, "choice", &current).await;
            chloe_signs_in(&app, &browser).await;
            browser.follow(onward).await
        } else {
            chloe_signs_in(&app, &browser).await;
            browser.submit(&page, &current).await
        };
        assert!(
            shows(&again, "Chloe Manager"),
            "noted before: {noted_before}"
        );
        let outcome = rp.outcome(&ask, &browser.submit(&again, &current).await);
        let tokens = rp.exchange(&ask, &outcome.code()).await.json();
        let chloe = app.account("ChloeManager").await;
        assert_eq!(rp.id_token(&tokens).await["sub"], chloe.id.as_str());
    }
}

/// Attack 11: a consent page that was shown to Dan gives no consent of Chloe's.
#[tokio::test]
async fn attack_11_a_consent_is_one_persons() {
    let app = TestApp::start().await;
    let rp = app.rp("asking");
    let ask = rp.ask("openid email");
    for noted_before in [false, true] {
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let page = browser.go(&ask.url()).await;
        assert!(shows(&page, "dan@demo.test"), "{}", page.text());
        let allow = [("decision", "allow")];
        let again = if noted_before {
            let onward = browser.send_form(&page, "decision", &allow).await;
            chloe_signs_in(&app, &browser).await;
            browser.follow(onward).await
        } else {
            chloe_signs_in(&app, &browser).await;
            browser.submit(&page, &allow).await
        };
        assert!(
            again.form("decision").is_some() && shows(&again, "chloe@demo.test"),
            "noted before: {noted_before}"
        );
        let outcome = rp.outcome(&ask, &browser.submit(&again, &[("decision", "deny")]).await);
        assert_eq!(outcome.error(), "access_denied");
    }
}
