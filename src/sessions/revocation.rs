//! Token revocation: by clients (RFC 7009), and of everything that a client has.

use crate::audit::{self, AuditContext, Event};
use crate::clock::{Clock, Millis};
use crate::db::{DbError, WriteTx};

use super::grants::RevokeReason;
use super::presented::PresentedToken;
use super::refresh_tokens::{self, SentToken};
use super::store;

/// Revokes an access token of `client_id`. Ignores a token that is unknown, no longer valid or of another client.
pub async fn give_back(
    tx: &mut WriteTx,
    presented: &PresentedToken,
    client_id: &str,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let hash = match presented {
        PresentedToken::SelfContained { id, token } if token.client_id == client_id => {
            if store::access_tokens::revoke_id(tx, id, token.expires_at).await? {
                record(tx, "access", client_id, audit).await?;
            }
            return Ok(());
        }
        PresentedToken::SelfContained { .. } => return Ok(()),
        PresentedToken::Stored(hash) => hash,
    };
    let found = store::access_tokens::find(tx, hash).await?;
    if found.is_some_and(|found| found.token.client_id == client_id)
        && store::access_tokens::revoke(tx, hash, audit.now).await?
    {
        record(tx, "access", client_id, audit).await?;
    }
    Ok(())
}

/// Revokes a refresh token of `client_id` with its grant and all the grant's tokens. A spent token identifies its family as
/// well as the valid one does. Ignores a token that is unknown or of another client.
pub async fn give_back_refresh_token(
    tx: &mut WriteTx,
    sent: &SentToken,
    client_id: &str,
    audit: &AuditContext,
) -> Result<(), DbError> {
    match refresh_tokens::client_of(tx, sent).await? {
        Some(owner) if owner == client_id => give_up(tx, &sent.grant_id, audit).await,
        _ => Ok(()),
    }
}

/// How long, in milliseconds, a server may still accept a replaced secret: it learns of a change within a second.
pub const KNOWS_OLD_SECRET: Millis = 2_000;

/// Ends everything that a client has been given so far, because its secret or its tokens leaked: access tokens, refresh
/// tokens and their grants, launch tokens, and codes that wait. False when there is no such client.
///
/// It searches for nothing: everything that began until now, or begins within [`KNOWS_OLD_SECRET`], becomes invalid.
pub async fn revoke_client_tokens(
    tx: &mut WriteTx,
    client_id: &str,
    audit: &AuditContext,
    clock: &Clock,
) -> Result<bool, DbError> {
    // A code becomes a grant that begins later. This waits for pending exchanges, so the clock is read after it.
    store::codes::forget_of_client(tx, client_id, audit.now).await?;
    store::launch::forget_codes(tx, client_id, audit.now).await?;
    let until = clock.now().saturating_add(KNOWS_OLD_SECRET);
    if !store::access_tokens::revoke_client_tokens(tx, client_id, until).await? {
        return Ok(false);
    }
    let entry = audit.entry(Event::TokenRevoked { token: "all" });
    audit::record(tx, &entry.client(client_id)).await?;
    Ok(true)
}

/// Revokes a grant that its client no longer needs.
async fn give_up(tx: &mut WriteTx, grant_id: &str, audit: &AuditContext) -> Result<(), DbError> {
    let reason = RevokeReason::Client;
    let Some(grant) = store::grants::find(tx, grant_id).await? else {
        return Ok(());
    };
    if !store::grants::revoke(tx, grant_id, reason, audit.now).await? {
        return Ok(());
    }
    record(tx, "refresh", &grant.context.client_id, audit).await?;
    let event = Event::GrantRevoked {
        reason: reason.as_str(),
        count: 1,
    };
    let (account, client) = (&grant.context.account_id, &grant.context.client_id);
    // The client acts, not the person.
    let entry = audit.clone().by(client).entry(event);
    audit::record(tx, &entry.account(account).client(client)).await
}

async fn record(
    tx: &mut WriteTx,
    token: &'static str,
    client_id: &str,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let entry = audit.entry(Event::TokenRevoked { token });
    audit::record(tx, &entry.actor(client_id).client(client_id)).await
}
