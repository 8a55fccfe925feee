//! `[geo]`: where addresses are.

use std::path::PathBuf;

use serde::Deserialize;

use super::{
    fault::SectionFaults,
    key::{Key, key},
    optional,
    section::Section,
};

/// Where addresses are.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GeoConfig {
    /// A file in the `MaxMind` DB format, such as `GeoLite2` City. Without it no country or city is shown.
    #[serde(deserialize_with = "optional::read")]
    pub database: Option<PathBuf>,
}

impl Section for GeoConfig {
    const NAME: &'static str = "geo";
    const KEYS: &'static [Key] = &[key(
        "database",
        "the path of a file in the MaxMind DB format, or \"\"",
    )];

    fn check(&self, _: &mut SectionFaults<'_>) {}
}
