//! The two credentials of the product API, and what is not a credential (RFC 9449, attacks 27, 28).

use atrium::clock::{HOUR, MINUTE};
use serde_json::json;

use crate::support::database;
use crate::support::jose::TestKey;
use crate::support::product_api::{HOST, Person, Server, borrowed, thumbprint};

const INFO: &str = "/api/security/user/info";

/// RFC 9449 section 7.1: each possible fault is a 401 that names it.
#[tokio::test]
async fn a_bound_token_needs_its_proof() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("dan", |_| {}).await;
        assert_eq!(server.post_as(&dan, INFO, &json!({})).await.status(), 0);
        let good = |more| server.dpop(&dan, "POST", INFO, &more);
        let without = vec![good(json!({})).remove(0)];
        let mut twice = good(json!({}));
        twice.push(twice[1].clone());
        let mut other_key = good(json!({}));
        let claims = json!({ "ath": atrium::random::hashed(&dan.token) });
        let url = format!("{HOST}{INFO}");
        other_key[1].1 = TestKey::es256().proof("POST", &url, server.clock.now(), &claims);
        let mut other_token = good(json!({}));
        other_token[0].1 = format!("DPoP {}", "y".repeat(43));
        for (headers, error) in [
            (without, "invalid_dpop_proof"),
            (twice, "invalid_dpop_proof"),
            (good(json!({"htm": "GET"})), "invalid_dpop_proof"),
            (
                good(json!({"htu": format!("{HOST}/api/security/logout")})),
                "invalid_dpop_proof",
            ),
            (
                good(json!({"htu": "https://evil.test/api/security/user/info"})),
                "invalid_dpop_proof",
            ),
            (good(json!({"ath": "x"})), "invalid_dpop_proof"),
            (good(json!({"nonce": "made-up"})), "use_dpop_nonce"),
            (
                good(json!({"iat": server.clock.now() / 1_000 - 600})),
                "use_dpop_nonce",
            ),
            (
                good(json!({"iat": server.clock.now() / 1_000 + 600})),
                "use_dpop_nonce",
            ),
            (other_key, "invalid_token"),
            (other_token, "invalid_dpop_proof"),
        ] {
            let answer = server.post(INFO, &borrowed(&headers), &json!({})).await;
            assert_eq!(answer.http, 401, "{answer:?}");
            assert_eq!(answer.status(), 100_000);
            let response = answer.header("www-authenticate");
            assert!(
                response.starts_with("DPoP ") && response.contains(error),
                "{error}: {response}"
            );
            assert!(
                response.contains("algs=\"") && response.contains("ES256"),
                "{response}"
            );
            let nonce = answer.header("dpop-nonce");
            assert_eq!(nonce.is_empty(), error != "use_dpop_nonce", "{answer:?}");
        }
    }
}

/// RFC 9449 section 7.1, attack 27: a sealed token is bound to its key and audience, like a stored one.
#[tokio::test]
async fn a_sealed_token_is_bound_too() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("dan", |_| {}).await;
        let dan = server.sealed(dan).await;
        assert_eq!(server.post_as(&dan, INFO, &json!({})).await.status(), 0);
        let other_key = Person {
            id: dan.id.clone(),
            key: TestKey::es256(),
            token: dan.token.clone(),
        };
        assert_eq!(server.post_as(&other_key, INFO, &json!({})).await.http, 401);
        let bearer = [("authorization", format!("Bearer {}", dan.token))];
        let answer = server.post(INFO, &borrowed(&bearer), &json!({})).await;
        assert_eq!((answer.http.as_u16(), answer.status()), (200, 100_000));
        let (_, elsewhere) = server
            .token(&dan.id, vec![HOST.to_string()], Some(thumbprint(&dan.key)))
            .await;
        let elsewhere = Person {
            token: elsewhere,
            ..dan
        };
        let elsewhere = server.sealed(elsewhere).await;
        assert_eq!(server.post_as(&elsewhere, INFO, &json!({})).await.http, 401);
    }
}

