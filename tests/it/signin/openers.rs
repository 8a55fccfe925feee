//! `Cross-Origin-Opener-Policy`: our pages are separated from their opener, except while
//! an authorization is pending, because an application may run it in a pop-up window.

use crate::support::app::TestApp;

const CUT_OFF: &str = "same-origin";
const KEPT: &str = "";

///
#[tokio::test]
async fn only_a_pending_authorization_keeps_its_opener() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let policy = "cross-origin-opener-policy";
    let rp = app.rp("asking");
    for (address, wanted) in [
        ("/login", CUT_OFF),
        ("/logout", CUT_OFF),
        ("/oauth2/logout", CUT_OFF),
        ("/logout?nothing", CUT_OFF),
        ("/assets/no-such-file", CUT_OFF),
        ("/api/docs", CUT_OFF),
        ("/oauth2/authorize?client_id=nobody", KEPT),
        ("/login?flow=of-yesterday", KEPT),
        (
            "/login?callbackUrl=http://localhost:9200/&appName=OLD",
            KEPT,
        ),
    ] {
        let page = browser.go(address).await;
        assert!(
            page.header("content-type").starts_with("text/html"),
            "{address}"
        );
        assert_eq!(page.header(policy), wanted, "{address}");
    }
    let ask = rp.ask("openid");
    let choose = rp.ask("openid").with("prompt", "select_account");
    let page = browser.go(&ask.url()).await;
    assert_eq!(page.header(policy), KEPT, "sign-in");
    let page = browser.sign_in(&page, "DanMember").await;
    assert_eq!(page.header(policy), KEPT, "consent");
    let page = browser.go(&choose.url()).await;
    assert_eq!(page.header(policy), KEPT, "choice of accounts");
    let basic = app.rp("basic");
    let ask = basic.ask("openid").with("response_mode", "form_post");
    let page = browser.go(&ask.url()).await;
    assert!(page.text().contains("data-onward"));
    assert_eq!(page.header(policy), KEPT, "the answer by a form");
    let page = browser.get("/logout").await;
    assert_eq!(page.header(policy), CUT_OFF, "the question");
}
