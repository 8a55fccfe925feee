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
        ..
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
    remembered.extend(before.iter().flat_map(|before| before.scope.split(' ')));
    let narrows = before
        .as_ref()
        .is_some_and(|before| allowed.narrows(before));
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

impl Allowed {
    /// Since when the consent stands that this gives at `now`: the one `before` goes on unless it is narrowed.
    pub fn stands_since(&self, before: Option<&Consent>, now: Millis) -> Millis {
        match before.filter(|before| !self.narrows(before)) {
            Some(before) => before.stands_since,
            None => begins(now, before),
        }
    }

    /// True if the client asked for consent again and the person allowed less than is remembered.
    fn narrows(&self, before: &Consent) -> bool {
        let mut remembered = before.scope.split(' ');
        let leaves_out = remembered.any(|value| !self.scope.iter().any(|shown| shown == value));
        self.asked_again && before.covers(&self.scope) && leaves_out
    }
}

/// Since when a consent that is given at `now` stands, if it is not the one `before` that goes on. It is later than that,
/// whatever the clocks of other processes say.
fn begins(now: Millis, before: Option<&Consent>) -> Millis {
    before.map_or(now, |before| now.max(before.stands_since.saturating_add(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// a consent that is narrowed stands since a later time, so codes of the wider one end, also where the clock of
    /// another process is ahead. Otherwise it goes on, and a code waits on whatever the clocks say.
    #[test]
    fn only_a_narrower_consent_begins_again() {
        let before = |stands_since| Consent {
            account_id: "a".to_owned(),
            client_id: "c".to_owned(),
            scope: "email openid".to_owned(),
            granted_at: stands_since,
            stands_since,
        };
        let since = |scope: &str, asked_again, before: Option<Consent>| {
            let allowed = Allowed {
                account_id: "a".to_owned(),
                client_id: "c".to_owned(),
                session_id: "s".to_owned(),
                scope: scope.split(' ').map(str::to_owned).collect(),
                asked_again,
            };
            allowed.stands_since(before.as_ref(), 1_000)
        };
        assert_eq!(since("openid", true, None), 1_000);
        assert_eq!(since("openid", true, Some(before(10))), 1_000);
        for at in [10, 1_000, 5_000] {
            for scope in ["email openid", "email openid profile", "openid profile"] {
                assert_eq!(since(scope, true, Some(before(at))), at, "{scope}");
            }
            assert_eq!(since("openid", false, Some(before(at))), at);
        }
        for ahead in [1_000, 5_000] {
            assert_eq!(since("openid", true, Some(before(ahead))), ahead + 1);
        }
    }
}
