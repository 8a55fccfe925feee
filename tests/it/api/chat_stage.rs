//! A server with an assistant and a provider, and people who chat.

use std::time::Duration;

use atrium::assistant::TurnState;
use atrium::config::{AssistantVersionConfig, Config};
use atrium::db::{Db, SqlQuery};
use atrium::directory::Status;
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::access::{self, group, join, product, save};
use crate::support::ai_provider::AiProvider;
use crate::support::database::TestDatabase;
use crate::support::product_api::{Person, Server};

pub const CHAT: &str = "/api/security/chat-gpt/chat";
pub const ADD: &str = "/api/security/chat-gpt/chat/add";
pub const DEL: &str = "/api/security/chat-gpt/chat/del";
pub const LIST: &str = "/api/security/chat-gpt/chat/list";
pub const INFO: &str = "/api/security/chat-gpt/chat/info";
pub const COST: &str = "/api/security/chat-gpt/get-cost";
pub const AUTHORITY: &str = "/api/security/chat-gpt/authority";
pub const VERSIONS: &str = "/api/security/chat-gpt/version-list";
pub const STREAM: &str = "/api/security/chat-gpt/stream";
pub const STOP: &str = "/api/security/chat-gpt/stream/stop";

/// A server whose assistant asks `provider`, with the words of a month.
pub async fn server(database: &TestDatabase, provider: &AiProvider, monthly_words: i64) -> Server {
    server_on(&database.db, provider, |config| {
        config.assistant.monthly_words = monthly_words;
    })
    .await
}

/// A server with changed settings whose assistant asks `provider`.
pub async fn server_on(db: &Db, provider: &AiProvider, change: impl FnOnce(&mut Config)) -> Server {
    let base_url = provider.base_url.clone();
    let server = Server::with(db, move |config| {
        config.outbound.allow = vec!["127.0.0.1".to_owned()];
        config.assistant.version = [(1, "GPT 3.5", None), (2, "GPT 4.0", Some(20))]
            .map(|(id, value, limit)| AssistantVersionConfig {
                id,
                value: value.to_owned(),
                base_url: base_url.clone(),
                model: format!("model-{id}"),
                price_in: 2.0,
                price_out: 10.0,
                max_answer_words: 300,
                monthly_words: limit,
                ..AssistantVersionConfig::default()
            })
            .into();
        change(config);
    });
    let server = server.await;
    save(server.db(), product(56), &[]).await;
    group(server.db(), "chatters", &[56]).await;
    server
}

/// A person who may use the assistant.
pub async fn chatter(server: &Server, name: &'static str) -> Person {
    let account = access::account(server.db(), name, Some("north")).await;
    join(server.db(), &account, "chatters", Status::Enabled).await;
    server.signed_in(&account.id).await
}

pub async fn talk(server: &Server, person: &Person, chat_id: Option<&str>, text: &str) -> Value {
    let mut body = json!({ "messageList": [{ "role": "user", "content": text }] });
    if let Some(id) = chat_id {
        body["chatId"] = json!(id);
    }
    server.post_as(person, CHAT, &body).await.json()
}

/// Begins an answer; returns the ids of chat and answer.
pub async fn ask(
    server: &Server,
    person: &Person,
    chat_id: Option<&str>,
    text: &str,
) -> (String, String) {
    let mut body = json!({ "text": text });
    if let Some(id) = chat_id {
        body["chatId"] = json!(id);
    }
    let asked = server.post_as(person, STREAM, &body).await.data();
    let id = |name: &str| asked[name].as_str().unwrap().to_owned();
    (id("chatId"), id("answerId"))
}

pub fn of(answer_id: &str) -> String {
    format!("{STREAM}?answerId={answer_id}")
}

/// The events of a whole stream: name, id, data.
pub async fn events(
    server: &Server,
    person: &Person,
    answer_id: &str,
    last: Option<&str>,
) -> Vec<(String, String, Value)> {
    let stream = live_after(server, person, &of(answer_id), last).await;
    rest(stream).await
}

