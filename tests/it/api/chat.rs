//! The assistant: chats, who may use it, and what is refused (contract C-123 to C-129). The expectations are literals.

use atrium::db::SqlQuery;
use serde_json::json;

use super::chat_stage::{
    ADD, AUTHORITY, CHAT, COST, DEL, INFO, LIST, STOP, STREAM, VERSIONS, ask, chatter, cost,
    events, info, of, server, stored_piece, talk,
};
use crate::support::ai_provider::AiProvider;
use crate::support::database::{self};

/// C-123, C-127, C-128, C-129, E-11, E-12, E-13, E-14, E-15, G-72, G-75: a question is answered, kept with its title, and counted.
#[tokio::test]
async fn a_question_is_answered_kept_and_counted() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let versions = server.get_as(&dan, VERSIONS).await.data();
        let version = |id: i64, value: &str| json!({ "id": id, "value": value, "maxAnswerWords": 300, "echo": false });
        assert_eq!(
            versions,
            json!([version(1, "GPT 3.5"), version(2, "GPT 4.0")])
        );
        let answered = talk(&server, &dan, None, "How do I plan a launch in spring?").await;
        assert_eq!(answered["status"], 0, "{answered}");
        let list = answered["data"]["messageList"].as_array().unwrap();
        let told: Vec<_> = list
            .iter()
            .map(|turn| {
                (
                    turn["role"].as_str().unwrap(),
                    turn["content"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                ("user", "How do I plan a launch in spring?"),
                ("assistant", "Hello, 你好")
            ]
        );
        let chat_id = answered["data"]["chatId"].as_str().unwrap();
        let chats = server.get_as(&dan, LIST).await.data();
        assert_eq!(
            chats,
            json!([{ "chatId": chat_id, "title": "How do I plan a launch in spri" }])
        );
        // 8 words were asked and 3 answered.
        let used = cost(&server, &dan).await;
        let expected = json!({ "cost": 11, "words": 11, "remain": 989, "percentage": 99, "held": 0, "quota": 1_000 });
        assert_eq!(used, expected);
        let asked = &provider.asked()[0];
        assert_eq!(asked.body["model"], "model-1");
        assert_eq!(asked.body["stream"], true);
        talk(&server, &dan, Some(chat_id), "And in autumn?").await;
        let messages = provider.asked()[1].body["messages"].clone();
        assert_eq!(
            messages,
            json!([
                { "role": "user", "content": "How do I plan a launch in spring?" },
                { "role": "assistant", "content": "Hello, 你好" },
                { "role": "user", "content": "And in autumn?" },
            ])
        );
        // What the provider counted, at 2 and 10 for a million: (12 x 2 + 7 x 10) millionths each.
        let mut view = server.db().read().await.unwrap();
        let days = SqlQuery::kept("SELECT answers, words, cost, agency_id FROM assistant_days")
            .fetch_all::<(i64, i64, i64, String)>(&mut view)
            .await
            .unwrap();
        assert_eq!(days, [(2, 17, 188, "north".to_owned())]);
        let tokens = SqlQuery::kept("SELECT tokens_in, tokens_out FROM assistant_days")
            .fetch_all::<(i64, i64)>(&mut view)
            .await
            .unwrap();
        assert_eq!(tokens, [(24, 14)]);
    }
}

/// C-124, E-16, F-33: only people to whom product 56 is open may use it; nobody else gets an answer from any call.
#[tokio::test]
async fn the_assistant_is_for_those_who_have_its_product() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let eve = server.person("eve", |_| {}).await;
        assert_eq!(
            server.get_as(&dan, AUTHORITY).await.data(),
            json!({ "authorized": true })
        );
        assert_eq!(
            server.get_as(&eve, AUTHORITY).await.data(),
            json!({ "authorized": false })
        );
        for path in [
            LIST,
            COST,
            VERSIONS,
            ADD,
            &format!("{INFO}?chatId=x"),
            &format!("{DEL}?chatId=x"),
            &of("x"),
        ] {
            assert_eq!(server.get_as(&eve, path).await.status(), 100_013, "{path}");
        }
        assert_eq!(talk(&server, &eve, None, "Hi").await["status"], 100_013);
        for (path, body) in [
            (STREAM, json!({ "text": "Hi" })),
            (ADD, json!({})),
            (DEL, json!({ "chatId": "x" })),
            (STOP, json!({ "answerId": "x" })),
        ] {
            let refused = server.post_as(&eve, path, &body).await;
            assert_eq!(refused.status(), 100_013, "{path}");
        }
        assert_eq!(provider.asked().len(), 0);
    }
}

/// Attack 33: chats and answers of others are unknown ones; a stream's `Last-Event-ID` is bound to its answer.
#[tokio::test]
async fn attack_33_nobody_reads_the_chats_of_others() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let (dan, eve) = (
            chatter(&server, "DanChats").await,
            chatter(&server, "EveChats").await,
        );
        let (chat, answer) = ask(&server, &dan, None, "Hi").await;
        let heard = events(&server, &dan, &answer, None).await;
        let (own_chat, own_answer) = ask(&server, &eve, None, "Hello").await;
        events(&server, &eve, &own_answer, None).await;
        for path in [format!("{INFO}?chatId={chat}"), of(&answer)] {
            assert_eq!(server.get_as(&eve, &path).await.status(), 100_012, "{path}");
        }
        assert_eq!(
            talk(&server, &eve, Some(&chat), "Hi").await["status"],
            100_012
        );
        assert_eq!(
            server
                .post_as(&eve, STOP, &json!({ "answerId": answer }))
                .await
                .status(),
            100_012
        );
        // Deleting another's chat is like deleting one that is gone, and deletes nothing.
        assert_eq!(
            server
                .post_as(&eve, DEL, &json!({ "chatId": chat }))
                .await
                .status(),
            0
        );
        assert_eq!(
            info(&server, &dan, &chat).await["messageList"]
                .as_array()
                .unwrap()
                .len(),
            2
        );
        let id = &heard[0].1;
        for last in [
            id.as_str(),
            &format!("{own_answer}.999"),
            &format!("{own_answer}.x"),
            "1",
        ] {
            let path = of(&own_answer);
            let mut headers = server.dpop(&eve, "GET", &path, &json!({}));
            headers.push(("last-event-id", last.to_owned()));
            let headers: Vec<(&str, &str)> = headers
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            assert_eq!(
                server.get(&path, &headers).await.status(),
                100_012,
                "{last}"
            );
        }
        let chats = server.get_as(&eve, LIST).await.data();
        assert_eq!(chats.as_array().unwrap().len(), 1);
        assert_eq!(chats[0]["chatId"], own_chat);
    }
}

