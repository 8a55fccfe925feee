//! `[accounts]`: rules for accounts.

use std::ops::RangeInclusive;

use jiff::tz::TimeZone;
use serde::Deserialize;

use super::{
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

/// When a person's change to another agency takes effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AgencyChange {
    /// An administrator approves it first; only the first agency is chosen freely.
    #[default]
    Approval,
    /// At once.
    Free,
}

/// What a person gets who forgot the password (contract T-16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Forgotten {
    /// A link to the account's confirmed address.
    #[default]
    #[serde(rename = "self")]
    Owner,
    /// The same link, once an administrator has approved it.
    Administrator,
}

/// Who gets an account without an administrator who adds it (contract R-16, G-65).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    /// Nobody: administrators add the accounts.
    #[default]
    Off,
    /// People whom a manager invites to a group.
    Invited,
    /// Those, and everybody who applies for one and reads the address that they type; an administrator decides.
    Open,
}

/// Rules for accounts.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AccountsConfig {
    /// The time zone in which an account's last day ends (contract G-40).
    pub time_zone: String,
    /// When a person's change to another agency takes effect.
    pub agency_change: AgencyChange,
    /// True if an email tells the owner of an account about a sign-in with an unknown browser.
    pub notify_new_browser: bool,
    /// Who lets a person choose a new password who forgot it.
    pub forgotten: Forgotten,
    /// Who gets an account without an administrator who adds it.
    pub registration: Registration,
    /// How many days an application for an account waits for a decision before it is refused: 1 to 365.
    pub application_days: u16,
    /// True if people may delete their own account.
    pub self_delete: bool,
    /// How many days a deleted account waits before it is erased: 4 to 90.
    pub deletion_days: u8,
}

/// How many days a deleted account may wait: at least until a changed address can no longer be taken back.
const DELETION_DAYS: RangeInclusive<u8> = 4..=90;

/// How many days an application for an account may wait.
const APPLICATION_DAYS: RangeInclusive<u16> = 1..=365;

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
            agency_change: AgencyChange::default(),
            notify_new_browser: true,
            forgotten: Forgotten::default(),
            registration: Registration::default(),
            application_days: 30,
            self_delete: false,
            deletion_days: 14,
        }
    }
}

impl Section for AccountsConfig {
    const NAME: &'static str = "accounts";
    const KEYS: &'static [Key] = &[
        key(
            "time_zone",
            "an IANA zone, such as \"Asia/Shanghai\" or \"UTC\"",
        ),
        key("agency_change", "\"approval\" or \"free\""),
        key("notify_new_browser", "true or false"),
        key("forgotten", "\"self\" or \"administrator\""),
        key("registration", "\"off\", \"invited\" or \"open\""),
        key("application_days", "a number of days from 1 to 365"),
        key("self_delete", "true or false"),
        key("deletion_days", "a number of days from 4 to 90"),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        let good = self.zone().is_ok();
        faults.unless(good, "time_zone", || format!("is {:?}", self.time_zone));
        let days = self.application_days;
        let good = APPLICATION_DAYS.contains(&days);
        faults.unless(good, "application_days", || format!("is {days}"));
        let days = self.deletion_days;
        let good = DELETION_DAYS.contains(&days);
        faults.unless(good, "deletion_days", || format!("is {days}"));
    }
}
