//! Opaque access tokens without a row: the token contains its own data, sealed, so that only this server can read or
//! write it (decision 0034).
//!
//! Its form, version 1: flags, the time of issue and the lifetime, then the grant and the thumbprint of the DPoP key, if
//! it has them, the client, the scope values and the audiences. Words that most tokens have are one byte. What does not
//! fit becomes a row.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use super::access_tokens::AccessToken;
use crate::clock::Millis;
use crate::keys::{KeySet, SealedKind};
use crate::random::Random;

/// The longest sealed token, in characters: longer ones do not fit the columns and headers of some applications.
pub const LONGEST: usize = 255;

const KIND: SealedKind = SealedKind {
    name: "access token",
    version: 1,
};

const HAS_GRANT: u8 = 1;
const HAS_KEY: u8 = 2;

/// Scope values with a byte of their own. Version 1 of the form contains their places, so they never change.
const SCOPES: [&str; 7] = [
    "openid",
    "profile",
    "email",
    "address",
    "phone",
    "offline_access",
    "groups",
];

/// Smaller bytes stand for a known word; from this number on, a byte is the length of a word.
const WORDS: u8 = 16;

/// Seals `token` for `issuer`; `None` if it has no short form or there is no key, so it must be a row.
pub fn seal(token: &AccessToken, issuer: &str, keys: &KeySet, random: &Random) -> Option<String> {
    let text = written(token, issuer)?;
    let sealed = keys.ring().seal(KIND, issuer, &text, random).ok()?;
    (sealed.len() <= LONGEST).then_some(sealed)
}

/// Opens a sealed token: its id and what it is for. Anything else is `None`.
pub fn open(text: &str, issuer: &str, keys: &KeySet) -> Option<(String, AccessToken)> {
    if text.len() > LONGEST {
        return None;
    }
    let opened = keys.ring().open(KIND, issuer, text)?;
    let token = read(&opened.text, issuer)?;
    Some((opened.id, token))
}

fn written(token: &AccessToken, issuer: &str) -> Option<Vec<u8>> {
    let lifetime = token.expires_at.checked_sub(token.issued_at)?;
    let issued_at = u64::try_from(token.issued_at).ok()?;
    let mut text = vec![0];
    text.extend_from_slice(&issued_at.to_be_bytes());
    text.extend_from_slice(&u32::try_from(lifetime).ok()?.to_be_bytes());
    if let Some(grant_id) = &token.grant_id {
        text[0] |= HAS_GRANT;
        let id = Uuid::try_parse(grant_id).ok()?;
        // Accepts only the spelling that sealing the result would give.
        (id.to_string() == *grant_id).then_some(())?;
        text.extend_from_slice(id.as_bytes());
    }
    if let Some(jkt) = &token.dpop_jkt {
        text[0] |= HAS_KEY;
        let thumbprint: [u8; 32] = URL_SAFE_NO_PAD.decode(jkt).ok()?.try_into().ok()?;
        text.extend_from_slice(&thumbprint);
    }
    write_word(&mut text, &token.client_id, &[])?;
    write_words(&mut text, &token.scope, &SCOPES)?;
    write_words(&mut text, &token.audience, &[issuer])?;
    Some(text)
}

fn write_words(text: &mut Vec<u8>, words: &[String], known: &[&str]) -> Option<()> {
    text.push(u8::try_from(words.len()).ok()?);
    let mut words = words.iter();
    words.try_for_each(|word| write_word(text, word, known))
}

fn write_word(text: &mut Vec<u8>, word: &str, known: &[&str]) -> Option<()> {
    if let Some(place) = known.iter().position(|known| *known == word) {
        text.push(u8::try_from(place).ok()?);
    } else {
        text.push(u8::try_from(word.len()).ok()?.checked_add(WORDS)?);
        text.extend_from_slice(word.as_bytes());
    }
    Some(())
}

fn read(text: &[u8], issuer: &str) -> Option<AccessToken> {
    let mut rest = Rest(text);
    let [flags] = rest.bytes()?;
    let issued_at = Millis::try_from(u64::from_be_bytes(rest.bytes()?)).ok()?;
    let lifetime = u32::from_be_bytes(rest.bytes()?);
    let grant_id = match flags & HAS_GRANT {
        0 => None,
        _ => Some(Uuid::from_bytes(rest.bytes()?).to_string()),
    };
    let dpop_jkt = match flags & HAS_KEY {
        0 => None,
        _ => Some(URL_SAFE_NO_PAD.encode(rest.bytes::<32>()?)),
    };
    let token = AccessToken {
        grant_id,
        client_id: rest.word(&[])?,
        scope: rest.words(&SCOPES)?,
        audience: rest.words(&[issuer])?,
        dpop_jkt,
        issued_at,
        expires_at: issued_at.checked_add(Millis::from(lifetime))?,
    };
    rest.0.is_empty().then_some(token)
}

