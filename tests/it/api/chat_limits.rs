//! What bounds chats, and what ends answers in unusual ways (contract K-11, G-72, G-78; attacks 33 and 44). The expectations are
//! literals.

use std::sync::Arc;
use std::time::Duration;

use atrium::assistant::{self, AssistantSecrets, ChatError, LateAnswers, TurnState, chats};
use atrium::clock::DAY;
use atrium::db::{DbError, SqlQuery};
use atrium::jobs::Routine as _;
use atrium::keys::Master;
use atrium::random::Random;
use serde_json::json;

use super::chat_stage::{
    ADD, CHAT, LIST, ask, chatter, events, info, live, next, of, said, server, stored_piece, talk,
};
use crate::support::ai_provider::AiProvider;
use crate::support::product_api::{NOW, Server};
use crate::support::{database, rows};

async fn run(server: &Server, sql: String) {
    let done = server
        .db()
        .write::<_, DbError, _>(|tx| Box::pin(rows::run(tx, sql)));
    done.await.unwrap();
}

/// A person keeps 200 chats: the one that was not used for the longest makes room, and what it cost stays counted.
#[tokio::test]
async fn the_oldest_of_200_chats_makes_room() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let oldest = talk(&server, &dan, None, "Hi").await["data"]["chatId"].clone();
        let id = dan.id.clone();
        let filled = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                for number in 0..199 {
                    let row = json!({
                        "id": format!("chat{number:03}"), "account_id": id, "sealed_key": "", "master_id": "",
                        "title": "", "turns": 2, "created_at": NOW, "changed_at": NOW + 1 + number,
                    });
                    rows::insert(tx, "chats", &row).await?;
                }
                Ok(())
            })
        });
        filled.await.unwrap();
        let list = server.get_as(&dan, LIST).await.data();
        assert_eq!(list.as_array().unwrap().len(), 200);
        server.post_as(&dan, ADD, &json!({})).await.data();
        let list = server.get_as(&dan, LIST).await.data();
        let list = list.as_array().unwrap();
        assert_eq!(list.len(), 200);
        assert!(list.iter().all(|chat| chat["chatId"] != oldest));
        let mut view = server.db().read().await.unwrap();
        let words = SqlQuery::kept("SELECT words FROM assistant_days")
            .fetch_one::<(i64,)>(&mut view)
            .await
            .unwrap();
        assert_eq!(words.0, 4);
    }
}

/// A chat has 400 turns; the next question is refused and costs nothing.
#[tokio::test]
async fn a_chat_has_400_turns() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let chat = talk(&server, &dan, None, "Hi").await["data"]["chatId"].clone();
        let chat = chat.as_str().unwrap().to_owned();
        run(
            &server,
            format!("UPDATE chats SET turns = 398 WHERE id = '{chat}'"),
        )
        .await;
        assert_eq!(talk(&server, &dan, Some(&chat), "Last").await["status"], 0);
        let refused = talk(&server, &dan, Some(&chat), "One more").await;
        assert_eq!(refused["msg"], "Your conversation has exceeded the limit.");
        let used = super::chat_stage::cost(&server, &dan).await;
        assert_eq!((&used["cost"], &used["held"]), (&json!(8), &json!(0)));
    }
}

/// K-11: 2,000 words of a chat go along, also if its turns are so short that they are many.
#[tokio::test]
async fn the_model_sees_2000_words_of_short_turns() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let chat = talk(&server, &dan, None, "Question 0").await["data"]["chatId"].clone();
        let chat = chat.as_str().unwrap();
        for number in 1..50 {
            talk(&server, &dan, Some(chat), &format!("Question {number}")).await;
        }
        talk(&server, &dan, Some(chat), "The last").await;
        let messages = provider.asked().pop().unwrap().body["messages"].clone();
        let messages = messages.as_array().unwrap();
        assert_eq!(messages.len(), 101);
        let said: Vec<_> = [0, 1, 98, 100]
            .iter()
            .map(|at: &usize| &messages[*at]["content"])
            .collect();
        assert_eq!(
            said,
            ["Question 0", "Hello, 你好", "Question 49", "The last"]
        );
    }
}

