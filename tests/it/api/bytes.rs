//! Any bytes at any call: never a panic, never a 500, always the envelope.

use atrium::api::CALLS;
use atrium::clock::MINUTE;
use atrium::random::Random;
use axum::body::Body;
use axum::http::{HeaderValue, Request, Uri};

use crate::support::database;
use crate::support::doors::{Received, Shape};
use crate::support::product_api::{Answered, Server, borrowed};

/// Bytes that have broken other programs, among random ones.
fn bodies(random: &Random) -> Vec<Vec<u8>> {
    let mut bodies: Vec<Vec<u8>> = [
        "",
        "null",
        "[]",
        "{}",
        "{",
        "\"",
        "{\"a\":",
        "nul",
        "1e999",
        "-",
        "{\"productId\":1e400}",
        "{\"productId\":-9223372036854775808}",
        "{\"productId\":9223372036854775808}",
        "{\"lang\":{}}",
        "{\"lang\":\"\\ud800\"}",
        "{\"appName\":[]}",
        "{\"appName\":\"\\u0000\"}",
        "{\"account\":\"\\u0000\",\"password\":\"\\u0000\"}",
        "{\"account\":1,\"password\":2}",
        "{\"appName\":\"SSO\",\"appName\":\"SSO\"}",
        "\u{feff}{}",
        "{\"\":{\"\":[[[[]]]]}}",
        "{\"account\":\"'; DROP TABLE accounts;--\",\"password\":\"' OR 1=1\"}",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into();
    bodies.push("[".repeat(200_000).into_bytes());
    bodies.push(
        format!(
            "{{\"account\":\"{}\",\"password\":\"x\"}}",
            "a".repeat(500_000)
        )
        .into(),
    );
    bodies.push(vec![0xff; 64]);
    bodies.extend((0..8).map(|_| random.bytes::<64>().to_vec()));
    bodies
}

/// A file needs no field, so no bytes are wrong for it.
fn check(answer: &Answered, what: &str) {
    if answer.http == 200
        && answer
            .header("content-disposition")
            .starts_with("attachment")
    {
        return;
    }
    let response = Received {
        status: answer.http,
        headers: &answer.headers,
        text: &answer.text,
    };
    assert!(Shape::Envelope.answers(&response), "{what}: {answer:?}");
}

#[tokio::test]
async fn any_bytes_are_answered_in_words() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let mut dan = server.person("dan", |_| {}).await;
        let random = Random::seeded(7);
        for call in CALLS {
            // The proofs of a person are limited (attack 44).
            server.clock.advance(MINUTE);
            dan = server.signed_in(&dan.id).await;
            for body in bodies(&random) {
                let method = call.verb.method();
                let response = format!("{} {:.60?}", call.path, String::from_utf8_lossy(&body));
                let mut request = Request::builder()
                    .method(method.clone())
                    .uri(call.path)
                    .header("content-type", "application/json");
                let headers = server.dpop(&dan, method.as_str(), call.path, &serde_json::json!({}));
                for (name, value) in borrowed(&headers) {
                    request = request.header(name, value);
                }
                check(
                    &server.send(request.body(Body::from(body)).unwrap()).await,
                    &response,
                );
                // A body that logout accepts ends the session.
                if call.path == "/api/security/logout" {
                    dan = server.signed_in(&dan.id).await;
                }
            }
        }
    }
}

#[tokio::test]
async fn any_headers_and_queries_are_answered_in_words() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let random = Random::seeded(8);
    for call in CALLS {
        for _ in 0..20 {
            let visible: Vec<u8> = random.bytes::<48>().iter().map(|b| b % 94 + 33).collect();
            let text = String::from_utf8(visible.clone()).unwrap();
            let query: String =
                url::form_urlencoded::byte_serialize(&random.bytes::<24>()).collect();
            let uri: Uri = format!("{}?{query}={query}&%zz=%&productId=%ff", call.path)
                .parse()
                .unwrap();
            for name in [
                "authorization",
                "access-token",
                "dpop",
                "cookie",
                "origin",
                "accept-language",
            ] {
                let value = HeaderValue::from_bytes(&visible).unwrap();
                let opaque = HeaderValue::from_bytes(&[visible.as_slice(), &[0xff, 0xfe]].concat());
                for value in [value, opaque.unwrap()] {
                    let request = Request::builder()
                        .method(call.verb.method())
                        .uri(uri.clone())
                        .header(name, value)
                        .body(Body::empty())
                        .unwrap();
                    check(&server.send(request).await, &format!("{name}: {text}"));
                }
            }
        }
        for scheme in [
            "DPoP",
            "dpop",
            "Bearer",
            "Basic",
            "DPoP ",
            "DPoP a.b.c",
            "Bearer a.b.c",
        ] {
            let headers = [("authorization", scheme), ("dpop", "a.b.c"), ("dpop", "")];
            let answer = match call.verb.method().as_str() {
                "GET" => server.get(call.path, &headers).await,
                _ => {
                    server
                        .post(call.path, &headers, &serde_json::json!({}))
                        .await
                }
            };
            check(&answer, scheme);
        }
    }
}

/// A body above `server.body_limit` is 413 in the envelope.
#[tokio::test]
async fn a_body_too_large_is_413() {
    let database = &database::each_engine().await[0];
    let server = Server::with(&database.db, |config| config.server.body_limit = 4_096).await;
    let request = Request::post("/api/security/acc-login")
        .header("content-type", "application/json")
        .body(Body::from(vec![b' '; 5_000]))
        .unwrap();
    let answer = server.send(request).await;
    assert_eq!(
        (answer.http.as_u16(), answer.status()),
        (413, 999_999),
        "{answer:?}"
    );
}
