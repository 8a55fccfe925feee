//! Authorization endpoint: authentication (OpenID Connect Core 3.1.2.3 to 3.1.2.6).

use atrium::clock::{MINUTE, SECOND};
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::people::PASSWORD;
use crate::support::relying_party::claims_of;

/// A-35, A-36: Prompt=none never shows a page.
#[tokio::test]
async fn prompt_none_never_asks() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let rp = app.rp("asking");
    let ask = rp.ask("openid").with("prompt", "none");
    assert_eq!(rp.authorize(&browser, &ask).await.error(), "login_required");
    browser.sign_in_directly("DanMember").await;
    assert_eq!(
        rp.authorize(&browser, &ask).await.error(),
        "consent_required"
    );
    let basic = app.rp("basic");
    basic
        .authorize(&browser, &basic.ask("openid").with("prompt", "none"))
        .await
        .code();
    let old = basic
        .ask("openid")
        .with("prompt", "none")
        .with("max_age", "60");
    app.clock.advance(2 * MINUTE);
    assert_eq!(
        basic.authorize(&browser, &old).await.error(),
        "login_required"
    );
}

/// A-35, A-36, OpenID Connect Core 3.1.2.1: `none` together with another value is an error.
#[tokio::test]
async fn prompt_none_is_used_alone() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    for prompt in ["none login", "consent none", "none select_account"] {
        let ask = rp.ask("openid").with("prompt", prompt);
        assert_eq!(
            rp.authorize(&browser, &ask).await.error(),
            "invalid_request"
        );
    }
}

/// The complete flow: pages, a new session, consent, tokens; then again without a page.
#[tokio::test]
async fn a_person_signs_in_and_allows_once() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let rp = app.rp("asking");
    let ask = rp.ask("openid email");
    let page = browser.go(&ask.url()).await;
    assert!(page.form("password").is_some(), "{}", page.text());
    let page = browser.sign_in(&page, "dan@demo.test").await;
    assert!(page.form("decision").is_some(), "{}", page.text());
    assert!(
        page.text().contains("Asking &#60;b&#62;app"),
        "the name, escaped"
    );
    let page = browser.submit(&page, &[("decision", "allow")]).await;
    let code = rp.outcome(&ask, &page).code();
    let tokens = rp.exchange(&ask, &code).await.json();
    rp.id_token(&tokens).await;
    rp.tokens(&browser, "openid").await;
    let wider = rp.ask("openid email phone");
    let page = browser.go(&wider.url()).await;
    assert!(page.form("decision").is_some(), "more is asked for");
}

/// A-37: `prompt=login` and `max_age=0` force credentials again and a later auth_time.
#[tokio::test]
async fn prompt_login_and_age_ask_again() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let rp = app.rp("basic");
    let first = rp.ask("openid").with("max_age", "10000");
    let page = browser.go(&first.url()).await;
    let page = browser.sign_in(&page, "DanMember").await;
    let code = rp.outcome(&first, &page).code();
    let before = rp.id_token(&rp.exchange(&first, &code).await.json()).await;
    for (name, value) in [("prompt", "login"), ("max_age", "0"), ("max_age", "30")] {
        app.clock.advance(MINUTE);
        let cookie = browser.session_cookie();
        let ask = rp.ask("openid").with(name, value);
        let ask = if name == "prompt" {
            ask.with("max_age", "10000")
        } else {
            ask
        };
        let page = browser.go(&ask.url()).await;
        assert!(page.form("password").is_some(), "{name}={value}");
        let page = browser.sign_in(&page, "DanMember").await;
        let code = rp.outcome(&ask, &page).code();
        let after = rp.id_token(&rp.exchange(&ask, &code).await.json()).await;
        let now = app.now() / 1_000;
        assert_eq!(after["auth_time"], now, "{name}={value}");
        assert_eq!(
            (&after["sub"], &after["sid"]),
            (&before["sub"], &before["sid"])
        );
        assert_ne!(
            browser.session_cookie(),
            cookie,
            "attack 8: a new cookie value"
        );
    }
}

