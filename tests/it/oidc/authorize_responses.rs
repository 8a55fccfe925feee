//! Authorization endpoint: responses (OAuth 2.0 Multiple Response Types 1.0, Form Post Response
//! Mode 1.0, RFC 9207).

use atrium::clock::SECOND;

use crate::support::app::TestApp;

/// success and error both carry state and iss, and nothing else. The helper checks this for each outcome; here
/// for both response modes, success and error.
#[tokio::test]
async fn state_and_iss_are_always_there() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let rp = app.rp("basic");
    for mode in ["query", "form_post"] {
        let ask = rp
            .ask("openid")
            .with("response_mode", mode)
            .with("prompt", "none");
        assert_eq!(
            rp.authorize(&app.browser(), &ask).await.error(),
            "login_required"
        );
    }
    browser.sign_in_directly("DanMember").await;
    for mode in ["query", "form_post"] {
        let ask = rp.ask("openid").with("response_mode", mode);
        rp.authorize(&browser, &ask).await.code();
    }
}

/// response modes that this server does not have are refused.
#[tokio::test]
async fn other_response_modes_are_refused() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    for mode in ["fragment", "jwt", "query.jwt", "web_message", "Query"] {
        let ask = rp.ask("openid").with("response_mode", mode);
        assert_eq!(
            rp.authorize(&browser, &ask).await.error(),
            "invalid_request",
            "{mode}"
        );
    }
}

/// Attack 5, A-49: the form submits itself and has a button, the URL has nothing, the CSP allows what the application
/// does next, and the page is neither cached nor does it send a referrer.
#[tokio::test]
async fn attack_5_the_form_post_page_carries_the_code_and_nothing_leaks() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid").with("response_mode", "form_post");
    let ask = ask.with("state", "\"><script>alert(1)</script>");
    let page = browser.go(&ask.url()).await;
    rp.outcome(&ask, &page).code();
    assert_eq!(page.status, 200);
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    let csp = page.header("content-security-policy");
    assert!(!csp.contains("form-action"), "{csp}");
    assert!(csp.contains("frame-ancestors 'none'"), "{csp}");
    assert!(!csp.contains("unsafe-inline"), "{csp}");
    let html = page.text();
    assert!(html.contains("<button") && html.contains("<script"));
    assert!(!html.contains("<script>alert"), "attack 5");
}

/// 302 or 303, never 307; no-store and no-referrer on what carries a code.
#[tokio::test]
async fn a_code_is_neither_cached_nor_disclosed() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let page = browser.get(&app.rp("basic").ask("openid").url()).await;
    assert_eq!(page.status, 303);
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
}

/// query parameters of a registered redirect URI are kept unchanged.
#[tokio::test]
async fn a_registered_query_is_kept() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let mut rp = app.rp("asking");
    "http://localhost:9100/other?kept=a%20b".clone_into(&mut rp.redirect_uri);
    let ask = rp.ask("openid").with("prompt", "none");
    let outcome = rp.authorize(&browser, &ask).await;
    assert_eq!(outcome.error(), "consent_required");
}

/// a code is single use, lives 60 s at most, and is bound to client, redirect URI and challenge.
#[tokio::test]
async fn a_code_is_short_and_bound() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid");
    let code = rp.code(&browser, &ask).await;
    assert!(code.len() >= 43, "256 bits");
    for wrong in [
        app.rp("post").exchange(&ask, &code).await,
        rp.exchange(
            &ask.clone()
                .with("redirect_uri", "http://localhost:9100/callback/"),
            &code,
        )
        .await,
        rp.exchange(&ask.clone().without("redirect_uri"), &code)
            .await,
        rp.exchange(&rp.ask("openid"), &code).await,
        rp.token(&[
            ("grant_type", "authorization_code"),
            ("code", &code),
            ("redirect_uri", &rp.redirect_uri),
        ])
        .await,
    ] {
        assert_eq!(
            (wrong.status.as_u16(), wrong.error().as_str()),
            (400, "invalid_grant")
        );
    }
    assert_eq!(
        rp.exchange(&ask, &code).await.status,
        200,
        "a stranger's try burns nothing"
    );
    let ask = rp.ask("openid");
    let code = rp.code(&browser, &ask).await;
    app.clock.advance(60 * SECOND);
    assert_eq!(rp.exchange(&ask, &code).await.error(), "invalid_grant");
}

/// A-50, attack 6: the authorization request decides what the code is valid for; the token request cannot change it.
#[tokio::test]
async fn attack_6_the_token_request_cannot_widen_the_grant() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid");
    let code = rp.code(&browser, &ask).await;
    let answer = rp
        .token(&[
            ("grant_type", "authorization_code"),
            ("code", &code),
            ("code_verifier", &ask.verifier),
            ("redirect_uri", &rp.redirect_uri),
            ("scope", "openid profile email offline_access"),
            ("response_type", "id_token token"),
            ("nonce", "another"),
        ])
        .await;
    assert_eq!(answer.json()["scope"], "openid");
    let claims = rp.id_token(&answer.json()).await;
    assert_eq!(claims["nonce"].as_str(), ask.get("nonce"));
}
