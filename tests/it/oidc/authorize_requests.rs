//! Authorization endpoint: the client, the redirect URI, and the form of a request (OpenID Connect Core
//! 3.1.2.1, RFC 6749 section 4.1.1).

use atrium::clients::file;
use atrium::clock::Clock;
use atrium::config::SecretPlace;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::support::app::{ISSUER, TestApp};
use crate::support::clients::{self, CALLBACK};
use crate::support::{database, people};

/// Every kind of client gets its tokens from a browser that is signed in.
#[tokio::test]
async fn a_signed_in_browser_gets_its_tokens() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    for client in [
        "basic", "post", "pkjwt", "spa", "bound", "jwt", "es256", "steady",
    ] {
        let rp = app.rp(client);
        let tokens = rp.tokens(&browser, "openid").await;
        let claims = rp.id_token(&tokens).await;
        assert_eq!(claims["sid"], sid.as_str());
        assert_eq!(claims["sub"], app.account("DanMember").await.id);
    }
}

/// GET and form POST behave alike. A POST comes from another site, without our Lax cookies, and is answered by a
/// GET of ours.
#[tokio::test]
async fn get_and_post_behave_alike() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    for mode in ["query", "form_post"] {
        let ask = rp.ask("openid").with("response_mode", mode);
        let kept = browser
            .post_across("/oauth2/authorize", &ask.pairs(), "http://localhost:9100")
            .await;
        assert_eq!(kept.status, 303, "never a redirect that repeats the POST");
        let page = browser.follow(kept).await;
        let code = rp.outcome(&ask, &page).code();
        assert_eq!(rp.exchange(&ask, &code).await.status, 200);
    }
    let bad = rp.ask("openid").with("response_type", "token");
    let page = browser
        .post_across("/oauth2/authorize", &bad.pairs(), "http://localhost:9100")
        .await;
    assert_eq!(rp.outcome(&bad, &page).error(), "unsupported_response_type");
}

/// unknown parameters ignored; parameter and scope order irrelevant.
#[tokio::test]
async fn unknown_parameters_and_order_do_not_matter() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let mut ask = rp.ask("email openid profile").with("extra", "foobar");
    ask.params.reverse();
    let tokens = rp.tokens_of(&browser, &ask).await;
    assert_eq!(tokens["scope"], "email openid profile");
}

/// A-22, RFC 6749 section 3.1, attack 4: a repeated parameter is an `invalid_request`; a repeated client or redirect
/// URI gives an error page, because no redirect is safe.
#[tokio::test]
async fn repeated_parameters_are_refused() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    for name in [
        "scope",
        "nonce",
        "response_type",
        "code_challenge",
        "prompt",
    ] {
        let mut ask = rp.ask("openid");
        let value = ask.get(name).unwrap_or("login").to_owned();
        ask = ask.with(name, &value);
        ask.params.push((name.to_owned(), value));
        let outcome = rp.authorize(&browser, &ask).await;
        assert_eq!(outcome.error(), "invalid_request", "{name}");
    }
    for name in ["client_id", "redirect_uri"] {
        let mut ask = rp.ask("openid");
        let value = ask.get(name).unwrap().to_owned();
        ask.params.push((name.to_owned(), value));
        let page = browser.get(&ask.url()).await;
        assert_eq!(
            (page.status.as_u16(), page.location()),
            (400, None),
            "{name}"
        );
    }
}

/// A-23, attacks 1 to 4: unknown client, or redirect_uri not exactly registered, or absent with several registered:
/// error page, never a redirect.
#[tokio::test]
async fn attack_1_a_bad_client_or_redirect_uri_is_a_page() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid");
    let mut bad = vec![
        ask.clone().without("client_id"),
        ask.clone().with("client_id", "nobody"),
        ask.clone().with("client_id", "BASIC"),
        ask.clone().with("client_id", "old"),
        app.rp("asking").ask("openid").without("redirect_uri"),
        app.rp("asking")
            .ask("openid")
            .with("redirect_uri", "http://localhost:9100/other"),
    ];
    bad.extend(
        hostile()
            .iter()
            .map(|uri| ask.clone().with("redirect_uri", uri)),
    );
    for ask in bad {
        let page = browser.get(&ask.url()).await;
        let shown = ask.get("redirect_uri");
        assert_eq!(
            (page.status.as_u16(), page.location()),
            (400, None),
            "{shown:?}"
        );
        assert!(
            !page.text().contains("evil.example\""),
            "no link there: {shown:?}"
        );
        assert!(page.header("content-type").starts_with("text/html"));
    }
}