/// A-37: neither a reloaded page nor a link of a finished flow skips the credentials that `prompt=login` requires
/// (attacks 8 and 10).
#[tokio::test]
async fn prompt_login_cannot_be_skipped() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid").with("prompt", "login");
    let page = browser.go(&ask.url()).await;
    let flow = page
        .form("password")
        .unwrap()
        .value("flow")
        .unwrap()
        .to_owned();
    let page = browser
        .get(&format!("/oauth2/authorize/resume?flow={flow}"))
        .await;
    let page = browser.follow(page).await;
    assert!(page.form("password").is_some(), "still asks");
    let stranger = app.browser();
    stranger.sign_in_directly("ChloeManager").await;
    let page = stranger
        .go(&format!("/oauth2/authorize/resume?flow={flow}"))
        .await;
    assert_eq!(page.location(), None, "another browser's flow");
}

/// A-38, A-41: a still-fresh session answers silently with the original auth_time and sub.
#[tokio::test]
async fn a_fresh_session_keeps_its_auth_time() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let began = app.now() / 1_000;
    let rp = app.rp("basic");
    app.clock.advance(5 * MINUTE);
    let ask = rp.ask("openid").with("max_age", "600");
    let claims = rp.id_token(&rp.tokens_of(&browser, &ask).await).await;
    assert_eq!(claims["auth_time"], began);
    let plain = rp.id_token(&rp.tokens(&browser, "openid").await).await;
    assert!(plain.get("auth_time").is_none(), "nobody asked for it");
}

/// A-37, OpenID Connect Registration 2: default_max_age and require_auth_time.
#[tokio::test]
async fn a_client_may_always_want_a_fresh_sign_in() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("aged");
    let claims = rp.id_token(&rp.tokens(&browser, "openid").await).await;
    assert!(claims["auth_time"].is_i64());
    app.clock.advance(11 * MINUTE);
    let ask = rp.ask("openid").with("prompt", "none");
    assert_eq!(rp.authorize(&browser, &ask).await.error(), "login_required");
    rp.tokens_of(&browser, &ask.with("max_age", "5000")).await;
}

/// A-39: `prompt=consent` asks again although consent is remembered.
#[tokio::test]
async fn prompt_consent_asks_again() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("asking");
    let ask = rp.ask("openid").with("prompt", "consent");
    for _ in 0..2 {
        let page = browser.go(&ask.url()).await;
        assert!(page.form("decision").is_some());
        let page = browser.submit(&page, &[("decision", "allow")]).await;
        rp.outcome(&ask, &page).code();
    }
    rp.tokens(&browser, "openid").await;
}

/// A-39: `select_account` offers a choice; the other account ends the first one's session.
#[tokio::test]
async fn select_account_offers_a_choice() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid").with("prompt", "select_account");
    let page = browser.go(&ask.url()).await;
    let kept = browser.submit(&page, &[("choice", "current")]).await;
    let code = rp.outcome(&ask, &kept).code();
    let dan = rp.exchange(&ask, &code).await.json();
    assert_eq!(rp.id_token(&dan).await["sid"], sid.as_str());
    let page = browser.go(&ask.url()).await;
    let page = browser.submit(&page, &[("choice", "another")]).await;
    let page = browser.sign_in(&page, "ChloeManager").await;
    let code = rp.outcome(&ask, &page).code();
    let chloe = rp.id_token(&rp.exchange(&ask, &code).await.json()).await;
    assert_eq!(chloe["sub"], app.account("ChloeManager").await.id);
    assert_ne!(chloe["sid"], sid.as_str(), "attack 11");
}

