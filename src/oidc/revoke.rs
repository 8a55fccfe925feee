//! Token revocation (RFC 7009).

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, PRAGMA};
use axum::response::{IntoResponse, Response};

use crate::audit::{Event, Origin};
use crate::db::DbError;
use crate::keys::{TokenRules, TokenType};
use crate::sessions::presented::PresentedToken;
use crate::sessions::refresh_tokens::SentToken;
use crate::sessions::revocation;
use crate::state::AppState;
use crate::state::origin::RequestOrigin;

use super::client_authentication::spend_assertion;
use super::client_request::{ClientRequest, NamedClient};
use super::error::{ErrorCode, OAuthError};
use super::form::Form;

pub const PATH: &str = "/oauth2/revoke";

/// `POST /oauth2/revoke`. The response is also 200 when the token is unknown or belongs to another client: nothing is
/// left to revoke, and a stranger learns nothing (section 2.2).
pub async fn post(
    State(state): State<Arc<AppState>>,
    origin: RequestOrigin,
    headers: HeaderMap,
    form: Result<Form, OAuthError>,
) -> Response {
    let origin = origin.into();
    let refusal = NamedClient::of(&state, &headers, &form);
    match answer(&state, &origin, &headers, form).await {
        Ok(()) => [(CACHE_CONTROL, "no-store"), (PRAGMA, "no-cache")].into_response(),
        Err(error) => {
            let event = Event::ClientRefused {
                endpoint: PATH,
                error: error.code.as_str(),
            };
            refusal.record(&state, &origin, &error, event);
            error.into_response()
        }
    }
}

async fn answer(
    state: &AppState,
    origin: &Origin,
    headers: &HeaderMap,
    form: Result<Form, OAuthError>,
) -> Result<(), OAuthError> {
    let request = ClientRequest::open(state, PATH, headers, form, &[]).await?;
    spend_assertion(state, &request.client).await?;
    let (token, now) = (request.token()?, request.now);
    let client_id = request.client.client.client_id.clone();
    let audit = state.audit(now, origin);
    if let Some(sent) = SentToken::read(token) {
        let written = state.db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                revocation::give_back_refresh_token(tx, &sent, &client_id, &audit).await
            })
        });
        return Ok(written.await?);
    }
    let Some(presented) = PresentedToken::read(token, &state.keys, &state.issuer, now) else {
        return refuse_id_token(state, token);
    };
    let written = state.db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { revocation::give_back(tx, &presented, &client_id, &audit).await })
    });
    Ok(written.await?)
}

/// Section 2.2.1: ID tokens are the only tokens that cannot be revoked.
fn refuse_id_token(state: &AppState, token: &str) -> Result<(), OAuthError> {
    let rules = TokenRules {
        typ: TokenType::Jwt,
        issuer: &state.issuer,
        now: None,
    };
    if state.keys.verify(token, &rules).is_ok() {
        let description = "an ID token cannot be revoked";
        return Err(OAuthError::new(
            ErrorCode::UnsupportedTokenType,
            description,
        ));
    }
    Ok(())
}
