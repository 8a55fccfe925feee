//! Seals values that other programs carry for us: they can neither read nor change them.
//!
//! A sealed value is the version of its kind, the id of the key, a salt of 128 random bits, and the text with its tag
//! (AES-256-GCM), in base64url. Each value has its own key, which HKDF derives from ours and the salt; so no nonce
//! repeats, even after any number of values. Kind, version and what the value is bound to are associated data.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    hkdf::{HKDF_SHA256, Salt},
};
use zeroize::Zeroizing;

use super::error::KeyError;
use crate::random::Random;

/// The algorithm name under which the key is stored (RFC 7518 section 5.1).
pub(super) const SEALING_ALGORITHM: &str = "A256GCM";

const ID: usize = 6;
const SALT: usize = 16;
const TAG: usize = 16;
const HEAD: usize = 1 + ID + SALT;
/// The purpose of the keys, for HKDF.
const INFO: &[u8] = b"atrium sealed value";

/// The kind of a sealed value; it opens only as this kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SealedKind {
    pub name: &'static str,
    /// The version of its form, the first byte of the value.
    pub version: u8,
}

/// An opened value.
#[derive(Debug)]
pub struct Opened {
    /// Its salt, which no other value has: names the value without disclosing it.
    pub id: String,
    pub text: Zeroizing<Vec<u8>>,
}

/// A symmetric key that seals and opens values.
pub struct SealingKey {
    kid: String,
    id: [u8; ID],
    secret: Zeroizing<Vec<u8>>,
}

impl std::fmt::Debug for SealingKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SealingKey")
            .field("kid", &self.kid)
            .finish_non_exhaustive()
    }
}

impl SealingKey {
    /// A new secret and the id of its key.
    pub fn generate(random: &Random) -> (String, Zeroizing<Vec<u8>>) {
        let kid = URL_SAFE_NO_PAD.encode(random.bytes::<ID>());
        let secret = Zeroizing::new(random.bytes::<32>());
        (kid, Zeroizing::new(secret.to_vec()))
    }

    /// The key of this id and secret.
    ///
    /// # Errors
    /// [`KeyError::Malformed`] for an id or a secret of another form.
    pub fn from_secret(kid: &str, secret: &[u8]) -> Result<Self, KeyError> {
        let id = URL_SAFE_NO_PAD.decode(kid).ok();
        let id = id.and_then(|id| id.try_into().ok());
        if secret.len() != 32 {
            return Err(KeyError::Malformed);
        }
        Ok(Self {
            kid: kid.to_owned(),
            id: id.ok_or(KeyError::Malformed)?,
            secret: Zeroizing::new(secret.to_vec()),
        })
    }

    pub fn kid(&self) -> &str {
        &self.kid
    }

