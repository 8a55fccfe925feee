//! The answers of calls that created something: the person who repeats such a call with its key gets the first answer, and
//! nothing is created again.
//!
//! The body may contain a password, so only MACs of it are stored.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::hmac;

use super::store;
use crate::clock::{DAY, Millis};
use crate::db::{DbError, Reads, WriteTx};
use crate::keys::Master;

/// How long an answer is kept.
pub const ANSWERS_KEPT: Millis = DAY;

/// Makes the names under which answers are kept. All processes with the same master secret make equal names.
pub struct RepeatedCalls(hmac::Key);

impl std::fmt::Debug for RepeatedCalls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RepeatedCalls")
    }
}

/// A call whose answer is kept.
#[derive(Debug)]
pub struct RepeatableCall {
    name: String,
    sent: String,
}

/// What is known of an earlier call with the same key.
#[derive(Debug, PartialEq, Eq)]
pub enum EarlierCall {
    /// It had the same body, and this was its answer.
    Same(String),
    /// It sent something else.
    Other,
}

impl RepeatedCalls {
    /// Derives the MAC key from `master`.
    pub fn new(master: &Master) -> Self {
        let key = master.derive("repeated calls");
        Self(hmac::Key::new(hmac::HMAC_SHA256, key.as_slice()))
    }

    /// The `call` of this account with this key, which sends `sent`.
    pub fn call(
        &self,
        account_id: &str,
        call: [&str; 2],
        key: &str,
        sent: [&[u8]; 2],
    ) -> RepeatableCall {
        let [verb, path] = call.map(str::as_bytes);
        let name = self.mac(&[account_id.as_bytes(), verb, path, key.as_bytes()]);
        let sent = self.mac(&[name.as_bytes(), sent[0], sent[1]]);
        RepeatableCall { name, sent }
    }

    fn mac(&self, parts: &[&[u8]]) -> String {
        let mut mac = hmac::Context::with_key(&self.0);
        for part in parts {
            // The length comes first, so that no two lists of parts give the same text.
            mac.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            mac.update(part);
        }
        URL_SAFE_NO_PAD.encode(mac.sign())
    }
}

impl RepeatableCall {
    /// What is known of an earlier call with this key; `None` if there was none within a day.
    pub async fn earlier(
        &self,
        tx: &mut dyn Reads,
        now: Millis,
    ) -> Result<Option<EarlierCall>, DbError> {
        let found = store::answer(tx, &self.name, now - ANSWERS_KEPT).await?;
        Ok(found.map(|(sent, answer)| {
            if sent == self.sent {
                EarlierCall::Same(answer)
            } else {
                EarlierCall::Other
            }
        }))
    }

    /// Keeps the answer in the transaction that creates. False if another call with this key has created meanwhile: the
    /// caller's transaction must fail.
    pub async fn keep(&self, tx: &mut WriteTx, answer: &str, now: Millis) -> Result<bool, DbError> {
        let said = (self.sent.as_str(), answer);
        store::keep_answer(tx, &self.name, said, (now, now - ANSWERS_KEPT)).await
    }
}

/// Deletes at most `most` answers that were given before `before`; returns how many.
pub async fn sweep_answers(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    store::sweep_answers(tx, before, most).await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stored names reveal neither key nor password, and no two calls share one.
    #[test]
    fn a_call_is_known_by_all_of_its_parts() {
        let calls = |byte| RepeatedCalls::new(&Master::from_secret(&[byte; 32]).unwrap());
        let call = |account, path, key, sent: &[u8]| {
            calls(1).call(account, ["POST", path], key, [b"", sent])
        };
        let first = call("ada", "/add", "key", b"one");
        assert_eq!(first.name, call("ada", "/add", "key", b"two").name);
        assert_ne!(first.sent, call("ada", "/add", "key", b"two").sent);
        for other in [
            call("bob", "/add", "key", b"one"),
            call("ada", "/apply", "key", b"one"),
            call("ada", "/add", "yek", b"one"),
            call("ada", "/addk", "ey", b"one"),
            calls(2).call("ada", ["POST", "/add"], "key", [b"", b"one"]),
        ] {
            assert_ne!(first.name, other.name);
            assert_ne!(first.sent, other.sent);
        }
    }
}