/// A-31, A-42, OpenID Connect Core 3.1.2.1: id_token_hint of our own signature, its expiry ignored; of another person
/// with prompt=none: `login_required`; not ours: `invalid_request`.
#[tokio::test]
async fn the_hint_names_who_is_expected() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let (dan, chloe) = (app.browser(), app.browser());
    dan.sign_in_directly("DanMember").await;
    chloe.sign_in_directly("ChloeManager").await;
    let tokens = rp.tokens(&dan, "openid").await;
    let hint = tokens["id_token"].as_str().unwrap().to_owned();
    app.clock.advance(30 * MINUTE);
    let ask = rp
        .ask("openid")
        .with("prompt", "none")
        .with("id_token_hint", &hint);
    rp.authorize(&dan, &ask).await.code();
    assert_eq!(rp.authorize(&chloe, &ask).await.error(), "login_required");
    // OpenID Connect Core 5.5.1: a value of `sub` says the same.
    let claims = json!({"id_token": {"sub": {"value": claims_of(&hint)["sub"]}}}).to_string();
    let ask = rp
        .ask("openid")
        .with("prompt", "none")
        .with("claims", &claims);
    rp.authorize(&dan, &ask).await.code();
    assert_eq!(rp.authorize(&chloe, &ask).await.error(), "login_required");
    let (head, signature) = hint.rsplit_once('.').unwrap();
    let payload = head.split_once('.').unwrap().1;
    let none = crate::support::jose::b64(br#"{"alg":"none"}"#);
    for bad in [
        format!("{head}.{}", signature.to_lowercase()),
        format!("{none}.{payload}."),
        head.to_owned(),
        "x".to_owned(),
    ] {
        let ask = rp.ask("openid").with("id_token_hint", &bad);
        assert_eq!(rp.authorize(&dan, &ask).await.error(), "invalid_request");
    }
    let signed = app.rp("jwt").tokens(&dan, "openid").await;
    let ask = rp
        .ask("openid")
        .with("id_token_hint", signed["access_token"].as_str().unwrap());
    assert_eq!(
        rp.authorize(&dan, &ask).await.error(),
        "invalid_request",
        "RFC 9068 section 5"
    );
}

/// A-42: a hint for one person while another one is signed in never gives a code for the wrong person.
#[tokio::test]
async fn another_person_than_the_hinted_gets_no_code() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let dan = app.browser();
    dan.sign_in_directly("DanMember").await;
    let hint = rp.tokens(&dan, "openid").await["id_token"]
        .as_str()
        .unwrap()
        .to_owned();
    let browser = app.browser();
    browser.sign_in_directly("ChloeManager").await;
    let ask = rp.ask("openid").with("id_token_hint", &hint);
    let page = browser.go(&ask.url()).await;
    let page = browser.sign_in(&page, "ChloeManager").await;
    assert_eq!(rp.outcome(&ask, &page).error(), "login_required");
}

/// A-44: leaving the sign-in or denying consent sends `access_denied` with state and iss.
#[tokio::test]
async fn leaving_is_an_access_denied() {
    let app = TestApp::start().await;
    let rp = app.rp("asking");
    for mode in ["query", "form_post"] {
        let browser = app.browser();
        let ask = rp.ask("openid").with("response_mode", mode);
        let page = browser.go(&ask.url()).await;
        let flow = page.form("password").unwrap();
        let (csrf, flow) = (flow.value("csrf").unwrap(), flow.value("flow").unwrap());
        let left = browser
            .post("/login/cancel", &[("csrf", csrf), ("flow", flow)])
            .await;
        let left = browser.follow(left).await;
        assert_eq!(rp.outcome(&ask, &left).error(), "access_denied");
        browser.sign_in_directly("DanMember").await;
        let page = browser.go(&ask.url()).await;
        let denied = browser.submit(&page, &[("decision", "deny")]).await;
        assert_eq!(rp.outcome(&ask, &denied).error(), "access_denied");
    }
}

/// A-45: plain forms with a CSRF token, frame-ancestors none, no-store; session id renewed.
#[tokio::test]
async fn pages_are_guarded() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let rp = app.rp("asking");
    let page = browser.go(&rp.ask("openid").url()).await;
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("referrer-policy"), "same-origin");
    assert!(
        page.header("content-security-policy")
            .contains("frame-ancestors 'none'")
    );
    let form = page.form("password").unwrap();
    let (csrf, flow) = (form.value("csrf").unwrap(), form.value("flow").unwrap());
    let credentials = [
        ("account", "DanMember"),
        ("password", PASSWORD),
        ("flow", flow),
    ];
    let no_token = browser.post("/login", &credentials).await;
    assert!(no_token.location().is_none() && browser.session_cookie().is_none());
    let with_token = [&credentials[..], &[("csrf", csrf)]].concat();
    let foreign = browser
        .post_across("/login", &with_token, "http://evil.example")
        .await;
    assert!(foreign.location().is_none() && browser.session_cookie().is_none());
    let stranger = app.browser().post("/login", &with_token).await;
    assert!(
        stranger.location().is_none(),
        "attack 8: another browser's handle"
    );
    assert_eq!(browser.post("/login", &with_token).await.status, 303);
}

