//! Signing out (OpenID Connect RP-Initiated Logout 1.0; attack 11).

use serde_json::{Value, json};

use crate::support::app::{ISSUER, TestApp, form};
use crate::support::browser::{Browser, Page};
use crate::support::jose::{TestKey, b64};

const BACK: &str = "http://localhost:9100/";

/// A browser with a session, and the tokens of `basic` in it.
async fn signed_in(app: &TestApp) -> (Browser<'_>, Value) {
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let tokens = app
        .rp("basic")
        .tokens(&browser, "openid offline_access")
        .await;
    (browser, tokens)
}

fn path(pairs: &[(&str, &str)]) -> String {
    format!("/oauth2/logout?{}", form(pairs))
}

fn hint(tokens: &Value) -> &str {
    tokens["id_token"].as_str().unwrap()
}

/// The error of `prompt=none`, or none while somebody is signed in.
async fn silent(app: &TestApp, browser: &Browser<'_>) -> Option<String> {
    let rp = app.rp("basic");
    let outcome = rp
        .authorize(browser, &rp.ask("openid").with("prompt", "none"))
        .await;
    outcome.get("error").map(str::to_owned)
}

async fn is_signed_out(app: &TestApp, browser: &Browser<'_>) {
    assert_eq!(
        silent(app, browser).await.as_deref(),
        Some("login_required")
    );
}

async fn is_signed_in(app: &TestApp, browser: &Browser<'_>) {
    assert_eq!(silent(app, browser).await, None);
}

fn asks(page: &Page) {
    assert_eq!(page.status, 200, "{}", page.text());
    assert!(page.text().contains("id=\"logout-yes\""), "{}", page.text());
    assert!(page.header("set-cookie").is_empty() || page.header("set-cookie").contains("HttpOnly"));
}

fn says_signed_out(page: &Page) {
    assert_eq!(page.status, 200, "{}", page.text());
    assert!(page.text().contains("signed out"), "{}", page.text());
}

fn is_error_page(page: &Page) {
    assert_eq!(page.status, 400, "{}", page.text());
    assert_eq!(page.header("location"), "");
    assert!(page.header("content-type").starts_with("text/html"));
}

/// A-77, A-78, A-87, section 2 and 3: a hint for this session ends it without asking, and the browser goes to the exact
/// registered address with only `state` added.
#[tokio::test]
async fn a_client_that_knows_the_session_ends_it() {
    let app = TestApp::start().await;
    for across in [false, true] {
        let (browser, tokens) = signed_in(&app).await;
        is_signed_in(&app, &browser).await;
        // Its expiry does not matter.
        app.clock.advance(20 * 60_000);
        let pairs = [
            ("id_token_hint", hint(&tokens)),
            ("post_logout_redirect_uri", BACK),
            ("state", "a b&c=\u{e9}"),
        ];
        let page = if across {
            let page = browser
                .post_across("/oauth2/logout", &pairs, "http://localhost:9100")
                .await;
            assert_eq!(page.status, 303);
            browser.follow(page).await
        } else {
            browser.get(&path(&pairs)).await
        };
        // A form may have led here, so the POST ends with a page.
        assert_eq!(page.status == 200, across, "{}", page.text());
        assert_eq!(
            page.header("location"),
            format!("{BACK}?state=a+b%26c%3D%C3%A9")
        );
        assert_eq!(page.header("referrer-policy"), "no-referrer");
        assert_eq!(browser.session_cookie(), None);
        is_signed_out(&app, &browser).await;
    }
}

