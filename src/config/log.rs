//! `[log]`: the form of the log lines and how many there are.

use serde::Deserialize;

use super::{
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

/// The form of a log line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One line for a person.
    #[default]
    Text,
    /// One JSON object per line for a collector.
    Json,
}

/// The form of the log lines and how many there are.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LogConfig {
    /// Text or JSON.
    pub format: LogFormat,
    /// Least level that is written, also per target as in `info,atrium::oidc=debug`.
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
