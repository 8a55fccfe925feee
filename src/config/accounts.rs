//! `[accounts]`: rules for accounts.

use serde::Deserialize;

use super::{
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

/// Rules for accounts.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AccountsConfig {
    /// The time zone in which an account's last day ends (contract G-40).
    pub time_zone: String,
}

impl Default for AccountsConfig {
    fn default() -> Self {
        Self {
            time_zone: "Asia/Shanghai".to_owned(),
        }
    }
}

impl Section for AccountsConfig {
    const NAME: &'static str = "accounts";
    const KEYS: &'static [Key] = &[key(
        "time_zone",
        "an IANA zone, such as \"Asia/Shanghai\" or \"UTC\"",
    )];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        let good = jiff::tz::TimeZone::get(&self.time_zone).is_ok();
        faults.unless(good, "time_zone", || format!("is {:?}", self.time_zone));
    }
}
