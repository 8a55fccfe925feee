//! `[keys]`: the master secret, which seals the signing keys in the database.

use std::path::PathBuf;

use serde::Deserialize;

use super::{
    Secret,
    fault::SectionFaults,
    key::{Key, key},
    optional,
    section::Section,
};

/// The master secret: a file, or the value itself in `ATRIUM_KEYS__MASTER`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KeysConfig {
    /// File with the master secret. Default with SQLite: `master.key` next to the database, created at the first start.
    #[serde(deserialize_with = "optional::read")]
    pub master_file: Option<PathBuf>,
    /// The master secret itself; meant for the environment.
    #[serde(deserialize_with = "optional::read_secret")]
    pub master: Option<Secret>,
}

impl Section for KeysConfig {
    const NAME: &'static str = "keys";
    const KEYS: &'static [Key] = &[
        key(
            "master_file",
            "the path of a file of this user alone (mode 0600), or keys.master instead",
        ),
        key(
            "master",
            "a random text of 32 characters or more, given as ATRIUM_KEYS__MASTER",
        ),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        let both = self.master.is_some() && self.master_file.is_some();
        faults.unless(!both, "master", || {
            "is set beside keys.master_file".to_owned()
        });
        if let Some(master) = &self.master {
            // The keys module trims the text; its minimum is 32 characters.
            let length = master.expose().trim().len();
            faults.unless(length >= 32, "master", || {
                format!("has only {length} characters")
            });
        }
    }
}
