//! The quota of the assistant: never passed, and nothing of it lost (contract G-78).

use atrium::assistant::TurnState;
use atrium::clock::DAY;
use atrium::db::{DbError, SqlQuery};
use atrium::directory::Status;
use serde_json::{Value, json};

use super::chat_stage::{CHAT, LIST, STREAM, chatter, cost, end, events, server, talk};
use crate::access::{self, group, join};
use crate::support::ai_provider::AiProvider;
use crate::support::database::{self};
use crate::support::product_api::{Answered, Server};

/// G-78: the last words of a quota are used, and no more, however many questions come side by side.
#[tokio::test]
async fn a_quota_is_never_passed() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 500).await;
        let dan = chatter(&server, "DanChats").await;
        // Each "long" costs 1 and 300 words. Of three at once the first holds 301, the second 199, the third nothing.
        let body = json!({ "text": "long" });
        let asked = [(); 3].map(|()| server.post_as(&dan, STREAM, &body));
        let answers = futures_util::future::join_all(asked).await;
        let statuses: Vec<i64> = answers.iter().map(Answered::status).collect();
        assert_eq!(
            statuses.iter().filter(|status| **status == 0).count(),
            2,
            "{statuses:?}"
        );
        let mut states = Vec::new();
        for answer in answers.iter().filter(|answer| answer.status() == 0) {
            let id = answer.data()["answerId"].as_str().unwrap().to_owned();
            states.push(end(&events(&server, &dan, &id, None).await));
        }
        states.sort_unstable();
        assert_eq!(
            states,
            [
                (TurnState::UsedUp.code(), 198),
                (TurnState::Long.code(), 300)
            ]
        );
        let used = cost(&server, &dan).await;
        assert_eq!(
            (&used["cost"], &used["remain"], &used["percentage"]),
            (&json!(500), &json!(0), &json!(0))
        );
        let refused = talk(&server, &dan, None, "Hi").await;
        assert_eq!(
            (&refused["status"], &refused["msg"]),
            (&json!(100_012), &json!("Your dosage has run out."))
        );
        // The month ends with the zone of the server.
        server.clock.advance(10 * DAY);
        let dan = server.signed_in(&dan.id).await;
        assert_eq!(cost(&server, &dan).await["remain"], 500);
    }
}

/// A person's own figure counts, else the largest of the groups, else that of the settings; none, zero and no limit are three
/// things.
#[tokio::test]
async fn a_person_or_a_group_has_another_quota() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 100).await;
        let dan = chatter(&server, "DanChats").await;
        let remain = async |expected: Value| {
            assert_eq!(cost(&server, &dan).await["remain"], expected);
        };
        remain(json!(100)).await;
        group(server.db(), "more", &[]).await;
        let account = access::find(server.db(), &dan.id).await;
        join(server.db(), &account, "more", Status::Enabled).await;
        set_quota(&server, 1, "chatters", 0).await;
        remain(json!(0)).await;
        set_quota(&server, 1, "more", 70).await;
        remain(json!(70)).await;
        set_quota(&server, 1, "chatters", -1).await;
        remain(Value::Null).await;
        assert_eq!(cost(&server, &dan).await["percentage"], 100);
        set_quota(&server, 0, &dan.id, 0).await;
        remain(json!(0)).await;
        assert_eq!(
            talk(&server, &dan, None, "Hi").await["msg"],
            "Your dosage has run out."
        );
        set_quota(&server, 0, &dan.id, 9).await;
        remain(json!(9)).await;
    }
}

async fn set_quota(server: &Server, kind: i64, subject: &str, words: i64) {
    let subject = subject.to_owned();
    let set = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            SqlQuery::kept(
                "INSERT INTO assistant_quotas (kind, subject_id, words, changed_at) VALUES ($1, $2, $3, 0) \
                 ON CONFLICT (kind, subject_id) DO UPDATE SET words = excluded.words",
            )
            .bind(kind)
            .bind(subject)
            .bind(words)
            .execute(tx)
            .await
        })
    });
    set.await.unwrap();
}

/// A version's own figure limits that version besides.
#[tokio::test]
async fn a_version_has_a_quota_of_its_own() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let body =
            json!({ "messageList": [{ "role": "user", "content": "long" }], "versionId": 2 });
        let answered = server.post_as(&dan, CHAT, &body).await.data();
        assert_eq!(answered["messageList"][1]["words"], 19);
        assert_eq!(
            answered["messageList"][1]["state"],
            TurnState::UsedUp.code()
        );
        let refused = server.post_as(&dan, CHAT, &body).await.json();
        assert_eq!(refused["msg"], "Your dosage has run out.");
        assert_eq!(talk(&server, &dan, None, "Hi").await["status"], 0);
    }
}

/// G-75: a question that names no version goes to the first. A question that names an unknown version is refused: it must not reach
/// another provider than the person chose. It costs nothing and leaves no chat.
#[tokio::test]
async fn a_question_goes_only_to_the_version_that_it_names() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let turns = json!([{ "role": "user", "content": "Hi" }]);
        for version in [json!(77), json!(0), json!(-1)] {
            for (path, mut body) in [
                (CHAT, json!({ "messageList": turns })),
                (STREAM, json!({ "text": "Hi" })),
            ] {
                body["versionId"] = version.clone();
                let refused = server.post_as(&dan, path, &body).await.json();
                assert_eq!(
                    (&refused["status"], &refused["field"], &refused["msg"]),
                    (
                        &json!(100_012),
                        &json!("versionId"),
                        &json!("This version isn’t offered any more. Choose another.")
                    )
                );
            }
        }
        assert!(provider.asked().is_empty());
        assert_eq!(server.get_as(&dan, LIST).await.data(), json!([]));
        let used = cost(&server, &dan).await;
        assert_eq!((&used["cost"], &used["held"]), (&json!(0), &json!(0)));
        for version in [Value::Null, json!(""), json!("1"), json!(1)] {
            let body = json!({ "messageList": turns, "versionId": version });
            assert_eq!(server.post_as(&dan, CHAT, &body).await.status(), 0);
        }
        let asked = provider.asked();
        assert_eq!(asked.len(), 4);
        assert!(asked.iter().all(|one| one.body["model"] == "model-1"));
    }
}
