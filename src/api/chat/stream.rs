//! An answer as server-sent events (HTML section 9.2). Each event has an id, with which another request goes on where this
//! one ended (`Last-Event-ID`).

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, HeaderName};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::unfold;
use serde_json::json;
use tokio::time::{Instant, sleep_until};

use super::bodies::{AskBody, Asked, StopBody, StreamQuery};
use super::{begin, check, require, require_to_write};
use crate::assistant::{AnswerEvent, ChatError, Follower};
use crate::calls::{Caller, StreamReader, WritingCaller, operation};
use crate::db::feed;
use crate::directory;
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::Fields;
use crate::state::AppState;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// How often a stream looks whether anything has changed that could end it. A look compares two numbers in memory.
const CHECK: Duration = Duration::from_millis(400);
// A stream ends within a second of a change, also if another process made it (attack 24).
const _: () = assert!(feed::EVERY.as_millis() + CHECK.as_millis() < 1_000);
/// How often it checks its reader although no change was announced.
const CHECK_AGAIN: Duration = Duration::from_secs(15);

/// The answer of a call with server-sent events.
pub type EventStream = Result<Response, ApiError>;

/// Ask
///
/// Begins the answer, which `GET /chat-gpt/stream` reads while it arrives. It goes on also if nobody reads it.
#[operation(tag = "chat-gpt", request_body = AskBody)]
pub async fn chat_stream_begin(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<AskBody>,
) -> Answered<Asked> {
    begin(state, caller, body).await
}

/// Read an answer while it arrives
///
/// Server-sent events: `text` with `{"text": …}` for each piece, and last `end` with `{"state": …, "words": …}`; `ended` means
/// that the reader's session or right has ended. `Last-Event-ID` goes on where an earlier stream of the same answer broke.
#[operation(tag = "chat-gpt", params(StreamQuery))]
pub async fn chat_stream(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    headers: HeaderMap,
    Fields(query): Fields<StreamQuery>,
) -> EventStream {
    require(&state, &mut caller).await?;
    let account = caller.account();
    let from = match headers.get(LAST_EVENT_ID) {
        Some(id) => position(id, &query.answer_id)?,
        None => 0,
    };
    // From here on no connection to the database is held.
    let reader = caller.into_reader();
    let place = state.assistant.reader_place(&account.id)?;
    let follower = state
        .assistant
        .follow(place, &query.answer_id, from)
        .await?;
    let (now, ping) = (Instant::now(), state.config.assistant.waits.ping);
    let reading = Reading {
        // What changed after the guard's view was read is seen by the first check.
        seen: None,
        ping,
        state,
        reader,
        follower,
        answer_id: query.answer_id,
        ping_at: now + ping,
        check_at: now + CHECK,
        checked_at: now,
        is_over: false,
    };
    let events = unfold(reading, |mut reading| async move {
        let event = reading.next().await?;
        Some((Ok::<_, Infallible>(event), reading))
    });
    // Proxies such as nginx pass each event on at once.
    let unbuffered = (
        HeaderName::from_static("x-accel-buffering"),
        HeaderValue::from_static("no"),
    );
    let headers = [
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        unbuffered,
    ];
    Ok((headers, Sse::new(events)).into_response())
}

/// Stop an answer
///
/// What has arrived stays, and costs its words. An answer that has ended is no error.
#[operation(tag = "chat-gpt", request_body = StopBody)]
pub async fn chat_stream_stop(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<StopBody>,
) -> Answered<Empty> {
    require_to_write(&state, &mut caller).await?;
    let account = caller.account();
    let stopped = caller.write::<_, ChatError, _>(move |tx, _| {
        Box::pin(async move {
            let (id, account_id) = (body.answer_id.as_str(), account.id.as_str());
            state.assistant.ask_to_stop(tx, id, account_id).await
        })
    });
    stopped.await?;
    Ok(Answer(Empty))
}

/// The byte of the answer after which the reader goes on. The id names its answer, so that one of another answer is refused.
fn position(id: &HeaderValue, answer_id: &str) -> Result<usize, ApiError> {
    let id = id.to_str().ok();
    let named = id.and_then(|id| id.rsplit_once('.'));
    let named = named.filter(|(answer, _)| *answer == answer_id);
    let bytes = named.and_then(|(_, bytes)| bytes.parse().ok());
    bytes.ok_or_else(|| ApiError::illegal("Last-Event-ID"))
}

/// Somebody who reads an answer.
struct Reading {
    state: Arc<AppState>,
    reader: StreamReader,
    follower: Follower,
    answer_id: String,
    /// The changes that the last check knew; `None` before it.
    seen: Option<u64>,
    ping: Duration,
    ping_at: Instant,
    check_at: Instant,
    checked_at: Instant,
    is_over: bool,
}

impl Reading {
    /// The next event; `None` after the last.
    async fn next(&mut self) -> Option<Event> {
        if self.is_over {
            return None;
        }
        loop {
            let news = tokio::select! {
                biased;
                () = sleep_until(self.check_at) => {
                    self.check_at = Instant::now() + CHECK;
                    if !self.is_allowed().await {
                        self.is_over = true;
                        return Some(Event::default().event("ended").data("{}"));
                    }
                    continue;
                }
                news = self.follower.next() => news,
                () = sleep_until(self.ping_at) => {
                    self.ping_at = Instant::now() + self.ping;
                    return Some(Event::default().comment("ping"));
                }
            };
            self.ping_at = Instant::now() + self.ping;
            return self.event_of(news);
        }
    }

    fn event_of(&mut self, news: Result<Option<AnswerEvent>, ChatError>) -> Option<Event> {
        match news {
            Ok(Some(AnswerEvent::Text { text, bytes })) => {
                let event = Event::default()
                    .event("text")
                    .id(format!("{}.{bytes}", self.answer_id));
                Some(event.data(json!({ "text": text }).to_string()))
            }
            Ok(Some(AnswerEvent::End { state, words })) => {
                self.is_over = true;
                let data = json!({ "state": state.code(), "words": words });
                Some(Event::default().event("end").data(data.to_string()))
            }
            Ok(None) => None,
            Err(error) => {
                tracing::warn!(%error, "an answer cannot be followed any further");
                None
            }
        }
    }

    /// Checks session, account and right again (attack 24), but only if something has changed that could end them.
    async fn is_allowed(&mut self) -> bool {
        let now_is = self.state.assistant.changes();
        // A feed that is late says nothing, and must not make every reader ask the database.
        let is_unchanged = now_is.is_none() || now_is == self.seen;
        if is_unchanged && self.checked_at.elapsed() < CHECK_AGAIN {
            return true;
        }
        match self.check().await {
            Ok(()) => {
                self.seen = now_is;
                self.checked_at = Instant::now();
                true
            }
            // A database that does not answer ends nothing; the next look asks again.
            Err(ApiError::Busy(_) | ApiError::TooSlow | ApiError::Internal) => true,
            Err(_) => false,
        }
    }

    async fn check(&self) -> Result<(), ApiError> {
        let mut view = self.reader.checked_view().await?;
        let account = directory::find(&mut view, self.reader.account_id()).await?;
        let account = account.ok_or(ApiError::NeedLogin)?;
        check(&self.state, &mut view, &account).await
    }
}