    /// Seals `text` as `kind`, for `context`.
    ///
    /// # Errors
    /// [`KeyError::Unusable`] when the cipher fails, which does not happen for reasonable lengths.
    pub fn seal(
        &self,
        kind: SealedKind,
        context: &str,
        text: &[u8],
        random: &Random,
    ) -> Result<String, KeyError> {
        let salt: [u8; SALT] = random.bytes();
        let mut bytes = [&[kind.version], self.id.as_slice(), &salt, text].concat();
        let tag = self
            .cipher(&salt)?
            .seal_in_place_separate_tag(
                zero_nonce(),
                kind.associated_data(context),
                &mut bytes[HEAD..],
            )
            .map_err(|_| KeyError::Unusable)?;
        bytes.extend_from_slice(tag.as_ref());
        Ok(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Opens what [`SealingKey::seal`] sealed as the same kind for the same context.
    fn open(&self, kind: SealedKind, context: &str, mut value: SealedValue) -> Option<Opened> {
        let cipher = self.cipher(value.salt()).ok()?;
        let id = URL_SAFE_NO_PAD.encode(value.salt());
        let text = value.0.get_mut(HEAD..)?;
        let opened = cipher.open_in_place(zero_nonce(), kind.associated_data(context), text);
        let text = Zeroizing::new(opened.ok()?.to_vec());
        Some(Opened { id, text })
    }

    /// The cipher of the value with this salt.
    fn cipher(&self, salt: &[u8]) -> Result<LessSafeKey, KeyError> {
        let own = Salt::new(HKDF_SHA256, salt).extract(&self.secret);
        let info = [INFO];
        let key = own.expand(&info, &AES_256_GCM);
        Ok(LessSafeKey::new(UnboundKey::from(
            key.map_err(|_| KeyError::Unusable)?,
        )))
    }
}

impl SealedKind {
    /// The associated data: kind, version and context, unambiguously joined.
    fn associated_data(self, context: &str) -> Aad<Vec<u8>> {
        let length = u8::try_from(self.name.len()).unwrap_or(u8::MAX);
        Aad::from(
            [
                &[self.version, length],
                self.name.as_bytes(),
                context.as_bytes(),
            ]
            .concat(),
        )
    }
}

/// A nonce is needed once per key, and each value has its own key.
fn zero_nonce() -> Nonce {
    Nonce::assume_unique_for_key([0; NONCE_LEN])
}

/// A value of the right form, still closed.
struct SealedValue(Zeroizing<Vec<u8>>);

impl SealedValue {
    /// Only the exact spelling that we gave out is read (attack 28).
    fn read(kind: SealedKind, value: &str) -> Option<Self> {
        let bytes = Zeroizing::new(URL_SAFE_NO_PAD.decode(value).ok()?);
        let is_whole = bytes.len() >= HEAD + TAG && bytes[0] == kind.version;
        is_whole.then_some(Self(bytes))
    }

    fn key_id(&self) -> &[u8] {
        &self.0[1..=ID]
    }

    fn salt(&self) -> &[u8] {
        &self.0[1 + ID..HEAD]
    }
}

/// Opens `value` with the key of `keys` that it names.
pub(super) fn open<'k>(
    mut keys: impl Iterator<Item = &'k SealingKey>,
    kind: SealedKind,
    context: &str,
    value: &str,
) -> Option<Opened> {
    let value = SealedValue::read(kind, value)?;
    // The id of a key is not secret.
    let key = keys.find(|key| key.id == value.key_id())?;
    key.open(kind, context, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: SealedKind = SealedKind {
        name: "test",
        version: 1,
    };

    fn key(seed: u8) -> SealingKey {
        let (kid, secret) = SealingKey::generate(&Random::seeded(seed));
        SealingKey::from_secret(&kid, &secret).unwrap()
    }

    fn opened(key: &SealingKey, kind: SealedKind, context: &str, value: &str) -> Option<Vec<u8>> {
        open(std::iter::once(key), kind, context, value).map(|opened| opened.text.to_vec())
    }

    /// Attack 28: bad input: another kind, version, key or context opens nothing.
    #[test]
    fn a_value_opens_only_as_it_was_sealed() {
        let (key_a, random) = (key(1), Random::seeded(9));
        for text in [&b""[..], b"a", &[7; 3_000]] {
            let value = key_a.seal(KIND, "context", text, &random).unwrap();
            assert_eq!(
                opened(&key_a, KIND, "context", &value).as_deref(),
                Some(text)
            );
            let named = |name| SealedKind { name, ..KIND };
            let versioned = SealedKind { version: 2, ..KIND };
            for (kind, context) in [
                (named("tes"), "tcontext"),
                (named("other"), "context"),
                (versioned, "context"),
                (KIND, "other"),
                (KIND, ""),
            ] {
                assert_eq!(opened(&key_a, kind, context, &value), None, "{kind:?}");
            }
            assert_eq!(opened(&key(2), KIND, "context", &value), None);
            // A key with this id and another secret opens nothing.
            let twin = SealingKey::from_secret(key_a.kid(), &[3; 32]).unwrap();
            assert_eq!(opened(&twin, KIND, "context", &value), None);
        }
    }

    /// Attack 28: no bit of a value can be changed, and it has one length and one spelling.
    #[test]
    fn a_value_has_one_spelling() {
        let (key, random) = (key(1), Random::seeded(9));
        let value = key.seal(KIND, "", b"text", &random).unwrap();
        let bytes = URL_SAFE_NO_PAD.decode(&value).unwrap();
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let changed = URL_SAFE_NO_PAD.encode(changed);
            assert_eq!(opened(&key, KIND, "", &changed), None, "bit {bit}");
        }
        for cut in 0..value.len() {
            assert_eq!(opened(&key, KIND, "", &value[..cut]), None);
        }
        for longer in [
            format!("{value}A"),
            format!("{value}="),
            format!(" {value}"),
        ] {
            assert_eq!(opened(&key, KIND, "", &longer), None);
        }
        for letter in ('A'..='Z').chain('a'..='z').chain('0'..='9') {
            let spelt = format!("{}{letter}", &value[..value.len() - 1]);
            assert_eq!(opened(&key, KIND, "", &spelt).is_some(), spelt == value);
        }
        for _ in 0..10_000 {
            let noise = URL_SAFE_NO_PAD.encode([&bytes[..7], &random.bytes::<64>()].concat());
            assert_eq!(opened(&key, KIND, "", &noise), None);
        }
    }

    /// Two values of one text share nothing but the head.
    #[test]
    fn each_value_has_its_own_key_and_id() {
        let (key, random) = (key(1), Random::seeded(9));
        let [one, two] = [(); 2].map(|()| key.seal(KIND, "", &[0; 32], &random).unwrap());
        let id = |value: &str| open(std::iter::once(&key), KIND, "", value).unwrap().id;
        assert_ne!(id(&one), id(&two));
        let text = |value: &str| URL_SAFE_NO_PAD.decode(value).unwrap()[HEAD..].to_vec();
        assert_ne!(text(&one)[..32], text(&two)[..32]);
    }
}
