//! `[factors]`: who needs a second factor.

use std::str::FromStr;

use serde::Deserialize;

use crate::clock::{DAY, HOUR, MINUTE, Millis};

use super::{
    duration,
    fault::SectionFaults,
    key::{Key, key},
    optional,
    section::Section,
};

/// Who needs a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorsFor {
    Nobody,
    /// Holders of an access code of SSO, administrators of a product, and super administrators.
    Administrators,
    Everyone,
}

impl FromStr for FactorsFor {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "nobody" => Ok(Self::Nobody),
            "administrators" => Ok(Self::Administrators),
            "everyone" => Ok(Self::Everyone),
            _ => Err("it is another word"),
        }
    }
}

/// Who needs a second factor, and how often.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FactorsConfig {
    /// Not set: administrators, unless `server.public_url` is a loopback address.
    #[serde(deserialize_with = "optional::read")]
    pub required: Option<FactorsFor>,
    /// How long an account may put it off, from its first sign-in after it is required.
    #[serde(deserialize_with = "duration::read_millis")]
    pub grace: Millis,
    /// How long a browser is not asked again if the person wishes so; zero: every sign-in asks.
    #[serde(deserialize_with = "duration::read_millis")]
    pub remember: Millis,
    /// How long the code works that an administrator makes for an owner who lost the second factor.
    #[serde(deserialize_with = "duration::read_millis")]
    pub temporary_code_lifetime: Millis,
}

impl Default for FactorsConfig {
    fn default() -> Self {
        Self {
            required: None,
            grace: 14 * DAY,
            remember: 30 * DAY,
            temporary_code_lifetime: 4 * HOUR,
        }
    }
}

impl FactorsConfig {
    /// True if somebody who is an administrator or not needs a second factor.
    pub fn requires(&self, is_administrator: bool, is_loopback: bool) -> bool {
        let usual = if is_loopback {
            FactorsFor::Nobody
        } else {
            FactorsFor::Administrators
        };
        match self.required.unwrap_or(usual) {
            FactorsFor::Nobody => false,
            FactorsFor::Administrators => is_administrator,
            FactorsFor::Everyone => true,
        }
    }
}

impl Section for FactorsConfig {
    const NAME: &'static str = "factors";
    const KEYS: &'static [Key] = &[
        key(
            "required",
            "\"nobody\", \"administrators\", \"everyone\" or \"\"",
        ),
        key("grace", "a span from \"0s\" to \"90d\""),
        key("remember", "a span from \"0s\" to \"90d\""),
        key("temporary_code_lifetime", "a span from \"10m\" to \"3d\""),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        faults.millis("grace", self.grace, 0, 90 * DAY);
        faults.millis("remember", self.remember, 0, 90 * DAY);
        let lifetime = self.temporary_code_lifetime;
        faults.millis("temporary_code_lifetime", lifetime, 10 * MINUTE, 3 * DAY);
    }
}
