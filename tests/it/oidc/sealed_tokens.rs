//! Opaque access tokens that are sealed and have no row (decision 0034).

use std::sync::Arc;
use std::time::Duration;

use atrium::clients::{self, Client};
use atrium::clock::MINUTE;
use atrium::db::Reads as _;
use atrium::keys::SealedKind;
use atrium::random::Random;
use axum::body::Body;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hyper::Request;
use serde_json::Value;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::support::app::{Answer, ISSUER, TestApp};
use crate::support::noise::Noise;
use crate::support::{database, rows};

const GRANT: (&str, &str) = ("grant_type", "client_credentials");
/// Characters of an opaque token that is a row.
const STORED: usize = 43;

fn text(tokens: &Value, name: &str) -> String {
    tokens[name].as_str().unwrap().to_owned()
}

/// The access token of the client `machine` for itself.
async fn of_machine(app: &TestApp) -> String {
    let tokens = app.rp("machine").token(&[GRANT]).await.json();
    text(&tokens, "access_token")
}

async fn userinfo(app: &TestApp, token: &str) -> Answer {
    let request =
        Request::get("/oauth2/userinfo").header("authorization", format!("Bearer {token}"));
    app.send(request.body(Body::empty()).unwrap()).await
}

async fn is_active(app: &TestApp, client: &str, token: &str) -> bool {
    let asked = [("token", token)];
    let answer = app.rp(client).post("/oauth2/introspect", &asked).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["active"] == true
}

async fn give_back(app: &TestApp, client: &str, token: &str) {
    let asked = [("token", token)];
    let answer = app.rp(client).post("/oauth2/revoke", &asked).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

async fn count(app: &TestApp, sql: &'static str) -> i64 {
    let mut tx = app.db().read().await.unwrap();
    rows::number(&mut tx, sql, "").await.unwrap()
}

/// neither a person's token nor a client's is a row, renewed or not; a revoked one is one row, once.
#[tokio::test]
async fn a_token_leaves_no_row() {
    const ROWS: &str = "SELECT COUNT(*) FROM access_tokens WHERE hash <> $1";
    const REVOKED: &str = "SELECT COUNT(*) FROM revoked_jtis WHERE jti <> $1";
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        let first = rp.tokens(&browser, "openid offline_access").await;
        let renewed = rp.refresh(&text(&first, "refresh_token")).await.json();
        let machine = of_machine(&app).await;
        let (first, renewed) = (text(&first, "access_token"), text(&renewed, "access_token"));
        for token in [&first, &renewed, &machine] {
            assert!((STORED + 1..=255).contains(&token.len()), "{}", token.len());
        }
        assert_eq!(count(&app, ROWS).await, 0);
        assert!(
            is_active(&app, "basic", &first).await && is_active(&app, "machine", &machine).await
        );

        give_back(&app, "machine", &first).await;
        assert_eq!(count(&app, REVOKED).await, 0, "another client's");
        for _ in 0..2 {
            give_back(&app, "basic", &first).await;
            give_back(&app, "machine", &machine).await;
            assert_eq!(count(&app, REVOKED).await, 2);
        }
        assert_eq!(userinfo(&app, &first).await.status, 401);
        assert!(
            !is_active(&app, "basic", &first).await && !is_active(&app, "machine", &machine).await
        );
        assert_eq!(userinfo(&app, &renewed).await.status, 200, "alone");
    }
}

/// `client_credentials` without an identifier to spend needs no transaction, so nothing can hold it up.
#[tokio::test]
async fn a_client_gets_its_token_while_nobody_can_write() {
    let app = TestApp::start().await;
    let (reached, open) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (told, waits) = (reached.clone(), open.clone());
    let held = app.write(move |tx| {
        Box::pin(async move {
            rows::set(
                tx,
                "UPDATE clients SET name = $2 WHERE client_id = $1",
                "machine",
                "held",
            )
            .await?;
            told.notify_one();
            database::hold(tx.engine(), waits.notified()).await;
            Ok(())
        })
    });
    let asked = async {
        reached.notified().await;
        let token = timeout(Duration::from_secs(20), of_machine(&app)).await;
        let token = token.expect("it waits for the writer");
        assert!(is_active(&app, "machine", &token).await);
        open.notify_one();
    };
    tokio::join!(held, asked);
}

