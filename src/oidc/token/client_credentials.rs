//! `grant_type=client_credentials` (RFC 6749 section 4.4): a client acts for itself.

use crate::audit::{Entry, Event};
use crate::oidc::engine;
use crate::oidc::error::{ErrorCode, OAuthError};
use crate::state::AppState;

use super::mint::{Minted, Minting};
use super::request::{Issued, TokenRequest, TokenResponse, finish, resources, spend_identifiers};

/// Issues a token to the client itself. No refresh token and no ID token, because no person signed in.
pub async fn grant(state: &AppState, request: TokenRequest) -> Result<TokenResponse, OAuthError> {
    let answering = request.answering();
    let TokenRequest {
        grant_type,
        client,
        params,
        proof,
        origin,
        now,
        ..
    } = request;
    if !client.is_confidential() {
        let description = "a public client cannot use client_credentials";
        return Err(OAuthError::new(ErrorCode::UnauthorizedClient, description));
    }
    let app = &answering.client;
    let asked = params.get("scope").unwrap_or_default();
    let allowed = allowed_scopes(&app.scopes);
    let scope = engine::act_for_itself(&app.client_id, asked, &allowed)
        .map_err(|error| OAuthError::new(ErrorCode::InvalidScope, error.to_string()))?;
    let mut audience = resources(&params, &app.resources)?;
    if params.get("resource").is_none() {
        // The first resource if none is requested: a token must never be valid at every resource.
        audience.truncate(1);
    }
    let jkt = proof.as_ref().map(|proof| proof.jkt.clone());
    let minting = Minting::for_client(state, app, scope.clone(), &audience, jkt, now);
    let event = Event::TokenGranted {
        grant_type,
        scope: scope.join(" "),
        format: minting.format_name(),
        refresh_token: false,
    };
    let entry = Entry::new(event, &state.random, now)
        .actor(&app.client_id)
        .client(&app.client_id)
        .origin(&origin);
    let expires_in = minting.expires_in();
    // Without an identifier to spend, most tokens need no transaction.
    let spends_nothing = proof.is_none() && client.assertion.is_none();
    let minted = spends_nothing.then(|| minting.without_row(None, &state.random));
    let access_token = if let Some(minted) = minted.flatten() {
        minted
    } else {
        let random = state.random.clone();
        state
            .db
            .write(move |tx| {
                Box::pin(async move {
                    spend_identifiers(tx, proof.as_ref(), &client).await?;
                    Ok::<Minted, OAuthError>(minting.mint(tx, None, &random).await?)
                })
            })
            .await?
    };
    let issued = Issued {
        access_token,
        expires_in,
        scope,
        refresh_token: None,
        // Recorded outside a transaction, so that issuing such a token needs no commit.
        entry: Some(entry),
        id_token: None,
    };
    finish(state, &answering, issued)
}

/// Without the scopes that concern a person; a client that requests one gets an error.
fn allowed_scopes(registered: &[String]) -> Vec<String> {
    const OF_A_PERSON: &[&str] = &[
        "openid",
        "profile",
        "email",
        "address",
        "phone",
        "offline_access",
    ];
    registered
        .iter()
        .filter(|scope| !OF_A_PERSON.contains(&scope.as_str()))
        .cloned()
        .collect()
}
