//! Signing out at a provider, and a provider that says that somebody signed out there.

use atrium::clock::MINUTE;
use atrium::db::SqlQuery;
use serde_json::{Value, json};
use url::Url;

use crate::support::app::{Answer, ISSUER};
use crate::support::browser::Browser;
use crate::support::corporate::{Corporate, has_reached};
use crate::support::factors::Phone;
use crate::support::jose::TestKey;
use crate::support::{database, html};

const PATH: &str = "/federation/lion/backchannel-logout";
const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

async fn send(corporate: &Corporate, token: &str) -> Answer {
    corporate
        .app
        .post_form(PATH, &[], &[("logout_token", token)])
        .await
}

/// Signs in by the provider, whose session is `sid`.
async fn signed_in(corporate: &Corporate, sid: Value) -> Browser<'_> {
    corporate.upstream.claim(json!({ "sid": sid }));
    let browser = corporate.app.browser();
    assert!(has_reached(&corporate.trip(&browser).await));
    browser
}

/// True while the browser reaches the application without a page.
async fn is_signed_in(corporate: &Corporate, browser: &Browser<'_>) -> bool {
    let ask = corporate
        .app
        .rp("basic")
        .ask("openid")
        .with("prompt", "none");
    let page = browser.go(&ask.url()).await;
    has_reached(&page)
}

async fn open_sessions(corporate: &Corporate) -> i64 {
    let mut view = corporate.app.db().read().await.unwrap();
    let count = SqlQuery::kept("SELECT COUNT(*) FROM sso_sessions WHERE ended_at IS NULL");
    let rows: Vec<(i64,)> = count.fetch_all(&mut view).await.unwrap();
    rows[0].0
}

/// OpenID Connect Back-Channel Logout 1.0 section 2.7: the sessions of that `sid`, or of that person; nobody else's.
#[tokio::test]
async fn a_logout_token_ends_what_it_names() {
    for database in database::each_engine().await {
        let corporate = Corporate::on(&database).await;
        let desk = signed_in(&corporate, json!("desk")).await;
        let phone = signed_in(&corporate, json!("phone")).await;
        let nameless = signed_in(&corporate, Value::Null).await;
        let local = corporate.app.browser();
        local.sign_in_directly("DanMember").await;
        let tokens = corporate.app.rp("basic").tokens(&desk, "openid").await;
        let by_sid = json!({"sub": null, "sid": "desk"});
        let answer = send(
            &corporate,
            &corporate.upstream.logout_token(&json!({}), &by_sid),
        )
        .await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(!is_signed_in(&corporate, &desk).await);
        let token = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        let user_info = corporate
            .app
            .post_form("/oauth2/userinfo", &[("authorization", &token)], &[])
            .await;
        assert_eq!(user_info.status, 401, "its tokens end too");
        assert!(is_signed_in(&corporate, &phone).await);
        assert!(is_signed_in(&corporate, &nameless).await);
        let other = json!({"sub": "lion-2", "sid": "phone"});
        send(
            &corporate,
            &corporate.upstream.logout_token(&json!({}), &other),
        )
        .await;
        assert!(is_signed_in(&corporate, &phone).await, "of another person");
        let both = json!({"sid": "phone"});
        send(
            &corporate,
            &corporate.upstream.logout_token(&json!({}), &both),
        )
        .await;
        assert!(!is_signed_in(&corporate, &phone).await);
        assert!(!is_signed_in(&corporate, &nameless).await);
        let again = signed_in(&corporate, json!("new")).await;
        let of_person = corporate.upstream.logout_token(&json!({}), &json!({}));
        assert_eq!(send(&corporate, &of_person).await.status, 200);
        assert!(!is_signed_in(&corporate, &again).await);
        assert!(
            is_signed_in(&corporate, &local).await,
            "it came by another way"
        );
        let ended = corporate.app.entries("session.ended").await;
        let reason = r#"{"reason":"provider"}"#;
        assert!(ended.len() == 4 && ended.iter().all(|entry| entry.detail == reason));
        let nobody = corporate.upstream.logout_token(&json!({}), &json!({}));
        assert_eq!(send(&corporate, &nobody).await.status, 200);
    }
}