/// RFC 9449 section 8: with the required nonce, a client with a wrong clock is accepted.
#[tokio::test]
async fn the_nonce_that_was_asked_for_helps() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let dan = server.person("dan", |_| {}).await;
    let stale = json!({"iat": server.clock.now() / 1_000 - 600});
    let headers = server.dpop(&dan, "POST", INFO, &stale);
    let asked = server.post(INFO, &borrowed(&headers), &json!({})).await;
    let nonce = asked.header("dpop-nonce").to_owned();
    let again = json!({"iat": server.clock.now() / 1_000 - 600, "nonce": nonce});
    let headers = server.dpop(&dan, "POST", INFO, &again);
    let answer = server.post(INFO, &borrowed(&headers), &json!({})).await;
    assert_eq!(answer.status(), 0, "{answer:?}");
    let replayed = server.post(INFO, &borrowed(&headers), &json!({})).await;
    assert_eq!(
        replayed.http, 401,
        "RFC 9449 section 11.1: a proof works once"
    );
}

/// Attack 27: a token of another audience, an unbound one, one of a session that is over.
#[tokio::test]
async fn only_tokens_of_this_api_are_taken() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let mut dan = server.person("dan", |_| {}).await;
        let (_, other) = server.token(&dan.id, vec![HOST.to_string()], None).await;
        let mine = std::mem::replace(&mut dan.token, other.clone());
        let answer = server.post_as(&dan, INFO, &json!({})).await;
        assert_eq!(answer.http, 401, "another audience");
        for header in [
            ("access-token", other.clone()),
            ("authorization", format!("Bearer {mine}")),
        ] {
            let answer = server.post(INFO, &borrowed(&[header]), &json!({})).await;
            assert_eq!((answer.http.as_u16(), answer.status()), (200, 100_000));
        }
        dan.token = mine;
        assert_eq!(server.post_as(&dan, INFO, &json!({})).await.status(), 0);
        server.clock.advance(2 * HOUR);
        assert_eq!(
            server.post_as(&dan, INFO, &json!({})).await.http,
            401,
            "idle"
        );
    }
}

/// Attack T3, F-05, G-08, K-04 to K-06, P-16, T-09: userToken in `Access-Token` or as Bearer, never in an address or a cookie;
/// switched off by `legacy.api_login`.
#[tokio::test]
async fn attack_t3_a_user_token_is_sent_in_a_header() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let id = server.account("dan", |_| {}).await;
        let (_, token) = server.user_token(&id).await;
        let bearer = format!("Bearer {token}");
        for header in [
            ("access-token", token.as_str()),
            ("authorization", bearer.as_str()),
        ] {
            let answer = server.post(INFO, &[header], &json!({})).await;
            assert_eq!(answer.data()["userToken"], token, "{header:?}");
        }
        let cookie = format!("login_token={token}; Access-Token={token}");
        for (path, headers) in [
            (format!("{INFO}?token={token}"), vec![]),
            (
                format!("{INFO}?Access-Token={token}&access_token={token}"),
                vec![],
            ),
            (INFO.to_owned(), vec![("cookie", cookie.as_str())]),
        ] {
            let body = json!({"token": token, "Access-Token": token, "access_token": token});
            let answer = server.post(&path, &headers, &body).await;
            assert_eq!(answer.status(), 100_000, "{path} {headers:?}");
        }
        for bad in [
            token.to_uppercase(),
            token[1..].to_owned(),
            format!("{token}x"),
            format!("{token} "),
            format!("\"{token}\""),
        ] {
            let answer = server
                .post(INFO, &[("access-token", bad.as_str())], &json!({}))
                .await;
            assert_eq!(answer.status(), 100_000, "{bad:?}");
        }
        let off = Server::with(&database.db, |config| config.legacy.api_login = false).await;
        let answer = off
            .post(INFO, &[("access-token", token.as_str())], &json!({}))
            .await;
        assert_eq!(answer.status(), 100_000, "switched off");
    }
}

/// The person's calls count as use of the session; this is stored at most once a minute.
#[tokio::test]
async fn calls_keep_the_session_awake() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let id = server.account("dan", |_| {}).await;
    let (_, token) = server.user_token(&id).await;
    for _ in 0..11 {
        server.clock.advance(HOUR);
        let answer = server
            .post(INFO, &[("access-token", token.as_str())], &json!({}))
            .await;
        assert_eq!(answer.status(), 0);
    }
    server.clock.advance(HOUR + MINUTE);
    let answer = server
        .post(INFO, &[("access-token", token.as_str())], &json!({}))
        .await;
    assert_eq!(answer.status(), 100_000, "twelve hours are the most");
}