/// What is empty, too long, or asked while an answer arrives.
#[tokio::test]
async fn bad_questions_are_refused() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 100_000).await;
        let dan = chatter(&server, "DanChats").await;
        assert_eq!(talk(&server, &dan, None, " \n ").await["status"], 100_012);
        // K-07, F-35: a character is a code point, also outside the basic plane, as for the portal.
        for character in ["中", "😀"] {
            let most = character.repeat(2_048);
            assert_eq!(talk(&server, &dan, None, &most).await["status"], 0);
            let refused = talk(&server, &dan, None, &(most + character)).await;
            assert_eq!(
                (&refused["status"], &refused["msg"]),
                (
                    &json!(100_012),
                    &json!("Your conversation has exceeded the limit.")
                )
            );
        }
        let body = json!({ "messageList": [{ "role": "assistant", "content": "Hi" }] });
        assert_eq!(
            server.post_as(&dan, CHAT, &body).await.json()["field"],
            "messageList"
        );
        let (chat, answer) = ask(&server, &dan, None, "wait").await;
        let refused = talk(&server, &dan, Some(&chat), "And now?").await;
        assert_eq!(
            (&refused["field"], &refused["msg"]),
            (
                &json!("chatId"),
                &json!("An answer is still arriving in this chat. Wait for it, or stop it.")
            )
        );
        for _ in 0..2 {
            ask(&server, &dan, None, "wait").await;
        }
        let refused = talk(&server, &dan, None, "And now?").await;
        let words = "Three answers are arriving already. Wait for one of them, or stop it.";
        assert_eq!(refused["msg"], words);
        for _ in 0..3 {
            provider.go_on();
        }
        events(&server, &dan, &answer, None).await;
        assert_eq!(
            talk(&server, &dan, Some(&chat), "And now?").await["status"],
            0
        );
    }
}

/// C-125, C-126, G-73: a chat begins empty, is reused while it is empty, and is deleted once and again; GET and POST do
/// the same. What a deleted chat cost stays counted.
#[tokio::test]
async fn chats_are_added_and_deleted() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let added = server.get_as(&dan, ADD).await.data();
        assert_eq!(added["title"], "");
        assert_eq!(server.post_as(&dan, ADD, &json!({})).await.data(), added);
        let id = added["chatId"].as_str().unwrap();
        talk(&server, &dan, Some(id), "Hi").await;
        assert_ne!(server.get_as(&dan, ADD).await.data(), added);
        for _ in 0..2 {
            assert_eq!(
                server
                    .get_as(&dan, &format!("{DEL}?chatId={id}"))
                    .await
                    .status(),
                0
            );
        }
        assert_eq!(
            server
                .get_as(&dan, &format!("{INFO}?chatId={id}"))
                .await
                .status(),
            100_012
        );
        assert_eq!(cost(&server, &dan).await["cost"], 4);
    }
}

/// T6: no link changes anything: a page of another site that leads here is refused, and a link has no credential anyway.
#[tokio::test]
async fn attack_t6_a_link_deletes_no_chat() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let (chat, answer) = ask(&server, &dan, None, "Hi").await;
        events(&server, &dan, &answer, None).await;
        let path = format!("{DEL}?chatId={chat}");
        for foreign in [
            ("origin", "https://evil.example"),
            ("sec-purpose", "prefetch"),
        ] {
            let headers = server.dpop(&dan, "GET", &path, &json!({}));
            let mut headers: Vec<(&str, &str)> = headers
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            headers.push(foreign);
            assert_ne!(server.get(&path, &headers).await.status(), 0, "{foreign:?}");
        }
        assert_eq!(server.get(&path, &[]).await.status(), 100_000);
        assert_eq!(
            info(&server, &dan, &chat).await["messageList"]
                .as_array()
                .unwrap()
                .len(),
            2
        );
    }
}

/// Privacy: neither texts nor titles stand in the database as they are.
#[tokio::test]
async fn texts_are_sealed_in_the_database() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let (_, answer) = ask(&server, &dan, None, "wait").await;
        stored_piece(&server, &answer).await;
        let mut view = server.db().read().await.unwrap();
        for sql in [
            "SELECT title FROM chats",
            "SELECT content FROM chat_turns",
            "SELECT content FROM chat_pieces",
        ] {
            let texts = SqlQuery::kept(sql)
                .fetch_all::<(String,)>(&mut view)
                .await
                .unwrap();
            for (text,) in texts {
                assert!(
                    !text.contains("wait") && !text.contains("first"),
                    "{sql}: {text}"
                );
            }
        }
        drop(view);
        provider.go_on();
        events(&server, &dan, &answer, None).await;
    }
}
