//! `[legacy]`: settings for applications that use `?token=`.

use serde::Deserialize;

use super::{
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

/// Settings for applications that use `?token=`.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LegacyConfig {
    /// True if `acc-login` issues tokens for the product API to clients other than the portal.
    pub api_login: bool,
}

impl Default for LegacyConfig {
    fn default() -> Self {
        Self { api_login: true }
    }
}

impl Section for LegacyConfig {
    const NAME: &'static str = "legacy";
    const KEYS: &'static [Key] = &[key("api_login", "true or false")];

    fn check(&self, _: &mut SectionFaults<'_>) {}
}