/// Decision 0054: the page that leads out tells the portal's tabs that the session has ended, if it has.
#[tokio::test]
async fn the_page_that_leads_out_tells_the_tabs() {
    let app = TestApp::start().await;
    let tells = |page: &Page| {
        assert_eq!(page.status, 200, "{}", page.text());
        assert_eq!(page.header("location"), BACK);
        page.text().contains("<h1 data-ended=\"")
    };
    let back = [("client_id", "basic"), ("post_logout_redirect_uri", BACK)];
    let (browser, _) = signed_in(&app).await;
    let question = browser.get(&path(&back)).await;
    assert!(tells(
        &browser.submit(&question, &[("logout", "yes")]).await
    ));
    let posts = async |browser: &Browser<'_>, pairs: &[(&str, &str)]| {
        let post = browser.post_across("/oauth2/logout", pairs, "http://localhost:9100");
        browser.follow(post.await).await
    };
    assert!(!tells(&posts(&browser, &back).await), "nobody is signed in");
    let (browser, tokens) = signed_in(&app).await;
    let hinted = [("id_token_hint", hint(&tokens)), back[1]];
    assert!(tells(&posts(&browser, &hinted).await));
}

/// A-82, section 3: without an address to return to, a page says that the person is signed out.
#[tokio::test]
async fn without_an_address_there_is_a_page() {
    let app = TestApp::start().await;
    let (browser, tokens) = signed_in(&app).await;
    says_signed_out(
        &browser
            .get(&path(&[("id_token_hint", hint(&tokens)), ("state", "s")]))
            .await,
    );
    is_signed_out(&app, &browser).await;
    // The request again, by a person who is not signed in.
    for pairs in [&[][..], &[("state", "s")]] {
        says_signed_out(&browser.get(&path(pairs)).await);
    }
    says_signed_out(&browser.get("/logout").await);
}

/// A-78, A-87, section 2: without a hint the person is asked; the answer ends the session and goes back.
#[tokio::test]
async fn without_a_hint_the_person_is_asked() {
    let app = TestApp::start().await;
    let back = [
        ("client_id", "basic"),
        ("post_logout_redirect_uri", BACK),
        ("state", "s"),
    ];
    for (pairs, to) in [
        (&[][..], None),
        (&[("state", "s")][..], None),
        (&back[..], Some(format!("{BACK}?state=s"))),
    ] {
        let (browser, _) = signed_in(&app).await;
        let page = browser.get(&path(pairs)).await;
        asks(&page);
        assert!(page.text().contains("Dan Member"));
        is_signed_in(&app, &browser).await;
        let page = browser.submit(&page, &[("logout", "yes")]).await;
        match to {
            Some(to) => assert_eq!(page.header("location"), to),
            None => says_signed_out(&page),
        }
        is_signed_out(&app, &browser).await;
    }
}

/// The hint of another session, or of another person, does not end this one without asking.
#[tokio::test]
async fn a_hint_of_another_session_asks() {
    let app = TestApp::start().await;
    let (_, others) = signed_in(&app).await;
    let (browser, _) = signed_in(&app).await;
    let page = browser
        .get(&path(&[
            ("id_token_hint", hint(&others)),
            ("post_logout_redirect_uri", BACK),
        ]))
        .await;
    asks(&page);
    assert!(
        page.header("content-security-policy")
            .contains("form-action 'self';")
    );
    let page = browser.submit(&page, &[("logout", "yes")]).await;
    assert_eq!(page.header("location"), BACK);
    is_signed_out(&app, &browser).await;
}

