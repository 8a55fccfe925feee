//! A corporate provider says that somebody signed out there (OpenID Connect Back-Channel Logout 1.0 section 2.5).

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, PRAGMA};
use axum::response::{IntoResponse as _, Response};

use crate::audit::{Event, Origin};
use crate::db::DbError;
use crate::federation::FederationError;
use crate::oidc::error::OAuthError;
use crate::oidc::form::Form;
use crate::sessions::end;
use crate::state::AppState;
use crate::state::origin::RequestOrigin;

/// The path of the provider `id`.
pub const PATH: &str = "/federation/{id}/backchannel-logout";

/// `POST /federation/{id}/backchannel-logout`. The answer is also 200 when there was no such session (section 2.7).
pub async fn post(
    State(state): State<Arc<AppState>>,
    id: Result<Path<String>, PathRejection>,
    origin: RequestOrigin,
    form: Result<Form, OAuthError>,
) -> Response {
    let id = id.map(|Path(id)| id).unwrap_or_default();
    match end(&state, &id, &origin.into(), form).await {
        Ok(()) => [(CACHE_CONTROL, "no-store"), (PRAGMA, "no-cache")].into_response(),
        Err(error) => error.into_response(),
    }
}

async fn end(
    state: &AppState,
    id: &str,
    origin: &Origin,
    form: Result<Form, OAuthError>,
) -> Result<(), OAuthError> {
    let Form(params) = form?;
    let Some(provider) = state.providers.get(id) else {
        return Err(OAuthError::invalid_request("there is no such provider"));
    };
    let token = params.get("logout_token");
    let token = token.filter(|_| params.repeated(&[]).is_none());
    let token = token.ok_or_else(|| OAuthError::invalid_request("logout_token comes once"))?;
    let audit = state.audit(state.clock.now(), origin);
    let token = provider
        .logout_token(token, audit.now)
        .await
        .map_err(|why| {
            // The token may contain anything (attack 38).
            let reason = why.to_string();
            tracing::warn!(provider = id, why = %reason.escape_debug(), "refused a logout token");
            refused(state, origin, provider.id());
            match why {
                FederationError::Unreachable(_) => OAuthError::unavailable(),
                _ => OAuthError::invalid_request("the logout token is not trusted"),
            }
        })?;
    let clients = state.clients.clone();
    let written = state.db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { end::by_provider(tx, &token, &audit, &clients).await })
    });
    if written.await?.is_none() {
        refused(state, origin, provider.id());
        return Err(OAuthError::invalid_request("the logout token came before"));
    }
    Ok(())
}

fn refused(state: &AppState, origin: &Origin, id: &str) {
    let event = Event::RequestRefused {
        endpoint: format!("/federation/{id}/backchannel-logout"),
        reason: "bad_request",
        description: "the logout token is not trusted, or came before",
        to: None,
    };
    let entry = state.audit(state.clock.now(), origin).entry(event);
    state.recorder.refuse(entry);
}
