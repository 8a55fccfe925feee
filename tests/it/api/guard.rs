//! The guard before each call: other sites' pages, requests that browsers make by themselves, and paths
//! without a row.

use atrium::api::CALLS;
use atrium::calls::table::Verb;
use serde_json::json;

use crate::support::database;
use crate::support::log::Log;
use crate::support::product_api::{Server, borrowed};

/// Attack T6, F-06, F-17, attack 36: another site's page and a browser's own requests change nothing.
#[tokio::test]
async fn attack_t6_what_writes_is_not_for_foreign_pages() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let member = server.person("member", |_| {}).await;
    let log = Log::listen();
    for call in CALLS.iter().filter(|call| call.effect.writes()) {
        for (name, value, refused) in [
            ("origin", "https://evil.test", 100_013),
            ("origin", "null", 100_013),
            ("origin", "http://localhost:8080.evil.test", 100_013),
            ("origin", "http://localhost:80801", 100_013),
            ("sec-purpose", "prefetch;prerender", 100_012),
            ("purpose", "prefetch", 100_012),
            ("x-moz", "prefetch", 100_012),
        ] {
            let method = call.verb.method();
            let mut headers = server.dpop(&member, method.as_str(), call.path, &json!({}));
            headers.push((name, value.to_owned()));
            let body = json!({"productId": 1, "lang": "en-us", "account": "a", "password": "b"});
            let answer = match call.verb {
                Verb::Post => server.post(call.path, &borrowed(&headers), &body).await,
                Verb::Get => {
                    let path = format!("{}?productId=1", call.path);
                    server.get(&path, &borrowed(&headers)).await
                }
            };
            assert_eq!(answer.status(), refused, "{} {name}: {value}", call.path);
            let said = log.take("no page of ours sent it");
            let said: Vec<_> = said.iter().map(|event| &event["origin"]).collect();
            let expected = (name == "origin").then(|| json!(value));
            assert_eq!(said, expected.iter().collect::<Vec<_>>(), "{}", call.path);
            assert_eq!(
                answer.header("access-control-allow-origin"),
                "",
                "{}",
                call.path
            );
        }
    }
    let still = server
        .post_as(&member, "/api/security/user/info", &json!({}))
        .await;
    assert_eq!(still.status(), 0, "no foreign page signed anybody out");
}

/// G-62: deny by default: a path without a row does not exist, and other methods get an error.
#[tokio::test]
async fn nothing_else_is_there() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    for path in [
        "/api",
        "/api/",
        "/api/security",
        "/api/security/admin/user/nothing",
        "/api/security/user/info/",
        "/api/security//user/info",
        "/api/security/user%2Finfo",
        "/API/security/user/info",
    ] {
        let answer = server.get(path, &[]).await;
        assert!(
            matches!(answer.http.as_u16(), 404 | 405),
            "{path}: {answer:?}"
        );
        if path.starts_with("/api") {
            assert_eq!(answer.status(), 999_999, "{path}");
        }
    }
    let answer = server.get("/api/security/user/info", &[]).await;
    assert_eq!((answer.http.as_u16(), answer.status()), (405, 999_999));
    assert!(answer.header("allow").contains("POST"), "{answer:?}");
}
