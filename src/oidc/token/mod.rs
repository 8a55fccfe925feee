//! The token endpoint (RFC 6749 section 3.2): parse the request, authenticate the client, run one grant, respond.
//!
//! Each grant is one file; a new grant needs a file and a line in [`GRANTS`].

mod authorization_code;
mod client_credentials;
mod issue;
mod mint;
mod proof;
mod refresh_token;
mod request;

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::future::BoxFuture;

use crate::audit::{Event, Origin};
use crate::clients::GrantType;
use crate::http::unattended::is_unattended;
use crate::state::AppState;
use crate::state::origin::RequestOrigin;

use super::client_request::{ClientRequest, NamedClient, no_store};
use super::error::{ErrorCode, OAuthError};
use super::form::Form;
use request::{TokenRequest, TokenResponse};

pub use super::endpoints::TOKEN as PATH;

/// Parameters that may be repeated (RFC 8707 section 2).
const REPEATABLE: &[&str] = &["resource"];

type GrantHandler =
    for<'a> fn(&'a AppState, TokenRequest) -> BoxFuture<'a, Result<TokenResponse, OAuthError>>;

/// Every grant: its `grant_type`, what a client must be registered for, and its handler.
const GRANTS: &[(&str, GrantType, GrantHandler)] = &[
    (
        "authorization_code",
        GrantType::AuthorizationCode,
        |state, request| Box::pin(authorization_code::grant(state, request)),
    ),
    (
        "refresh_token",
        GrantType::RefreshToken,
        |state, request| Box::pin(refresh_token::grant(state, request)),
    ),
    (
        "client_credentials",
        GrantType::ClientCredentials,
        |state, request| Box::pin(client_credentials::grant(state, request)),
    ),
];

/// `POST /oauth2/token`.
pub async fn post(
    State(state): State<Arc<AppState>>,
    origin: RequestOrigin,
    headers: HeaderMap,
    form: Result<Form, OAuthError>,
) -> Response {
    let origin = origin.into();
    let asked = form.as_ref().ok().and_then(|form| form.0.get("grant_type"));
    let known = GRANTS.iter().find(|(known, ..)| Some(*known) == asked);
    let grant_type = known.map_or("unknown", |(known, ..)| known);
    let refusal = NamedClient::of(&state, &headers, &form);
    let answered = answer(&state, &origin, &headers, form).await;
    if let Err(error) = &answered {
        let event = Event::TokenRefused {
            grant_type,
            error: error.code.as_str(),
        };
        refusal.record(&state, &origin, error, event);
    }
    no_store(answered)
}

async fn answer(
    state: &AppState,
    origin: &Origin,
    headers: &HeaderMap,
    form: Result<Form, OAuthError>,
) -> Result<TokenResponse, OAuthError> {
    let ClientRequest {
        client,
        params,
        now,
    } = ClientRequest::open(state, PATH, headers, form, REPEATABLE).await?;
    let name = params
        .get("grant_type")
        .ok_or_else(|| OAuthError::invalid_request("grant_type is missing"))?;
    let (grant_type, needed, grant) = GRANTS
        .iter()
        .find(|(known, _, _)| *known == name)
        .ok_or_else(|| {
            OAuthError::new(
                ErrorCode::UnsupportedGrantType,
                "this grant_type is not supported",
            )
        })?;
    if !client.client.may_use(*needed) {
        let description = "this client is not registered for this grant_type";
        return Err(OAuthError::new(ErrorCode::UnauthorizedClient, description));
    }
    let proof = proof::read(state, headers, &client.client, PATH, now)?;
    let client_id = client.client.client_id.clone();
    let granted = grant(
        state,
        TokenRequest {
            grant_type,
            client,
            params,
            proof,
            origin: origin.clone(),
            unattended: is_unattended(headers),
            now,
        },
    )
    .await?;
    state.clients.note_use(&client_id, now);
    Ok(granted)
}
