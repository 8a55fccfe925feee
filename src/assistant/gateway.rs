//! The gateway to a model: one question with its history goes out, the answer comes back in pieces. It speaks the chat
//! completions of `OpenAI`, which most providers and local servers understand (contract G-79).
//!
//! - `part.rs`: the parts of an answer, and why there is none;
//! - `events.rs`: the events of a stream;
//! - `chunk.rs`: what a provider writes;
//! - `echo.rs`: the local echo where no provider is set.

mod chunk;
mod echo;
mod events;
mod part;

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

use super::turn::{Role, Turn};
use crate::config::Secret;
use crate::outbound::{ArrivingResponse, Outbound};
use chunk::{Chunk, read_answer, read_error};
use echo::Echo;
use events::Events;
use part::STALLED;
pub use part::{GatewayError, Part};

/// How long an answer may take in all (contract K-08).
pub const LIMIT: Duration = Duration::from_secs(300);
/// The longest pause before a second try that a provider may ask for, in seconds. Nobody waits longer for nothing.
const LONGEST_PAUSE: u64 = 10;
/// The most bytes of an answer that comes whole, or of an error.
const MOST: usize = 1024 * 1024;
/// Tokens for a word, so that a provider does not stop before our own limit does.
const TOKENS_OF_A_WORD: i64 = 3;

/// Where a model is, and how it is asked.
#[derive(Clone, Debug)]
pub enum Model {
    /// A provider.
    Provider {
        /// The address in front of `/chat/completions`.
        base_url: String,
        key: Option<Secret>,
        /// The model's name there.
        name: String,
    },
    /// The question comes back, for development.
    Echo,
}

/// An answer that is arriving.
#[derive(Debug)]
pub struct Answering {
    source: Source,
    /// Parts that were read and not yet given.
    waiting: std::collections::VecDeque<Part>,
    has_ended: bool,
}

#[derive(Debug)]
enum Source {
    Stream(Box<(ArrivingResponse, Events)>),
    Echo(Echo),
    /// Everything was read.
    Whole,
}

impl Answering {
    /// Asks `model` the last of `turns`. The answer should have at most `most_words`.
    ///
    /// # Errors
    /// The provider did not begin an answer.
    pub async fn begin(
        outbound: &Outbound,
        model: &Model,
        turns: &[Turn],
        most_words: i64,
    ) -> Result<Self, GatewayError> {
        let Model::Provider {
            base_url,
            key,
            name,
        } = model
        else {
            let question = turns.last().map(|turn| turn.content.as_str());
            return Ok(Self::of(Source::Echo(Echo::of(
                question.unwrap_or_default(),
            ))));
        };
        let body = request(name, turns, most_words);
        let address = format!("{}/chat/completions", base_url.trim_end_matches('/'));
        let until = Instant::now() + LIMIT;
        let key = key.as_ref().map(Secret::expose);
        let mut tries = 0;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let asked = outbound.post_json_arriving(&address, key, &body, left);
            let response = timeout(STALLED, asked).await;
            let response = response.map_err(|_| GatewayError::Stalled)??;
            tries += 1;
            let pause = response.retry_after.unwrap_or(1);
            let is_busy = matches!(response.status, 429 | 503);
            if is_busy && tries == 1 && pause <= LONGEST_PAUSE {
                tokio::time::sleep(Duration::from_secs(pause)).await;
                continue;
            }
            return Self::reading(response).await;
        }
    }

    const fn of(source: Source) -> Self {
        Self {
            source,
            waiting: std::collections::VecDeque::new(),
            has_ended: false,
        }
    }

    async fn reading(mut response: ArrivingResponse) -> Result<Self, GatewayError> {
        if response.status != 200 {
            let status = response.status;
            let body = timeout(STALLED, response.rest(MOST)).await;
            let body = body.ok().and_then(Result::ok).unwrap_or_default();
            return Err(read_error(status, &body));
        }
        let kind = response.content_type.as_deref().unwrap_or_default();
        if kind.starts_with("text/event-stream") {
            let stream = Box::new((response, Events::default()));
            return Ok(Self::of(Source::Stream(stream)));
        }
        let body = timeout(STALLED, response.rest(MOST)).await;
        let body = body.map_err(|_| GatewayError::Stalled)??;
        let mut whole = Self::of(Source::Whole);
        whole.take(read_answer(&body)?);
        Ok(whole)
    }

    /// The next part of the answer; `None` after its end.
    ///
    /// # Errors
    /// It broke off. What came before is still good.
    pub async fn next(&mut self) -> Result<Option<Part>, GatewayError> {
        loop {
            if let Some(part) = self.waiting.pop_front() {
                self.has_ended |= matches!(part, Part::End { .. });
                return Ok(Some(part));
            }
            match &mut self.source {
                Source::Whole => return Ok(None),
                Source::Echo(echo) => match echo.next().await {
                    Some(part) => self.waiting.push_back(part),
                    None => self.source = Source::Whole,
                },
                Source::Stream(stream) => {
                    let (response, events) = &mut **stream;
                    let piece = timeout(STALLED, response.piece()).await;
                    let piece = piece.map_err(|_| GatewayError::Stalled)??;
                    let Some(piece) = piece else {
                        self.source = Source::Whole;
                        // Some providers leave out `[DONE]`, but none the reason why it ended.
                        if self.has_ended {
                            return Ok(None);
                        }
                        return Err(GatewayError::Cut);
                    };
                    let read = events.push(&piece)?;
                    for event in read {
                        if event == "[DONE]" {
                            self.source = Source::Whole;
                            break;
                        }
                        self.take(Chunk::read(&event)?);
                    }
                }
            }
        }
    }

    fn take(&mut self, chunk: Chunk) {
        let text = chunk.text.filter(|text| !text.is_empty());
        self.waiting.extend(text.map(Part::Text));
        let usage = chunk.usage;
        self.waiting
            .extend(usage.map(|(question, answer)| Part::Usage { question, answer }));
        let end = chunk.end;
        self.waiting
            .extend(end.map(|was_cut| Part::End { was_cut }));
    }
}

fn request(name: &str, turns: &[Turn], most_words: i64) -> Value {
    let messages = turns.iter().map(|turn| {
        let role = match turn.role {
            Role::User => "user",
            Role::Assistant => "assistant",
        };
        json!({ "role": role, "content": turn.content })
    });
    json!({
        "model": name,
        "messages": messages.collect::<Vec<_>>(),
        "max_tokens": most_words.saturating_mul(TOKENS_OF_A_WORD).max(16),
        "stream": true,
        "stream_options": { "include_usage": true },
    })
}
