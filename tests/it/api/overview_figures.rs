//! The parts of single figures of the overview: reasons, orders, ages and spans. The expectations are literals.

use atrium::clock::{DAY, HOUR, MINUTE};
use atrium::directory::Status;
use atrium::groups::RequestKind;
use serde_json::json;

use super::chat_stage::{self, chatter, talk};
use super::opening::products;
use super::overview::{OVERVIEW, count, figures, open, root, sign_in};
use super::request_scenes::{asks, group, set, with_email};
use crate::support::ai_provider::AiProvider;
use crate::support::database;
use crate::support::product_api::{NOW, PASSWORD, Server};

const EXAMINE: &str = "/api/security/admin/user/project-examine";

/// Disabled and expired accounts and people who must wait are refusals of their own, though all of them read the same words.
#[tokio::test]
async fn refusals_are_counted_by_their_reason() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let disabled = server.account("gone", |new| new.status = Status::Disabled);
        disabled.await;
        let expired = server.account("over", |new| {
            new.expire_date = Some("2026-11-20".parse().unwrap());
        });
        expired.await;
        server.account("dan", |_| {}).await;
        sign_in(&server, "gone", PASSWORD).await;
        for _ in 0..2 {
            sign_in(&server, "over", PASSWORD).await;
        }
        // The sixth failure for one account from one address waits.
        for _ in 0..6 {
            sign_in(&server, "dan", "wrong").await;
        }
        sign_in(&server, "dan", PASSWORD).await;
        let root = root(&server).await;
        let refusals = figures(&server, &root, OVERVIEW).await["refusals"].clone();
        let by = |reason: &str| count(&refusals, reason);
        assert_eq!((by("disabled"), by("expired")), (1, 2), "{refusals}");
        assert!(by("too_many") >= 1, "{refusals}");
        assert_eq!(by("wrong_password") + by("too_many"), 7, "{refusals}");
    }
}

/// The most opened product comes first, whatever its number.
#[tokio::test]
async fn the_most_opened_product_is_first() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        for (name, opened) in [("dan", &[3, 2, 1][..]), ("eve", &[3, 2]), ("finn", &[3])] {
            let person = server.person(name, |_| {}).await;
            for id in opened {
                open(&server, &person, *id).await;
            }
        }
        let root = root(&server).await;
        let found = figures(&server, &root, OVERVIEW).await;
        assert_eq!(
            found["opened"],
            json!([
                { "productId": 3, "name": "Product 3", "count": 3 },
                { "productId": 2, "name": "Product 2", "count": 2 },
                { "productId": 1, "name": "Product 1", "count": 1 },
            ])
        );
    }
}

/// Requests of the whole installation: each age has its own count, and each decision the span of its own wait.
#[tokio::test]
async fn requests_are_counted_by_age_and_decisions_by_wait() {
    const MADE: &str = "UPDATE requests SET created_at = $2 WHERE id = $1";
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let root = root(&server).await;
        let mut asked = Vec::new();
        let groups = ["media", "research", "print"];
        for name in groups {
            group(&server, name).await;
        }
        for name in ["ann", "ben", "chloe", "dan"] {
            let person = server.account(name, with_email).await;
            for name in groups {
                asked.push(asks(&server, &person, RequestKind::Join, name).await);
            }
        }
        // The last three stay as they were asked, now.
        let ages = [2 * DAY, 2 * DAY, 5 * DAY].into_iter().chain([10 * DAY; 6]);
        for (id, age) in asked.iter().zip(ages) {
            set(&server, MADE, id, NOW - age).await;
        }
        let found = figures(&server, &root, OVERVIEW).await;
        assert_eq!(
            found["waiting"],
            json!({ "day": 3, "threeDays": 2, "week": 1, "longer": 6 }),
            "{:?}",
            server.db()
        );

        let (mut parts, mut minutes) = (Vec::new(), 0);
        for (id, (wait, part)) in asked.iter().zip([
            (30 * MINUTE, "hour"),
            (2 * HOUR, "day"),
            (2 * DAY, "three_days"),
            (5 * DAY, "week"),
            (10 * DAY, "longer"),
        ]) {
            set(&server, MADE, id, NOW - wait).await;
            let body = json!({ "id": id, "status": "refused", "comment": "Not yet", "version": 1 });
            let examined = server.post_as(&root, EXAMINE, &body).await;
            assert_eq!(examined.status(), 0, "{examined:?}");
            parts.push(part);
            minutes += wait / MINUTE;
            let decided = figures(&server, &root, OVERVIEW).await["decided"].clone();
            assert_eq!(decided["count"], parts.len());
            let average = minutes / i64::try_from(parts.len()).unwrap();
            assert_eq!(decided["averageMinutes"], average, "{part}");
            let mut found: Vec<_> = decided["parts"].as_array().unwrap().iter().collect();
            found.sort_by_key(|one| parts.iter().position(|part| one["part"] == *part));
            let expected = parts.iter().map(|part| json!({ "part": part, "count": 1 }));
            assert_eq!(json!(found), json!(expected.collect::<Vec<_>>()));
        }
    }
}

/// G-78: one answer of the assistant, with its words and what they cost.
#[tokio::test]
async fn an_answer_of_the_assistant_is_a_figure() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = chat_stage::server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        talk(&server, &dan, None, "A very private matter").await;
        let root = root(&server).await;
        let found = figures(&server, &root, OVERVIEW).await["assistant"].clone();
        // 4 words and 3 of the answer; 12 tokens at 2 and 7 at 10 for a million.
        assert_eq!(
            found,
            json!({
                "answers": 1, "words": 7, "cost": 94, "currency": "USD",
                "days": [{ "at": "2026-11-21", "part": "", "count": 7 }],
            })
        );
    }
}
