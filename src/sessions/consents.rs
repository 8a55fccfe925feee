//! Gives consent: remembers what a person allowed, and revokes what a narrower consent no longer covers.

use std::collections::BTreeSet;

use crate::audit::{self, AuditContext, Event};
use crate::clock::Millis;
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
/// expect the client to keep more (RFC 9700 section 4.14). Sealed codes that wait end with the earlier consent. Otherwise they
/// wait on: who agrees in a second window ends nothing in the first.
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
    let narrows = covered && asked < remembered.len() && *asked_again;
    let consent = Consent {
        account_id: account_id.clone(),
        client_id: client_id.clone(),
        scope: Vec::from_iter(remembered).join(" "),
        granted_at: audit.now,
        stands_since: begins(audit.now, before.as_ref()),
    };
    store::consents::save(tx, &consent, narrows).await?;
    if !narrows {
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

/// Since when a consent that is given at `now` stands, if it is not the one `before` that goes on. It is later than that,
/// whatever the clocks of other processes say.
pub fn begins(now: Millis, before: Option<&Consent>) -> Millis {
    before.map_or(now, |before| now.max(before.stands_since.saturating_add(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// a consent that replaces another stands since a later time, so codes of the other end, also where the clock of
    /// another process is ahead.
    #[test]
    fn a_consent_begins_after_the_one_before() {
        let before = |stands_since| Consent {
            account_id: "a".to_owned(),
            client_id: "c".to_owned(),
            scope: "openid".to_owned(),
            granted_at: stands_since,
            stands_since,
        };
        assert_eq!(begins(1_000, None), 1_000);
        assert_eq!(begins(1_000, Some(&before(10))), 1_000);
        for ahead in [1_000, 5_000] {
            assert_eq!(begins(1_000, Some(&before(ahead))), ahead + 1);
        }
    }
}
