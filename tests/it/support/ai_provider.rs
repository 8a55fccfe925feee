//! A small server that speaks the chat completions of `OpenAI` as providers do. What it does depends on the last question.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use futures_util::StreamExt as _;
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

/// A request that the provider got.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The `Authorization` header.
    pub credential: String,
    pub body: Value,
}

struct Shared {
    asked: Mutex<Vec<Asked>>,
    /// Lets answers that wait go on.
    go: Semaphore,
    /// How many answers wait.
    waiting: AtomicUsize,
}

/// An answer that waits, until this is dropped.
struct Waits(Arc<Shared>);

impl Waits {
    fn begin(shared: Arc<Shared>) -> Self {
        shared.waiting.fetch_add(1, Ordering::SeqCst);
        Self(shared)
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A provider on a port of its own.
pub struct AiProvider {
    /// The address in front of `/chat/completions`.
    pub base_url: String,
    shared: Arc<Shared>,
}

impl AiProvider {
    pub async fn start() -> Self {
        let shared = Arc::new(Shared {
            asked: Mutex::default(),
            go: Semaphore::new(0),
            waiting: AtomicUsize::new(0),
        });
        let router = Router::new()
            .route("/v1/chat/completions", post(complete))
            .with_state(Arc::clone(&shared));
        let tcp = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/v1", tcp.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(tcp, router).await.unwrap() });
        Self { base_url, shared }
    }

    /// What it was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.shared.asked.lock().unwrap().clone()
    }

    /// Lets one answer that waits go on.
    pub fn go_on(&self) {
        self.shared.go.add_permits(1);
    }

    /// True if nothing more comes before [`Self::go_on`]: all of the `arriving` answers wait for it.
    pub fn is_still(&self, arriving: usize) -> bool {
        let waiting = self.shared.waiting.load(Ordering::SeqCst);
        arriving <= waiting && (waiting == 0 || self.shared.go.available_permits() == 0)
    }
}

async fn complete(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    let credential = headers
        .get("authorization")
        .map(|value| value.to_str().unwrap().to_owned());
    let question = body["messages"].as_array().unwrap().last().unwrap()["content"]
        .as_str()
        .unwrap()
        .to_owned();
    let tries = {
        let mut asked = shared.asked.lock().unwrap();
        asked.push(Asked {
            credential: credential.clone().unwrap_or_default(),
            body: body.clone(),
        });
        asked.len()
    };
    if body["model"] == "no-such-model" {
        return error(404, &json!({ "error": { "code": "model_not_found" } }));
    }
    if headers
        .get("authorization")
        .is_some_and(|key| key == "Bearer sk-wrong")
    {
        return error(
            401,
            &json!({ "error": { "message": "Incorrect API key: sk-wrong" } }),
        );
    }
    if let Some(refused) = refused_parameter(&question, &body) {
        return refused;
    }
    match question.as_str() {
        "error object" => error(400, &json!({ "error": { "message": "bad sk-secret", "code": "x" } })),
        "error text" => error(500, &json!({ "error": "sk-secret is broken" })),
        "error message" => error(502, &json!({ "message": "sk-secret is broken" })),
        "too long" => error(400, &json!({ "error": { "code": "context_length_exceeded" } })),
        "key" => error(401, &json!({ "error": { "message": "Incorrect API key: sk-secret" } })),
        "busy" => error(429, &json!({ "error": "slow down" })),
        "busy once" if tries == 1 => {
            let mut refused = error(429, &json!({}));
            refused.headers_mut().insert("retry-after", "0".parse().unwrap());
            refused
        }
        "busy for long" => {
            let mut refused = error(429, &json!({}));
            refused.headers_mut().insert("retry-after", "3600".parse().unwrap());
            refused
        }
        "whole" => Json(json!({
            "choices": [{ "message": { "role": "assistant", "content": "all at once" }, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": 5, "completion_tokens": 4 },
        }))
        .into_response(),
        "html" => (StatusCode::OK, "<html>not a provider</html>").into_response(),
        "length" => events(vec![text("cut off"), end("length"), done()]),
        "markup" => events(vec![
            text("<script>alert(1)</script>"),
            text("<img src=x onerror=alert(1)>[a](javascript:alert(1))"),
            end("stop"),
            done(),
        ]),
        "no done" => events(vec![text("good"), end("stop")]),
        "cut" => events(vec![text("half of")]),
        "negative" => events(vec![text("fine"), end("stop"), usage(-5, -7), done()]),
        "reported" => events(vec![text("some "), "data: {\"error\":{\"message\":\"x\"}}\n\n".into()]),
        "stalls" => std::future::pending().await,
        "stalls midway" => sse(stream::iter([Ok(Bytes::from(text("half of")))]).chain(stream::pending())),
        // The connection breaks, which is no clean end.
        "breaks" => {
            let broken = stream::iter([Ok(Bytes::from(text("half of"))), Err(std::io::Error::other("broken"))]);
            let paused = broken.then(|piece| async move {
                tokio::time::sleep(Duration::from_millis(50)).await;
                piece
            });
            ([("content-type", "text/event-stream")], Body::from_stream(paused)).into_response()
        }
        quoted if quoted.starts_with("quoted ") => {
            error(500, &json!({ "error": { "message": quoted, "key": credential } }))
        }
        "line" => events(vec![format!("data: {}", "a".repeat(1024 * 1024))]),
        "long" => {
            let words = (0..400).map(|n| text(&format!("word{n} ")));
            events(words.chain([end("stop"), done()]).collect())
        }
        "wait" => {
            let first = stream::iter([text("first ")]);
            let rest = stream::once(async move {
                let waits = Waits::begin(Arc::clone(&shared));
                shared.go.acquire().await.unwrap().forget();
                drop(waits);
                [text("second"), end("stop"), usage(3, 2), done()].concat()
            });
            sse(first.chain(rest).map(|text| Ok(Bytes::from(text))))
        }
        _ => events(vec![text("Hello, "), text("你好"), end("stop"), usage(12, 7), done()]),
    }
}

/// The refusal of a parameter, as servers write it, if the model or the question stands for a server that does not take it.
fn refused_parameter(question: &str, body: &Value) -> Option<Response> {
    let has = |name: &str| body.get(name).is_some();
    let limit = [&body["max_tokens"], &body["max_completion_tokens"]]
        .iter()
        .find_map(|limit| limit.as_i64());
    let of_model = body["model"].as_str().unwrap_or_default();
    let too_large = "max_tokens is too large. This model supports at most 4096 completion tokens.";
    let extra = |name: &str| {
        let refused = json!({ "loc": ["body", name], "msg": "Extra inputs are not permitted" });
        json!({ "detail": [refused] })
    };
    let (status, body) = match (question, of_model) {
        ("other limit" | "nothing", _) if has("max_tokens") => {
            let message = "Unsupported parameter: 'max_tokens' is not supported with this model. Use \
                           'max_completion_tokens' instead.";
            (
                400,
                json!({ "error": { "message": message, "param": "max_tokens" } }),
            )
        }
        ("no limit" | "nothing", _) if limit.is_some() => (
            400,
            json!({ "error": { "message": too_large, "code": null } }),
        ),
        ("no counts" | "nothing", _) if has("stream_options") => (422, extra("stream_options")),
        (_, "small-model") if limit > Some(4_096) => (400, json!({ "error": too_large })),
        ("needs a limit", _) | (_, "stubborn-model") => (400, json!({ "error": too_large })),
        _ => return None,
    };
    Some(error(status, &body))
}

fn error(status: u16, body: &Value) -> Response {
    let status = StatusCode::from_u16(status).unwrap();
    (status, Json(body.clone())).into_response()
}

fn text(text: &str) -> String {
    event(
        &json!({ "choices": [{ "index": 0, "delta": { "content": text }, "finish_reason": null }] }),
    )
}

fn end(reason: &str) -> String {
    event(&json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": reason }] }))
}

fn usage(question: i64, answer: i64) -> String {
    let usage = json!({ "prompt_tokens": question, "completion_tokens": answer });
    event(&json!({ "choices": [], "usage": usage }))
}

fn event(data: &Value) -> String {
    format!("data: {data}\n\n")
}

fn done() -> String {
    "data: [DONE]\n\n".to_owned()
}

fn events(events: Vec<String>) -> Response {
    let pieces = stream::iter(events).then(|event| async move {
        tokio::time::sleep(Duration::from_millis(1)).await;
        Ok(Bytes::from(event))
    });
    sse(pieces)
}

fn sse(
    pieces: impl futures_util::Stream<Item = Result<Bytes, Infallible>> + Send + 'static,
) -> Response {
    let headers = [("content-type", "text/event-stream")];
    (headers, Body::from_stream(pieces)).into_response()
}