/// Each process accepts and ends the tokens of the other, sealed or as a row.
#[tokio::test]
async fn another_process_accepts_and_ends_each_form() {
    for database in database::each_engine().await {
        let own = &TestApp::on(&database).await;
        let other = &TestApp::beside(own, database.again().await).await;
        for is_stored in [false, true] {
            if is_stored {
                let long = format!("https://reports.example/{}", "a".repeat(200));
                for name in ["basic", "machine"] {
                    let mut client = Client::clone(&own.state().clients.get(name).unwrap());
                    client.resources = vec![long.clone()];
                    save(own, client).await;
                }
                other.state().clients.reload().await.unwrap();
            }
            let browser = own.browser();
            let sid = browser.sign_in_directly("DanMember").await;
            let tokens = own.rp("basic").tokens(&browser, "openid").await;
            let kept = own.rp("basic").tokens(&browser, "openid").await;
            let (token, kept) = (text(&tokens, "access_token"), text(&kept, "access_token"));
            let machine = of_machine(own).await;
            for token in [&token, &machine] {
                assert_eq!(token.len() == STORED, is_stored);
            }
            assert_eq!(userinfo(other, &token).await.status, 200);
            assert!(is_active(other, "machine", &machine).await);
            give_back(other, "basic", &token).await;
            give_back(other, "machine", &machine).await;
            for app in [own, other] {
                assert!(!is_active(app, "machine", &machine).await);
            }
            assert_eq!(userinfo(other, &token).await.status, 401);
            assert_eq!(userinfo(other, &kept).await.status, 200, "alone");
            own.sign_out(&sid).await;
            assert_eq!(userinfo(own, &kept).await.status, 401);
        }
    }
}

/// A token of more than 255 characters is a row, and works the same.
#[tokio::test]
async fn a_long_token_is_a_row() {
    let app = TestApp::start().await;
    let long = format!("https://reports.example/{}", "a".repeat(200));
    let client = app.state().clients.get("basic").unwrap();
    let mut client = Client::clone(&client);
    client.resources = vec![long];
    save(&app, client).await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let person = app.rp("basic").tokens(&browser, "openid").await;
    let itself = app.rp("basic").token(&[GRANT]).await.json();
    for token in [person, itself].map(|tokens| text(&tokens, "access_token")) {
        assert_eq!(token.len(), STORED);
        assert!(is_active(&app, "basic", &token).await);
        give_back(&app, "basic", &token).await;
        assert!(!is_active(&app, "basic", &token).await);
    }
}

async fn save(app: &TestApp, client: Client) {
    let now = app.now();
    app.write(move |tx| Box::pin(async move { clients::save(tx, &client, now).await }))
        .await;
    app.state().clients.reload().await.unwrap();
}

/// Attack 27: a token ends when its client loses the audience, sealed or as a row.
#[tokio::test]
async fn a_token_ends_with_its_audience() {
    let long = format!("https://reports.example/{}", "a".repeat(200));
    for (audience, is_stored) in [("https://reports.example", false), (&long, true)] {
        let app = TestApp::start().await;
        let mut client = Client::clone(&app.state().clients.get("for-reader").unwrap());
        client.resources = vec![audience.to_owned()];
        save(&app, client).await;
        let named = [GRANT, ("resource", audience)];
        let tokens = app.rp("for-reader").token(&named).await.json();
        let token = text(&tokens, "access_token");
        assert_eq!(token.len() == STORED, is_stored);
        assert!(is_active(&app, "for-reader", &token).await);
        let client = app.state().clients.get("for-reader").unwrap();
        let mut changed = Client::clone(&client);
        changed.resources.retain(|resource| resource != audience);
        save(&app, changed).await;
        assert!(!is_active(&app, "for-reader", &token).await, "{audience}");
        save(&app, Client::clone(&client)).await;
        assert!(is_active(&app, "for-reader", &token).await);
    }
}

