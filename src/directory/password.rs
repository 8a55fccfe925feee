//! Passwords: their length, and argon2id hashes. Only this file uses argon2-rust, and a test
//! compares its results with another implementation, so a replacement changes only one file.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use argon2_rust::{
    Algorithm, Argon2, Hasher, Params, Version, decode_string,
    params::{Memory, TagLen},
};
use subtle::ConstantTimeEq as _;
use thiserror::Error;
use zeroize::Zeroizing;

/// Length of a password on our own pages, with any characters.
pub const PASSWORD_LENGTH: RangeInclusive<usize> = 8..=100;

/// The cost of new hashes: 19 MiB, two passes, one lane (OWASP's first choice for argon2id).
const PARAMS: Params = Params::builder()
    .memory(Memory::kib(19 * 1024))
    .passes(2)
    .lanes(1)
    .tag_len(TagLen::bytes(32))
    .build_or_panic();

/// Length of the salt of a new hash in bytes.
pub(super) const SALT_LENGTH: usize = 16;

/// A stored hash with a higher cost is refused, so that the number of threads limits the memory.
const STORED_MEMORY_MAX_KIB: u32 = 64 * 1024;
const STORED_PASSES_MAX: u32 = 10;
const STORED_LANES_MAX: u32 = 4;

/// Verified if there is no account or no password. It costs the same time as a new hash, and no password matches it.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm8gYWNjb3VudCBoZXJl$\
                      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The password is too short or too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PasswordLength {
    #[error("a password has at least 8 characters")]
    TooShort,
    #[error("a password has at most 100 characters")]
    TooLong,
}

/// Checks the length of a new password, in characters.
///
/// # Errors
/// [`PasswordLength`].
pub fn check_length(password: &str) -> Result<(), PasswordLength> {
    match password.chars().count() {
        count if count < *PASSWORD_LENGTH.start() => Err(PasswordLength::TooShort),
        count if count > *PASSWORD_LENGTH.end() => Err(PasswordLength::TooLong),
        _ => Ok(()),
    }
}

/// The result of comparing a password with a stored hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    pub matches: bool,
    /// True if the password is right and its hash has another cost than new ones: hash it again and
    /// store that.
    pub needs_rehash: bool,
}

/// The stored hash has an unknown format, or there is not enough memory for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the stored password hash cannot be checked")]
pub(super) struct Unusable;

/// Computes argon2id on one thread, and reuses its working memory.
pub(super) struct Worker {
    hasher: Hasher,
    effort: Effort,
}

/// The work done so far, in passes over a KiB. Two answers with the same work take the same time.
#[derive(Clone, Debug, Default)]
pub(super) struct Effort(Arc<AtomicU64>);

impl Effort {
    fn spend(&self, params: &Params) {
        let passes = u64::from(params.memory_kib()) * u64::from(params.passes());
        self.0.fetch_add(passes, Ordering::Relaxed);
    }

