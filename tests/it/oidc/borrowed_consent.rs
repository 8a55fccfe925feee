//! Remembered consent that other programs cannot use: programs on a person's own machine, tokens of the
//! product API, and a consent with fewer scopes (RFC 8252 section 8.6, RFC 9700 section 4.14).

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::support::app::{Answer, ISSUER, TestApp};
use crate::support::browser::Browser;
use crate::support::database;
use crate::support::relying_party::Rp;

/// The requests of `client` for each of these addresses.
fn at<'a>(app: &'a TestApp, client: &str, uris: &[&str]) -> Vec<Rp<'a>> {
    let to = |uri: &&str| {
        let mut rp = app.rp(client);
        (*uri).clone_into(&mut rp.redirect_uri);
        rp
    };
    uris.iter().map(to).collect()
}

/// Asks as `rp` with these parameters and allows it; the consent page must appear.
async fn allowed(browser: &Browser<'_>, rp: &Rp<'_>, scope: &str, more: &[(&str, &str)]) -> Value {
    let ask = rp.ask(scope);
    let ask = more
        .iter()
        .fold(ask, |ask, (name, value)| ask.with(name, value));
    let page = browser.go(&ask.url()).await;
    assert!(
        page.form("decision").is_some(),
        "{}: {}",
        page.url,
        page.text()
    );
    let page = browser.submit(&page, &[("decision", "allow")]).await;
    let code = rp.outcome(&ask, &page).code();
    let answer = rp.exchange(&ask, &code).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// A-25, RFC 8252 section 8.6: any program on the machine can use a loopback address or a private scheme, so a
/// remembered consent or a first-party client proves nothing.
#[tokio::test]
async fn a_program_on_the_persons_machine_is_asked_for_each_time() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let desk = [
        "http://127.0.0.1:51004/callback",
        "http://[::1]:51004/callback",
        "http://localhost:51004/callback",
        "com.example.desk:/callback",
    ];
    let first_party = [
        "http://127.0.0.1:51004/callback",
        "com.example.app:/callback",
    ];
    let mut all = at(&app, "desk", &desk);
    all.extend(at(&app, "native", &first_party));
    for rp in &all {
        for _ in 0..2 {
            allowed(&browser, rp, "openid", &[]).await;
            let silent = rp.ask("openid").with("prompt", "none");
            let refused = rp.authorize(&browser, &silent).await;
            assert_eq!(refused.error(), "consent_required", "{}", rp.redirect_uri);
        }
        let page = browser.go(&rp.ask("openid").url()).await;
        assert!(page.text().contains("each time"), "{}", page.text());
        assert!(
            !page.text().contains("remember your choice"),
            "{}",
            page.text()
        );
    }
}

/// RFC 8252 section 8.6, attack 1: every spelling of a loopback address counts: with a dot at the end, mapped
/// into IPv6, and the unspecified address, which systems treat as their own.
#[tokio::test]
async fn a_loopback_address_in_another_spelling_borrows_no_consent() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let own = at(&app, "desk", &["https://desk.example/callback"]).remove(0);
    allowed(&browser, &own, "openid", &[]).await;
    let spelt = [
        "https://localhost./callback",
        "https://0.0.0.0/callback",
        "https://[::ffff:7f00:1]/callback",
    ];
    for rp in &at(&app, "desk", &spelt) {
        let silent = rp.ask("openid").with("prompt", "none");
        let page = browser.get(&silent.url()).await;
        let refused = rp.outcome(&silent, &page);
        assert_eq!(refused.error(), "consent_required", "{}", rp.redirect_uri);
    }
}

/// A-25: the same client at an https address, and the portal, need no question.
#[tokio::test]
async fn an_address_that_nobody_else_can_have_keeps_its_consent() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let desk = at(&app, "desk", &["https://desk.example/callback"]).remove(0);
    let page = browser.go(&desk.ask("openid").url()).await;
    assert!(
        page.text().contains("remember your choice"),
        "{}",
        page.text()
    );
    allowed(&browser, &desk, "openid", &[]).await;
    let silent = desk.ask("openid").with("prompt", "none");
    desk.authorize(&browser, &silent).await.code();
    for client in ["portal", "spa", "bound"] {
        let rp = app.rp(client);
        let ask = rp.ask("openid").with("prompt", "none");
        let page = browser.get(&ask.url()).await;
        rp.outcome(&ask, &page).code();
    }
}

/// The product API accepts only the portal's token, and no other token with any audience.
#[tokio::test]
async fn the_product_api_takes_the_portals_tokens_alone() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    for (client, http) in [("portal", 200), ("bound", 401)] {
        let rp = app.rp(client);
        let ask = rp.ask("openid");
        let page = browser.get(&ask.url()).await;
        let code = rp.outcome(&ask, &page).code();
        let tokens = rp.exchange(&ask, &code).await.json();
        let answer = user_info(&app, &rp, tokens["access_token"].as_str().unwrap()).await;
        assert_eq!(answer.status, http, "{client}: {}", answer.text());
        if client == "bound" {
            let challenge = answer.header("www-authenticate");
            assert!(challenge.contains("invalid_token"), "{challenge}");
        }
    }
}

