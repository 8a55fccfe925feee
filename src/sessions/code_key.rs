//! The key of a session's sealed codes: a random value that only the session's row contains. No token, code, page, log or
//! answer has it, so a thief of the sealing key makes no code for a session whose id they know (decision 0096).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;
use uuid::Builder;

use crate::clock::Millis;
use crate::config::Secret;
use crate::random::Random;

/// What a marked text begins with, and a text that becomes an id, so that neither result says anything about the other.
const MARKED: &[u8] = b"authorization code\0";
const NAMED: &[u8] = b"grant\0";

/// Characters of a key: 256 bits in base64url.
const LENGTH: usize = 43;

/// The key that marks the codes of one session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeKey(Secret);

impl CodeKey {
    /// The key of a new session.
    pub fn new(random: &Random) -> Self {
        Self(Secret::new(random.token()))
    }

    /// The key that a row contains; `None` if `text` has another length.
    pub fn stored(text: &str) -> Option<Self> {
        (text.len() == LENGTH).then(|| Self(Secret::new(text)))
    }

    /// The form that the row contains.
    pub fn to_store(&self) -> &str {
        self.0.expose()
    }

    /// The mark of `text` (HMAC with SHA-256, RFC 2104), which says nothing about the key.
    pub fn mark(&self, text: &[u8]) -> String {
        let tag = hmac::sign(&self.key(), &[MARKED, text].concat());
        URL_SAFE_NO_PAD.encode(tag)
    }

    /// The id of the grant that the code of this text becomes, a UUID that sorts by `issued_at` (version 7). It is always the
    /// same, and only who has the key can say it.
    pub fn grant_id(&self, text: &[u8], issued_at: Millis) -> String {
        let tag = hmac::sign(&self.key(), &[NAMED, text].concat());
        let mut random = [0; 10];
        let length = random.len();
        random.copy_from_slice(&tag.as_ref()[..length]);
        let millis = u64::try_from(issued_at).unwrap_or(0);
        let id = Builder::from_unix_timestamp_millis(millis, &random);
        id.into_uuid().to_string()
    }

    /// True if `mark` is that of `text`. The time it takes says nothing about the mark.
    pub fn has_marked(&self, text: &[u8], mark: &str) -> bool {
        let Ok(tag) = URL_SAFE_NO_PAD.decode(mark) else {
            return false;
        };
        hmac::verify(&self.key(), &[MARKED, text].concat(), &tag).is_ok()
    }

    fn key(&self) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, self.0.expose().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::first_uuid_v7;

    /// Attack 25: a mark holds for its key and text alone, and no output shows the key.
    #[test]
    fn attack_25_a_mark_is_of_one_key_and_one_text() {
        let random = Random::seeded(1);
        let (key, other) = (CodeKey::new(&random), CodeKey::new(&random));
        let mark = key.mark(b"text");
        assert!(key.has_marked(b"text", &mark));
        assert_eq!(CodeKey::stored(key.to_store()).as_ref(), Some(&key));
        for (key, text, mark) in [
            (&other, "text", &*mark),
            (&key, "texts", &mark),
            (&key, "text", &mark[1..]),
            (&key, "text", ""),
            (&key, "text", "no base64url!"),
        ] {
            assert!(!key.has_marked(text.as_bytes(), mark), "{text} {mark}");
        }
        for short in ["", "0"] {
            assert!(CodeKey::stored(short).is_none(), "{short}");
        }
        assert!(!format!("{key:?}").contains(key.to_store()));
    }

    /// Attack 25: the id of a grant repeats for its code alone, and sorts by time.
    #[test]
    fn attack_25_only_the_key_says_which_grant_a_code_becomes() {
        let random = Random::seeded(1);
        let (key, other) = (CodeKey::new(&random), CodeKey::new(&random));
        let at = 1_800_000_000_000;
        let id = key.grant_id(b"text", at);
        assert_eq!(key.grant_id(b"text", at), id);
        for strange in [
            other.grant_id(b"text", at),
            key.grant_id(b"texts", at),
            key.grant_id(b"text", at + 1),
        ] {
            assert_ne!(strange, id);
        }
        assert!(first_uuid_v7(at) <= id && id < first_uuid_v7(at + 1));
    }
}
