//! A good request for each call of the assistant.

use atrium::assistant::Question;
use atrium::catalogue::ProductRow;
use atrium::directory;
use serde_json::{Value, json};

use super::samples::Sample;
use super::scene::Scene;
use crate::support::product_api::NOW;

impl Scene<'_> {
    /// The assistant is open to everybody.
    async fn assistant(&self) {
        let row = ProductRow {
            id: 56,
            name: "Assistant".into(),
            app_name: "ASSISTANT".into(),
            type_id: 1,
            everyone: true,
            ..ProductRow::default()
        };
        self.save(row).await;
    }

    /// A chat of the asker, whose answer has ended: the ids of both.
    async fn chat(&self) -> Value {
        self.assistant().await;
        let (state, id) = (self.server.state(), self.account_id.clone());
        let assistant = state.assistant.clone();
        let asked = state.db.write(move |tx| {
            Box::pin(async move {
                let account = directory::find(tx, &id).await?.unwrap();
                let question = Question {
                    chat_id: None,
                    text: "Hi".to_owned(),
                };
                assistant.ask(tx, &account, (&question, None), NOW).await
            })
        });
        let (chat, answer) = asked.await.unwrap();
        // It must not write while another call is judged.
        let place = state.assistant.reader_place(&self.account_id).unwrap();
        let mut follower = state.assistant.follow(place, &answer, 0).await.unwrap();
        while follower.next().await.unwrap().is_some() {}
        json!({ "chatId": chat, "answerId": answer })
    }
}

const QUESTION: &str = "Hi";

#[rustfmt::skip]
pub const SAMPLES: &[Sample] = &[
    ("GET", "/api/security/chat-gpt/version-list", "with the assistant", |scene| Box::pin(async move { scene.assistant().await; json!({}) })),
    ("GET", "/api/security/chat-gpt/chat/add", "with the assistant", |scene| Box::pin(async move { scene.assistant().await; json!({}) })),
    ("POST", "/api/security/chat-gpt/chat/add", "with the assistant", |scene| Box::pin(async move { scene.assistant().await; json!({}) })),
    ("GET", "/api/security/chat-gpt/chat/list", "with the assistant", |scene| Box::pin(async move { scene.assistant().await; json!({}) })),
    ("GET", "/api/security/chat-gpt/get-cost", "with the assistant", |scene| Box::pin(async move { scene.assistant().await; json!({}) })),
    ("POST", "/api/security/chat-gpt/chat", "with the assistant", |scene| Box::pin(async move {
        scene.assistant().await;
        json!({ "messageList": [{ "role": "user", "content": QUESTION }] })
    })),
    ("POST", "/api/security/chat-gpt/stream", "with the assistant", |scene| Box::pin(async move {
        scene.assistant().await;
        json!({ "text": QUESTION })
    })),
    ("GET", "/api/security/chat-gpt/chat/del", "with the assistant", |scene| Box::pin(async move { json!({ "chatId": scene.chat().await["chatId"] }) })),
    ("POST", "/api/security/chat-gpt/chat/del", "with the assistant", |scene| Box::pin(async move { json!({ "chatId": scene.chat().await["chatId"] }) })),
    ("GET", "/api/security/chat-gpt/chat/info", "one's own chat", |scene| Box::pin(async move { json!({ "chatId": scene.chat().await["chatId"] }) })),
    ("GET", "/api/security/chat-gpt/stream", "one's own answer", |scene| Box::pin(async move { json!({ "answerId": scene.chat().await["answerId"] }) })),
    ("POST", "/api/security/chat-gpt/stream/stop", "one's own answer", |scene| Box::pin(async move { json!({ "answerId": scene.chat().await["answerId"] }) })),
];
