//! Gives consent: remembers what a person allowed, and revokes what a narrower consent no longer covers.

use std::collections::BTreeSet;

use crate::audit::{self, AuditContext, Event};
use crate::db::{DbError, WriteTx};

use super::grants::RevokeReason;
use super::store;

pub use super::store::consents::{Consent, of_account};

#[derive(Clone, Debug)]
pub struct Allowed {
    pub account_id: String,
    pub client_id: String,
    /// The session in which the person agreed.
    pub session_id: String,
    /// The scope values that the page showed, sorted.
    pub scope: Vec<String>,
    /// True when the client sent `prompt=consent`.
    pub asked_again: bool,
}

/// Adds what was allowed to the remembered consent.
///
/// When the client sent `prompt=consent` and the page showed less than is remembered, the remembered scope stays as it
/// is, and this person's wider grants at this client are revoked, offline ones too: a person who allows less does not
/// expect the client to keep more (RFC 9700 section 4.14). Sealed codes that wait end with the earlier consent.
pub async fn give(
    tx: &mut WriteTx,
    allowed: &Allowed,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let Allowed {
        account_id,
        client_id,
        session_id,
        scope,
        asked_again,
    } = allowed;
    let before = store::consents::find(tx, account_id, client_id).await?;
    let entry = |event| {
        let entry = audit.entry(event).account(account_id).client(client_id);
        entry.session(session_id)
    };
    let given = Event::ConsentGiven {
        scope: scope.join(" "),
    };
    audit::record(tx, &entry(given)).await?;
    let mut remembered: BTreeSet<&str> = scope.iter().map(String::as_str).collect();
    let asked = remembered.len();
    remembered.extend(before.iter().flat_map(|before| before.scope.split(' ')));
    let covered = before.as_ref().is_some_and(|before| before.covers(scope));
    let narrower = covered && asked < remembered.len();
    let consent = Consent {
        account_id: account_id.clone(),
        client_id: client_id.clone(),
        scope: Vec::from_iter(remembered).join(" "),
        granted_at: audit.now,
    };
    store::consents::save(tx, &consent).await?;
    if !(narrower && *asked_again) {
        return Ok(());
    }
    store::codes::forget_wider(tx, (account_id, client_id), scope, audit.now).await?;
    let count = store::grants::revoke_wider(tx, (account_id, client_id), scope, audit.now).await?;
    if count > 0 {
        let reason = RevokeReason::ConsentNarrowed.as_str();
        audit::record(tx, &entry(Event::GrantRevoked { reason, count })).await?;
    }
    Ok(())
}
