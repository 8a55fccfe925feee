//! What allows a trip that links an identity to an account: the account page asks for it in a fresh session.

use serde::{Deserialize, Serialize};

use crate::clock::{MINUTE, Millis};
use crate::keys::{KeySet, SealedKind};
use crate::random::Random;

const KIND: SealedKind = SealedKind {
    name: "link identity",
    version: 1,
};

/// How long the trip may wait before it begins.
const LIFETIME: Millis = 5 * MINUTE;

/// For whom an identity is linked. Only the browser with this session begins and ends the trip, so that nobody is led to
/// link another person's identity (attack 20).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adding {
    pub account_id: String,
    /// The id of the session.
    pub session: String,
}

impl Adding {
    /// Seals it for a trip to `provider`; `None` without a key.
    pub fn seal(
        &self,
        (issuer, provider): (&str, &str),
        (keys, random): (&KeySet, &Random),
        now: Millis,
    ) -> Option<String> {
        let text = serde_json::to_vec(&(now.saturating_add(LIFETIME), self)).ok()?;
        let sealed = keys
            .ring()
            .seal(KIND, &place(issuer, provider), &text, random);
        sealed.ok()
    }

    /// Opens it; `None` if it is for another provider or too late.
    pub fn open(
        sealed: &str,
        (issuer, provider): (&str, &str),
        keys: &KeySet,
        now: Millis,
    ) -> Option<Self> {
        let opened = keys.ring().open(KIND, &place(issuer, provider), sealed)?;
        let (until, adding): (Millis, Self) = serde_json::from_slice(&opened.text).ok()?;
        (now < until).then_some(adding)
    }
}

fn place(issuer: &str, provider: &str) -> String {
    format!("{issuer} {provider}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attacks 10 and 20: it opens for five minutes, for its provider.
    #[test]
    fn attack_20_a_trip_begins_in_time_and_at_its_provider() {
        let (keys, random) = (KeySet::ephemeral().unwrap(), Random::system());
        let (account_id, session) = ("a".to_owned(), "s".to_owned());
        let adding = Adding {
            account_id,
            session,
        };
        let (lion, tiger) = (("https://sso.test", "lion"), ("https://sso.test", "tiger"));
        let sealed = adding.seal(lion, (&keys, &random), 1_000).unwrap();
        let open = |place, now| Adding::open(&sealed, place, &keys, now);
        assert_eq!(open(lion, 1_000 + LIFETIME - 1), Some(adding));
        assert_eq!(open(lion, 1_000 + LIFETIME), None);
        assert_eq!(open(tiger, 1_000), None);
        assert_eq!(Adding::open("", lion, &keys, 1_000), None);
    }
}