/// Attacks 24 and 28: a client that is switched off, a token's own end and its session's idle time.
#[tokio::test]
async fn a_sealed_token_ends_in_its_time_and_with_its_client() {
    let app = TestApp::start().await;
    let token = of_machine(&app).await;
    app.clock.advance(10 * MINUTE - 1);
    assert!(is_active(&app, "machine", &token).await);
    app.clock.advance(1);
    assert!(!is_active(&app, "machine", &token).await, "expired");
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let tokens = app.rp("basic").tokens(&browser, "openid").await;
    let token = text(&tokens, "access_token");
    assert_eq!(userinfo(&app, &token).await.status, 200);
    let mut off = Client::clone(&app.state().clients.get("basic").unwrap());
    off.enabled = false;
    save(&app, off).await;
    assert_eq!(
        userinfo(&app, &token).await.status,
        401,
        "the client is off"
    );
}

/// Attack 28: our own values of another kind, sealed values of another kind, version, issuer or length, and random
/// values are refused. Each is refused in the door's own shape.
#[tokio::test]
async fn what_is_no_access_token_is_refused_in_the_shape_of_the_door() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid offline_access");
    let tokens = rp.tokens_of(&browser, &ask).await;
    let (access, refresh) = (
        text(&tokens, "access_token"),
        text(&tokens, "refresh_token"),
    );
    let code = rp.code(&browser, &rp.ask("openid")).await;
    let (keys, random) = (&app.state().keys, Random::system());
    let kind = |name, version| SealedKind { name, version };
    let inside = keys
        .ring()
        .open(kind("access token", 1), &ISSUER, &access)
        .unwrap()
        .text;
    let sealed = |kind, issuer: &str| {
        let ring = keys.ring();
        ring.seal(kind, issuer, &inside, &random).unwrap()
    };
    assert_eq!(
        userinfo(&app, &sealed(kind("access token", 1), &ISSUER))
            .await
            .status,
        200,
        "the others differ in one thing"
    );
    let noise = Noise::seeded(13);
    let head = URL_SAFE_NO_PAD.decode(&access).unwrap();
    let random_ones = (0..300).map(|round: usize| {
        let bytes = noise.bytes(190);
        match round % 3 {
            0 => URL_SAFE_NO_PAD.encode(bytes),
            // Begins as ours do.
            1 => URL_SAFE_NO_PAD.encode([&head[..7 + round % 16], &bytes].concat()),
            _ => noise.graphic(255).replace(['%', '&', '+'], "-"),
        }
    });
    let mut bad = vec![
        refresh.clone(),
        code.clone(),
        text(&tokens, "id_token"),
        sealed(kind("access tokens", 1), &ISSUER),
        sealed(kind("access token", 2), &ISSUER),
        sealed(kind("access token", 1), "https://other.example"),
        access[..access.len() - 1].to_owned(),
        format!("{access}A"),
        "A".repeat(access.len()),
        "A".repeat(10_000),
    ];
    bad.extend(random_ones.filter(|text| !text.is_empty()));
    for bad in &bad {
        let answer = userinfo(&app, bad).await;
        let error = match answer.status.as_u16() {
            400 => "error=\"invalid_request\"",
            401 => "error=\"invalid_token\"",
            other => panic!("{bad}: {other} {}", answer.text()),
        };
        let challenge = answer.header("www-authenticate");
        assert!(challenge.starts_with("Bearer "), "{bad}: {challenge}");
        assert!(challenge.contains(error), "{bad}: {challenge}");
        let asked = [("token", bad.as_str())];
        if *bad != refresh {
            assert!(!is_active(&app, "basic", bad).await, "{bad}");
            let answer = rp.post("/oauth2/revoke", &asked).await;
            let is_id_token = *bad == text(&tokens, "id_token");
            let expected = if is_id_token { 400 } else { 200 };
            assert_eq!(answer.status, expected, "{bad}");
        }
    }
    for wrong in [&access, &code] {
        assert_eq!(rp.refresh(wrong).await.error(), "invalid_grant");
    }
    for wrong in [&access, &refresh] {
        assert_eq!(rp.exchange(&ask, wrong).await.error(), "invalid_grant");
    }
    assert_eq!(
        userinfo(&app, &access).await.status,
        200,
        "none of it harmed it"
    );
}
