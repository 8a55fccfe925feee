//! The model of the assistant, on the core of the load generator: it sends 20 pieces a second.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use futures_util::{StreamExt as _, stream};
use serde_json::{Value, json};
use tokio::time::{MissedTickBehavior, interval};

use crate::http::Error;

/// A question that is answered at once, in a word.
pub const AT_ONCE: &str = "at once";
/// Each piece says how long ago this was, in microseconds.
pub static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
/// 20 in a second.
const EVERY: Duration = Duration::from_millis(50);

/// Answers a chat completion with `pieces` pieces, each a number.
pub fn complete(body: &[u8], pieces: usize) -> Response {
    let asked: Value = serde_json::from_slice(body).unwrap_or_default();
    let question = asked["messages"].as_array().and_then(|all| all.last());
    if question.is_some_and(|last| last["content"] == AT_ONCE) {
        let choice = json!({ "message": { "content": "here" }, "finish_reason": "stop" });
        let answer = json!({ "choices": [choice] }).to_string();
        return ([(CONTENT_TYPE, "application/json")], answer).into_response();
    }
    let mut clock = interval(EVERY);
    clock.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let parts = stream::unfold(clock, |mut clock| async {
        clock.tick().await;
        let now = STARTED.elapsed().as_micros();
        Some((piece(&json!({ "content": format!("{now} ") }), None), clock))
    });
    let end = piece(&json!({}), Some("stop")) + "data: [DONE]\n\n";
    let events = parts.take(pieces).chain(stream::iter([end]));
    let body = Body::from_stream(events.map(|event| Ok::<_, Error>(Bytes::from(event))));
    ([(CONTENT_TYPE, "text/event-stream")], body).into_response()
}

fn piece(delta: &Value, finish_reason: Option<&str>) -> String {
    let choice = json!({ "index": 0, "delta": delta, "finish_reason": finish_reason });
    format!("data: {}\n\n", json!({ "choices": [choice] }))
}
