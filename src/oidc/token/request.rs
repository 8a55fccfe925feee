//! Shared by every grant: the request with its authenticated client, what was issued, and the response.

use std::sync::Arc;

use serde::Serialize;

use crate::audit::{Entry, Origin};
use crate::catalogue::GroupClaims;
use crate::clients::{Client, GrantType, RefreshPolicy};
use crate::clock::Millis;
use crate::db::WriteTx;
use crate::directory::Account;
use crate::http::params::Params;
use crate::keys::{Algorithm, DpopProof, KeyError, TokenType};
use crate::oidc::claims::Person;
use crate::oidc::client_authentication::{AuthenticatedClient, replayed};
use crate::oidc::error::{ErrorCode, OAuthError};
use crate::oidc::id_token::IdToken;
use crate::random::hashed;
use crate::sessions::grants::GrantContext;
use crate::sessions::jtis;
use crate::state::AppState;

use super::mint::Minted;

/// A token request whose client is authenticated and whose DPoP proof, if any, is valid.
pub(super) struct TokenRequest {
    pub grant_type: &'static str,
    pub client: AuthenticatedClient,
    pub params: Params,
    pub proof: Option<DpopProof>,
    pub origin: Origin,
    /// Nobody caused the request.
    pub unattended: bool,
    pub now: Millis,
}

impl TokenRequest {
    /// The key of its refresh token, if it has one, among its client's.
    pub fn renewal(&self) -> Option<String> {
        let token = self.params.get("refresh_token")?;
        Some(format!(
            "{} {}",
            self.client.client.client_id,
            hashed(token)
        ))
    }
}

/// The response of RFC 6749 section 5.1.
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

/// Marks the `jti` of the DPoP proof and of the assertion as used (RFC 9449 section 11.1, RFC 7523 section 3).
pub(super) async fn spend_identifiers(
    tx: &mut WriteTx,
    proof: Option<&DpopProof>,
    client: &AuthenticatedClient,
) -> Result<(), OAuthError> {
    if let Some(proof) = proof
        && !jtis::see(tx, &proof.jti_hash, proof.keep_until).await?
    {
        let description = "the DPoP proof was used before";
        return Err(OAuthError::new(ErrorCode::InvalidDpopProof, description));
    }
    if let Some(used) = &client.assertion
        && !jtis::see(tx, &used.jti_hash, used.keep_until).await?
    {
        return Err(replayed(client));
    }
    Ok(())
}

/// The audiences that this request asks for: a part of `granted`, or all of it when the request names none (RFC 8707
/// section 2.2).
pub(super) fn resources(params: &Params, granted: &[String]) -> Result<Vec<String>, OAuthError> {
    let asked: Vec<String> = params.all("resource").map(str::to_owned).collect();
    if asked.iter().any(|resource| !granted.contains(resource)) {
        let description = "resource was not granted";
        return Err(OAuthError::new(ErrorCode::InvalidTarget, description));
    }
    Ok(if asked.is_empty() {
        granted.to_vec()
    } else {
        asked
    })
}

/// True when `client` gets a refresh token with an access token of this scope.
pub(super) fn gets_refresh_token(client: &Client, offline: bool) -> bool {
    client.may_use(GrantType::RefreshToken) && (offline || client.refresh == RefreshPolicy::Session)
}

/// Everything that a grant issued inside its transaction; signing follows.
pub(super) struct Issued {
    pub access_token: Minted,
    pub expires_in: i64,
    pub scope: Vec<String>,
    pub refresh_token: Option<String>,
    /// The audit entry, if the transaction did not write it.
    pub entry: Option<Entry>,
    /// The parts of the ID token, when `openid` was granted.
    pub id_token: Option<Box<IdTokenParts>>,
}

pub(super) struct IdTokenParts {
    pub grant: GrantContext,
    pub account: Option<Account>,
    /// Groups and roles, if the client may get them.
    pub groups: Option<GroupClaims>,
    pub refreshed: bool,
}

/// What the response needs from the request after the transaction has consumed it.
pub(super) struct Answering {
    pub client: Arc<Client>,
    pub token_type: &'static str,
    pub now: Millis,
}

impl TokenRequest {
    pub fn answering(&self) -> Answering {
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

/// Signs the tokens after the commit, and builds the response. The entry is gathered with others.
pub(super) fn finish(
    state: &AppState,
    answering: &Answering,
    issued: Issued,
) -> Result<TokenResponse, OAuthError> {
    if let Some(entry) = issued.entry {
        state.recorder.record_frequent(entry);
    }
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
                pictures: state.pictures(),
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
