//! Why a passkey was not added, changed or believed.

use crate::db::DbError;
use crate::faults::Faults;

/// Why the answer of a browser signs nobody in.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyRefusal {
    /// The challenge is older than five minutes, was used, or was given to another browser or sign-in.
    #[error("the challenge is over")]
    Late,
    /// The answer breaks a rule, or the account may not sign in. The words are for the log.
    #[error("the answer is not believed: {0}")]
    Wrong(String),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Why a change of an account's keys failed.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyError {
    /// Passkeys need a host name in `server.public_url`.
    #[error("passkeys are not possible here")]
    Off,
    /// The challenge is older than five minutes, was used, or belongs to another session.
    #[error("the challenge is over")]
    Late,
    /// The answer breaks a rule. The words are for the log.
    #[error("the answer is not believed: {0}")]
    Wrong(String),
    /// An account has this key already.
    #[error("the key is known")]
    Known,
    /// The account has the most keys that it may have.
    #[error("there are too many keys")]
    TooMany,
    /// The account has no key with this id.
    #[error("there is no such key")]
    NoSuchKey,
    #[error("a field is not valid")]
    Invalid(Faults),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Why the settings of passkeys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PasskeySettingError {
    /// A relying party id that the server cannot have.
    #[error(
        "{rp_id:?} is neither the host of {origin} nor a domain above it, and passkeys.related_origins does not have {origin}"
    )]
    Name { rp_id: String, origin: String },
    /// Keys would stop working, and their owners could not sign in.
    #[error(
        "{keys} passkeys are bound to {other:?} and work under no other name: set that name, or remove them with `atrium user reset-factors`"
    )]
    Bound { keys: i64, other: String },
    #[error(transparent)]
    Db(#[from] DbError),
}
