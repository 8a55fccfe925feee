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
    /// The ids of the groups that its claim gives; `None` if the provider has not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<String>>,
}

impl Identity {
    /// What people recognise it by: its user name or its address, else its subject.
    pub fn known_as(&self) -> &str {
        let names = self.username.as_deref().or(self.email.as_deref());
        names.unwrap_or(&self.subject)
    }
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

/// An identity that is linked to an account when its owner proves another way in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Linking {
    pub identity: Identity,
    /// The only account that it may be linked to.
    pub account_id: String,
    /// True if the account has no password, so that a passkey proves it.
    #[serde(default)]
    pub by_passkey: bool,
}

/// An identity of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedIdentity {
    pub issuer: String,
    pub subject: String,
    /// The id of the provider when it was last used.
    pub provider: String,
    /// The address that the provider said last.
    pub email: Option<String>,
    pub linked_at: Millis,
    /// The last sign-in with it, or else when it was linked.
    pub used_at: Millis,
}
