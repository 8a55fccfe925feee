//! `[accounts]`: rules for accounts.

use jiff::tz::TimeZone;
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

impl AccountsConfig {
    /// The time zone that `time_zone` names.
    ///
    /// # Errors
    /// There is no such zone; a checked setting names one.
    pub fn zone(&self) -> Result<TimeZone, jiff::Error> {
        TimeZone::get(&self.time_zone)
    }
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
        let good = self.zone().is_ok();
        faults.unless(good, "time_zone", || format!("is {:?}", self.time_zone));
    }
}
