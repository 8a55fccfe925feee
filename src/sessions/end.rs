//! Ending things: a session, everything of an account, a consent; and who must hear of it.
//!
//! Tokens are not touched one by one: each is good only while its grant and session are.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};

use super::grants::RevokeReason;
use super::sso::{EndReason, SsoSession};
use super::store;

/// A session that ended just now, and the clients that got tokens in it (OpenID Connect
/// Back-Channel Logout 1.0 section 2.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedSession {
    /// The `sid` that the clients know.
    pub session_id: String,
    /// The `sub` that they know.
    pub account_id: String,
    /// Clients to tell, each once.
    pub client_ids: Vec<String>,
}

/// Ends one session. Nothing when it had ended before, so that nobody is told twice.
pub async fn session(
    tx: &mut WriteTx,
    session: &SsoSession,
    reason: EndReason,
    now: Millis,
) -> Result<Option<EndedSession>, DbError> {
    if !store::sso::end(tx, &session.id, reason, now).await? {
        return Ok(None);
    }
    let client_ids = store::grants::clients_of_session(tx, &session.id).await?;
    Ok(Some(EndedSession {
        session_id: session.id.clone(),
        account_id: session.account_id.clone(),
        client_ids,
    }))
}

/// Ends every session and revokes every grant of an account, offline ones too.
pub async fn account(
    tx: &mut WriteTx,
    account_id: &str,
    reason: EndReason,
    now: Millis,
) -> Result<Vec<EndedSession>, DbError> {
    let revoked = match reason {
        EndReason::PasswordChanged => RevokeReason::PasswordChanged,
        _ => RevokeReason::AccountDisabled,
    };
    let mut ended = Vec::new();
    // The list is bounded, an account's sessions are not: whoever opens thousands must not keep the
    // oldest of them.
    loop {
        let open = store::sso::of_account(tx, account_id).await?;
        if open.is_empty() {
            break;
        }
        for one in open {
            ended.extend(session(tx, &one, reason, now).await?);
        }
    }
    store::grants::revoke_of_account(tx, account_id, revoked, now).await?;
    Ok(ended)
}

/// Withdraws what an account allowed a client: the memory of it and every grant it gave.
pub async fn consent(
    tx: &mut WriteTx,
    account_id: &str,
    client_id: &str,
    now: Millis,
) -> Result<bool, DbError> {
    let known = store::consents::withdraw(tx, account_id, client_id).await?;
    let revoked = store::grants::revoke_of_consent(tx, account_id, client_id, now).await?;
    Ok(known || revoked > 0)
}
