//! Seals the secrets of authenticator apps under the master secret.

use std::sync::Arc;

use zeroize::Zeroizing;

use crate::clock::{MINUTE, Millis};
use crate::keys::{Master, MasterError};
use crate::random::Random;

/// What secrets in the database are sealed for.
const STORED: &str = "authenticator secret";
/// What secrets on a page are sealed for, until a code confirms them.
const OFFERED: &str = "authenticator secret that is offered";
/// How long a page that offers a secret works.
const OFFER_LIFETIME: Millis = 30 * MINUTE;
/// Bytes of the time in front of an offered secret.
const TIME: usize = size_of::<Millis>();
/// Bytes of a secret: the length of its HMAC (RFC 4226 section 4, R6).
pub const LENGTH: usize = 20;

/// The secret of one authenticator app.
pub type Secret = Zeroizing<[u8; LENGTH]>;

/// Seals and opens secrets of authenticator apps. Each is bound to its account.
#[derive(Clone, Debug)]
pub struct FactorSecrets {
    master: Arc<Master>,
    random: Random,
}

impl FactorSecrets {
    pub fn new(master: Arc<Master>, random: Random) -> Self {
        Self { master, random }
    }

    /// A new secret.
    pub fn draw(&self) -> Secret {
        Zeroizing::new(self.random.bytes())
    }

    /// A secret for a page. Nothing is stored until a code confirms it.
    ///
    /// # Errors
    /// None that happens; see [`Master::seal`].
    pub fn offer(
        &self,
        account_id: &str,
        secret: &Secret,
        now: Millis,
    ) -> Result<String, MasterError> {
        let timed = Zeroizing::new([now.to_be_bytes().as_slice(), secret.as_slice()].concat());
        self.master.seal(OFFERED, account_id, &timed, &self.random)
    }

    /// The secret that a page offered to this account, while the page works.
    pub fn offered(&self, account_id: &str, sealed: &str, now: Millis) -> Option<Secret> {
        let timed = self.master.open(OFFERED, account_id, sealed).ok()?;
        let (time, secret) = timed.split_at_checked(TIME)?;
        let offered_at = Millis::from_be_bytes(time.try_into().ok()?);
        let works = (offered_at..offered_at.saturating_add(OFFER_LIFETIME)).contains(&now);
        whole(secret).filter(|_| works)
    }

    /// The id of the master secret that seals now.
    pub fn master_id(&self) -> &str {
        self.master.id()
    }

    /// The secret as the database keeps it.
    ///
    /// # Errors
    /// None that happens; see [`Master::seal`].
    pub fn seal(&self, account_id: &str, secret: &Secret) -> Result<String, MasterError> {
        self.master
            .seal(STORED, account_id, secret.as_slice(), &self.random)
    }

    /// Opens a secret of the database.
    ///
    /// # Errors
    /// [`MasterError::NotOurs`]: another master secret sealed it, or it was altered.
    pub fn open(&self, account_id: &str, sealed: &str) -> Result<Secret, MasterError> {
        let secret = self.master.open(STORED, account_id, sealed)?;
        whole(&secret).ok_or(MasterError::NotOurs)
    }
}

fn whole(secret: &[u8]) -> Option<Secret> {
    secret.try_into().ok().map(Zeroizing::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(byte: u8) -> FactorSecrets {
        let master = Master::from_secret(&[byte; 32]).unwrap();
        FactorSecrets::new(Arc::new(master), Random::seeded(1))
    }

    /// A secret opens for its account and purpose only, and a page's secret for half an hour.
    #[test]
    fn a_secret_is_bound_to_account_purpose_and_time() {
        let secrets_here = secrets(1);
        let secret = secrets_here.draw();
        let stored = secrets_here.seal("ada", &secret).unwrap();
        let offered = secrets_here.offer("ada", &secret, 1_000).unwrap();
        assert_eq!(secrets_here.open("ada", &stored).unwrap(), secret);
        assert!(secrets_here.open("ben", &stored).is_err());
        assert!(secrets_here.open("ada", &offered).is_err());
        assert!(secrets(2).open("ada", &stored).is_err());
        let known = |id: &str, sealed: &str, now| secrets_here.offered(id, sealed, now).is_some();
        assert!(known("ada", &offered, 1_000 + OFFER_LIFETIME - 1));
        assert!(!known("ada", &offered, 1_000 + OFFER_LIFETIME));
        assert!(!known("ada", &offered, 999));
        assert!(!known("ben", &offered, 1_000));
        assert!(!known("ada", &stored, 1_000));
    }
}
