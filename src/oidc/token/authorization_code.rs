//! `grant_type=authorization_code` (RFC 6749 section 4.1.3, OpenID Connect Core 3.1.3).

use crate::audit::Event;
use crate::db::WriteTx;
use crate::oidc::engine::{self, CodeForm, Stopped};
use crate::oidc::error::OAuthError;
use crate::sessions::codes::{self, RedeemedCode, Redemption};
use crate::sessions::grants::{self, Lapsed};
use crate::state::AppState;

use super::issue::{Issuance, NextRefreshToken};
use super::request::{Issued, TokenRequest, TokenResponse, finish, gets_refresh_token};

/// The result of the transaction, which commits in both cases.
enum Outcome {
    Issued(Box<Issued>),
    /// The code had been used before; its grant is now revoked.
    Replayed,
}

/// Exchanges a code for tokens.
pub async fn grant(state: &AppState, request: TokenRequest) -> Result<TokenResponse, OAuthError> {
    if request.params.get("code").is_none() {
        return Err(OAuthError::invalid_request("code is missing"));
    }
    let answering = request.answering();
    let issuance = Issuance::of(state, request);
    let outcome = state
        .db
        .write(|tx| Box::pin(exchange(issuance, tx)))
        .await?;
    match outcome {
        Outcome::Issued(issued) => finish(state, &answering, *issued),
        Outcome::Replayed => Err(OAuthError::invalid_grant("the code was used before")),
    }
}

async fn exchange(issuance: Issuance, tx: &mut WriteTx) -> Result<Outcome, OAuthError> {
    issuance.spend_identifiers(tx).await?;
    let request = &issuance.request;
    let code = request.params.get("code").unwrap_or_default();
    match codes::redeem(tx, code, request.now).await? {
        Redemption::Taken(redeemed) => {
            let scope = check(&issuance, &redeemed)?;
            let issued = issue(&issuance, tx, *redeemed, scope).await?;
            Ok(Outcome::Issued(Box::new(issued)))
        }
        Redemption::Replayed { revoked } => {
            issuance
                .record_theft(tx, Event::CodeReplayed {}, revoked)
                .await?;
            Ok(Outcome::Replayed)
        }
        Redemption::Unknown => Err(OAuthError::invalid_grant(
            "the code is unknown or has expired",
        )),
    }
}

/// Checks what the code is bound to: client, redirect URI, PKCE, DPoP key.
fn check(issuance: &Issuance, redeemed: &RedeemedCode) -> Result<Vec<String>, OAuthError> {
    let params = &issuance.request.params;
    let form = CodeForm {
        client_id: &issuance.client().client_id,
        code: "taken",
        redirect_uri: params.get("redirect_uri"),
        verifier: params.get("code_verifier"),
    };
    let scope = engine::exchange(&form, &redeemed.context).map_err(|error| match error {
        Stopped::InvalidRequest => OAuthError::invalid_request(error.to_string()),
        _ => OAuthError::invalid_grant(error.to_string()),
    })?;
    let description = "the code is bound to another DPoP key";
    issuance.check_key(redeemed.context.dpop_jkt.as_deref(), description)?;
    Ok(scope)
}

async fn issue(
    issuance: &Issuance,
    tx: &mut WriteTx,
    redeemed: RedeemedCode,
    scope: Vec<String>,
) -> Result<Issued, OAuthError> {
    let (client, now) = (issuance.client(), issuance.request.now);
    let granted = (redeemed.grant_id, redeemed.context.grant);
    let (needs_consent, lifetimes) = (!client.first_party, issuance.refresh.session);
    let grant = grants::begin(tx, granted, needs_consent, lifetimes, now).await?;
    let grant = grant.map_err(|lapsed| match lapsed {
        Lapsed::Session => OAuthError::invalid_grant("the session of this code has ended"),
        Lapsed::Consent => OAuthError::invalid_grant("the consent was withdrawn"),
    })?;
    let account = issuance.account(tx, &grant).await?;
    grants::keep(tx, &grant, now).await?;
    let refresh_token = if gets_refresh_token(client, grant.context.offline) {
        NextRefreshToken::First
    } else {
        NextRefreshToken::Given(None)
    };
    let issued = issuance.issue(tx, grant, account, scope, refresh_token);
    issued.await
}
