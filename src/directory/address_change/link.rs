//! The link that confirms a new address holds the change, sealed under a purpose of its own, so that the account is not
//! changed before its reader confirms it.

use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::clock::{DAY, Millis};
use crate::directory::account::Account;
use crate::directory::names::mailbox;
use crate::keys::{KeySet, SealedKind};
use crate::mail::OneTimeLink;
use crate::random::Random;

const KIND: SealedKind = SealedKind {
    name: "change an address",
    version: 1,
};
const PLACE: &str = "address change";
/// How long a link works after its owner asked for it, also if its email was late.
pub(in crate::directory) const LIFETIME: Millis = DAY;

/// A change that the owner of an account asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressChange {
    pub account_id: String,
    /// The folded address that the account had then. With another one the change is void.
    pub old_key: Option<String>,
    /// The new address.
    pub email: String,
    /// When the password had last been set. With a newer one the change is void.
    pub password_changed_at: Option<Millis>,
    pub asked_at: Millis,
}

impl AddressChange {
    /// A change of `account`, as it is at `now`, to the address `email`.
    pub fn of(account: &Account, email: String, now: Millis) -> Self {
        Self {
            account_id: account.id.clone(),
            old_key: account.email.as_deref().map(mailbox),
            email,
            password_changed_at: account.password_changed_at,
            asked_at: now,
        }
    }
}

/// The change as the email carries it until it is sent.
pub(super) fn text(change: &AddressChange) -> String {
    serde_json::to_string(change).unwrap_or_else(|error| {
        // The link of such an email is void, so that nothing is sent.
        tracing::error!(%error, "a change of an address cannot be written as JSON");
        String::new()
    })
}

/// The link of an email with this [`text`]; `None` without a key or for another text.
pub(in crate::directory) fn seal(
    text: &str,
    (keys, random): (&KeySet, &Random),
    now: Millis,
) -> Option<OneTimeLink> {
    let change: AddressChange = serde_json::from_str(text).ok()?;
    let expires_at = change.asked_at.saturating_add(LIFETIME);
    if expires_at <= now {
        return None;
    }
    let text = serde_json::to_vec(&(expires_at, change)).ok()?;
    let sealed = keys.ring().seal(KIND, PLACE, &text, random).ok()?;
    Some(OneTimeLink {
        token: Zeroizing::new(sealed),
        expires_at,
    })
}

/// The change of a link; `None` for any other text, or too late.
pub(super) fn open(token: &str, keys: &KeySet, now: Millis) -> Option<AddressChange> {
    let opened = keys.ring().open(KIND, PLACE, token)?;
    let (until, change): (Millis, AddressChange) = serde_json::from_slice(&opened.text).ok()?;
    (now < until).then_some(change)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attack 13: a link opens for a day, to the millisecond, and only whole.
    #[test]
    fn attack_13_a_sealed_change_opens_in_time() {
        let (keys, random) = (KeySet::ephemeral().unwrap(), Random::system());
        let change = AddressChange {
            account_id: "a".to_owned(),
            old_key: Some("dan@demo.test".to_owned()),
            email: "dan@new.test".to_owned(),
            password_changed_at: None,
            asked_at: 1_000,
        };
        let late = seal(&text(&change), (&keys, &random), 1_000 + DAY);
        assert!(late.is_none());
        let link = seal(&text(&change), (&keys, &random), 2_000).unwrap();
        assert_eq!(link.expires_at, 1_000 + DAY);
        assert_eq!(open(&link.token, &keys, 999 + DAY), Some(change));
        assert_eq!(open(&link.token, &keys, 1_000 + DAY), None);
        let other = KeySet::ephemeral().unwrap();
        assert_eq!(open(&link.token, &other, 1_000), None);
        assert_eq!(open(&link.token[1..], &keys, 1_000), None);
        assert_eq!(open("", &keys, 1_000), None);
        assert!(seal("", (&keys, &random), 1_000).is_none());
    }
}
