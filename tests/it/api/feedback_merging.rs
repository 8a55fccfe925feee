//! Feedback that says the same (C-121, S-25): whose answer reaches whom, and how many follow one. The expectations are literals.

use serde_json::{Value, json};

use super::accounts::{ada, house};
use super::agency_letters::{queued, start};
use super::announcements::insert;
use super::feedback::{ANSWER, MERGE, details, form, row, sent};
use crate::support::database;
use crate::support::product_api::{NOW, Person, Server};

async fn merge(server: &Server, person: &Person, id: &str, into: &str) -> Value {
    let body = json!({ "id": id, "intoId": into });
    server.post_as(person, MERGE, &body).await.json()
}

/// Whom the queued emails are for, in the order of the addresses.
async fn readers(server: &Server) -> Vec<String> {
    let letters = queued(server).await;
    let to = letters
        .iter()
        .map(|letter| letter["to"].as_str().unwrap().to_owned());
    let mut to: Vec<String> = to.collect();
    to.sort();
    to
}

/// S-25: an answered piece that becomes a duplicate gives its answer to the first, which has none, and to all that follow it.
/// Its own author, who has read it, gets no second email.
#[tokio::test]
async fn an_answered_duplicate_gives_the_first_its_answer() {
    for database in database::each_engine().await {
        let server = start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let mut ids = Vec::new();
        for name in ["dan", "eve", "gus"] {
            let email = format!("{name}@demo.test");
            let author = server
                .person(name, |new| new.email = Some(email.clone()))
                .await;
            ids.push(sent(&server, &author, &form()).await);
        }
        let [first, answered, follower] = &ids[..] else {
            panic!("three were sent")
        };
        assert_eq!(merge(&server, &ada, follower, first).await["status"], 0);
        let answer = json!({ "id": answered, "answer": "It is repaired.", "status": 2 });
        assert_eq!(server.post_as(&ada, ANSWER, &answer).await.status(), 0);
        assert_eq!(readers(&server).await, ["eve@demo.test"]);

        assert_eq!(merge(&server, &ada, answered, first).await["status"], 0);
        assert_eq!(
            readers(&server).await,
            ["dan@demo.test", "eve@demo.test", "gus@demo.test"]
        );
        let by_eve = details(&server, &ada, answered).await;
        assert_eq!(by_eve["mergedInto"]["id"], json!(first));
        assert!(!by_eve["answeredBy"].as_str().unwrap().is_empty());
        for id in [first, follower] {
            let shown = details(&server, &ada, id).await;
            let parts = ["answer", "answeredAt", "answeredBy", "status"];
            let parts = parts.map(|part| shown[part].clone());
            let (at, by) = (&by_eve["answeredAt"], &by_eve["answeredBy"]);
            // The state of the first is its own, and the others take it.
            assert_eq!(json!(parts), json!(["It is repaired.", at, by, 0]));
            assert!(at.is_i64(), "{at}");
        }
    }
}

/// S-25: at most 100 pieces follow one; what brings its own along counts with them. Nothing changes beyond.
#[tokio::test]
async fn at_most_a_hundred_pieces_follow_one() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let author = server.account("Author", |_| {}).await;
        let single = ["first", "last", "late", "pair"].map(|id| row(id, &author, "The same", NOW));
        let followers = (0..99).map(|number| {
            let mut one = row(&format!("f{number}"), &author, "The same", NOW);
            one["merged_into"] = json!("first");
            one
        });
        let mut of_pair = row("of-pair", &author, "The same", NOW);
        of_pair["merged_into"] = json!("pair");
        let rows = single.into_iter().chain(followers).chain([of_pair]);
        insert(&server, "feedback", rows.collect()).await;
        let many = async || {
            let shown = details(&server, &ada, "first").await;
            shown["duplicates"].as_array().unwrap().len()
        };
        let refused = async |id: &str| {
            let refused = merge(&server, &ada, id, "first").await;
            let fault = &refused["faults"][0];
            assert_eq!(fault["field"], "intoId", "{refused}");
            assert_eq!(fault["msg"], "At most 100 are allowed.");
        };
        refused("pair").await;
        assert_eq!(many().await, 99);
        assert_eq!(merge(&server, &ada, "last", "first").await["status"], 0);
        assert_eq!(many().await, 100);
        refused("late").await;
        assert_eq!(many().await, 100);
        assert_eq!(
            details(&server, &ada, "late").await["mergedInto"],
            Value::Null
        );
    }
}
