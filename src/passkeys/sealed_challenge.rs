//! What a browser was asked, sealed into its page: asking stores nothing.
//!
//! A sealed challenge opens for five minutes, for the same purpose, browser and sign-in or session. The transaction of the
//! proof records it as used ([`Opened::use_up`]).

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::clock::{MINUTE, Millis};
use crate::db::{DbError, WriteTx};
use crate::keys::{KeySet, SealedKind};
use crate::random::{Random, hashed};
use crate::sessions::jtis;

/// How long a challenge is accepted.
pub const LIFETIME: Millis = 5 * MINUTE;

/// Longer than any sealed challenge of ours.
const LONGEST: usize = 16 * 1024;

/// Where a challenge is given out, and where alone it is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place(String);

impl Place {
    /// A sign-in flow, by its id, in the browser with this hash.
    pub fn sign_in(issuer: &str, browser: &str, flow_id: &str) -> Self {
        Self(format!("{issuer} sign-in {browser} {flow_id}"))
    }

    /// The step of a sign-in flow that asks for a second factor of the account.
    pub fn second_factor(issuer: &str, browser: &str, flow_id: &str, account_id: &str) -> Self {
        Self(format!("{issuer} factor {browser} {flow_id} {account_id}"))
    }

    /// An account whose owner is signed in.
    pub fn account(issuer: &str, account_id: &str) -> Self {
        Self(format!("{issuer} account {account_id}"))
    }
}

/// A challenge that this server gave out at this place, in time.
#[derive(Debug)]
pub(super) struct Opened<T> {
    pub state: T,
    id: String,
    expires_at: Millis,
}

/// The seal and its surroundings.
pub(super) struct Sealer<'k> {
    pub keys: &'k KeySet,
    pub kind: SealedKind,
    pub place: &'k Place,
}

impl Sealer<'_> {
    /// Seals `state`; `None` without a key.
    pub fn seal<T: Serialize>(&self, state: &T, now: Millis, random: &Random) -> Option<String> {
        let until = now.saturating_add(LIFETIME);
        let text = serde_json::to_vec(&(until, state)).ok()?;
        let ring = self.keys.ring();
        ring.seal(self.kind, &self.place.0, &text, random).ok()
    }

    /// Opens a sealed challenge; `None` if it is another's, another purpose's, too old, or no such value.
    pub fn open<T: DeserializeOwned>(&self, sealed: &str, now: Millis) -> Option<Opened<T>> {
        if sealed.len() > LONGEST {
            return None;
        }
        let opened = self.keys.ring().open(self.kind, &self.place.0, sealed)?;
        let (expires_at, state): (Millis, T) = serde_json::from_slice(&opened.text).ok()?;
        let id = hashed(&format!("{} {}", self.kind.name, opened.id));
        (now < expires_at).then_some(Opened {
            state,
            id,
            expires_at,
        })
    }
}

impl<T> Opened<T> {
    /// The challenge without its state, for the transaction of the proof.
    pub fn once(&self) -> OneUse {
        OneUse {
            id: self.id.clone(),
            expires_at: self.expires_at,
        }
    }
}

/// A challenge that may be used once.
#[derive(Clone, Debug)]
pub(super) struct OneUse {
    id: String,
    expires_at: Millis,
}

impl OneUse {
    /// Records the challenge as used; false if it was used before.
    pub async fn use_up(&self, tx: &mut WriteTx) -> Result<bool, DbError> {
        jtis::see(tx, &self.id, self.expires_at).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: SealedKind = SealedKind {
        name: "test",
        version: 1,
    };

    fn opened(
        keys: &KeySet,
        (kind, place): (SealedKind, &Place),
        sealed: &str,
        now: Millis,
    ) -> Option<String> {
        let opened = Sealer { keys, kind, place }.open(sealed, now);
        opened.map(|opened| opened.state)
    }

    /// Attacks 8 and 10: a challenge opens at its own place, for its own purpose and in time.
    #[test]
    fn attack_8_a_challenge_opens_where_it_was_given() {
        let (keys, random) = (KeySet::ephemeral().unwrap(), Random::system());
        let place = Place::sign_in("https://sso.test", "browser", "flow");
        let sealer = Sealer {
            keys: &keys,
            kind: KIND,
            place: &place,
        };
        let sealed = sealer.seal(&"state", 1_000, &random).unwrap();
        let found = opened(&keys, (KIND, &place), &sealed, 1_000 + LIFETIME - 1);
        assert_eq!(found.as_deref(), Some("state"));
        assert_eq!(
            opened(&keys, (KIND, &place), &sealed, 1_000 + LIFETIME),
            None
        );
        for other in [
            Place::sign_in("https://sso.test", "browser", "other"),
            Place::sign_in("https://sso.test", "other", "flow"),
            Place::sign_in("https://other.test", "browser", "flow"),
            Place::account("https://sso.test", "browser flow"),
        ] {
            assert_eq!(
                opened(&keys, (KIND, &other), &sealed, 1_000),
                None,
                "{other:?}"
            );
        }
        let other = SealedKind {
            name: "other",
            version: 1,
        };
        assert_eq!(opened(&keys, (other, &place), &sealed, 1_000), None);
        assert_eq!(opened(&keys, (KIND, &place), &sealed[1..], 1_000), None);
    }
}
