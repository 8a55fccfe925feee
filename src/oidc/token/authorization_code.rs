//! `grant_type=authorization_code` (RFC 6749 section 4.1.3, OpenID Connect Core 3.1.3).

use crate::audit::Event;
use crate::db::{DbError, WriteTx};
use crate::directory::Account;
use crate::oidc::engine::{self, CodeForm, Stopped};
use crate::oidc::error::OAuthError;
use crate::sessions::codes::{self, FoundCode, InvalidGrant, Replay, SentCode};
use crate::sessions::grants::{self, Grant};
use crate::state::AppState;

use super::issue::{Issuance, NextRefreshToken};
use super::request::{Issued, TokenRequest, TokenResponse, finish, gets_refresh_token};

/// The result of the transaction, which commits in both cases.
enum Outcome {
    Issued(Box<Issued>),
    /// The code had been used before; its grant is now revoked.
    Replayed,
}

/// What a code gives.
struct Ready {
    grant: Grant,
    account: Account,
    scope: Vec<String>,
}

/// Exchanges a code for tokens.
pub async fn grant(state: &AppState, request: TokenRequest) -> Result<TokenResponse, OAuthError> {
    let Some(code) = request.params.get("code") else {
        return Err(OAuthError::invalid_request("code is missing"));
    };
    let sent = SentCode::read(code, &state.issuer, &state.keys);
    let answering = request.answering();
    let issuance = Issuance::of(state, request);
    let outcome = state
        .db
        .write(|tx| Box::pin(exchange(issuance, sent, tx)))
        .await?;
    match outcome {
        Outcome::Issued(issued) => finish(state, &answering, *issued),
        Outcome::Replayed => Err(OAuthError::invalid_grant("the code was used before")),
    }
}

/// Exchanges `sent`. A refusal rolls back, so that a stranger cannot use up somebody else's code.
async fn exchange(
    issuance: Issuance,
    sent: SentCode,
    tx: &mut WriteTx,
) -> Result<Outcome, OAuthError> {
    issuance.spend_identifiers(tx).await?;
    let refusal = match ready(&issuance, tx, &sent).await {
        Ok(ready) if take(&issuance, tx, &sent, &ready.grant).await? => {
            let issued = issue(&issuance, tx, ready).await?;
            return Ok(Outcome::Issued(Box::new(issued)));
        }
        Ok(_) => unknown(),
        Err(refusal) => refusal,
    };
    let revoked = match codes::revoke_replayed(tx, &sent, issuance.request.now).await? {
        Replay::NotExchanged => return Err(refusal),
        Replay::Revoked(grant) => Some(grant),
        Replay::HadEnded => None,
    };
    issuance
        .record_theft(tx, Event::CodeReplayed {}, revoked)
        .await?;
    Ok(Outcome::Replayed)
}

fn unknown() -> OAuthError {
    OAuthError::invalid_grant("the code is unknown or has expired")
}

/// Finds the code, and checks everything that it is bound to: client, redirect URI, PKCE, DPoP key, session, consent, account.
async fn ready(
    issuance: &Issuance,
    tx: &mut WriteTx,
    sent: &SentCode,
) -> Result<Ready, OAuthError> {
    let (client, now) = (issuance.client(), issuance.request.now);
    let found = codes::find(tx, sent, issuance.refresh.session, now).await?;
    let found = found.map_err(invalid_grant)?;
    let scope = check(issuance, &found)?;
    let needs_consent = !client.first_party;
    let grant = codes::granted(tx, found, needs_consent).await?;
    let grant = grant.map_err(invalid_grant)?;
    let account = issuance.account(tx, &grant).await?;
    Ok(Ready {
        grant,
        account,
        scope,
    })
}

fn invalid_grant(why: InvalidGrant) -> OAuthError {
    match why {
        InvalidGrant::Unknown => unknown(),
        InvalidGrant::Session => OAuthError::invalid_grant("the session of this code has ended"),
        InvalidGrant::Consent => OAuthError::invalid_grant("the consent was withdrawn or narrowed"),
    }
}

/// Checks what the code is bound to: client, redirect URI, PKCE, DPoP key.
fn check(issuance: &Issuance, found: &FoundCode) -> Result<Vec<String>, OAuthError> {
    let params = &issuance.request.params;
    let form = CodeForm {
        client_id: &issuance.client().client_id,
        code: "taken",
        redirect_uri: params.get("redirect_uri"),
        verifier: params.get("code_verifier"),
    };
    let scope = engine::exchange(&form, &found.context).map_err(|error| match error {
        Stopped::InvalidRequest => OAuthError::invalid_request(error.to_string()),
        _ => OAuthError::invalid_grant(error.to_string()),
    })?;
    let description = "the code is bound to another DPoP key";
    issuance.check_key(found.context.dpop_jkt.as_deref(), description)?;
    Ok(scope)
}

/// Uses the code up and writes its grant. False when another exchange was first, or the code may no longer be used.
async fn take(
    issuance: &Issuance,
    tx: &mut WriteTx,
    sent: &SentCode,
    grant: &Grant,
) -> Result<bool, DbError> {
    let now = issuance.request.now;
    Ok(codes::use_up(tx, sent, now).await?
        && grants::keep(tx, grant, sent.sealed_at(), now).await?)
}

async fn issue(issuance: &Issuance, tx: &mut WriteTx, ready: Ready) -> Result<Issued, OAuthError> {
    let Ready {
        grant,
        account,
        scope,
    } = ready;
    let refresh_token = if gets_refresh_token(issuance.client(), grant.context.offline) {
        NextRefreshToken::First
    } else {
        NextRefreshToken::Given(None)
    };
    let issued = issuance.issue(tx, grant, account, scope, refresh_token);
    issued.await
}
