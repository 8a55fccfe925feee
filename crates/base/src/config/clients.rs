//! `[clients]`: the file of relying and legacy applications.

use std::path::PathBuf;

use serde::Deserialize;

use super::{
    Secret,
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

/// The file of relying and legacy applications.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClientsConfig {
    /// Read at each start.
    pub file: PathBuf,
}

/// Where an entry of the clients file keeps its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretPlace {
    /// A file with the secret in its first line.
    File(PathBuf),
    /// An environment variable.
    Variable(String),
}

impl SecretPlace {
    /// Reads the secret, without white space around it.
    ///
    /// # Errors
    /// Why it cannot be read. The text continues a sentence that begins with a key: "names a file that …".
    #[expect(
        clippy::disallowed_methods,
        reason = "config reads the environment, for the clients file too"
    )]
    pub fn read(&self) -> Result<Secret, String> {
        let text = match self {
            Self::File(path) => std::fs::read_to_string(path).map_err(|error| {
                format!("names {}, which cannot be read: {error}", path.display())
            })?,
            Self::Variable(name) => std::env::var(name)
                .map_err(|_| format!("names the variable {name}, which is not set"))?,
        };
        Ok(Secret::new(text.lines().next().unwrap_or_default().trim()))
    }
}

impl ClientsConfig {
    /// Reads the file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(&self) -> std::io::Result<String> {
        std::fs::read_to_string(&self.file)
    }
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