    pub(super) fn so_far(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Worker {
    /// A worker without allocated memory that adds to `effort`.
    pub(super) fn new(effort: Effort) -> Self {
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, PARAMS);
        Self {
            hasher: argon2.hasher(),
            effort,
        }
    }

    /// Hashes `password` with `salt` to a PHC string.
    pub(super) fn hash(
        &mut self,
        password: &str,
        salt: &[u8; SALT_LENGTH],
    ) -> Result<String, Unusable> {
        self.effort.spend(&PARAMS);
        self.hasher
            .set_argon2(Argon2::new(Algorithm::Argon2id, Version::V0x13, PARAMS));
        self.hasher
            .hash_encoded(password.as_bytes(), salt)
            .map_err(|_| Unusable)
    }

    /// Compares `password` with the PHC string `stored`, at the cost in that string. Without a
    /// stored hash, and for a password of impossible length, it does the same work.
    pub(super) fn verify(
        &mut self,
        password: &str,
        stored: Option<&str>,
    ) -> Result<Verdict, Unusable> {
        let possible = check_length(password) != Err(PasswordLength::TooLong);
        let (password, known) = if possible {
            (password, stored)
        } else {
            ("", None)
        };
        let decoded =
            decode_string(known.unwrap_or(NOBODY), Algorithm::Argon2id).map_err(|_| Unusable)?;
        if !affordable(&decoded.params) {
            return Err(Unusable);
        }
        let (version, params) = (decoded.version, decoded.params);
        self.effort.spend(&params);
        self.hasher
            .set_argon2(Argon2::new(Algorithm::Argon2id, version, params));
        let mut tag = Zeroizing::new(vec![0; decoded.hash.len()]);
        self.hasher
            .hash_into(password.as_bytes(), &decoded.salt, &mut tag)
            .map_err(|_| Unusable)?;
        if params.memory_kib() > PARAMS.memory_kib() {
            self.rest(); // an old hash wanted more memory than is kept
        }
        let equal = bool::from(tag.ct_eq(&decoded.hash));
        let matches = equal && known.is_some();
        Ok(Verdict {
            matches,
            needs_rehash: matches && (params != PARAMS || version != Version::V0x13),
        })
    }

    /// Frees the working memory until the next hash.
    pub(super) fn rest(&mut self) {
        self.hasher.clear();
    }
}

fn affordable(params: &Params) -> bool {
    params.memory_kib() <= STORED_MEMORY_MAX_KIB
        && params.passes() <= STORED_PASSES_MAX
        && params.lanes() <= STORED_LANES_MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(kib: u32, passes: u32, lanes: u32) -> argon2::Argon2<'static> {
        let params = argon2::Params::new(kib, passes, lanes, Some(32)).unwrap();
        argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params)
    }

    /// RFC 9106: the same tags as `RustCrypto`'s implementation, over many inputs and costs.
    #[test]
    fn rfc9106_tags_equal_those_of_another_implementation() {
        let random = crate::random::Random::seeded(9);
        for round in 0..300_u32 {
            let (kib, passes, lanes) = (8 * (1 + round % 40), 1 + round % 4, 1 + round % 3);
            let kib = kib.max(8 * lanes);
            let bytes: [u8; 100] = random.bytes();
            let password = &bytes[..round as usize % 101];
            let salt: [u8; 16] = random.bytes();
            let params = Params::builder()
                .memory(Memory::kib(u64::from(kib)))
                .passes(passes)
                .lanes(lanes)
                .build()
                .unwrap();
            let ours = Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
                .hash(password, &salt)
                .unwrap();
            let mut theirs = [0; 32];
            reference(kib, passes, lanes)
                .hash_password_into(password, &salt, &mut theirs)
                .unwrap();
            assert_eq!(ours, theirs, "m={kib} t={passes} p={lanes}, round {round}");
        }
    }

    /// 19 MiB, t=2, p=1, at full cost and through the reused memory.
    #[test]
    fn a_new_hash_is_a_phc_string_the_reference_agrees_with() {
        let mut worker = Worker::new(Effort::default());
        for password in ["Atrium2026*", "密码🔑密码🔑密码", &"é".repeat(100)] {
            let salt = crate::random::Random::seeded(3).bytes();
            let phc = worker.hash(password, &salt).unwrap();
            assert!(phc.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{phc}");
            let decoded = decode_string(&phc, Algorithm::Argon2id).unwrap();
            let mut theirs = [0; 32];
            reference(19 * 1024, 2, 1)
                .hash_password_into(password.as_bytes(), &salt, &mut theirs)
                .unwrap();
            assert_eq!(decoded.hash, theirs);
            let right = worker.verify(password, Some(&phc)).unwrap();
            assert_eq!((right.matches, right.needs_rehash), (true, false));
            assert!(!worker.verify("another", Some(&phc)).unwrap().matches);
        }
        assert_eq!(
            worker.hasher.reserved_blocks(),
            19 * 1024,
            "kept for the next"
        );
        worker.rest();
        assert_eq!(worker.hasher.reserved_blocks(), 0, "given back when idle");
    }

    /// A hash with an older cost still matches and asks for a new hash.
    #[test]
    fn an_older_cost_matches_and_asks_for_a_new_hash() {
        let old =
            "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$cpx6VEQbwTVZvcpxNIxOVUWZ5xnAipUmAe1cg2GMG70";
        let mut worker = Worker::new(Effort::default());
        let right = worker.verify("password", Some(old)).unwrap();
        assert_eq!((right.matches, right.needs_rehash), (true, true));
        let wrong = worker.verify("passwort", Some(old)).unwrap();
        assert_eq!((wrong.matches, wrong.needs_rehash), (false, false));
    }

    /// Attack "known and unknown accounts": a missing account never matches; a damaged or costly
    /// hash is an error.
    #[test]
    fn nobody_matches_and_damaged_hashes_are_refused() {
        let mut worker = Worker::new(Effort::default());
        for password in ["", "Atrium2026*", &"x".repeat(101), &"x".repeat(1 << 20)] {
            assert!(!worker.verify(password, None).unwrap().matches);
        }
        let long = "y".repeat(101);
        let phc = worker.hash(&long, &[1; 16]).unwrap();
        assert!(
            !worker.verify(&long, Some(&phc)).unwrap().matches,
            "too long to be anyone's"
        );
        for stored in [
            "",
            "$argon2id$",
            "$2b$10$abcdefghijklmnopqrstuv",
            "5f4dcc3b5aa765d61d8327deb882cf99",
            "$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$cpx6VEQbwTVZvcpxNIxOVUWZ5xnAipUmAe1cg2GMG70",
            "$argon2id$v=19$m=4000000,t=1,p=1$c29tZXNhbHQ$cpx6VEQbwTVZvcpxNIxOVUWZ5xnAipUmAe1cg2GMG70",
            "$argon2id$v=19$m=64,t=900,p=1$c29tZXNhbHQ$cpx6VEQbwTVZvcpxNIxOVUWZ5xnAipUmAe1cg2GMG70",
        ] {
            assert_eq!(
                worker.verify("password", Some(stored)),
                Err(Unusable),
                "{stored}"
            );
        }
    }

    /// 8 to 100 characters of any kind, counted as characters.
    #[test]
    fn lengths_are_counted_in_characters() {
        assert_eq!(check_length("1234567"), Err(PasswordLength::TooShort));
        assert_eq!(check_length("密码密码密码密码"), Ok(()));
        assert_eq!(check_length(&"码".repeat(100)), Ok(()));
        assert_eq!(
            check_length(&"码".repeat(101)),
            Err(PasswordLength::TooLong)
        );
    }
}
