//! The providers of the assistant, as they answer and fail (contract G-79).

use atrium::assistant::TurnState;
use atrium::db::{DbError, SqlQuery};
use serde_json::{Value, json};

use super::chat_stage::{
    CHAT, VERSIONS, ask, chatter, cost, end, events, info, said, server, talk,
};
use crate::access::{group, product, save};
use crate::support::ai_provider::AiProvider;
use crate::support::database::{self};
use crate::support::product_api::Server;

/// A version in the database is asked with its key, which is sealed for its address alone.
#[tokio::test]
async fn a_stored_version_is_asked_with_its_key() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let secrets = server.state().assistant.secrets().clone();
        let key = secrets
            .seal_provider_key(&provider.base_url, "sk-of-the-screen")
            .unwrap();
        let elsewhere = secrets
            .seal_provider_key("https://other.example/v1", "sk-of-another")
            .unwrap();
        for (id, key) in [(7_i64, key), (8, elsewhere)] {
            let (base_url, master) = (provider.base_url.clone(), secrets.master_id().to_owned());
            let added = server.db().write::<_, DbError, _>(move |tx| {
                Box::pin(async move {
                    SqlQuery::kept(
                        "INSERT INTO assistant_versions (id, value, base_url, sealed_key, master_id, model, price_in, \
                         price_out, max_answer_words, monthly_words, status, version, changed_at) \
                         VALUES ($1, 'Stored', $2, $3, $4, 'model-7', 0, 0, 50, NULL, 0, 1, 0)",
                    )
                    .bind(id)
                    .bind(base_url)
                    .bind(key)
                    .bind(master)
                    .execute(tx)
                    .await
                })
            });
            added.await.unwrap();
        }
        let versions = server.get_as(&dan, VERSIONS).await.data();
        let ids: Vec<i64> = versions
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["id"].as_i64().unwrap())
            .collect();
        assert_eq!(ids, [1, 2, 7]);
        let body = json!({ "messageList": [{ "role": "user", "content": "Hi" }], "versionId": 7 });
        assert_eq!(server.post_as(&dan, CHAT, &body).await.status(), 0);
        let asked = &provider.asked()[0];
        assert_eq!(
            (asked.credential.as_str(), &asked.body["model"]),
            ("Bearer sk-of-the-screen", &json!("model-7"))
        );
    }
}

/// G-79: every way in which a provider fails has its end, costs what was delivered, and says nothing of the key.
#[tokio::test]
async fn a_failing_provider_costs_what_it_delivered() {
    let database = database::sqlite().await;
    let provider = AiProvider::start().await;
    let server = server(&database, &provider, 100_000).await;
    let dan = chatter(&server, "DanChats").await;
    let mut spent = 0;
    for (question, state, answer) in [
        ("error object", TurnState::Failed, ""),
        ("error text", TurnState::Failed, ""),
        ("error message", TurnState::Failed, ""),
        ("key", TurnState::Failed, ""),
        ("html", TurnState::Failed, ""),
        ("line", TurnState::Failed, ""),
        ("too long", TurnState::TooLong, ""),
        ("busy for long", TurnState::Busy, ""),
        ("whole", TurnState::Whole, "all at once"),
        ("length", TurnState::Long, "cut off"),
        ("no done", TurnState::Whole, "good"),
        ("cut", TurnState::Cut, "half of"),
        ("breaks", TurnState::Cut, "half of"),
        ("reported", TurnState::Cut, "some "),
        ("negative", TurnState::Whole, "fine"),
    ] {
        let (chat, id) = ask(&server, &dan, None, question).await;
        let heard = events(&server, &dan, &id, None).await;
        let words = answer.split_whitespace().count();
        assert_eq!(said(&heard), answer, "{question}");
        assert_eq!(
            end(&heard),
            (state.code(), i64::try_from(words).unwrap()),
            "{question}"
        );
        let asked = question.split_whitespace().count();
        spent += if words == 0 { 0 } else { asked + words };
        let used = cost(&server, &dan).await;
        assert_eq!(
            (&used["cost"], &used["held"]),
            (&json!(spent), &json!(0)),
            "{question}"
        );
        let shown = info(&server, &dan, &chat).await.to_string();
        assert!(!shown.contains("sk-secret"), "{shown}");
    }
    let failed = talk(&server, &dan, None, "key").await;
    let words =
        "The assistant didn’t answer. Try again; if this happens again, tell your administrator.";
    assert_eq!(failed["msg"], words);
    let busy = talk(&server, &dan, None, "busy for long").await;
    assert_eq!(
        busy["msg"],
        "The assistant is busy at the moment. Try again shortly."
    );
}

