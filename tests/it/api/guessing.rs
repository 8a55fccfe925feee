//! Guessing at acc-login (attacks 14 to 16).

use atrium::clock::MINUTE;
use atrium::db::Db;
use axum::http::StatusCode;
use serde_json::json;

use crate::support::database;
use crate::support::guesses::{self, Guess};
use crate::support::product_api::{Answered, PASSWORD, Server};

/// Names of one person, of two persons and of nobody; each pair from its own address.
const PAIRS: [([&str; 2], &str); 3] = [
    (["Dan", "dan@demo.test"], "192.0.2.11"),
    (["Chloe", "ada@demo.test"], "192.0.2.12"),
    (["Nobody", "nobody@demo.test"], "192.0.2.13"),
];

/// A server behind a proxy that says where a request comes from.
async fn behind_a_proxy(db: &Db, address_failures: u32) -> Server {
    let server = Server::with(db, |config| {
        config.server.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
        config.limits.address_failures = address_failures;
    })
    .await;
    for (name, email) in [
        ("Dan", "dan@demo.test"),
        ("Chloe", "chloe@demo.test"),
        ("Ada", "ada@demo.test"),
    ] {
        server
            .account(name, |new| new.email = Some(email.into()))
            .await;
    }
    server
}

async fn tried(server: &Server, address: &str, account: &str, password: &str) -> Answered {
    let body = json!({"account": account, "password": password});
    let from = [("x-forwarded-for", address)];
    server.post("/api/security/acc-login", &from, &body).await
}

/// The answer without the parts that always differ.
fn comparable(answer: &Answered) -> (StatusCode, Vec<String>, String) {
    let mut json = answer.json();
    json["requestId"].take();
    let headers = answer.headers.iter();
    let headers = headers
        .filter(|(name, _)| *name != "x-request-id")
        .map(|(name, value)| format!("{name}: {value:?}"));
    (answer.http, headers.collect(), json.to_string())
}

async fn alike(server: &Server, guesses: &[Guess]) -> usize {
    let mut delayed = 0;
    for (step, guess) in guesses.iter().enumerate() {
        server.clock.advance(guess.after);
        let mut answers = Vec::new();
        for (pair, address) in PAIRS {
            let answer = tried(server, address, &guess.typed(pair), "a guess").await;
            answers.push(comparable(&answer));
        }
        delayed += usize::from(answers[0].0 == StatusCode::TOO_MANY_REQUESTS);
        answers.dedup();
        assert_eq!(answers.len(), 1, "step {step}, {guess:?}: {answers:#?}");
    }
    delayed
}

/// Attacks 14 and 15: status, headers (`Retry-After` among them) and body are the same as for two strangers.
#[tokio::test]
async fn two_names_of_one_person_answer_as_those_of_two_strangers() {
    for database in database::each_engine().await {
        let server = behind_a_proxy(&database.db, 100).await;
        assert_eq!(alike(&server, &guesses::clever()).await, 3);
        server.clock.advance(60 * MINUTE);
        assert!(alike(&server, &guesses::random(7, 60)).await > 10);
    }
}

/// An account allows one address ten wrong attempts under both names in a quarter of an hour. After that the
/// right password is refused like any other; from another address, and after the quarter, it signs in
/// (attacks 15 and 16).
#[tokio::test]
async fn the_account_allows_one_address_ten_wrong_attempts() {
    for database in database::each_engine().await {
        let server = behind_a_proxy(&database.db, 100).await;
        let here = "192.0.2.11";
        let mut wrong = 0;
        // The last thirteen attempts of the series; each name alone is not delayed.
        let clever = guesses::clever();
        for guess in &clever[clever.len() - 16..clever.len() - 3] {
            server.clock.advance(guess.after);
            let name = guess.typed(["Dan", "dan@demo.test"]);
            let answer = tried(&server, here, &name, "a guess").await;
            assert_eq!(answer.status(), 100_013);
            wrong += 1;
        }
        assert_eq!(wrong, 13);
        let right = tried(&server, here, "dan@demo.test", PASSWORD).await;
        assert_eq!(
            right.status(),
            100_013,
            "the eleventh try and later ones are no guesses"
        );
        let elsewhere = tried(&server, "192.0.2.99", "dan@demo.test", PASSWORD).await;
        assert_eq!(elsewhere.status(), 0);
        server.clock.advance(15 * MINUTE);
        let later = tried(&server, here, "dan@demo.test", PASSWORD).await;
        assert_eq!(later.status(), 0, "nobody is locked out: {later:?}");
    }
}

/// The 256 networks of an IPv6 /56 have together four times the attempts of one.
#[tokio::test]
async fn networks_of_one_site_share_a_limit() {
    for database in database::each_engine().await {
        let server = behind_a_proxy(&database.db, 20).await;
        for n in 0..80 {
            let address = format!("2001:db8:0:1{n:02x}::1");
            let answer = tried(&server, &address, &format!("nobody {n}"), "a guess").await;
            assert_eq!(answer.status(), 100_013, "{n}");
        }
        let next = tried(&server, "2001:db8:0:1ff::1", "nobody else", "a guess").await;
        assert_eq!(next.http, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(next.header("retry-after"), "15");
        let other = tried(&server, "2001:db8:0:2ff::1", "nobody else", "a guess").await;
        assert_eq!(other.status(), 100_013);
    }
}