/// A-45, attack 8: the sign-in replaces a planted cookie value.
#[tokio::test]
async fn a_planted_session_cookie_is_not_adopted() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let planted = "AAAAAAAAAAAAAAAAAAAAAA";
    browser.set_cookie(&app.state().cookies.session, planted);
    let rp = app.rp("basic");
    let ask = rp.ask("openid");
    let page = browser.go(&ask.url()).await;
    let page = browser.sign_in(&page, "DanMember").await;
    rp.outcome(&ask, &page).code();
    assert_ne!(browser.session_cookie().as_deref(), Some(planted));
}

/// Attack 10: an empty or replayed step skips nothing.
#[tokio::test]
async fn no_step_can_be_skipped() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let rp = app.rp("asking");
    let ask = rp.ask("openid");
    let page = browser.go(&ask.url()).await;
    let login = page.form("password").unwrap();
    let (csrf, flow) = (login.value("csrf").unwrap(), login.value("flow").unwrap());
    let fields = [("csrf", csrf), ("flow", flow)];
    for path in ["/login", "/login/password", "/login/account", "/consent"] {
        let more = [&fields[..], &[("decision", "allow"), ("choice", "current")]].concat();
        let page = browser.post(path, &more).await;
        let page = browser.follow(page).await;
        assert!(page.form("password").is_some(), "{path}: {}", page.text());
    }
    let page = browser.go(&ask.url()).await;
    let page = browser.sign_in(&page, "DanMember").await;
    let consent = page.form("decision").unwrap();
    let page = browser.submit(&page, &[("decision", "allow")]).await;
    let first = rp.outcome(&ask, &page).code();
    let fields = [
        ("csrf", consent.value("csrf").unwrap()),
        ("flow", consent.value("flow").unwrap()),
        ("decision", "allow"),
    ];
    let replayed = browser.post("/consent", &fields).await;
    let replayed = browser.follow(replayed).await;
    let second = rp.outcome(&ask, &replayed).code();
    assert_ne!(
        first, second,
        "the person still arrives, by a code of its own"
    );
}

/// A page left open too long leads back to where the person was heading.
#[tokio::test]
async fn an_outdated_resume_begins_again() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let rp = app.rp("basic");
    let ask = rp.ask("openid");
    let page = browser.go(&ask.url()).await;
    let flow = page
        .form("password")
        .unwrap()
        .value("flow")
        .unwrap()
        .to_owned();
    app.clock.advance(31 * MINUTE);
    let page = browser
        .go(&format!("/oauth2/authorize/resume?flow={flow}"))
        .await;
    let page = browser.sign_in(&page, "DanMember").await;
    rp.outcome(&ask, &page).code();
}

/// Two tabs of one browser each end in their own application.
#[tokio::test]
async fn two_tabs_end_in_two_applications() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let (one, two) = (app.rp("basic"), app.rp("post"));
    let (first, second) = (one.ask("openid"), two.ask("openid"));
    let (tab_one, tab_two) = (
        browser.go(&first.url()).await,
        browser.go(&second.url()).await,
    );
    let ended = browser.sign_in(&tab_two, "DanMember").await;
    two.outcome(&second, &ended).code();
    let ended = browser.sign_in(&tab_one, "DanMember").await;
    one.outcome(&first, &ended).code();
}

/// G-14, attack 24: with an idle session or a disabled account nobody is signed in.
#[tokio::test]
async fn an_ended_session_signs_nobody_in() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid").with("prompt", "none");
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    app.clock.advance(120 * MINUTE);
    assert_eq!(rp.authorize(&browser, &ask).await.error(), "login_required");
    browser.sign_in_directly("FayGone").await;
    app.clock.advance(SECOND);
    assert_eq!(rp.authorize(&browser, &ask).await.error(), "login_required");
}
