//! Token revocation (RFC 7009).

use crate::audit::{self, AuditContext, Event};
use crate::db::{DbError, WriteTx};

use super::grants::RevokeReason;
use super::presented::PresentedToken;
use super::store;

/// Revokes a token of `client_id`: an access token alone, or a refresh token with its grant and all the grant's tokens.
/// Ignores a token that is unknown, no longer valid or of another client.
pub async fn give_back(
    tx: &mut WriteTx,
    presented: &PresentedToken,
    client_id: &str,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let hash = match presented {
        PresentedToken::Signed { jti, token } if token.client_id == client_id => {
            if store::access_tokens::revoke_jti(tx, jti, token.expires_at).await? {
                record(tx, "access", client_id, audit).await?;
            }
            return Ok(());
        }
        PresentedToken::Signed { .. } => return Ok(()),
        PresentedToken::Opaque(hash) => hash,
    };
    if let Some(found) = store::access_tokens::find(tx, hash).await? {
        if found.token.client_id == client_id
            && store::access_tokens::revoke(tx, hash, audit.now).await?
        {
            record(tx, "access", client_id, audit).await?;
        }
        return Ok(());
    }
    // A spent token identifies its family as well as the current one does.
    match store::refresh_tokens::find(tx, hash).await? {
        Some(found) if found.client_id == client_id => give_up(tx, &found.grant_id, audit).await,
        _ => Ok(()),
    }
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
