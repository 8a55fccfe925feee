//! `[clients]`: where the relying and legacy applications are declared.

use std::path::PathBuf;

use serde::Deserialize;

use super::{
    fault::SectionFaults,
    section::{Key, Section, key},
};

/// Where the relying and legacy applications are declared.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClientsConfig {
    /// The file of applications, read at each start.
    pub file: PathBuf,
}

impl Default for ClientsConfig {
    fn default() -> Self {
        Self {
            file: PathBuf::from("clients.toml"),
        }
    }
}

impl Section for ClientsConfig {
    const NAME: &'static str = "clients";
    const KEYS: &'static [Key] = &[key("file", "the path of a TOML file")];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        let empty = self.file.as_os_str().is_empty();
        faults.unless(!empty, "file", || "is empty".to_owned());
    }
}
