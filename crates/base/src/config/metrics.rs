//! `[metrics]`: who may read the Prometheus metrics.

use std::net::SocketAddr;

use serde::Deserialize;

use super::{
    Secret,
    fault::SectionFaults,
    key::{Key, key},
    optional,
    section::Section,
};

/// Who may read the Prometheus metrics. If neither key is set, `/metrics` does not exist.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MetricsConfig {
    /// A separate listener for `/metrics` without a token, for an internal network.
    #[serde(deserialize_with = "optional::read")]
    pub listen: Option<SocketAddr>,
    /// The bearer token for `/metrics` on the main listener.
    #[serde(deserialize_with = "optional::read_secret")]
    pub token: Option<Secret>,
}

impl Section for MetricsConfig {
    const NAME: &'static str = "metrics";
    const KEYS: &'static [Key] = &[
        key(
            "listen",
            "an IP address and a port, such as \"127.0.0.1:9090\", or \"\"",
        ),
        key("token", "a text of 16 visible characters or more, or \"\""),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        if let Some(token) = &self.token {
            let text = token.expose();
            let good = text.len() >= 16 && text.bytes().all(|b| b.is_ascii_graphic());
            faults.unless(good, "token", || {
                "is too short or has other characters".to_owned()
            });
        }
    }
}
