//! What a section of the settings must offer: its name, its keys and a check of its values.

use serde::de::DeserializeOwned;

use super::fault::SectionFaults;
use super::key::Key;

/// A section of the settings: a plain struct whose fields carry their defaults.
pub trait Section: Default + DeserializeOwned {
    /// The section's name in `atrium.toml`.
    const NAME: &'static str;
    /// All its keys. A test holds this table against the fields of the struct.
    const KEYS: &'static [Key];

    /// Adds a fault for each value that is of the right type but not allowed.
    fn check(&self, faults: &mut SectionFaults<'_>);
}