async fn user_info(app: &TestApp, rp: &Rp<'_>, token: &str) -> Answer {
    use ring::digest::{SHA256, digest};
    let path = "/api/security/user/info";
    let hash = crate::support::jose::b64(digest(&SHA256, token.as_bytes()).as_ref());
    let key = rp.dpop.as_ref().unwrap();
    let more = json!({ "ath": hash });
    let proof = key.proof("POST", &format!("{ISSUER}{path}"), app.now(), &more);
    let request = Request::post(path)
        .header("authorization", format!("DPoP {token}"))
        .header("dpop", proof)
        .header("content-type", "application/json");
    app.send(request.body(Body::from("{}")).unwrap()).await
}

/// True while UserInfo takes the access token of `tokens`.
async fn is_good(app: &TestApp, tokens: &Value) -> bool {
    let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
    let headers = [("authorization", bearer.as_str())];
    let answer = app.post_form("/oauth2/userinfo", &headers, &[]).await;
    answer.status == 200
}

const AGAIN: &[(&str, &str)] = &[("prompt", "consent")];

/// A-40: `prompt=consent` with fewer scopes keeps the remembered consent and ends this person's grants at this client
/// that have more scopes, offline ones too. It ends no other grants.
#[tokio::test]
async fn a_narrower_consent_ends_wider_grants() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let (browser, other) = (app.browser(), app.browser());
        browser.sign_in_directly("DanMember").await;
        other.sign_in_directly("ChloeManager").await;
        let rp = app.rp("asking");
        let wide = allowed(&browser, &rp, "openid email offline_access", AGAIN).await;
        let narrow = rp.tokens(&browser, "openid").await;
        let claims = json!({ "userinfo": { "email": null } }).to_string();
        let by_name = rp.ask("openid").with("claims", &claims);
        let by_name = rp.tokens_of(&browser, &by_name).await;
        let chloes = allowed(&other, &rp, "openid email offline_access", AGAIN).await;
        let elsewhere = app.rp("basic").tokens(&browser, "openid email").await;
        let all = [&wide, &narrow, &by_name, &chloes, &elsewhere];
        for tokens in all {
            assert!(is_good(&app, tokens).await);
        }
        assert!(app.entries("grant.revoked").await.is_empty());

        // A person who refuses changes nothing.
        let ask = rp.ask("openid").with("prompt", "consent");
        let page = browser.go(&ask.url()).await;
        browser.submit(&page, &[("decision", "deny")]).await;
        assert!(is_good(&app, &wide).await);

        let fresh = allowed(&browser, &rp, "openid", AGAIN).await;
        let good = [&narrow, &chloes, &elsewhere, &fresh];
        for (at, tokens) in good.into_iter().enumerate() {
            assert!(is_good(&app, tokens).await, "{at}");
        }
        assert!(!is_good(&app, &wide).await, "the scope is wider");
        assert!(!is_good(&app, &by_name).await, "a claim is more");
        let refresh = wide["refresh_token"].as_str().unwrap();
        assert_eq!(rp.refresh(refresh).await.error(), "invalid_grant");
        let revocations = app.entries("grant.revoked").await;
        assert_eq!(revocations.len(), 1, "{revocations:?}");
        assert_eq!(
            revocations[0].detail,
            r#"{"reason":"consent_narrowed","count":2}"#
        );
        assert_eq!(revocations[0].client_id.as_deref(), Some("asking"));

        // The remembered consent still applies: all of its scopes are granted without a page.
        let again = rp.tokens(&browser, "openid email offline_access").await;
        assert!(again["refresh_token"].is_string(), "{again}");
    }
}

/// A-40: who agrees again in a second window, to the same or to more, ends nothing that waits in the first.
#[tokio::test]
async fn a_code_waits_while_the_person_agrees_in_another_window() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("asking");
        let asks = [
            rp.ask("openid email"),
            rp.ask("openid email"),
            rp.ask("openid phone"),
            rp.ask("openid email phone").with("prompt", "consent"),
        ];
        // Both windows show the question before the person answers the first.
        let (first, second) = (
            browser.go(&asks[0].url()).await,
            browser.go(&asks[1].url()).await,
        );
        let mut codes = Vec::new();
        for (ask, page) in asks.iter().zip([Some(first), Some(second), None, None]) {
            app.clock.advance(1);
            let page = match page {
                Some(page) => page,
                None => browser.go(&ask.url()).await,
            };
            assert!(page.form("decision").is_some(), "{}", page.text());
            let page = browser.submit(&page, &[("decision", "allow")]).await;
            codes.push(rp.outcome(ask, &page).code());
        }
        for (at, (ask, code)) in asks.iter().zip(&codes).enumerate() {
            let answer = rp.exchange(ask, code).await;
            assert_eq!(answer.status, 200, "{at}: {}", answer.text());
        }
    }
}

/// A-40: without `prompt=consent` a request for fewer scopes changes nothing.
#[tokio::test]
async fn asking_for_less_ends_nothing() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let desk = at(&app, "desk", &["com.example.desk:/callback"]).remove(0);
    let wide = allowed(&browser, &desk, "openid email", &[]).await;
    allowed(&browser, &desk, "openid", &[]).await;
    assert!(is_good(&app, &wide).await);
    let rp = app.rp("asking");
    let wide = allowed(&browser, &rp, "openid email", &[]).await;
    rp.tokens(&browser, "openid").await;
    // Other scopes are remembered in addition to the earlier ones.
    allowed(&browser, &rp, "openid phone", &[]).await;
    rp.tokens(&browser, "openid email phone").await;
    assert!(is_good(&app, &wide).await);
}