/// Spellings that parsers have taken for the registered `http://localhost:9100/callback`.
fn hostile() -> Vec<String> {
    let mut all: Vec<String> = [
        "http://evil.example/callback",
        "http://localhost:9100@evil.example/callback",
        "http://localhost:9100%40evil.example/callback",
        "http://user@localhost:9100/callback",
        "http://localhost:9100.evil.example/callback",
        "http://localhost:91000/callback",
        "http://localhost:9101/callback",
        "http://localhost/callback",
        "http://localhost:9100/callback/",
        "http://localhost:9100/callback/x",
        "http://localhost:9100//callback",
        "http://localhost:9100/x/../callback",
        "http://localhost:9100/%2e%2e/callback",
        "http://localhost:9100/callback%00",
        "http://localhost:9100/callback%20",
        "http://localhost:9100/callback?x=1",
        "http://localhost:9100/callback#x",
        "http://localhost:9100/callback#",
        "http://localhost:9100/callbac%6b",
        "http://localhost:9100/Callback",
        "HTTP://localhost:9100/callback",
        "http://LOCALHOST:9100/callback",
        "https://localhost:9100/callback",
        "http:\\\\localhost:9100\\callback",
        "http:/localhost:9100/callback",
        "http:localhost:9100/callback",
        "//localhost:9100/callback",
        "/callback",
        "http://localhost:9100\\@evil.example/callback",
        "http://localhost:9100\t/callback",
        " http://localhost:9100/callback",
        "http://localhost:9100/callback\n",
        "http://127.0.0.1:9100/callback",
        "http://[::1]:9100/callback",
        "http://localhost.:9100/callback",
        "http://ⓛocalhost:9100/callback",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "about:blank",
    ]
    .map(str::to_owned)
    .to_vec();
    all.push(format!("{CALLBACK}{}", "a".repeat(3_000)));
    all
}

/// A-23, RFC 6749 section 3.1.2.3: the only registered redirect URI may be left out, at both ends.
#[tokio::test]
async fn the_only_redirect_uri_may_be_left_out() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid").without("redirect_uri");
    let tokens = rp.tokens_of(&browser, &ask).await;
    rp.id_token(&tokens).await;
}

/// A-24, RFC 8252 section 7.3: a native application may take any port of loopback, and its private scheme; a web
/// application may not.
#[tokio::test]
async fn native_applications_choose_their_port() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let mut rp = app.rp("native");
    for uri in [
        "http://127.0.0.1:51004/callback",
        "com.example.app:/callback",
    ] {
        uri.clone_into(&mut rp.redirect_uri);
        let ask = rp.ask("openid");
        let page = browser.go(&ask.url()).await;
        let page = browser.walk(page, "DanMember").await;
        let code = rp.outcome(&ask, &page).code();
        assert_eq!(rp.exchange(&ask, &code).await.status, 200, "{uri}");
    }
    for uri in [
        "http://127.0.0.1:51004/other",
        "http://localhost:51004/callback",
    ] {
        let ask = rp.ask("openid").with("redirect_uri", uri);
        assert_eq!(browser.get(&ask.url()).await.location(), None, "{uri}");
    }
    let web = app.rp("basic");
    for uri in [
        "com.example.app:/callback",
        "http://localhost:51004/callback",
    ] {
        let ask = web.ask("openid").with("redirect_uri", uri);
        assert_eq!(browser.get(&ask.url()).await.location(), None, "{uri}");
    }
    let declared = clients::text().replace(
        &format!("redirect_uris = [\"{CALLBACK}\"]"),
        "redirect_uris = [\"com.example.app:/callback\"]",
    );
    let refused = file::parse(&declared, &ISSUER.parse().unwrap(), &SecretPlace::read);
    let shown = refused.unwrap_err().to_string();
    assert!(shown.contains("com.example.app:/callback"), "{shown}");
}

/// `response_type` absent, unknown, not allowed for this client.
#[tokio::test]
async fn response_types_are_distinguished() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let absent = rp.ask("openid").without("response_type");
    assert_eq!(
        rp.authorize(&browser, &absent).await.error(),
        "invalid_request"
    );
    for unknown in [
        "token",
        "id_token",
        "code id_token",
        "code token",
        "none",
        "Code",
        "x",
    ] {
        let ask = rp.ask("openid").with("response_type", unknown);
        let outcome = rp.authorize(&browser, &ask).await;
        assert_eq!(outcome.error(), "unsupported_response_type", "{unknown}");
    }
}

/// A-26, RFC 6749 section 4.1.2.1: a client that may not use the code flow gets the error at its redirect URI.
#[tokio::test]
async fn a_client_without_the_code_flow_is_unauthorized() {
    let database = database::sqlite().await;
    people::add_all(&database.db, Clock::system().now()).await;
    let clients = clients::text().replace(
        "client_id = \"machine\"",
        "client_id = \"machine\"\nredirect_uris = [\"http://localhost:9100/callback\"]",
    );
    let clock = Clock::fixed(Clock::system().now());
    let app = TestApp::build(database.db.clone(), clock, &clients, |_| {}).await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("machine");
    let outcome = rp.authorize(&browser, &rp.ask("reports")).await;
    assert_eq!(outcome.error(), "unauthorized_client");
}

