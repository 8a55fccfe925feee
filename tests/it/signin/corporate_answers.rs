//! What a corporate provider's answer must fulfil (OpenID Connect Core section 3.1.3.7, RFC 9207).

use std::path::PathBuf;

use atrium::clock::MINUTE;
use atrium::keys::{Algorithm, SigningKey};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::json;

use crate::support::corporate::{Corporate, ends_with, has_reached};
use crate::support::upstream::{CLIENT, CLIENT_SECRET};
use crate::support::{html, relying_party};

/// Attack 22: UserInfo of another subject is not trusted (OpenID Connect Core section 5.3.2).
#[tokio::test]
async fn attack_22_user_info_of_another_subject_is_refused() {
    let corporate = Corporate::start(|_| {}).await;
    corporate.upstream.claim(json!({"email": null}));
    corporate
        .upstream
        .user(json!({"sub": "lion-2", "email": "dan@demo.test", "email_verified": true}));
    let browser = corporate.app.browser();
    let page = corporate.trip(&browser).await;
    ends_with(&browser, &page, 502, "The sign-in didn’t work").await;
}

/// Attack 22: an ID token that breaks a rule signs nobody in (OpenID Connect Core section 3.1.3.7).
#[tokio::test]
async fn attack_22_an_id_token_that_breaks_a_rule_is_refused() {
    let corporate = Corporate::start(|_| {}).await;
    let now = corporate.app.now() / 1_000;
    for claims in [
        json!({"iss": "https://id.example"}),
        json!({"iss": format!("{}/", corporate.upstream.issuer)}),
        json!({"aud": "somebody"}),
        json!({"aud": ["atrium at lion", "somebody"]}),
        json!({"azp": "somebody"}),
        json!({"nonce": "of another"}),
        json!({"nonce": null}),
        json!({"exp": now - 61}),
        json!({"iat": now + 61}),
        json!({"iat": now - 601}),
        json!({"sub": null}),
        json!({"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}),
    ] {
        corporate.upstream.claim(claims.clone());
        let browser = corporate.app.browser();
        let page = corporate.trip(&browser).await;
        assert_eq!(page.status, 502, "{claims}");
        assert!(browser.session_cookie().is_none(), "{claims}");
    }
    assert!(!corporate.is_linked("DanMember").await);
    // The clocks of two servers may differ by a minute.
    for claims in [json!({"exp": now - 30}), json!({"iat": now + 30})] {
        corporate.upstream.claim(claims);
        assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
    }
}

/// Attack 22: the algorithm comes from our list and the keys from the provider's, never from the message.
#[tokio::test]
async fn attack_22_neither_none_nor_our_secret_signs() {
    let corporate = Corporate::start(|_| {}).await;
    for algorithm in ["none", "HS256", "RS256"] {
        corporate.upstream.header(json!({"alg": algorithm}));
        let browser = corporate.app.browser();
        let page = corporate.trip(&browser).await;
        assert_eq!(page.status, 502, "{algorithm}");
        assert!(browser.session_cookie().is_none());
        assert!(!page.text().contains(CLIENT_SECRET));
    }
}

/// A replaced key is fetched, at most once a minute. A key that is not published signs nobody in.
#[tokio::test]
async fn a_replaced_key_is_fetched_at_most_once_a_minute() {
    let corporate = Corporate::start(|_| {}).await;
    assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
    assert_eq!(corporate.upstream.discoveries(), 1);
    corporate.upstream.replace_key(true);
    corporate.app.clock.advance(2 * MINUTE);
    assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
    assert_eq!(corporate.upstream.discoveries(), 2);
    corporate.upstream.replace_key(false);
    for _ in 0..3 {
        assert_eq!(corporate.trip(&corporate.app.browser()).await.status, 502);
    }
    assert_eq!(
        corporate.upstream.discoveries(),
        2,
        "it was fetched less than a minute ago"
    );
}

/// Attack 22, RFC 9207: an answer that names another issuer, or none although the provider promises it, is a mix-up.
#[tokio::test]
async fn attack_22_an_answer_of_another_issuer_is_refused() {
    let corporate = Corporate::start(|_| {}).await;
    corporate
        .upstream
        .describe(json!({"authorization_response_iss_parameter_supported": true}));
    for iss in [Some("https://id.example"), None] {
        let browser = corporate.app.browser();
        let page = corporate.page(&browser).await;
        let address = corporate.leave(&browser, &page).await;
        let query = corporate.upstream.sign_in(&address);
        let (query, _) = query.split_once("&iss=").unwrap();
        let query = match iss {
            Some(iss) => format!("{query}&iss={iss}"),
            None => query.to_owned(),
        };
        let page = corporate.come_back(&browser, &query).await;
        ends_with(&browser, &page, 502, "The sign-in didn’t work").await;
    }
}

/// What an application asks for goes up, and a sign-in there that is too old is refused.
#[tokio::test]
async fn prompt_max_age_hint_and_language_go_up() {
    let corporate = Corporate::start(|_| {}).await;
    let browser = corporate.app.browser();
    let ask = corporate.app.rp("basic").ask("openid");
    let ask = ask.with("prompt", "login").with("max_age", "60");
    let ask = ask
        .with("login_hint", "dan@demo.test")
        .with("ui_locales", "zh-CN");
    let page = browser.go(&ask.url()).await;
    let address = corporate.leave(&browser, &page).await;
    let sent = |name: &str| {
        let mut pairs = address.query_pairs();
        pairs
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
    };
    let names = ["prompt", "max_age", "login_hint", "ui_locales"];
    // With prompt=login the sign-in must be newer than the trip.
    let expected = ["login", "0", "dan@demo.test", "zh-CN"];
    assert_eq!(names.map(|name| sent(name).unwrap_or_default()), expected);
    let now = corporate.app.now() / 1_000;
    corporate.upstream.claim(json!({"auth_time": now - 61}));
    let query = corporate.upstream.sign_in(&address);
    assert_eq!(corporate.come_back(&browser, &query).await.status, 502);
}

/// Attack 4: a repeated parameter is refused, and a subject that no row holds is not trusted.
#[tokio::test]
async fn attack_4_repeated_parameters_and_long_subjects_are_refused() {
    let corporate = Corporate::start(|_| {}).await;
    let browser = corporate.app.browser();
    let page = corporate.page(&browser).await;
    let address = corporate.leave(&browser, &page).await;
    let query = corporate.upstream.sign_in(&address);
    let twice = corporate
        .come_back(&browser, &format!("{query}&code=other"))
        .await;
    assert_eq!(twice.status, 400);
    assert!(has_reached(&corporate.come_back(&browser, &query).await));
    for subject in ["", "a\u{0}b", &"x".repeat(256)] {
        corporate.upstream.claim(json!({ "sub": subject }));
        assert_eq!(
            corporate.trip(&corporate.app.browser()).await.status,
            502,
            "{subject}"
        );
    }
}

/// A provider that stops describing itself still signs people in with the keys that are known, and nobody waits for it
/// again and again.
#[tokio::test]
async fn a_known_provider_needs_no_new_document() {
    let corporate = Corporate::start(|_| {}).await;
    assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
    corporate
        .upstream
        .describe(json!({"issuer": "https://nobody.example.com"}));
    corporate.app.clock.advance(11 * MINUTE);
    for _ in 0..3 {
        assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
    }
    assert_eq!(corporate.upstream.discoveries(), 2, "asked again only once");
}

/// A provider's document leads the browser to no other scheme.
#[tokio::test]
async fn the_way_to_a_provider_is_a_web_address() {
    let corporate = Corporate::start(|_| {}).await;
    corporate
        .upstream
        .describe(json!({"authorization_endpoint": "javascript:alert(1)"}));
    let browser = corporate.app.browser();
    let page = corporate.page(&browser).await;
    let links = html::links(&page.text());
    let way = links
        .into_iter()
        .find(|link| link.contains("/federation/lion"))
        .unwrap();
    let page = browser.go(&way).await;
    assert_eq!(page.status, 502);
    assert!(!page.text().contains("javascript:"), "{}", page.text());
}

/// RFC 7523 section 3, OpenID Connect Core section 9: with a key no secret is sent, and each assertion is a new one.
#[tokio::test]
async fn a_client_with_a_key_signs_an_assertion() {
    for algorithm in [Algorithm::Es256, Algorithm::Rs256] {
        let der = SigningKey::generate(algorithm).unwrap();
        let public = SigningKey::from_der(algorithm, &der).unwrap();
        let corporate = Corporate::start(|provider| {
            let file = provider.secret_file.with_file_name("lion.pem");
            let pem = format!(
                "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n",
                STANDARD.encode(&*der)
            );
            std::fs::write(&file, pem).unwrap();
            (provider.secret_file, provider.key_file) = (PathBuf::new(), file);
        });
        let corporate = corporate.await;
        let mut seen = Vec::new();
        for _ in 0..2 {
            assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
            let assertion = corporate.upstream.assertion().expect("an assertion");
            let (signed, signature) = assertion.rsplit_once('.').unwrap();
            let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
            let key = public.public();
            key.verify(algorithm, signed.as_bytes(), &signature)
                .unwrap();
            let claims = relying_party::claims_of(&assertion);
            let audience = format!("{}/token", corporate.upstream.issuer);
            assert_eq!(claims["iss"], CLIENT);
            assert_eq!(claims["sub"], CLIENT);
            assert_eq!(claims["aud"], audience);
            let now = corporate.app.now() / 1_000;
            assert_eq!(
                (&claims["iat"], &claims["exp"]),
                (&json!(now), &json!(now + 60))
            );
            seen.push(claims["jti"].clone());
        }
        assert_ne!(seen[0], seen[1]);
    }
}
