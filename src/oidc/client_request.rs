//! A request of a program to an OAuth endpoint: its form, and the client that proved who it is.

use std::sync::Arc;

use axum::Json;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, PRAGMA};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::audit::{Event, Origin};
use crate::clients::Client;
use crate::clock::Millis;
use crate::http::params::Params;
use crate::state::AppState;

use super::client_authentication::{AuthenticatedClient, authenticate, named};
use super::error::{ErrorCode, OAuthError};
use super::form::Form;

/// A request whose client is known.
pub struct ClientRequest {
    /// Who asks.
    pub client: AuthenticatedClient,
    /// What for.
    pub params: Params,
    /// When.
    pub now: Millis,
}

impl ClientRequest {
    /// Reads `form`, in which only `repeatable` parameters may stand more than once (RFC 6749
    /// section 3.2, attack 4), and proves the client at the endpoint of this path.
    pub async fn open(
        state: &AppState,
        path: &str,
        headers: &HeaderMap,
        form: Result<Form, OAuthError>,
        repeatable: &[&str],
    ) -> Result<Self, OAuthError> {
        let now = state.clock.now();
        let Form(params) = form?;
        if params.repeated(repeatable).is_some() {
            let told = "a parameter stands more than once";
            return Err(OAuthError::invalid_request(told));
        }
        let client = authenticate(state, headers, &params, path, now).await?;
        Ok(Self {
            client,
            params,
            now,
        })
    }

    /// The token that the request is about.
    pub fn token(&self) -> Result<&str, OAuthError> {
        let token = self.params.get("token");
        token.ok_or_else(|| OAuthError::invalid_request("token is missing"))
    }
}

/// The client that a request names, of which the audit trail is told should it be refused.
pub struct NamedClient(Option<Arc<Client>>);

impl NamedClient {
    /// Reads who is named before the request is taken apart.
    pub fn of(state: &AppState, headers: &HeaderMap, form: &Result<Form, OAuthError>) -> Self {
        let form = form.as_ref().ok();
        Self(form.and_then(|Form(params)| named(state, headers, params)))
    }

    /// Records `event`. A fault of ours is no refusal, and neither is the nonce that a first DPoP
    /// proof is told.
    pub fn record(self, state: &AppState, origin: &Origin, error: &OAuthError, event: Event) {
        if error.status.is_server_error() || error.code == ErrorCode::UseDpopNonce {
            return;
        }
        let entry = state.audit(state.clock.now(), origin).entry(event);
        state.recorder.refuse(match &self.0 {
            Some(client) => entry.client(&client.client_id),
            None => entry,
        });
    }
}

/// An answer that nobody may keep (RFC 6749 section 5.1), in JSON.
pub fn no_store<T: Serialize>(answered: Result<T, impl IntoResponse>) -> Response {
    match answered {
        Ok(answer) => {
            let kept_nowhere = [(CACHE_CONTROL, "no-store"), (PRAGMA, "no-cache")];
            (kept_nowhere, Json(answer)).into_response()
        }
        Err(refused) => refused.into_response(),
    }
}
