//! A request from a client to an OAuth endpoint: its form, and the authenticated client.

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

/// A request whose client is authenticated.
pub struct ClientRequest {
    pub client: AuthenticatedClient,
    pub params: Params,
    pub now: Millis,
}

impl ClientRequest {
    /// Parses `form` and authenticates the client at the endpoint of this path. Only `repeatable` parameters may be
    /// repeated (RFC 6749 section 3.2, attack 4).
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
            let description = "a parameter is repeated";
            return Err(OAuthError::invalid_request(description));
        }
        let client = authenticate(state, headers, &params, path, now).await?;
        Ok(Self {
            client,
            params,
            now,
        })
    }

    /// The `token` parameter.
    pub fn token(&self) -> Result<&str, OAuthError> {
        let token = self.params.get("token");
        token.ok_or_else(|| OAuthError::invalid_request("token is missing"))
    }
}

/// The client that a request names, for the audit entry if the request is refused.
pub struct NamedClient(Option<Arc<Client>>);

impl NamedClient {
    /// Reads the named client before the request is consumed.
    pub fn of(state: &AppState, headers: &HeaderMap, form: &Result<Form, OAuthError>) -> Self {
        let form = form.as_ref().ok();
        Self(form.and_then(|Form(params)| named(state, headers, params)))
    }

    /// Records `event` for a refused request. Skips internal errors, and the error that gives a client its first DPoP
    /// nonce.
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

/// A JSON response that must not be cached (RFC 6749 section 5.1).
pub fn no_store<T: Serialize>(answered: Result<T, impl IntoResponse>) -> Response {
    match answered {
        Ok(answer) => {
            let kept_nowhere = [(CACHE_CONTROL, "no-store"), (PRAGMA, "no-cache")];
            (kept_nowhere, Json(answer)).into_response()
        }
        Err(refused) => refused.into_response(),
    }
}
