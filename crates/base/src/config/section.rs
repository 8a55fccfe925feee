//! What a section of the settings provides: its name, its keys and a check of its values.

use serde::de::DeserializeOwned;

use super::fault::SectionFaults;
use super::key::Key;

/// A section of the settings: a plain struct; `Default` gives its defaults.
pub trait Section: Default + DeserializeOwned {
    /// The section's name in `atrium.toml`.
    const NAME: &'static str;
    /// All its keys. A test compares this table with the fields of the struct.
    const KEYS: &'static [Key];

    /// Adds a fault for each value that has the right type but is not allowed.
    fn check(&self, faults: &mut SectionFaults<'_>);
}