/// OpenID Connect Back-Channel Logout 1.0 section 2.6, attacks 22 and 28: a token that breaks a rule ends nothing.
#[tokio::test]
async fn attack_22_a_logout_token_that_breaks_a_rule_ends_nothing() {
    let corporate = Corporate::start(|_| {}).await;
    signed_in(&corporate, json!("desk")).await;
    let now = corporate.app.now() / 1_000;
    let claims = [
        json!({"iss": "https://id.example"}),
        json!({"iss": null}),
        json!({"aud": "somebody"}),
        json!({"aud": ["atrium at lion", "somebody"]}),
        json!({"iat": null}),
        json!({"iat": now + 61}),
        json!({"iat": now - 601, "exp": now + 60}),
        json!({"exp": null}),
        json!({"exp": now - 61}),
        json!({"jti": null}),
        json!({"jti": ""}),
        json!({"events": null}),
        json!({"events": {}}),
        json!({"events": {EVENT: true}}),
        json!({"events": EVENT}),
        json!({"nonce": "n"}),
        json!({"sub": null}),
        json!({"sub": ""}),
        json!({"sub": "lion-1", "sid": 7}),
    ];
    for claims in claims {
        let token = corporate.upstream.logout_token(&json!({}), &claims);
        refused(&corporate, &token, &claims.to_string()).await;
    }
    for header in [
        json!({"alg": "none"}),
        json!({"alg": "HS256"}),
        json!({"alg": "RS256"}),
        json!({"kid": "another"}),
        json!({"typ": "at+jwt"}),
        json!({"crit": ["exp"]}),
    ] {
        let token = corporate.upstream.logout_token(&header, &json!({}));
        refused(&corporate, &token, &header.to_string()).await;
    }
    let good = corporate.upstream.logout_token(&json!({}), &json!({}));
    let (signed, _) = good.rsplit_once('.').unwrap();
    for token in [
        "",
        "a",
        "a.b.c",
        signed,
        &format!("{signed}."),
        &format!("{good}="),
    ] {
        refused(&corporate, token, token).await;
    }
    let header = json!({"alg": "ES256", "kid": "lion", "jwk": TestKey::es256().jwk()});
    let claims = json!({
        "iss": corporate.upstream.issuer, "sub": "lion-1", "aud": "atrium at lion", "iat": now,
        "exp": now + 60, "jti": "j", "events": {EVENT: {}},
    });
    refused(
        &corporate,
        &TestKey::es256().sign(&header, &claims),
        "another key",
    )
    .await;
    let twice = [("logout_token", good.as_str()), ("logout_token", &good)];
    assert_eq!(corporate.app.post_form(PATH, &[], &twice).await.status, 400);
    let nowhere = "/federation/tiger/backchannel-logout";
    let pairs = [("logout_token", good.as_str())];
    assert_eq!(
        corporate.app.post_form(nowhere, &[], &pairs).await.status,
        400
    );
    assert_eq!(open_sessions(&corporate).await, 1);
    assert_eq!(send(&corporate, &good).await.status, 200);
    assert_eq!(open_sessions(&corporate).await, 0);
}

/// OpenID Connect Back-Channel Logout 1.0 section 2.7: a sign-in that waits for a second factor here has ended too, when the
/// person has signed out there; another one has not, and a new one is not.
#[tokio::test]
async fn a_logout_token_ends_a_sign_in_that_waits() {
    for database in database::each_engine().await {
        let corporate = Corporate::on(&database).await;
        let (app, upstream) = (&corporate.app, &corporate.upstream);
        let phone = Phone::of(app, "DanMember").await;
        for (claims, ended) in [
            (json!({"sub": null, "sid": "desk"}), true),
            (json!({"sid": "desk"}), true),
            (json!({}), true),
            (json!({"sid": "phone"}), false),
            (json!({"sub": "lion-2"}), false),
        ] {
            app.clock.advance(2 * MINUTE);
            upstream.claim(json!({"sid": "desk"}));
            let browser = app.browser();
            let page = corporate.trip(&browser).await;
            assert!(page.form("code").is_some(), "{}", page.text());
            let token = upstream.logout_token(&json!({}), &claims);
            assert_eq!(send(&corporate, &token).await.status, 200);
            browser.submit(&page, &[("code", &phone.code(app))]).await;
            assert_eq!(browser.session_cookie().is_none(), ended, "{claims}");
        }
        // Who had no `sid` is meant by each token of the person.
        app.clock.advance(2 * MINUTE);
        upstream.claim(json!({}));
        let browser = app.browser();
        let page = corporate.trip(&browser).await;
        let token = upstream.logout_token(&json!({}), &json!({"sid": "any"}));
        assert_eq!(send(&corporate, &token).await.status, 200);
        browser.submit(&page, &[("code", &phone.code(app))]).await;
        assert!(browser.session_cookie().is_none());
    }
}

async fn refused(corporate: &Corporate, token: &str, what: &str) {
    let answer = send(corporate, token).await;
    assert_eq!(answer.status, 400, "{what}: {}", answer.text());
    assert_eq!(answer.json()["error"], "invalid_request", "{what}");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(open_sessions(corporate).await, 1, "{what}");
}

/// An ID token is no logout token.
#[tokio::test]
async fn attack_22_an_id_token_signs_nobody_out() {
    let corporate = Corporate::start(|_| {}).await;
    signed_in(&corporate, json!("desk")).await;
    let claims = json!({"nonce": "n", "events": null, "jti": null});
    let token = corporate
        .upstream
        .logout_token(&json!({"typ": "JWT"}), &claims);
    refused(&corporate, &token, "an ID token").await;
}

