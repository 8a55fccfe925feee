//! The token endpoint (RFC 6749 section 3.2): parse, prove the client, one grant, answer.
//!
//! Each grant is one file; a new one is a file and a line in [`GRANTS`].

mod authorization_code;
mod client_credentials;
mod issue;
mod mint;
mod proof;
mod refresh_token;

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::future::BoxFuture;
use serde::Serialize;

use crate::access::GroupClaims;
use crate::audit::{Event, Origin};
use crate::clients::{Client, GrantType, RefreshPolicy};
use crate::clock::Millis;
use crate::db::WriteTx;
use crate::directory::Account;
use crate::http::params::Params;
use crate::keys::{Algorithm, KeyError, Proof, TokenType};
use crate::sessions::grants::GrantContext;
use crate::sessions::jtis;
use crate::state::AppState;
use crate::state::origin::RequestOrigin;

use super::claims::Person;
use super::client_authentication::{AuthenticatedClient, replayed};
use super::client_request::{ClientRequest, Refusal, no_store};
use super::error::{ErrorCode, OAuthError};
use super::form::Form;
use super::id_token::IdToken;
use mint::Minted;

/// The path of this endpoint.
pub const PATH: &str = "/oauth2/token";

/// Parameters that may stand more than once (RFC 8707 section 2).
const REPEATABLE: &[&str] = &["resource"];

/// A token request whose client is known and whose proof, if any, was checked.
struct TokenRequest {
    grant_type: &'static str,
    client: AuthenticatedClient,
    params: Params,
    proof: Option<Proof>,
    origin: Origin,
    now: Millis,
}

/// The answer of RFC 6749 section 5.1.
#[derive(Debug, Serialize)]
pub struct TokenResponse {
    access_token: String,
    token_type: &'static str,
    expires_in: i64,
    scope: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id_token: Option<String>,
}

type Grant =
    for<'a> fn(&'a AppState, TokenRequest) -> BoxFuture<'a, Result<TokenResponse, OAuthError>>;

/// Every grant: its name on the wire, what a client must be registered for, and its file.
const GRANTS: &[(&str, GrantType, Grant)] = &[
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
    let refusal = Refusal::of(&state, &headers, &form);
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
        let told = "this client is not registered for this grant_type";
        return Err(OAuthError::new(ErrorCode::UnauthorizedClient, told));
    }
    let proof = proof::read(state, headers, &client.client, PATH, now)?;
    grant(
        state,
        TokenRequest {
            grant_type,
            client,
            params,
            proof,
            origin: origin.clone(),
            now,
        },
    )
    .await
}

/// Spends what may be used once: the proof's and the assertion's `jti` (RFC 9449 section 11.1,
/// RFC 7523 section 3).
async fn spend_identifiers(
    tx: &mut WriteTx,
    proof: Option<&Proof>,
    client: &AuthenticatedClient,
) -> Result<(), OAuthError> {
    if let Some(proof) = proof
        && !jtis::see(tx, &proof.jti_hash, proof.keep_until).await?
    {
        let told = "the DPoP proof was used before";
        return Err(OAuthError::new(ErrorCode::InvalidDpopProof, told));
    }
    if let Some(used) = &client.assertion
        && !jtis::see(tx, &used.jti_hash, used.keep_until).await?
    {
        return Err(replayed(client));
    }
    Ok(())
}

/// The audiences this request asks for: a part of `granted`, or all of it when it names none
/// (RFC 8707 section 2.2).
fn resources(params: &Params, granted: &[String]) -> Result<Vec<String>, OAuthError> {
    let asked: Vec<String> = params.all("resource").map(str::to_owned).collect();
    if asked.iter().any(|resource| !granted.contains(resource)) {
        let told = "resource was not granted";
        return Err(OAuthError::new(ErrorCode::InvalidTarget, told));
    }
    Ok(if asked.is_empty() {
        granted.to_vec()
    } else {
        asked
    })
}

/// True when `client` gets a refresh token beside an access token of this scope (design 8).
fn gets_refresh_token(client: &Client, offline: bool) -> bool {
    client.may_use(GrantType::RefreshToken) && (offline || client.refresh == RefreshPolicy::Session)
}

/// Everything a grant issued inside its transaction; signing is still to be done.
struct Issued {
    access_token: Minted,
    expires_in: i64,
    scope: Vec<String>,
    refresh_token: Option<String>,
    /// What the ID token is made from, when `openid` was granted.
    id_token: Option<Box<IdTokenParts>>,
}

struct IdTokenParts {
    grant: GrantContext,
    account: Option<Account>,
    /// Groups and roles, where they may be told.
    groups: Option<GroupClaims>,
    refreshed: bool,
}

/// What the answer needs of its request, once the transaction has taken that.
struct Answering {
    client: Arc<Client>,
    token_type: &'static str,
    now: Millis,
}

impl TokenRequest {
    fn answering(&self) -> Answering {
        Answering {
            client: Arc::clone(&self.client.client),
            token_type: match self.proof {
                Some(_) => "DPoP",
                None => "Bearer",
            },
            now: self.now,
        }
    }
}

/// Signs what has to be signed, after the commit, and makes the answer.
fn finish(
    state: &AppState,
    answering: &Answering,
    issued: Issued,
) -> Result<TokenResponse, OAuthError> {
    let fault = |error: KeyError| OAuthError::fault(&error);
    let access_token = issued.access_token.into_token(state).map_err(fault)?;
    let id_token = issued.id_token.map(|parts| {
        let claims = IdToken {
            issuer: &state.issuer,
            client: &answering.client,
            grant: &parts.grant,
            person: parts.account.as_ref().map(|account| Person {
                account,
                groups: parts.groups.as_ref(),
            }),
            access_token: Some(&access_token),
            scope: &issued.scope,
            refreshed: parts.refreshed,
            now: answering.now,
            lifetime: state.config.sessions.id_token_lifetime,
        };
        let alg = Algorithm::parse(&answering.client.id_token_signed_response_alg)?;
        state.keys.sign(alg, TokenType::Jwt, &claims.claims())
    });
    Ok(TokenResponse {
        id_token: id_token.transpose().map_err(fault)?,
        access_token,
        token_type: answering.token_type,
        expires_in: issued.expires_in,
        scope: issued.scope.join(" "),
        refresh_token: issued.refresh_token,
    })
}
