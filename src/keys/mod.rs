//! Every key that Atrium uses: its own signing keys and tokens, the keys of clients, DPoP proofs, and the master secret
//! that protects private keys. Only this module uses josekit.
//!
//! Signing and verifying run on the calling thread (RS256 about 0.3 ms, everything else less) and must stay outside
//! transactions. Making keys takes longer and belongs on a blocking thread.

mod algorithm;
mod certificate;
mod client_keys;
mod dpop;
mod dpop_nonce;
mod draft;
mod error;
mod jti_window;
mod jws;
mod keeper;
mod key_ring;
mod key_set;
mod lifecycle;
mod master;
mod password_transport;
mod public_key;
mod sealing_key;
mod signing_key;
mod store;

use crate::clock::{MINUTE, Millis};

pub use algorithm::Algorithm;
pub use certificate::Certificate;
pub use client_keys::{
    AssertionClaims, AssertionError, ClientKeys, UsedAssertion, check_assertion, claimed_issuer,
    verify_assertion,
};
pub use dpop::{DpopError, DpopProof, ProofRequest, verify_proof};
pub use dpop_nonce::{DpopNonces, NONCE_LIFETIME};
pub use draft::{Draft, KeyUse, KeysError, draft};
pub use error::{KeyError, TokenError};
pub use jti_window::{JtiWindow, Seen};
pub use jws::half_hash;
pub use keeper::{Keeper, REFRESH_EVERY, Takeover, Witness};
pub use key_ring::{Jwks, KeyRing, TokenRules};
pub use key_set::KeySet;
pub use lifecycle::{
    CHANGE_TOPIC, KeyChange, PUBLISH_DELAY, SEALED_LIFETIME, SIGNED_LIFETIME, publish, rewrap, turn,
};
pub use master::{MASTER_LENGTH_MIN, Master, MasterError};
pub use password_transport::{PASSWORD_ALGORITHM, PasswordKey, PasswordUnreadable};
pub use public_key::PublicKey;
pub use sealing_key::{Opened, SealedKind, SealingKey};
pub use signing_key::{SigningKey, TokenType};

/// How far another party's clock may differ from ours, for every `iat`, `nbf` and `exp` that it writes. A time this far
/// ahead or more is refused.
pub const CLOCK_SKEW: Millis = MINUTE;
pub use store::{KeyRow, STATEMENTS, list};
