//! Token introspection (RFC 7662): a client asks about its own tokens and those issued for it as an audience.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Map, Value, json};

use crate::audit::Event;
use crate::catalogue::standing;
use crate::clients::Client;
use crate::clock::{Millis, seconds};
use crate::directory::Account;
use crate::sessions::live_tokens::GoodToken;
use crate::sessions::presented::{LiveToken, account_behind};
use crate::sessions::refresh_tokens::{self, LiveRefreshToken};
use crate::state::AppState;
use crate::state::origin::RequestOrigin;

use super::client_authentication::spend_assertion;
use super::client_request::{ClientRequest, NamedClient, no_store};
use super::error::OAuthError;
use super::form::Form;

pub const PATH: &str = "/oauth2/introspect";

/// `POST /oauth2/introspect`.
pub async fn post(
    State(state): State<Arc<AppState>>,
    origin: RequestOrigin,
    headers: HeaderMap,
    form: Result<Form, OAuthError>,
) -> Response {
    let refusal = NamedClient::of(&state, &headers, &form);
    let answered = answer(&state, &headers, form).await;
    if let Err(error) = &answered {
        let event = Event::ClientRefused {
            endpoint: PATH,
            error: error.code.as_str(),
        };
        refusal.record(&state, &origin.into(), error, event);
    }
    no_store(answered)
}

async fn answer(
    state: &AppState,
    headers: &HeaderMap,
    form: Result<Form, OAuthError>,
) -> Result<Value, OAuthError> {
    let request = ClientRequest::open(state, PATH, headers, form, &[]).await?;
    let caller = &request.client;
    if !caller.is_confidential() {
        // RFC 7662 section 2.1: the caller must authenticate, against token scanning.
        return Err(OAuthError::invalid_client(false));
    }
    spend_assertion(state, caller).await?;
    let claims = inspect(state, &caller.client, request.token()?, request.now).await?;
    // Section 2.2: the same response for every reason.
    Ok(claims.map_or_else(|| json!({ "active": false }), Value::Object))
}

/// The facts about `token` that `caller` may know, if it is valid. `token_type_hint` is not needed: the token's form
/// shows its type.
async fn inspect(
    state: &AppState,
    caller: &Client,
    token: &str,
    now: Millis,
) -> Result<Option<Map<String, Value>>, OAuthError> {
    let Some(good) = state.live_tokens.find(token, now).await? else {
        return refresh(state, caller, token, now).await;
    };
    Ok(may_know(caller, &good.live).then(|| access(state, &good)))
}

/// True for the client that the token was issued to, and for a client that is its audience (attack 27).
fn may_know(caller: &Client, live: &LiveToken) -> bool {
    live.token.client_id == caller.client_id
        || live.is_for(&caller.client_id)
        || caller.serves.iter().any(|own| live.is_for(own))
}

fn access(state: &AppState, good: &GoodToken) -> Map<String, Value> {
    let GoodToken { live, account, .. } = good;
    let token = &live.token;
    let mut claims = Map::new();
    if let (Some(grant), Some(account)) = (&live.grant, account) {
        person(&mut claims, account, live.has_scope("profile"));
        claims.insert("sid".to_owned(), json!(grant.context.session_id));
        let auth_time = json!(seconds(grant.context.auth_time));
        claims.insert("auth_time".to_owned(), auth_time);
        claims.insert("acr".to_owned(), json!(grant.context.acr));
    } else {
        claims.insert("sub".to_owned(), json!(token.client_id));
    }
    let kind = if token.dpop_jkt.is_some() {
        "DPoP"
    } else {
        "Bearer"
    };
    claims.insert("token_type".to_owned(), json!(kind));
    claims.insert("aud".to_owned(), json!(token.audience));
    common(
        &mut claims,
        state,
        &token.client_id,
        &token.scope,
        token.dpop_jkt.as_deref(),
        (token.issued_at, token.expires_at),
    );
    claims
}

/// A refresh token is disclosed only to its own client.
async fn refresh(
    state: &AppState,
    caller: &Client,
    token: &str,
    now: Millis,
) -> Result<Option<Map<String, Value>>, OAuthError> {
    let lifetimes = state.session_lifetimes();
    let mut tx = state.db.read().await?;
    let found = refresh_tokens::find_live(&mut tx, token, now, lifetimes).await?;
    let is_own = |found: &LiveRefreshToken| found.grant.context.client_id == caller.client_id;
    let Some(found) = found.filter(is_own) else {
        return Ok(None);
    };
    let grant = &found.grant;
    let Some(account) = account_behind(&mut tx, grant, &state.zone, now).await? else {
        return Ok(None);
    };
    if standing::of_client(&mut tx, &account, caller)
        .await?
        .is_some()
    {
        return Ok(None);
    }
    let mut claims = Map::new();
    person(&mut claims, &account, grant.context.has_scope("profile"));
    claims.insert("sid".to_owned(), json!(grant.context.session_id));
    common(
        &mut claims,
        state,
        &grant.context.client_id,
        &grant.context.scope,
        found.dpop_jkt.as_deref(),
        (found.issued_at, found.expires_at),
    );
    Ok(Some(claims))
}

/// The token's subject; the name only if the client may know names.
fn person(claims: &mut Map<String, Value>, account: &Account, by_name: bool) {
    claims.insert("sub".to_owned(), json!(account.id));
    if by_name {
        claims.insert("username".to_owned(), json!(account.username));
    }
}

fn common(
    claims: &mut Map<String, Value>,
    state: &AppState,
    client_id: &str,
    scope: &[String],
    dpop_jkt: Option<&str>,
    (issued_at, expires_at): (Millis, Millis),
) {
    let mut put = |name: &str, value: Value| claims.insert(name.to_owned(), value);
    put("active", json!(true));
    put("iss", json!(state.issuer));
    put("client_id", json!(client_id));
    put("scope", json!(scope.join(" ")));
    put("iat", json!(seconds(issued_at)));
    put("exp", json!(seconds(expires_at)));
    if let Some(jkt) = dpop_jkt {
        put("cnf", json!({ "jkt": jkt }));
    }
}
