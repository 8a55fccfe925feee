//! Browsers in which accounts have signed in before, so that many wrong guesses from elsewhere do
//! not delay the owner.
//!
//! The browser stores the list itself, sealed. A forged list, or one from another installation,
//! counts as empty.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;
use serde::{Deserialize, Serialize};

use super::sign_in::KnownBrowser;
use crate::keys::Master;
use crate::random::Random;

/// The most accounts in a browser's list: the latest ones.
const MOST: usize = 5;
/// Longest cookie value that is read.
const LONGEST: usize = 1_024;

/// Seals and opens these lists. All processes with the same master secret accept them.
#[derive(Clone)]
pub struct KnownBrowsers(hmac::Key);

/// The list of one browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrowserMemory {
    id: String,
    accounts: Vec<String>,
}

impl KnownBrowsers {
    /// Derives the key from `master`.
    pub fn new(master: &Master) -> Self {
        let key = master.derive("known browsers");
        Self(hmac::Key::new(hmac::HMAC_SHA256, key.as_slice()))
    }

    /// Opens a cookie's value, if this installation sealed it.
    pub fn open(&self, value: &str) -> Option<BrowserMemory> {
        let (body, tag) = value.split_once('.').filter(|_| value.len() <= LONGEST)?;
        let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
        hmac::verify(&self.0, body.as_bytes(), &tag).ok()?;
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(body).ok()?).ok()
    }

    /// The list `before`, empty for a new browser, under a new id, so that an earlier copy of the cookie is not this browser.
    pub fn renewed(before: Option<BrowserMemory>, random: &Random) -> BrowserMemory {
        BrowserMemory {
            id: random.token(),
            accounts: before.map(|memory| memory.accounts).unwrap_or_default(),
        }
    }

    /// The new cookie value; `signed_in` is the id of the account that has signed in, if one has.
    pub fn seal(
        &self,
        before: Option<BrowserMemory>,
        signed_in: Option<&str>,
        random: &Random,
    ) -> String {
        let mut memory = before.unwrap_or_else(|| Self::renewed(None, random));
        if let Some(account_id) = signed_in {
            memory.accounts.retain(|known| known != account_id);
            memory.accounts.insert(0, account_id.to_owned());
            memory.accounts.truncate(MOST);
        }
        let body = URL_SAFE_NO_PAD.encode(serde_json::json!(memory).to_string());
        let tag = hmac::sign(&self.0, body.as_bytes());
        format!("{body}.{}", URL_SAFE_NO_PAD.encode(tag))
    }
}

impl std::fmt::Debug for KnownBrowsers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KnownBrowsers")
    }
}

impl BrowserMemory {
    /// The browser, for a sign-in attempt.
    pub fn known(&self) -> KnownBrowser<'_> {
        KnownBrowser {
            id: &self.id,
            account_ids: &self.accounts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attack 16: nobody can add themselves to the list.
    #[test]
    fn only_lists_that_we_sealed_are_accepted() {
        let browsers = KnownBrowsers::new(&Master::from_secret(&[7; 32]).unwrap());
        let random = Random::seeded(1);
        let value = browsers.seal(None, Some("ada"), &random);
        let memory = browsers.open(&value).unwrap();
        assert_eq!(memory.known().account_ids, ["ada"]);
        let again = browsers
            .open(&browsers.seal(Some(memory.clone()), Some("ben"), &random))
            .unwrap();
        assert_eq!(again.known().account_ids, ["ben", "ada"]);
        assert_eq!(again.known().id, memory.known().id);
        let nobody = browsers.seal(Some(memory), None, &random);
        assert_eq!(browsers.open(&nobody).unwrap().known().account_ids, ["ada"]);
        let other = KnownBrowsers::new(&Master::from_secret(&[8; 32]).unwrap());
        assert_eq!(other.open(&value), None);
        for forged in ["", ".", "x.y", &value[1..], &value[..value.len() - 1]] {
            assert_eq!(browsers.open(forged), None);
        }
    }
}