/// A-77, A-79, section 2, attacks 1 and 11: a foreign hint or an unregistered address gives an error page and changes
/// nothing.
#[tokio::test]
async fn a_bad_request_is_a_page_and_changes_nothing() {
    let app = TestApp::start().await;
    let (browser, tokens) = signed_in(&app).await;
    let good = hint(&tokens);
    let parts: Vec<&str> = good.split('.').collect();
    let none = format!("{}.{}.", b64(br#"{"alg":"none","typ":"JWT"}"#), parts[1]);
    let header = json!({ "alg": "ES256", "typ": "JWT" });
    let foreign = TestKey::es256().sign(
        &header,
        &json!({
            "iss": ISSUER, "sub": "x", "aud": "basic", "exp": 1, "iat": 1,
        }),
    );
    let access = tokens["access_token"].as_str().unwrap();
    for hint in [none.as_str(), &foreign, access, "x", &format!("{good}A")] {
        is_error_page(&browser.get(&path(&[("id_token_hint", hint)])).await);
        is_error_page(
            &browser
                .get(&path(&[
                    ("id_token_hint", hint),
                    ("post_logout_redirect_uri", BACK),
                ]))
                .await,
        );
        let posted = [("id_token_hint", hint)];
        let page = browser
            .post_across("/oauth2/logout", &posted, "http://evil.example")
            .await;
        is_error_page(&browser.follow(page).await);
    }
    for uri in [
        "http://localhost:9100",
        "http://localhost:9100/?x=1",
        "http://localhost:9100/other",
        "http://localhost:9101/",
        "http://evil.example/",
        "javascript:alert(1)",
        "//evil.example",
    ] {
        is_error_page(
            &browser
                .get(&path(&[
                    ("id_token_hint", good),
                    ("post_logout_redirect_uri", uri),
                ]))
                .await,
        );
        is_error_page(
            &browser
                .get(&path(&[
                    ("client_id", "basic"),
                    ("post_logout_redirect_uri", uri),
                ]))
                .await,
        );
    }
    for pairs in [
        &[("post_logout_redirect_uri", BACK)][..],
        &[("id_token_hint", good), ("client_id", "asking")],
        &[("client_id", "nobody")],
        &[("client_id", "es256"), ("post_logout_redirect_uri", BACK)],
        &[("state", "a"), ("state", "b")],
    ] {
        is_error_page(&browser.get(&path(pairs)).await);
    }
    is_signed_in(&app, &browser).await;
}

/// A-79, section 3: without a client there is no registered address to compare with, so the page says that the client
/// is missing, not that the address is wrong.
#[tokio::test]
async fn an_address_without_a_client_is_a_fault_of_its_own() {
    let app = TestApp::start().await;
    let (browser, _) = signed_in(&app).await;
    let page = browser
        .get(&path(&[("post_logout_redirect_uri", BACK)]))
        .await;
    is_error_page(&page);
    assert!(
        page.text()
            .contains("needs an id_token_hint or a client_id")
    );
    let elsewhere = [
        ("client_id", "basic"),
        ("post_logout_redirect_uri", "http://localhost:9100/other"),
    ];
    let page = browser.get(&path(&elsewhere)).await;
    assert!(page.text().contains("is not registered for this client"));
    is_signed_in(&app, &browser).await;
}

/// Attack 18: only our own page in this browser, for this session and request, can confirm.
#[tokio::test]
async fn nobody_else_can_answer_the_question() {
    let app = TestApp::start().await;
    let (browser, _) = signed_in(&app).await;
    let page = browser.get("/logout").await;
    let sealed = page.form("logout").unwrap();
    let csrf = sealed.value("csrf").unwrap().to_owned();
    let refused = |page: Page| assert_eq!(page.status, 403, "{}", page.text());
    refused(browser.post("/logout", &[]).await);
    refused(browser.post("/logout", &[("csrf", "x")]).await);
    let across = browser
        .post_across("/logout", &[("csrf", &csrf)], "http://evil.example")
        .await;
    refused(across);
    let other = [
        ("client_id", "basic"),
        ("post_logout_redirect_uri", BACK),
        ("csrf", &csrf),
    ];
    refused(browser.post("/logout", &other).await);
    let (stranger, _) = signed_in(&app).await;
    stranger.get("/logout").await;
    refused(stranger.post("/logout", &[("csrf", &csrf)]).await);
    is_signed_in(&app, &browser).await;
    is_signed_in(&app, &stranger).await;
    says_signed_out(&browser.post("/logout", &[("csrf", &csrf)]).await);
    is_signed_out(&app, &browser).await;
}

/// Decision 0003: a POST is kept, without its ID token in an address. Its handle is short, and good for a
/// moment and for one answer.
#[tokio::test]
async fn a_posted_request_is_kept_for_a_moment() {
    let app = TestApp::start().await;
    for length in [10, 8_000] {
        let (browser, tokens) = signed_in(&app).await;
        let state = "s".repeat(length);
        let pairs = [
            ("id_token_hint", hint(&tokens)),
            ("post_logout_redirect_uri", BACK),
            ("state", &state),
        ];
        let posted = async || {
            let post = browser.post_across("/oauth2/logout", &pairs, "http://localhost:9100");
            post.await.header("location").to_owned()
        };
        let late = posted().await;
        let payload = hint(&tokens).split('.').nth(1).unwrap();
        assert!(late.len() < 3_000 && !late.contains(payload), "{late}");
        app.clock.advance(60_000);
        let page = browser.get(&late).await;
        is_error_page(&page);
        assert!(page.text().contains("sent too long ago"), "{}", page.text());
        is_signed_in(&app, &browser).await;
        let in_time = posted().await;
        let page = browser.get(&in_time).await;
        let to = page.header("location").to_owned();
        assert_eq!(to, format!("{BACK}?state={state}"));
        is_signed_out(&app, &browser).await;
    }
    // After the POST the page still names the fault, in both languages.
    let (browser, tokens) = signed_in(&app).await;
    for (pairs, words) in [
        (&[("id_token_hint", "x")][..], "doesn’t come from Atrium"),
        (
            &[("id_token_hint", hint(&tokens)), ("client_id", "asking")],
            "names two different applications",
        ),
        (&[("state", "a"), ("state", "b")], "couldn’t be understood"),
        (
            &[("id_token_hint", "x"), ("id_token_hint", "y")],
            "couldn’t be understood",
        ),
    ] {
        let posted = browser.post_across("/oauth2/logout", pairs, "http://evil.example");
        let page = browser.follow(posted.await).await;
        is_error_page(&page);
        assert!(page.text().contains(words), "{}", page.text());
    }
    is_signed_in(&app, &browser).await;
    let asked = [("client_id", "basic"), ("post_logout_redirect_uri", BACK)];
    let posted = browser.post_across("/oauth2/logout", &asked, "http://localhost:9100");
    let page = browser.follow(posted.await).await;
    asks(&page);
    let language = "/oauth2/logout?client_id=basic";
    assert!(page.text().contains(language), "{}", page.text());
}

/// A-82, A-88, attack 11: all tokens of the session are invalid, offline grants stay valid, and there is one audit
/// entry.
#[tokio::test]
async fn attack_11_everything_ends_with_the_session() {
    let app = TestApp::start().await;
    let (browser, offline) = signed_in(&app).await;
    let session = app.rp("steady").tokens(&browser, "openid").await;
    let old_cookie = browser.session_cookie().unwrap();
    browser
        .get(&path(&[("id_token_hint", hint(&offline))]))
        .await;

    let token = session["access_token"].as_str().unwrap();
    let bearer = format!("Bearer {token}");
    let userinfo = app
        .post_form("/oauth2/userinfo", &[("authorization", &bearer)], &[])
        .await;
    assert_eq!(userinfo.error(), "invalid_token");
    let refreshed = app
        .rp("steady")
        .refresh(session["refresh_token"].as_str().unwrap())
        .await;
    assert_eq!(refreshed.error(), "invalid_grant");
    let kept = app
        .rp("basic")
        .refresh(offline["refresh_token"].as_str().unwrap())
        .await;
    assert_eq!(kept.status, 200);

    // Nobody can use the old cookie.
    let name = app.state().cookies.session.clone();
    browser.set_cookie(&name, &old_cookie);
    is_signed_out(&app, &browser).await;
    says_signed_out(&browser.get("/logout").await);
    assert_eq!(app.entries("session.ended").await.len(), 1);
}

/// OpenID Connect Core 3.1.2.1: the pages are in the language that the client requests.
#[tokio::test]
async fn the_confirmation_is_in_the_requested_language() {
    let app = TestApp::start().await;
    let (browser, _) = signed_in(&app).await;
    let page = browser.get(&path(&[("ui_locales", "zh-CN")])).await;
    asks(&page);
    assert_eq!(page.header("content-language"), "zh-CN");
}
