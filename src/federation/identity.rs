//! Who came back from a provider.

use serde::{Deserialize, Serialize};

/// A person as a provider knows them. Issuer and subject together are the identity; all else may change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The id of the provider in the settings.
    pub provider: String,
    /// Its issuer, exactly as its ID tokens name it.
    pub issuer: String,
    /// `sub` of the ID token.
    pub subject: String,
    pub email: Option<String>,
    /// True if the provider says that the person reads that address.
    pub email_verified: bool,
    pub name: Option<String>,
    /// `preferred_username`.
    pub username: Option<String>,
}