/// Section 2.6, attack 10: a token counts once.
#[tokio::test]
async fn attack_10_a_logout_token_counts_once() {
    let corporate = Corporate::start(|_| {}).await;
    signed_in(&corporate, json!("desk")).await;
    let token = corporate.upstream.logout_token(&json!({}), &json!({}));
    assert_eq!(send(&corporate, &token).await.status, 200);
    signed_in(&corporate, json!("desk")).await;
    refused(&corporate, &token, "the second time").await;
    let any =
        "SELECT COALESCE(MIN(1), 0) FROM audit_entries WHERE kind = 'request.refused' AND at >= $1";
    corporate.app.becomes(any, 0).await;
}

/// Attack 44: strangers make the provider's keys be fetched at most once a minute, also while it is down.
#[tokio::test]
async fn attack_44_strangers_cause_one_fetch_of_keys_a_minute() {
    let corporate = Corporate::start(|_| {}).await;
    signed_in(&corporate, json!("desk")).await;
    assert_eq!(corporate.upstream.discoveries(), 1);
    let strange = || {
        corporate
            .upstream
            .logout_token(&json!({"kid": "another"}), &json!({}))
    };
    for minutes in 1..4 {
        corporate.app.clock.advance(MINUTE);
        for _ in 0..3 {
            refused(&corporate, &strange(), "another key").await;
        }
        assert_eq!(corporate.upstream.discoveries(), 1 + minutes);
    }
    corporate.upstream.replace_key(true);
    corporate.app.clock.advance(MINUTE);
    let token = corporate.upstream.logout_token(&json!({}), &json!({}));
    assert_eq!(send(&corporate, &token).await.status, 200, "a replaced key");
    corporate.app.clock.advance(11 * MINUTE);
    corporate
        .upstream
        .describe(json!({"issuer": "https://id.example"}));
    let before = corporate.upstream.discoveries();
    for _ in 0..3 {
        send(&corporate, &strange()).await;
        corporate.app.clock.advance(MINUTE / 4);
    }
    assert_eq!(corporate.upstream.discoveries(), before + 1);
}

/// OpenID Connect RP-Initiated Logout 1.0 section 2: the page offers it, with the session there and the way back.
#[tokio::test]
async fn the_signed_out_page_offers_to_sign_out_there_too() {
    for database in database::each_engine().await {
        let corporate = Corporate::on(&database).await;
        let end = format!("{}/end?tenant=1", corporate.upstream.issuer);
        corporate
            .upstream
            .describe(json!({"end_session_endpoint": end}));
        for (sid, hint) in [(json!("desk"), "desk"), (Value::Null, "lion-1")] {
            let browser = signed_in(&corporate, sid).await;
            let there = offered(&browser).await.expect("a way to sign out there");
            assert!(there.as_str().starts_with(&end));
            let pairs: Vec<(String, String)> = there.query_pairs().into_owned().collect();
            let back = format!("{ISSUER}/logout");
            let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
            let expected = [
                pair("tenant", "1"),
                pair("client_id", "atrium at lion"),
                pair("logout_hint", hint),
                pair("post_logout_redirect_uri", &back),
            ];
            assert_eq!(pairs, expected);
            let page = browser.go("/logout").await;
            assert!(page.text().contains("You are signed out"), "the way back");
        }
    }
}

/// No offer where the session came another way, the provider has no such page, or its address is none for browsers.
#[tokio::test]
async fn nothing_is_offered_without_a_way_there() {
    let corporate = Corporate::start(|_| {}).await;
    let browser = signed_in(&corporate, json!("desk")).await;
    assert_eq!(offered(&browser).await, None);
    corporate.app.clock.advance(11 * MINUTE);
    corporate
        .upstream
        .describe(json!({"end_session_endpoint": "javascript:alert(1)"}));
    let browser = signed_in(&corporate, json!("desk")).await;
    assert_eq!(offered(&browser).await, None);
    corporate.app.clock.advance(11 * MINUTE);
    let end = format!("{}/end", corporate.upstream.issuer);
    corporate
        .upstream
        .describe(json!({"end_session_endpoint": end}));
    let local = corporate.app.browser();
    local.sign_in_directly("DanMember").await;
    assert_eq!(offered(&local).await, None);
}

/// Signs out, and reads where the page that follows leads.
async fn offered(browser: &Browser<'_>) -> Option<Url> {
    let question = browser.go("/logout").await;
    let page = browser.send_form(&question, "csrf", &[]).await;
    let page = browser.follow(page).await;
    assert!(
        page.text().contains("You are signed out"),
        "{}",
        page.text()
    );
    let links = html::links(&page.text());
    let there = links.iter().find(|link| link.contains("logout_hint"));
    there.map(|link| link.parse().unwrap())
}
