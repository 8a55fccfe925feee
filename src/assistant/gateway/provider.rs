//! One question to a provider, which is asked again if it is busy or refuses a parameter. Nothing was delivered by then, so
//! that another try costs nobody anything.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use super::chunk::read_error;
use super::parameters::Parameters;
use super::part::GatewayError;
use crate::assistant::turn::Turn;
use crate::config::{AssistantWaits, Secret};
use crate::outbound::{ArrivingResponse, Outbound};

/// The longest pause before a second try that a provider may ask for, in seconds. Nobody waits longer for nothing.
const LONGEST_PAUSE: u64 = 10;
/// The most bytes of an answer that comes whole, or of a refusal.
pub const LONGEST_BODY: usize = 1024 * 1024;

/// A provider that is asked one question.
#[derive(Debug)]
pub struct Provider<'a> {
    outbound: &'a Outbound,
    /// The address of its chat completions.
    address: String,
    key: Option<&'a Secret>,
    /// The model's name there.
    model: &'a str,
    /// How long it may send nothing.
    silence: Duration,
    /// When the answer must be complete.
    until: Instant,
}

impl<'a> Provider<'a> {
    /// The provider at `base_url`, which answers within `waits` from now on.
    pub fn at(
        outbound: &'a Outbound,
        base_url: &str,
        (key, model): (Option<&'a Secret>, &'a str),
        waits: AssistantWaits,
    ) -> Self {
        Self {
            outbound,
            address: format!("{}/chat/completions", base_url.trim_end_matches('/')),
            key,
            model,
            silence: waits.silence,
            until: Instant::now() + waits.answer,
        }
    }

    /// Asks the last of `turns`; returns the beginning of the answer, which should have at most `most_words`.
    ///
    /// # Errors
    /// The provider did not begin an answer.
    pub async fn ask(
        &self,
        turns: &[Turn],
        most_words: i64,
    ) -> Result<ArrivingResponse, GatewayError> {
        let (mut parameters, mut was_busy) = (Parameters::ALL, false);
        loop {
            let request = parameters.request(self.model, turns, most_words);
            let mut response = self.post(&request).await?;
            if response.status == 200 {
                return Ok(response);
            }
            if !was_busy && let Some(pause) = pause_of(&response) {
                was_busy = true;
                sleep(pause).await;
                continue;
            }
            let refusal = timeout(self.silence, response.rest(LONGEST_BODY)).await;
            let refusal = refusal.ok().and_then(Result::ok).unwrap_or_default();
            let fewer = parameters.without_refused(response.status, &refusal);
            parameters = fewer.ok_or_else(|| read_error(response.status, &refusal))?;
        }
    }

    async fn post(&self, request: &serde_json::Value) -> Result<ArrivingResponse, GatewayError> {
        let left = self.until.saturating_duration_since(Instant::now());
        let key = self.key.map(Secret::expose);
        let asked = self
            .outbound
            .post_json_arriving(&self.address, key, request, left);
        let response = timeout(self.silence, asked).await;
        Ok(response.map_err(|_| GatewayError::Stalled)??)
    }
}

/// How long a busy provider wants to be left alone; `None` if it is not busy, or for too long.
fn pause_of(response: &ArrivingResponse) -> Option<Duration> {
    let pause = response.retry_after.unwrap_or(1);
    let is_worth_it = matches!(response.status, 429 | 503) && pause <= LONGEST_PAUSE;
    is_worth_it.then(|| Duration::from_secs(pause))
}
