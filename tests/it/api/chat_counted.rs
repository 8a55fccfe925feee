//! What an answer is counted as, and in which month, whatever happens to it meanwhile (contract G-78).

use std::time::Duration;

use atrium::assistant;
use atrium::db::{DbError, FromRow, SqlQuery};
use serde_json::json;

use super::chat_stage::{
    DEL, ask, chatter, cost, end, events, live, next, of, server, server_on, stored_piece, talk,
};
use crate::support::ai_provider::AiProvider;
use crate::support::database;
use crate::support::product_api::{NOW, Person, Server};

/// 30 November 2026, 23:59:50 in Shanghai; in UTC it is 15:59:50.
const END_OF_NOVEMBER: i64 = 1_796_054_390_000;

/// The rows that `sql` finds.
async fn found<R: FromRow>(server: &Server, sql: &'static str) -> Vec<R> {
    let mut view = server.db().read().await.unwrap();
    SqlQuery::kept(sql).fetch_all(&mut view).await.unwrap()
}

/// G-78: the month is that of `accounts.time_zone`. An answer counts in the month of its question, also if it ends in the next one,
/// and on the day of its end.
#[tokio::test]
async fn a_month_is_that_of_the_time_zone() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let here = server_on(&database.db, &provider, |config| {
            config.accounts.time_zone = "Asia/Shanghai".to_owned();
        });
        let here = here.await;
        let elsewhere = database.again().await;
        let there = Server::with(&elsewhere, |config| {
            config.accounts.time_zone = "UTC".to_owned();
        });
        let there = there.await;
        for server in [&here, &there] {
            server.clock.advance(END_OF_NOVEMBER - NOW);
        }
        let dan = chatter(&here, "DanChats").await;
        let (_, answer) = ask(&here, &dan, None, "wait").await;
        assert_eq!(cost(&here, &dan).await["held"], 301);
        for server in [&here, &there] {
            server.clock.advance(20_000);
        }
        let used = async |server: &Server, words: i64, held: i64| {
            let used = cost(server, &dan).await;
            let figures = (&used["cost"], &used["held"]);
            assert_eq!(figures, (&json!(words), &json!(held)));
        };
        used(&here, 0, 0).await;
        used(&there, 0, 301).await;
        provider.go_on();
        assert_eq!(end(&events(&here, &dan, &answer, None).await), (0, 2));
        used(&here, 0, 0).await;
        used(&there, 3, 0).await;
        talk(&here, &dan, None, "Hi").await;
        used(&here, 4, 0).await;
        used(&there, 3, 0).await;
        let months = "SELECT month, words FROM assistant_use WHERE version_id = 0 ORDER BY month";
        let months: Vec<(String, i64)> = found(&here, months).await;
        let of = |month: &str, words| (month.to_owned(), words);
        assert_eq!(months, [of("2026-11", 3), of("2026-12", 4)]);
        // The first of December began in Shanghai ten seconds after the question.
        let days: Vec<(i64, i64)> = found(&here, "SELECT day_at, words FROM assistant_days").await;
        assert_eq!(days, [(END_OF_NOVEMBER + 10_000, 7)]);
    }
}

/// Tokens that a provider counts are taken; where it counts none they are three for two words, also if the answer was cut. The cost is
/// 2 and 10 millionths for a token.
#[tokio::test]
async fn tokens_cost_whether_a_provider_counts_them_or_not() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let mut before = (0, 0, 0);
        for (question, (tokens_in, tokens_out, cost)) in [
            ("whole", (5, 4, 50)),
            ("no done", (3, 1, 16)),
            ("length", (1, 3, 32)),
            ("breaks", (1, 3, 32)),
            ("error text", (0, 0, 0)),
        ] {
            let (_, answer) = ask(&server, &dan, None, question).await;
            events(&server, &dan, &answer, None).await;
            let days = "SELECT tokens_in, tokens_out, cost FROM assistant_days";
            let days: Vec<(i64, i64, i64)> = found(&server, days).await;
            before = (before.0 + tokens_in, before.1 + tokens_out, before.2 + cost);
            assert_eq!(days, [before], "{question}");
        }
    }
}

/// Begins an answer that waits, and reads its first piece; returns the chat.
async fn begun(server: &Server, person: &Person) -> String {
    let (chat, answer) = ask(server, person, None, "wait").await;
    let mut stream = live(server, person, &of(&answer)).await;
    assert!(next(&mut stream).await.contains("first "));
    stored_piece(server, &answer).await;
    chat
}

/// A chat that is deleted in the middle of its answer takes the answer with it. What was delivered stays counted, and what was held is
/// free.
#[tokio::test]
async fn a_deleted_chat_costs_what_was_delivered() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let chat = begun(&server, &dan).await;
        let body = json!({ "chatId": chat });
        server.post_as(&dan, DEL, &body).await.data();
        let mut used = cost(&server, &dan).await;
        for _ in 0..100 {
            if used["held"] == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            used = cost(&server, &dan).await;
        }
        assert_eq!((&used["cost"], &used["held"]), (&json!(2), &json!(0)));
        for sql in [
            "SELECT answer_id FROM chat_turns WHERE answer_id IS NOT NULL",
            "SELECT answer_id FROM chat_pieces",
            "SELECT id FROM chat_answers",
        ] {
            assert!(found::<(String,)>(&server, sql).await.is_empty(), "{sql}");
        }
    }
}

/// An account that is erased in the middle of an answer leaves nothing of it: no later piece, no end and no figure brings anything of
/// the person back. What the agency used before stays, without the person.
#[tokio::test]
async fn an_account_that_is_erased_leaves_no_answer() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        talk(&server, &dan, None, "Hi").await;
        begun(&server, &dan).await;
        let id = dan.id.clone();
        let erased = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { assistant::erase_person(tx, &id, 50).await })
        });
        erased.await.unwrap();
        provider.go_on();
        // It returns when the tasks of all answers have ended.
        let assistant = &server.state().assistant;
        assistant.stop(Duration::from_secs(20)).await;
        for sql in [
            "SELECT id FROM chats",
            "SELECT chat_id FROM chat_turns",
            "SELECT id FROM chat_answers",
            "SELECT answer_id FROM chat_pieces",
            "SELECT account_id FROM assistant_use",
        ] {
            assert!(found::<(String,)>(&server, sql).await.is_empty(), "{sql}");
        }
        let days = "SELECT account_id, words FROM assistant_days";
        let days: Vec<(String, i64)> = found(&server, days).await;
        assert_eq!(days, [(String::new(), 4)]);
    }
}
