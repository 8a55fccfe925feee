//! The UserInfo endpoint (OpenID Connect Core 5.3): returns the claims that the token's scopes and the `claims`
//! parameter allow.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use crate::directory::Account;
use crate::http::form::{BadForm, Posted};
use crate::sessions::live_tokens::GoodToken;
use crate::state::AppState;

use super::bearer::{self, BearerError, ResourceRequest};
use super::claims::{self, ClaimsTarget, Person};
use super::client_request::no_store;
use super::error::OAuthError;

pub const PATH: &str = "/oauth2/userinfo";

/// `GET /oauth2/userinfo`.
pub async fn get(
    State(state): State<Arc<AppState>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let request = ResourceRequest {
        method: &method,
        uri: &uri,
        headers: &headers,
        form: None,
    };
    respond(answer(&state, request).await)
}

/// `POST /oauth2/userinfo`: the form may carry the token (RFC 6750 section 2.2).
pub async fn post(
    State(state): State<Arc<AppState>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    Posted(form): Posted,
) -> Response {
    let form = match form {
        Ok(form) => Some(form),
        Err(BadForm::NotAForm) => None,
        Err(bad) => return OAuthError::from(bad).into_response(),
    };
    let request = ResourceRequest {
        method: &method,
        uri: &uri,
        headers: &headers,
        form: form.as_ref(),
    };
    respond(answer(&state, request).await)
}

fn respond(answered: Result<Map<String, Value>, BearerError>) -> Response {
    no_store(answered)
}

async fn answer(
    state: &AppState,
    request: ResourceRequest<'_>,
) -> Result<Map<String, Value>, BearerError> {
    let now = state.clock.now();
    let shown = bearer::read(state, request, now)?;
    let token = shown.good(state, now).await?;
    let live = &token.live;
    if !live.has_scope("openid") {
        let description = "the token was not granted openid";
        return Err(bearer::insufficient_scope(shown.scheme(), description).into());
    }
    match &token.account {
        Some(account) if live.is_for(&state.issuer) => {
            state.live_tokens.note_use(&token, now).await;
            Ok(claims_of(&token, account, state.pictures()))
        }
        _ => Err(bearer::invalid_token(shown.scheme()).into()),
    }
}

/// The claims that the token allows; `sub` is the same as in the ID token (Core 5.3.2).
fn claims_of(token: &GoodToken, account: &Account, pictures: &str) -> Map<String, Value> {
    let GoodToken { live, client, .. } = token;
    let grant = live.grant.as_ref().map(|grant| &grant.context);
    let person = Person {
        account,
        groups: token.groups.as_ref(),
        pictures,
    };
    let scope = &live.token.scope;
    let mut claims = claims::of_person(client, person, scope, grant, ClaimsTarget::UserInfo);
    claims.insert("sub".to_owned(), json!(account.id));
    claims
}