/// A-27, OpenID Connect Core 3.1.2.1: nonce is optional for the code flow.
#[tokio::test]
async fn nonce_is_optional() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let tokens = rp
        .tokens_of(&browser, &rp.ask("openid").without("nonce"))
        .await;
    assert!(rp.id_token(&tokens).await.get("nonce").is_none());
}

/// state up to 1000 and nonce up to 384 characters returned intact, or `invalid_request`; never truncated; any
/// VSCHAR correctly percent-encoded.
#[tokio::test]
async fn state_and_nonce_come_back_intact() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let visible: String = (' '..='~').collect();
    let (long_state, long_nonce) = ("s".repeat(1_000), "n".repeat(384));
    for (state, nonce) in [
        (visible.as_str(), visible.as_str()),
        (&long_state, &long_nonce),
    ] {
        for mode in ["query", "form_post"] {
            let ask = rp.ask("openid").with("state", state).with("nonce", nonce);
            let ask = ask.with("response_mode", mode);
            let tokens = rp.tokens_of(&browser, &ask).await;
            assert_eq!(rp.id_token(&tokens).await["nonce"], nonce);
        }
    }
    let ask = rp.ask("openid").with("nonce", &"n".repeat(10_000));
    assert_eq!(
        rp.authorize(&browser, &ask).await.error(),
        "invalid_request"
    );
    let without = rp.ask("openid").without("state");
    assert_eq!(rp.authorize(&browser, &without).await.get("state"), None);
}

/// A-33, RFC 7636, attack 7: S256 verified whenever sent; mandatory for public clients; `plain` and challenges of a
/// wrong length refused.
#[tokio::test]
async fn attack_7_pkce_cannot_be_weak() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    for client in ["basic", "spa"] {
        let rp = app.rp(client);
        let ask = rp.ask("openid");
        for bad in [
            ask.clone().with("code_challenge_method", "plain"),
            ask.clone().without("code_challenge_method"),
            ask.clone().with("code_challenge_method", "s256"),
            ask.clone().with("code_challenge", "short"),
            ask.clone().with("code_challenge", &"a".repeat(129)),
            ask.clone().with("code_challenge", &"!".repeat(43)),
            ask.clone().without("code_challenge"),
        ] {
            assert_eq!(
                rp.authorize(&browser, &bad).await.error(),
                "invalid_request"
            );
        }
    }
    let rp = app.rp("spa");
    let bare = rp
        .ask("openid")
        .without("code_challenge")
        .without("code_challenge_method");
    assert_eq!(
        rp.authorize(&browser, &bare).await.error(),
        "invalid_request"
    );
    let rp = app.rp("basic");
    let bare = rp
        .ask("openid")
        .without("code_challenge")
        .without("code_challenge_method");
    rp.authorize(&browser, &bare).await.code();
}

/// A-34, OpenID Connect Core 6: unsupported parameters get their own errors.
#[tokio::test]
async fn request_objects_are_refused() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    for (name, error) in [
        ("request", "request_not_supported"),
        ("request_uri", "request_uri_not_supported"),
        ("registration", "registration_not_supported"),
    ] {
        let ask = rp.ask("openid").with(name, "https://rp.example/object");
        assert_eq!(rp.authorize(&browser, &ask).await.error(), error);
    }
}

/// A-34, OpenID Connect Core 6.1 and 3.1.2.6: the error for an unsigned request object goes to the redirect URI and
/// with the state that the object names. Nothing else in the object counts, and an object that claims a signature is
/// not read at all.
#[tokio::test]
async fn the_refusal_of_an_unsigned_request_object_finds_its_way_back() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let part = |json: &Value| URL_SAFE_NO_PAD.encode(json.to_string());
    let object = |alg: &str, mode: &str| {
        let members = json!({
            "response_mode": mode,
            "state": "of the object",
            "client_id": "spa",
            "redirect_uri": "https://elsewhere.example/callback",
        });
        format!("{}.{}.", part(&json!({ "alg": alg })), part(&members))
    };
    for mode in ["query", "form_post"] {
        let plain = rp.ask("openid").without("state");
        // The expected outcome: the answer to the same parameters as a plain query.
        let same = plain.clone().with("response_mode", mode);
        let same = same.with("state", "of the object");
        let sent = plain.with("request", &object("none", mode));
        let page = app.browser().get(&sent.url()).await;
        assert_eq!(
            page.status,
            if mode == "query" { 303 } else { 200 },
            "{mode}"
        );
        assert_eq!(rp.outcome(&same, &page).error(), "request_not_supported");
    }
    for unread in [
        object("RS256", "form_post"),
        "e30.e30.".to_owned(),
        "e30".to_owned(),
        "%".to_owned(),
    ] {
        let ask = rp.ask("openid").with("request", &unread);
        let page = app.browser().get(&ask.url()).await;
        assert_eq!(page.status, 303, "{unread}");
        assert_eq!(rp.outcome(&ask, &page).error(), "request_not_supported");
    }
}
