//! A passkey of an account.

use webauthn_rs::prelude::Passkey as Credential;

use super::makers;
use crate::clock::Millis;
use crate::faults::{Faults, Rule};

/// A passkey of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    pub id: String,
    pub account_id: String,
    /// Its id at the authenticator, in base64url.
    pub credential_id: String,
    /// The public key, the counter and the flags, as the library writes them.
    pub(super) credential: String,
    /// The name that it is bound to.
    pub rp_id: String,
    /// Its owner's name for it.
    pub name: String,
    /// False for a key that says it cannot be found without an account name: it signs in nobody by itself.
    pub discoverable: bool,
    /// True if it may be on several devices.
    pub backup_eligible: bool,
    /// True if it is on several devices, or in a backup.
    pub backed_up: bool,
    /// When `backed_up` last changed.
    pub backup_changed_at: Option<Millis>,
    /// The model of its authenticator (AAGUID), if it says one.
    pub aaguid: Option<String>,
    pub added_at: Millis,
    pub used_at: Option<Millis>,
    /// When it was added, if the person who chose the password may have done that (decision 0042).
    pub doubtful_since: Option<Millis>,
}

impl Passkey {
    /// The methods of a proof with this key (RFC 8176): a synced key counts as one in software.
    pub const fn methods(&self) -> [&'static str; 3] {
        [
            if self.backup_eligible { "swk" } else { "hwk" },
            "user",
            "mfa",
        ]
    }

    /// The methods of this key after a password. Only a key that could have signed in by itself makes the proof
    /// phishing-resistant.
    pub fn factor_methods(&self) -> &'static [&'static str] {
        match (self.backup_eligible, self.discoverable) {
            (true, true) => &["swk", "user"],
            (true, false) => &["swk"],
            (false, true) => &["hwk", "user"],
            (false, false) => &["hwk"],
        }
    }

    /// The name of the password manager or system that keeps it, if the model is a known one.
    pub fn keeper(&self) -> Option<&'static str> {
        makers::name_of(self.aaguid.as_deref()?)
    }

    /// The key for the library.
    pub(super) fn read(&self) -> Option<Credential> {
        serde_json::from_str(&self.credential).ok()
    }
}

/// The backup flags of a credential: whether it may be synced, and whether it is. The library shows them only as JSON.
pub(super) fn backup_of(credential: &Credential) -> (bool, bool) {
    let json = serde_json::to_value(credential).unwrap_or_default();
    let flag = |name| json["cred"][name].as_bool().unwrap_or_default();
    (flag("backup_eligible"), flag("backup_state"))
}

/// The name as it is stored.
///
/// # Errors
/// It is empty, too long, or has characters that nobody sees.
pub(super) fn checked_name(name: &str) -> Result<String, Faults> {
    let name = name.trim();
    let mut faults = Faults::default();
    faults.name("name", name, Rule::Required);
    faults.or(name.to_owned())
}