/// The events that are left of a stream.
pub async fn rest(stream: Body) -> Vec<(String, String, Value)> {
    let bytes = stream.collect().await.unwrap().to_bytes();
    read(std::str::from_utf8(&bytes).unwrap())
}

pub fn read(text: &str) -> Vec<(String, String, Value)> {
    let blocks = text.split("\n\n").filter(|block| block.contains("data:"));
    let events = blocks.map(|block| {
        let line = |name: &str| {
            let lines = block.lines().filter_map(|line| line.strip_prefix(name));
            lines.map(str::trim).collect::<String>()
        };
        (
            line("event:"),
            line("id:"),
            serde_json::from_str(&line("data:")).unwrap(),
        )
    });
    events.collect()
}

/// The text that a stream brought.
pub fn said(events: &[(String, String, Value)]) -> String {
    let texts = events.iter().filter(|(name, _, _)| name == "text");
    texts
        .map(|(_, _, data)| data["text"].as_str().unwrap())
        .collect()
}

pub fn end(events: &[(String, String, Value)]) -> (i64, i64) {
    let (name, _, data) = events.last().unwrap();
    assert_eq!(name, "end");
    (
        data["state"].as_i64().unwrap(),
        data["words"].as_i64().unwrap(),
    )
}

pub async fn cost(server: &Server, person: &Person) -> Value {
    server.get_as(person, COST).await.data()
}

pub async fn info(server: &Server, person: &Person, chat_id: &str) -> Value {
    server
        .get_as(person, &format!("{INFO}?chatId={chat_id}"))
        .await
        .data()
}

/// Waits until `many` answers wait for the provider.
pub async fn waiting(provider: &AiProvider, many: usize) {
    for _ in 0..500 {
        if provider.is_still(many) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{many} answers do not wait");
}

/// The state of an answer once it has ended.
pub async fn ended(server: &Server, answer_id: &str) -> Option<i64> {
    for _ in 0..100 {
        let mut view = server.db().read().await.unwrap();
        let state = SqlQuery::kept("SELECT state FROM chat_turns WHERE answer_id = $1")
            .bind(answer_id.to_owned())
            .fetch_one::<(i64,)>(&mut view)
            .await
            .unwrap()
            .0;
        drop(view);
        if state != TurnState::Arriving.code() {
            return Some(state);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    None
}

pub async fn stored_piece(server: &Server, answer_id: &str) {
    for _ in 0..100 {
        let mut view = server.db().read().await.unwrap();
        let pieces = SqlQuery::kept("SELECT number FROM chat_pieces WHERE answer_id = $1")
            .bind(answer_id.to_owned())
            .fetch_all::<(i64,)>(&mut view)
            .await
            .unwrap();
        drop(view);
        if !pieces.is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no piece was stored");
}

/// A stream that is read piece by piece.
pub async fn live(server: &Server, person: &Person, path: &str) -> Body {
    live_after(server, person, path, None).await
}

/// A stream that goes on after the event `last`.
pub async fn live_after(server: &Server, person: &Person, path: &str, last: Option<&str>) -> Body {
    let mut request = Request::get(path);
    if let Some(last) = last {
        request = request.header("last-event-id", last);
    }
    for (name, value) in server.dpop(person, "GET", path, &json!({})) {
        request = request.header(name, value);
    }
    let mut request = request.body(Body::empty()).unwrap();
    let peer = std::net::SocketAddr::from(([127, 0, 0, 1], 40_000));
    request.extensions_mut().insert(atrium_listener::Peer(peer));
    let response = server.router.clone().oneshot(request).await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    response.into_body()
}

/// The next piece of a stream that is no ping.
pub async fn next(stream: &mut Body) -> String {
    loop {
        let text = piece(stream).await;
        if text.contains("data:") {
            return text;
        }
    }
}

/// Waits until a stream has nothing more to say, as its ping says.
pub async fn quiet(stream: &mut Body) {
    while !piece(stream).await.starts_with(": ping") {}
}

/// The next piece of a stream, pings too.
pub async fn piece(stream: &mut Body) -> String {
    let frame = stream.frame().await.unwrap().unwrap();
    String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap()
}
