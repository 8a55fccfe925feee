//! Authorization endpoint: requests (OpenID Connect Core 3.1.2.1, RFC 6749 section 4.1.1).

use crate::support::app::TestApp;

#[tokio::test]
async fn a_signed_in_browser_gets_its_tokens() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    for client in ["basic", "post", "pkjwt", "spa", "bound", "jwt", "es256"] {
        let rp = app.rp(client);
        let tokens = rp.tokens(&browser, "openid").await;
        let claims = rp.id_token(&tokens).await;
        assert_eq!(claims["sid"], sid.as_str());
        assert_eq!(claims["sub"], app.account("DanMember").await.id);
    }
}
