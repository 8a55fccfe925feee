//! Who came back from a provider.

use serde::{Deserialize, Serialize};

use crate::clock::Millis;

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

/// How the person signed in there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TheirSignIn {
    /// The id of the provider in the settings.
    pub provider: String,
    pub subject: String,
    /// `sid`: the provider's name for the browser's session there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sid: Option<String>,
    /// `auth_time`, not after the trip ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auth_time: Option<Millis>,
    /// True if the provider's entry says that it was more than a password.
    #[serde(default)]
    pub is_mfa: bool,
}