/// What is not read yet.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn words(&mut self, known: &[&str]) -> Option<Vec<String>> {
        let [count] = self.bytes()?;
        (0..count).map(|_| self.word(known)).collect()
    }

    fn word(&mut self, known: &[&str]) -> Option<String> {
        let [first] = self.bytes()?;
        let Some(length) = first.checked_sub(WORDS) else {
            let word = known.get(usize::from(first))?;
            return Some((*word).to_owned());
        };
        let (word, rest) = self.0.split_at_checked(usize::from(length))?;
        self.0 = rest;
        Some(std::str::from_utf8(word).ok()?.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ISSUER: &str = "https://sso.example.com";

    fn token() -> AccessToken {
        AccessToken {
            grant_id: Some(Random::seeded(1).uuid_v7(1_000).to_string()),
            client_id: "portal".to_owned(),
            scope: ["openid", "profile", "reports", "groups"]
                .map(str::to_owned)
                .into(),
            audience: vec!["https://api.example.com".to_owned(), ISSUER.to_owned()],
            dpop_jkt: Some(URL_SAFE_NO_PAD.encode([7; 32])),
            issued_at: 1_800_000_000_123,
            expires_at: 1_800_000_600_123,
        }
    }

    /// Each part is read back unchanged, to the millisecond and in its order.
    #[test]
    fn what_is_sealed_comes_back() {
        let (keys, random) = (KeySet::ephemeral().unwrap(), Random::system());
        let of_client = AccessToken {
            grant_id: None,
            dpop_jkt: None,
            scope: Vec::new(),
            audience: vec![ISSUER.to_owned()],
            ..token()
        };
        for token in [token(), of_client] {
            let sealed = seal(&token, ISSUER, &keys, &random).unwrap();
            assert!(sealed.len() <= LONGEST, "{}", sealed.len());
            let (id, opened) = open(&sealed, ISSUER, &keys).unwrap();
            assert_eq!((id.len(), opened), (22, token.clone()));
            let other = seal(&token, ISSUER, &keys, &random).unwrap();
            assert_ne!(
                open(&other, ISSUER, &keys).unwrap().0,
                id,
                "128 random bits"
            );
        }
    }

    /// At most 255 characters, else a row. A token without a short form becomes a row.
    #[test]
    fn what_does_not_fit_is_not_sealed() {
        let (keys, random) = (KeySet::ephemeral().unwrap(), Random::system());
        let fits = |token: &AccessToken| seal(token, ISSUER, &keys, &random).map(|text| text.len());
        let with_scope = |length: usize| AccessToken {
            scope: vec!["x".repeat(length)],
            ..token()
        };
        let lengths: Vec<_> = (0..300).map(|length| fits(&with_scope(length))).collect();
        let most = lengths.iter().flatten().max();
        assert_eq!(most, Some(&LONGEST), "the longest that fits");
        assert!(lengths.iter().rev().take(200).all(Option::is_none));
        for odd in [
            AccessToken {
                grant_id: Some("0190A000-0000-7000-8000-000000000000".to_owned()),
                ..token()
            },
            AccessToken {
                dpop_jkt: Some("key".to_owned()),
                ..token()
            },
            AccessToken {
                issued_at: -1,
                ..token()
            },
            AccessToken {
                expires_at: i64::MAX,
                ..token()
            },
        ] {
            assert_eq!(fits(&odd), None, "{odd:?}");
        }
    }

    /// Attack 28: tokens of another issuer, kind or key are refused, and so are shortened and extended ones.
    #[test]
    fn only_our_own_tokens_are_read() {
        let (keys, random) = (KeySet::ephemeral().unwrap(), Random::system());
        let sealed = seal(&token(), ISSUER, &keys, &random).unwrap();
        assert!(open(&sealed, "https://other.example", &keys).is_none());
        assert!(open(&sealed, ISSUER, &KeySet::ephemeral().unwrap()).is_none());
        let text = written(&token(), ISSUER).unwrap();
        let sealed_as = |kind, text: &[u8]| keys.ring().seal(kind, ISSUER, text, &random).unwrap();
        assert!(open(&sealed_as(KIND, &text), ISSUER, &keys).is_some());
        let other = SealedKind {
            name: "something else",
            ..KIND
        };
        assert!(open(&sealed_as(other, &text), ISSUER, &keys).is_none());
        for end in 0..text.len() {
            assert!(read(&text[..end], ISSUER).is_none(), "{end}");
        }
        assert!(read(&[text.as_slice(), &[0]].concat(), ISSUER).is_none());
        for _ in 0..10_000 {
            let _ = read(&random.bytes::<64>(), ISSUER);
        }
    }
}
