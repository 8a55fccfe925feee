//! Delivers logout tokens (OpenID Connect Back-Channel Logout 1.0 sections 2.4 to 2.8).

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Value, json};

use crate::audit::{AuditContext, Event};
use crate::clients::{Client, fix};
use crate::clock::{MINUTE, Millis, seconds};
use crate::jobs::{Concurrency, Handler, Job, JobError};
use crate::keys::{Algorithm, KeyError, TokenType};
use crate::outbound::OutboundError;
use crate::sessions::backchannel::{KIND, Notice};
use crate::state::AppState;

/// The only member of `events`.
const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";
/// How long a logout token is valid.
const LIFETIME: Millis = 2 * MINUTE;

/// Notifies one client that a session has ended.
pub struct Delivery(Arc<AppState>);

impl Delivery {
    pub fn new(state: Arc<AppState>) -> Self {
        Self(state)
    }

    async fn deliver(&self, notice: &Notice, now: Millis) -> Result<(), JobError> {
        let state = &self.0;
        // A client that is disabled, or no longer has a logout URI, gets no notice.
        let Some(client) = state.clients.get(&notice.client_id) else {
            return Ok(());
        };
        let Some(uri) = &client.backchannel_logout_uri else {
            return Ok(());
        };
        let token = self
            .token(&client, notice, now)
            .map_err(|error| JobError::Later(error.to_string()))?;
        let form = [("logout_token", token.as_str())];
        let answer = state.outbound.post_form(uri, &form).await;
        let failed = |why: String, fix: &str| failure(&client, uri, &why, fix);
        match answer.map(|answer| answer.status) {
            Ok(200..=299) => Ok(()),
            // Section 2.8: with 400 the client says that the token is invalid; the next one would be too.
            Ok(400) => Err(JobError::Never(failed(answered(400), fix_of_status(400)))),
            Ok(status) => Err(JobError::Later(failed(
                answered(status),
                fix_of_status(status),
            ))),
            Err(error) => {
                let failed = failed(error.to_string(), &fix(uri, error));
                Err(match error {
                    OutboundError::Address
                    | OutboundError::Scheme
                    | OutboundError::Forbidden
                    | OutboundError::Redirect => JobError::Never(failed),
                    _ => JobError::Later(failed),
                })
            }
        }
    }

    fn token(&self, client: &Client, notice: &Notice, now: Millis) -> Result<String, KeyError> {
        let state = &self.0;
        let jti = state.random.uuid_v4().to_string();
        let claims = claims(&state.issuer, notice, &jti, now);
        let alg = Algorithm::parse(&client.id_token_signed_response_alg)?;
        state.keys.sign(alg, TokenType::LogoutToken, &claims)
    }
}

/// The error of a failed delivery, for the log and the job's row: client, address, reason and fix. The query is left
/// out, because it may contain a secret of the application.
fn failure(client: &Client, uri: &str, why: &str, fix: &str) -> String {
    let address = uri.split('?').next().unwrap_or_default();
    let client_id = &client.client_id;
    format!("client {client_id:?} at {address}: {why}; fix: {fix}")
}

fn answered(status: u16) -> String {
    format!("the client answered {status}")
}

fn fix_of_status(status: u16) -> &'static str {
    match status {
        400 => {
            "see in its log why it refuses the logout token; most often it expects another issuer \
            or client_id"
        }
        401 | 403 => {
            "let this address take a POST without a sign-in, a CSRF token or a proxy's login"
        }
        404 | 405 => "correct backchannel_logout_uri: it must take a POST",
        _ => "see in its log why it failed",
    }
}

/// Section 2.4: the claims have no `nonce`, so that a logout token is never mistaken for an ID token.
fn claims(issuer: &str, notice: &Notice, jti: &str, now: Millis) -> Value {
    json!({
        "iss": issuer,
        "aud": notice.client_id,
        "iat": seconds(now),
        "exp": seconds(now.saturating_add(LIFETIME)),
        "jti": jti,
        "sub": notice.account_id,
        "sid": notice.session_id,
        "events": { EVENT: {} },
    })
}

#[async_trait]
impl Handler for Delivery {
    fn kind(&self) -> &'static str {
        KIND
    }

    /// A client that does not respond blocks each call for seconds; emails and notices to other clients continue
    /// meanwhile.
    fn concurrency(&self) -> Concurrency {
        Concurrency { kind: 4, lane: 2 }
    }

    async fn run(&self, job: &Job) -> Result<(), JobError> {
        let notice: Notice = job.payload()?;
        let now = self.0.clock.now();
        let outcome = self.deliver(&notice, now).await;
        let last = match &outcome {
            Ok(()) | Err(JobError::Never(_)) => true,
            Err(JobError::Later(_)) => job.attempt >= self.attempts(),
        };
        if last {
            let delivered = outcome.is_ok();
            let audit = AuditContext::of_server(now, &self.0.random, "logout notices");
            let entry = audit
                .entry(Event::LogoutDelivered { delivered })
                .client(&notice.client_id)
                .session(&notice.session_id);
            self.0.recorder.record(entry);
        }
        outcome
    }
}