/// Figures of months are kept for 400 days, so that quotas of today never count old ones.
#[tokio::test]
async fn months_are_forgotten_after_400_days() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        for (month, version) in [
            ("2025-09", 0),
            ("2025-10", 0),
            ("2025-10", 1),
            ("2026-11", 0),
        ] {
            run(
                &server,
                format!(
                    "INSERT INTO assistant_use (account_id, month, version_id, words, held) \
                 VALUES ('dan', '{month}', {version}, 1, 0)"
                ),
            )
            .await;
        }
        // 400 days before 21 November 2026 is 17 October 2025.
        for (most, deleted) in [(10, 1), (10, 0)] {
            let swept = server.db().write::<_, DbError, _>(move |tx| {
                Box::pin(chats::sweep_months(tx, NOW - chats::FIGURES_KEPT, most))
            });
            assert_eq!(swept.await.unwrap(), deleted);
        }
        let later = NOW + 30 * DAY - chats::FIGURES_KEPT;
        let swept = server
            .db()
            .write::<_, DbError, _>(move |tx| Box::pin(chats::sweep_months(tx, later, 1)));
        assert_eq!(swept.await.unwrap(), 1, "a few rows at a time");
    }
}

/// A server that stops gives answers a moment, then cuts them; what arrived stays, is shown as cut, and is counted.
#[tokio::test]
async fn an_answer_is_cut_when_its_server_stops() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let here = server(&database, &provider, 1_000).await;
        let there = Server::with(&database.db, |_| {}).await;
        let dan = chatter(&here, "DanChats").await;
        let (chat, answer) = ask(&here, &dan, None, "wait").await;
        let mut stream = live(&here, &dan, &of(&answer)).await;
        assert!(next(&mut stream).await.contains("first "));
        here.state().assistant.stop(Duration::from_secs(2)).await;
        assert!(next(&mut stream).await.contains("event: end"));
        let cut = info(&there, &dan, &chat).await;
        let turn = &cut["messageList"][1];
        assert_eq!(
            (&turn["state"], &turn["content"]),
            (&json!(TurnState::Cut.code()), &json!("first "))
        );
        let used = super::chat_stage::cost(&there, &dan).await;
        assert_eq!((&used["cost"], &used["held"]), (&json!(2), &json!(0)));
        let body = json!({ "messageList": [{ "role": "user", "content": "Hi" }] });
        let refused = here.post_as(&dan, CHAT, &body).await;
        assert_eq!(
            refused.json()["msg"],
            "The assistant is busy at the moment. Try again shortly.",
            "it begins no more answers"
        );
    }
}

/// Markup of a provider is stored and returned as it came: the portal renders it as text.
#[tokio::test]
async fn markup_is_returned_as_it_came() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let (chat, answer) = ask(&server, &dan, None, "markup").await;
        let heard = said(&events(&server, &dan, &answer, None).await);
        let written =
            "<script>alert(1)</script><img src=x onerror=alert(1)>[a](javascript:alert(1))";
        assert_eq!(heard, written);
        let shown = info(&server, &dan, &chat).await;
        assert_eq!(shown["messageList"][1]["content"], written);
    }
}

/// Attack 33: the id of an event of another person, of another answer, or of none leads to nothing of theirs.
#[tokio::test]
async fn attack_33_an_event_id_is_bound_to_its_answer_and_account() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let (dan, eve) = (
            chatter(&server, "DanChats").await,
            chatter(&server, "EveChats").await,
        );
        let (_, of_dan) = ask(&server, &dan, None, "whole").await;
        let (_, of_eve) = ask(&server, &eve, None, "Hi").await;
        let last = events(&server, &dan, &of_dan, None).await;
        let id = &last[0].1;
        let own = events(&server, &eve, &of_eve, None).await;
        assert_eq!(said(&own), "Hello, 你好");
        for (answer, last, field) in [
            (&of_dan, id.clone(), "answerId"),
            (&of_eve, id.clone(), "Last-Event-ID"),
            (&of_eve, format!("{of_eve}.x"), "Last-Event-ID"),
            // No character begins there.
            (&of_eve, format!("{of_eve}.8"), "answerId"),
        ] {
            let path = of(answer);
            let mut headers = server.dpop(&eve, "GET", &path, &json!({}));
            headers.push(("last-event-id", last));
            let headers: Vec<(&str, &str)> = headers
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            let refused = server.get(&path, &headers).await;
            assert_eq!(refused.json()["field"], field, "{headers:?}");
        }
    }
}