/// A provider that is busy for a moment is asked once more.
#[tokio::test]
async fn a_busy_provider_is_asked_again() {
    let database = database::sqlite().await;
    let provider = AiProvider::start().await;
    let server = server(&database, &provider, 1_000).await;
    let dan = chatter(&server, "DanChats").await;
    assert_eq!(talk(&server, &dan, None, "busy once").await["status"], 0);
    assert_eq!(provider.asked().len(), 2);
    assert_ne!(talk(&server, &dan, None, "busy").await["status"], 0);
    assert_eq!(provider.asked().len(), 4);
}

/// G-79: servers and models differ in what they take. What one refuses by its name is left out of the next try: nothing was
/// delivered before, so the question is held and counted once. A refusal that stays ends the answer.
#[tokio::test]
async fn a_parameter_that_a_provider_refuses_is_left_out() {
    let database = database::sqlite().await;
    let provider = AiProvider::start().await;
    let server = server(&database, &provider, 1_000).await;
    let dan = chatter(&server, "DanChats").await;
    let (all, other, bare) = (
        "max_tokens stream_options",
        "max_completion_tokens stream_options",
        "stream_options",
    );
    let mut spent = 0;
    for (question, state, tries) in [
        ("Hello", TurnState::Whole, vec![all]),
        ("other limit", TurnState::Whole, vec![all, other]),
        ("no limit", TurnState::Whole, vec![all, other, bare]),
        ("no counts", TurnState::Whole, vec![all, "max_tokens"]),
        ("nothing", TurnState::Whole, vec![all, other, bare, ""]),
        ("needs a limit", TurnState::Failed, vec![all, other, bare]),
    ] {
        let before = provider.asked().len();
        let (_, id) = ask(&server, &dan, None, question).await;
        let heard = events(&server, &dan, &id, None).await;
        assert_eq!(end(&heard).0, state.code(), "{question}");
        let asked = provider.asked().split_off(before);
        let sent: Vec<String> = asked.iter().map(|one| parameters(&one.body)).collect();
        assert_eq!(sent, tries, "{question}");
        if state == TurnState::Whole {
            spent += question.split_whitespace().count() + 3;
        }
        let used = cost(&server, &dan).await;
        let counted = (&used["cost"], &used["held"]);
        assert_eq!(counted, (&json!(spent), &json!(0)), "{question}");
    }
}

/// The names of what a request has besides model and turns.
fn parameters(body: &Value) -> String {
    let names = ["max_tokens", "max_completion_tokens", "stream_options"];
    let sent = names.into_iter().filter(|name| body.get(name).is_some());
    sent.collect::<Vec<_>>().join(" ")
}

/// G-79: without settings a labelled echo goes the same way.
#[tokio::test]
async fn without_a_provider_there_is_an_echo() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    save(server.db(), product(56), &[]).await;
    group(server.db(), "chatters", &[56]).await;
    let dan = chatter(&server, "DanChats").await;
    let versions = server.get_as(&dan, VERSIONS).await.data();
    let version = |id: i64, value: &str| json!({ "id": id, "value": value, "maxAnswerWords": 1_500, "echo": true });
    assert_eq!(
        versions,
        json!([version(1, "GPT 3.5"), version(2, "GPT 4.0")])
    );
    let answered = talk(&server, &dan, None, "你好").await;
    let content = answered["data"]["messageList"][1]["content"]
        .as_str()
        .unwrap();
    assert_eq!(
        content,
        "**Echo** (no AI provider is set). You wrote:\n\n你好"
    );
}
