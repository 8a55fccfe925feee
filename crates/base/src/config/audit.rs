//! `[audit]`: how long audit entries are kept.

use serde::Deserialize;

use crate::clock::{DAY, Millis};

use super::{
    duration,
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

/// How long audit entries are kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuditConfig {
    /// Entries are deleted after this time; 0 keeps them for ever.
    #[serde(deserialize_with = "duration::read_millis")]
    pub keep: Millis,
}

impl Default for AuditConfig {
    fn default() -> Self {
        Self { keep: 400 * DAY }
    }
}

impl Section for AuditConfig {
    const NAME: &'static str = "audit";
    const KEYS: &'static [Key] = &[key(
        "keep",
        "a span from \"1d\" to \"3650d\", or \"0d\" for ever",
    )];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        if self.keep != 0 {
            faults.millis("keep", self.keep, DAY, 3_650 * DAY);
        }
    }
}
