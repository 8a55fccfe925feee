//! Authorization endpoint: optional parameters of a request: scope, claims, `acr`, audience, language and
//! display (OpenID Connect Core 3.1.2.1, 5.4, 5.5, RFC 8707).

use serde_json::json;

use crate::support::app::TestApp;

/// no `openid` scope is plain OAuth: no id_token. Unknown scopes are ignored, and so are those that this
/// client may not have (attack 29).
#[tokio::test]
async fn scope_decides_what_is_given() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let tokens = rp.tokens(&browser, "email").await;
    assert!(tokens.get("id_token").is_none());
    assert_eq!(tokens["scope"], "email");
    let tokens = rp.tokens(&browser, "openid surprise reports").await;
    assert_eq!(tokens["scope"], "openid");
    let tokens = rp
        .tokens_of(&browser, &rp.ask("openid").without("scope"))
        .await;
    assert!(tokens.get("id_token").is_none());
    let ask = rp.ask("openid \"quoted\"");
    assert_eq!(rp.authorize(&browser, &ask).await.error(), "invalid_scope");
    let aged = app.rp("aged").tokens(&browser, "openid email").await;
    assert_eq!(aged["scope"], "openid");
}

/// A-29, OpenID Connect Core 11: offline_access needs prompt=consent, or a first-party client.
#[tokio::test]
async fn offline_access_is_ignored_without_consent() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("asking");
    let page = browser.go(&rp.ask("openid offline_access").url()).await;
    assert!(page.form("decision").is_some());
    let ask = rp.ask("openid offline_access");
    let page = browser.go(&ask.url()).await;
    let page = browser.walk(page, "DanMember").await;
    let code = rp.outcome(&ask, &page).code();
    let tokens = rp.exchange(&ask, &code).await.json();
    assert_eq!(
        (&tokens["scope"], tokens.get("refresh_token")),
        (&json!("openid"), None)
    );
    let ask = ask.with("prompt", "consent");
    let page = browser.go(&ask.url()).await;
    let page = browser.walk(page, "DanMember").await;
    let code = rp.outcome(&ask, &page).code();
    let tokens = rp.exchange(&ask, &code).await.json();
    assert!(tokens["refresh_token"].is_string(), "{tokens}");
    let again = rp.tokens(&browser, "openid offline_access").await;
    assert!(again["refresh_token"].is_string(), "remembered");
}

/// display, ui_locales, claims_locales, login_hint, acr_values, PKCE on any client never cause errors by
/// themselves.
#[tokio::test]
async fn optional_parameters_never_cause_errors() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp
        .ask("openid")
        .with("display", "popup")
        .with("ui_locales", "xx-YY se de")
        .with("claims_locales", "se")
        .with("login_hint", "somebody@else.test")
        .with("acr_values", "1 2 urn:x");
    let tokens = rp.tokens_of(&browser, &ask).await;
    let acr = rp.id_token(&tokens).await["acr"].clone();
    assert_eq!(
        acr, "urn:atrium:acr:password",
        "never empty, never a wrong one"
    );
    let ask = ask.with("display", "no-such-display");
    rp.tokens_of(&browser, &ask).await;
}

/// `login_hint` prefills; ui_locales picks the language if available.
#[tokio::test]
async fn the_login_page_follows_the_hints() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let ask = rp
        .ask("openid")
        .with("login_hint", "\"><b>dan@demo.test")
        .with("ui_locales", "fr zh-CN");
    let page = app.browser().go(&ask.url()).await;
    let form = page.form("password").expect("the login form");
    assert_eq!(form.value("account"), Some("\"><b>dan@demo.test"));
    assert!(page.text().contains("lang=\"zh-CN\""));
    assert!(!page.text().contains("<b>dan"), "escaped");
}

/// unknown claims ignored; malformed JSON is an `invalid_request`.
#[tokio::test]
async fn claims_are_read_strictly_and_answered_freely() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    for bad in [
        "{",
        "[]",
        "1",
        "{\"userinfo\":1}",
        "{\"id_token\":{\"name\":1}}",
    ] {
        let ask = rp.ask("openid").with("claims", bad);
        assert_eq!(
            rp.authorize(&browser, &ask).await.error(),
            "invalid_request",
            "{bad}"
        );
    }
    let deep = format!(
        "{{\"userinfo\":{}{}}}",
        "{\"a\":".repeat(200),
        "}".repeat(200)
    );
    let ask = rp.ask("openid").with("claims", &deep);
    assert_eq!(
        rp.authorize(&browser, &ask).await.error(),
        "invalid_request",
        "deep"
    );
    let claims = json!({
        "userinfo": {"name": {"essential": true}, "unheard_of": null},
        "id_token": {"email": null, "nickname": {"value": "x"}, "unheard_of": {"essential": true},
            "auth_time": {"essential": true}},
        "other": 1,
    });
    let ask = rp.ask("openid").with("claims", &claims.to_string());
    let tokens = rp.tokens_of(&browser, &ask).await;
    let id_token_claims = rp.id_token(&tokens).await;
    assert_eq!(
        (&id_token_claims["email"], &id_token_claims["nickname"]),
        (&json!("dan@demo.test"), &json!("Danny"))
    );
    assert!(id_token_claims["auth_time"].is_i64());
    assert!(id_token_claims.get("unheard_of").is_none() && id_token_claims.get("name").is_none());
}

/// OpenID Connect Core 5.5.1.1: an essential acr that cannot be met is an error, never a wrong acr.
#[tokio::test]
async fn an_essential_acr_is_met_or_refused() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let with = |acr: serde_json::Value| {
        rp.ask("openid")
            .with("claims", &json!({"id_token": {"acr": acr}}).to_string())
    };
    for unmet in [
        json!({"essential": true, "value": "urn:other"}),
        json!({"essential": true, "values": ["urn:other", "1"]}),
    ] {
        let outcome = rp.authorize(&browser, &with(unmet)).await;
        assert_eq!(outcome.error(), "unmet_authentication_requirements");
    }
    for met in [
        json!({"essential": true, "value": "urn:atrium:acr:password"}),
        json!({"essential": true, "values": ["urn:other", "urn:atrium:acr:password"]}),
        json!({"essential": true}),
        json!({"values": ["urn:other"]}),
        json!(null),
    ] {
        let tokens = rp.tokens_of(&browser, &with(met)).await;
        assert_eq!(rp.id_token(&tokens).await["acr"], "urn:atrium:acr:password");
    }
}

/// A-94, RFC 8707: only registered audiences.
#[tokio::test]
async fn an_unregistered_resource_is_an_invalid_target() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("jwt");
    for bad in [
        "https://elsewhere.example",
        "https://reports.example/",
        "reports",
        "https://reports.example#x",
    ] {
        let ask = rp.ask("openid").with("resource", bad);
        assert_eq!(
            rp.authorize(&browser, &ask).await.error(),
            "invalid_target",
            "{bad}"
        );
    }
}
