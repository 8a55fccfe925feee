//! `[log]`: format and level of the log.

use serde::Deserialize;

use super::{
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One line for a person.
    #[default]
    Text,
    /// One JSON object per line for a log collector.
    Json,
}

/// Format and level of the log.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LogConfig {
    pub format: LogFormat,
    /// Lowest level that is written; may differ per target, as in `info,atrium::oidc=debug`.
    pub level: String,
}

impl Default for LogConfig {
    fn default() -> Self {
        Self {
            format: LogFormat::Text,
            level: "info".to_owned(),
        }
    }
}

impl Section for LogConfig {
    const NAME: &'static str = "log";
    const KEYS: &'static [Key] = &[
        key("format", "\"text\" or \"json\""),
        key(
            "level",
            "error, warn, info, debug or trace, also per target as in \"info,sqlx=warn\"",
        ),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        let good = self
            .level
            .parse::<tracing_subscriber::filter::Targets>()
            .is_ok();
        faults.unless(good && !self.level.is_empty(), "level", || {
            format!("is {:?}", self.level)
        });
    }
}