/// `keys reseal`: chats and keys of versions open under the new master secret, and no longer under the old one; a stranger's
/// secret changes nothing.
#[tokio::test]
async fn chats_and_keys_follow_a_new_master_secret() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let chat = talk(&server, &dan, None, "Hi").await["data"]["chatId"].clone();
        let chat = chat.as_str().unwrap().to_owned();
        let secrets = server.state().assistant.secrets().clone();
        let key = secrets
            .seal_provider_key("https://ai.example", "sk-1")
            .unwrap();
        let row = json!({
            "id": 1_001, "value": "Stored", "base_url": "https://ai.example", "sealed_key": key,
            "master_id": secrets.master_id(), "model": "m", "price_in": 0, "price_out": 0, "max_answer_words": 10,
            "status": 0, "version": 1, "changed_at": 0,
        });
        super::announcements::insert(&server, "assistant_versions", vec![row]).await;
        let of = |secret: u8| {
            let master = Master::from_secret(&[secret; 32]).unwrap();
            AssistantSecrets::new(Arc::new(master), Random::system())
        };
        let rewrap = async |old: AssistantSecrets| {
            let new = of(2);
            let sealed = server.db().write::<_, ChatError, _>(move |tx| {
                Box::pin(async move {
                    let chats = chats::rewrap(tx, &old, &new).await?;
                    Ok((chats, assistant::rewrap_versions(tx, &old, &new).await?))
                })
            });
            sealed.await
        };
        assert!(rewrap(of(1)).await.is_err());
        assert_eq!(rewrap(secrets.clone()).await.unwrap(), (1, 1));
        assert_eq!(rewrap(of(2)).await.unwrap(), (0, 0), "nothing is left");
        let mut view = server.db().read().await.unwrap();
        let whose = (chat.as_str(), dan.id.as_str());
        let opened = chats::chat(&mut view, whose, &of(2)).await.unwrap();
        assert_eq!(opened.turns[1].content, "Hello, 你好");
        assert!(chats::chat(&mut view, whose, &secrets).await.is_err());
        let sealed = SqlQuery::kept("SELECT sealed_key FROM assistant_versions")
            .fetch_one::<(String,)>(&mut view)
            .await
            .unwrap();
        let opened = of(2).provider_key("https://ai.example", &sealed.0);
        assert_eq!(opened.unwrap().expose(), "sk-1");
    }
}

/// A person's data have what was said, opened, and how much was used; erased, figures of the agency stay without the person.
#[tokio::test]
async fn chats_are_among_the_data_of_a_person() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        talk(&server, &dan, None, "A private matter").await;
        let row = json!({ "kind": 0, "subject_id": dan.id, "words": 900, "changed_at": NOW });
        super::announcements::insert(&server, "assistant_quotas", vec![row]).await;
        let dan = server.signed_in(&dan.id).await;
        let data = server
            .get_as(&dan, "/api/security/account/data")
            .await
            .json();
        let said: Vec<_> = data["assistant_messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| {
                (
                    one["said_by"].as_str().unwrap(),
                    one["text"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            said,
            [("assistant", "Hello, 你好"), ("you", "A private matter")]
        );
        assert_eq!(data["assistant_messages"][0]["chat"], "A private matter");
        assert_eq!(data["assistant_quota"][0]["words"], 900);
        assert_eq!(data["assistant_months"][0]["words"], 6);
        let id = dan.id.clone();
        let erased = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { assistant::erase_person(tx, &id, 50).await })
        });
        assert_eq!(erased.await.unwrap(), 1);
        let mut view = server.db().read().await.unwrap();
        let days = SqlQuery::kept("SELECT id, account_id, words FROM assistant_days")
            .fetch_all::<(String, String, i64)>(&mut view)
            .await
            .unwrap();
        assert_eq!(days[0].1, "");
        assert_eq!(days[0].2, 6);
        assert!(days[0].0.ends_with("//north/1"), "{}", days[0].0);
        let quotas = SqlQuery::kept("SELECT subject_id FROM assistant_quotas")
            .fetch_all::<(String,)>(&mut view)
            .await
            .unwrap();
        assert!(quotas.is_empty());
    }
}

/// A piece that came after another process had settled its answer is swept.
#[tokio::test]
async fn pieces_without_an_answer_are_swept() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let (_, answer) = ask(&server, &dan, None, "wait").await;
        stored_piece(&server, &answer).await;
        let row = json!({ "answer_id": "settled", "number": 4, "words": 1, "content": "" });
        super::announcements::insert(&server, "chat_pieces", vec![row]).await;
        let late = LateAnswers {
            secrets: server.state().assistant.secrets().clone(),
            zone: server.state().zone.clone(),
        };
        late.run(server.db(), NOW).await.unwrap();
        let mut view = server.db().read().await.unwrap();
        let left = SqlQuery::kept("SELECT DISTINCT answer_id FROM chat_pieces")
            .fetch_all::<(String,)>(&mut view)
            .await
            .unwrap();
        assert_eq!(left, [(answer,)], "what is arriving stays");
        drop(view);
        provider.go_on();
    }
}
