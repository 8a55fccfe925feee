//! An address for one file and one person, for a minute: it is sealed, so nobody can make or change one, and it
//! has no row. Who may read the file is checked again when it is used.

use serde::{Deserialize, Serialize};

use crate::clock::{MINUTE, Millis};
use crate::keys::{KeySet, SealedKind};
use crate::random::Random;

const KIND: SealedKind = SealedKind {
    name: "file address",
    version: 1,
};

/// How long the address works. A download that has begun goes on.
pub const BEGINS_WITHIN: Millis = MINUTE;

/// Longer than any sealed address of ours.
const LONGEST: usize = 1_024;

/// What an address is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileTicket {
    /// The name of the file.
    pub file: String,
    /// Who may use it.
    pub account_id: String,
    /// The product that the file is of; `None` for a picture of feedback, and for one that its editors see before it is
    /// public.
    pub product_id: Option<i64>,
    /// The feedback that the picture is of.
    #[serde(default)]
    pub feedback_id: Option<String>,
}

impl FileTicket {
    /// The address below that of the server `issuer`; `None` without a key.
    pub fn address(
        &self,
        issuer: &str,
        (keys, random): (&KeySet, &Random),
        now: Millis,
    ) -> Option<String> {
        let ends = now.saturating_add(BEGINS_WITHIN);
        let text = serde_json::to_vec(&(ends, self)).ok()?;
        let sealed = keys.ring().seal(KIND, issuer, &text, random).ok()?;
        Some(format!("/files/s/{sealed}"))
    }

    /// What `sealed`, the last part of an address of `issuer`, is for; `None` if it is none of ours or over.
    pub fn open(sealed: &str, issuer: &str, keys: &KeySet, now: Millis) -> Option<Self> {
        (sealed.len() <= LONGEST).then_some(())?;
        let opened = keys.ring().open(KIND, issuer, sealed)?;
        let (ends, ticket): (Millis, Self) = serde_json::from_slice(&opened.text).ok()?;
        let begins = ends.saturating_sub(BEGINS_WITHIN);
        (begins..ends).contains(&now).then_some(ticket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// E-10: it works for a minute, at this server alone, and only as it was given.
    #[test]
    fn an_address_is_for_one_minute_and_server() {
        let (keys, random) = (KeySet::ephemeral().unwrap(), Random::system());
        let ticket = FileTicket {
            file: "7-x".to_owned(),
            account_id: "ada".to_owned(),
            product_id: Some(7),
            feedback_id: None,
        };
        let address = ticket
            .address("https://a", (&keys, &random), 1_000)
            .unwrap();
        let sealed = address.strip_prefix("/files/s/").unwrap();
        let open = |issuer, now| FileTicket::open(sealed, issuer, &keys, now);
        assert_eq!(open("https://a", 1_000), Some(ticket.clone()));
        assert_eq!(open("https://a", 1_000 + MINUTE - 1), Some(ticket));
        assert_eq!(open("https://a", 1_000 + MINUTE), None);
        assert_eq!(open("https://a", 999), None);
        assert_eq!(open("https://b", 1_000), None);
        let mut other = sealed.to_owned();
        other.replace_range(40..41, if &other[40..41] == "A" { "B" } else { "A" });
        assert_eq!(FileTicket::open(&other, "https://a", &keys, 1_000), None);
        assert_eq!(FileTicket::open("", "https://a", &keys, 1_000), None);
        assert_eq!(
            FileTicket::open(&"a".repeat(5_000), "https://a", &keys, 1_000),
            None
        );
    }
}
