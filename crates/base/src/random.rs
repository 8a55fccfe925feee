//! Randomness for secrets and identifiers: from the operating system, or from a seed in tests.

use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom as _, SystemRandom};
use uuid::Uuid;

use crate::clock::Millis;

/// The source of every secret and identifier. It is cheap to clone.
#[derive(Clone)]
pub struct Random(Source);

#[derive(Clone)]
enum Source {
    System(SystemRandom),
    Seeded(Arc<Mutex<[u8; 32]>>),
}

impl Random {
    /// The operating system's generator.
    pub fn system() -> Self {
        Self(Source::System(SystemRandom::new()))
    }

    /// A repeatable generator for tests: the same seed gives the same bytes.
    pub fn seeded(seed: u8) -> Self {
        Self(Source::Seeded(Arc::new(Mutex::new([seed; 32]))))
    }

    /// `N` random bytes.
    ///
    /// # Panics
    /// When the operating system has no randomness: nothing is safe without it.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut out = [0_u8; N];
        match &self.0 {
            #[expect(
                clippy::expect_used,
                reason = "no randomness: stopping is the only safe answer"
            )]
            Source::System(system) => system
                .fill(&mut out)
                .expect("the system's random generator"),
            Source::Seeded(state) => fill_from_seed(state, &mut out),
        }
        out
    }

    /// A secret of 256 random bits, as 43 characters of unpadded base64url (RFC 4648 section 5).
    pub fn token(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes::<32>())
    }

    /// A random UUID (version 4), for accounts: WebAuthn needs a user handle that reveals nothing.
    pub fn uuid_v4(&self) -> Uuid {
        uuid::Builder::from_random_bytes(self.bytes()).into_uuid()
    }

    /// A UUID that sorts by time (version 7), for all other rows.
    pub fn uuid_v7(&self, now: Millis) -> Uuid {
        let millis = u64::try_from(now).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millis, &self.bytes()).into_uuid()
    }
}

/// The smallest UUID of version 7 of this time, as text: earlier ones sort before it.
pub fn first_uuid_v7(at: Millis) -> String {
    let millis = u64::try_from(at).unwrap_or(0);
    let first = uuid::Builder::from_unix_timestamp_millis(millis, &[0; 10]);
    first.into_uuid().to_string()
}

impl std::fmt::Debug for Random {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Random")
    }
}

fn fill_from_seed(state: &Mutex<[u8; 32]>, out: &mut [u8]) {
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    for chunk in out.chunks_mut(32) {
        let turned = digest(&SHA256, &*state);
        state.copy_from_slice(turned.as_ref());
        let block = digest(&SHA256, &[b"out".as_slice(), &*state].concat());
        chunk.copy_from_slice(&block.as_ref()[..chunk.len()]);
    }
}

/// The stored form of a random secret: SHA-256 in base64url. A fast hash is safe here, because the
/// secret itself has at least 128 random bits.
pub fn hashed(secret: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest(&SHA256, secret.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    ///
    #[test]
    fn a_seed_repeats_and_the_system_does_not() {
        assert_eq!(Random::seeded(7).token(), Random::seeded(7).token());
        assert_ne!(Random::seeded(7).token(), Random::seeded(8).token());
        assert_ne!(Random::system().token(), Random::system().token());
        assert_eq!(Random::system().token().len(), 43);
    }

    #[test]
    fn identifiers_of_one_time_sort_by_time() {
        let random = Random::system();
        assert!(random.uuid_v7(1_000) < random.uuid_v7(2_000));
        for at in [1_000, 1_800_000_000_000] {
            let first = first_uuid_v7(at);
            assert!(random.uuid_v7(at).to_string() >= first);
            assert!(random.uuid_v7(at - 1).to_string() < first);
        }
        assert_eq!(random.uuid_v4().get_version_num(), 4);
    }
}
