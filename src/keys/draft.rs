//! New keys before they are stored: generated and sealed.

use std::sync::Arc;

use thiserror::Error;
use zeroize::Zeroizing;

use super::{
    algorithm::Algorithm,
    error::KeyError,
    master::{Master, MasterError},
    password_transport::{PASSWORD_ALGORITHM, PasswordKey},
    sealing_key::{SEALING_ALGORITHM, SealingKey},
    signing_key::SigningKey,
};
use crate::{db::DbError, random::Random};

/// Why keys cannot be made or read.
#[derive(Debug, Error)]
pub enum KeysError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error(transparent)]
    Master(#[from] MasterError),
    /// A stored key was sealed under another master secret.
    #[error("key {kid} is sealed under master secret {sealed_under}, not under {given}")]
    ForeignMaster {
        kid: String,
        /// The id of the master secret that it was sealed under.
        sealed_under: String,
        /// The id of the given master secret.
        given: String,
    },
    /// Another process held the lease for making keys for too long.
    #[error("another process is making keys and does not finish")]
    Lease,
    #[error("no key in use has the id {0}; `atrium keys list` shows them")]
    Unknown(String),
    /// The thread that makes keys ended.
    #[error("making a key was interrupted")]
    Interrupted,
}

/// What one of our keys is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyUse {
    /// Signs tokens with this algorithm.
    Signing(Algorithm),
    /// Decrypts passwords that legacy clients encrypt.
    PasswordTransport,
    /// Seals values that others carry for us, such as opaque access tokens.
    Sealing,
}

impl KeyUse {
    /// Every use for which a running server needs a key.
    pub const ALL: [Self; 4] = [
        Self::Signing(Algorithm::Rs256),
        Self::Signing(Algorithm::Es256),
        Self::PasswordTransport,
        Self::Sealing,
    ];

    /// The name of the purpose, as stored.
    pub const fn purpose(self) -> &'static str {
        match self {
            Self::Signing(_) => "signing",
            Self::PasswordTransport => "password_transport",
            Self::Sealing => "sealing",
        }
    }

    /// The registered name of the algorithm, as stored.
    pub const fn alg(self) -> &'static str {
        match self {
            Self::Signing(alg) => alg.as_str(),
            Self::PasswordTransport => PASSWORD_ALGORITHM,
            Self::Sealing => SEALING_ALGORITHM,
        }
    }

    /// The use with these stored names.
    pub fn of(purpose: &str, alg: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|usage| usage.purpose() == purpose && usage.alg() == alg)
    }
}

/// A new key that is not stored yet.
#[derive(Debug, Clone)]
pub struct Draft {
    pub(super) kid: String,
    pub(super) usage: KeyUse,
    pub(super) public: String,
    pub(super) sealed: String,
    pub(super) master_id: String,
}

/// Generates and seals a key for each of `uses`. Takes up to a second on a blocking thread; call it outside
/// transactions.
///
/// # Errors
/// [`KeysError::Key`], [`KeysError::Interrupted`].
pub async fn draft(
    uses: Vec<KeyUse>,
    master: Arc<Master>,
    random: Random,
) -> Result<Vec<Draft>, KeysError> {
    let make = move || {
        uses.into_iter()
            .map(|usage| draft_one(usage, &master, &random))
            .collect()
    };
    tokio::task::spawn_blocking(make)
        .await
        .map_err(|_| KeysError::Interrupted)?
}

fn draft_one(usage: KeyUse, master: &Master, random: &Random) -> Result<Draft, KeysError> {
    let (secret, kid, public): (Zeroizing<Vec<u8>>, String, String) = match usage {
        KeyUse::Signing(alg) => {
            let der = SigningKey::generate(alg)?;
            let key = SigningKey::from_der(alg, &der)?;
            let jwk = key.public().published(key.kid(), alg.as_str(), "sig");
            (der, key.kid().to_owned(), jwk.to_string())
        }
        KeyUse::PasswordTransport => {
            let der = PasswordKey::generate()?;
            let key = PasswordKey::from_der(&der)?;
            (der, key.kid().to_owned(), key.spki_base64().to_owned())
        }
        KeyUse::Sealing => {
            let (kid, secret) = SealingKey::generate(random);
            (secret, kid, String::new())
        }
    };
    Ok(Draft {
        sealed: master.seal(usage.purpose(), &kid, &secret, random)?,
        master_id: master.id().to_owned(),
        kid,
        usage,
        public,
    })
}
