//! The gateway to a model: one question with its history goes out, the answer comes back in pieces. It speaks the chat
//! completions of `OpenAI`, which most providers and local servers understand (contract G-79).
//!
//! - `provider.rs`: asks a provider, again if need be;
//! - `parameters.rs`: what the question says besides the turns;
//! - `part.rs`: the parts of an answer, and why there is none;
//! - `events.rs`: the events of a stream;
//! - `chunk.rs`: what a provider writes;
//! - `echo.rs`: the local echo where no provider is set.

mod chunk;
mod echo;
mod events;
mod parameters;
mod part;
mod provider;

use std::time::Duration;

use tokio::time::timeout;

use super::turn::Turn;
use crate::config::{AssistantWaits, Secret};
use crate::outbound::{ArrivingResponse, Outbound};
use chunk::{Chunk, read_answer};
use echo::Echo;
use events::Events;
pub use part::{GatewayError, Part};
use provider::{LONGEST_BODY, Provider};

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
    /// How long the provider may send nothing.
    silence: Duration,
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
        (turns, most_words): (&[Turn], i64),
        waits: AssistantWaits,
    ) -> Result<Self, GatewayError> {
        match model {
            Model::Provider {
                base_url,
                key,
                name,
            } => {
                let provider = Provider::at(outbound, base_url, (key.as_ref(), name), waits);
                let response = provider.ask(turns, most_words).await?;
                Self::reading(response, waits.silence).await
            }
            Model::Echo => {
                let question = turns.last().map(|turn| turn.content.as_str());
                let echo = Echo::of(question.unwrap_or_default());
                Ok(Self::of(Source::Echo(echo), waits.silence))
            }
        }
    }

    const fn of(source: Source, silence: Duration) -> Self {
        Self {
            silence,
            source,
            waiting: std::collections::VecDeque::new(),
            has_ended: false,
        }
    }

    async fn reading(
        mut response: ArrivingResponse,
        silence: Duration,
    ) -> Result<Self, GatewayError> {
        let kind = response.content_type.as_deref().unwrap_or_default();
        if kind.starts_with("text/event-stream") {
            let stream = Box::new((response, Events::default()));
            return Ok(Self::of(Source::Stream(stream), silence));
        }
        let body = timeout(silence, response.rest(LONGEST_BODY)).await;
        let body = body.map_err(|_| GatewayError::Stalled)??;
        let mut whole = Self::of(Source::Whole, silence);
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
                    let piece = timeout(self.silence, response.piece()).await;
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
