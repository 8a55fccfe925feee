//! `[outbound]`: which servers Atrium itself may call.

use std::path::PathBuf;

use serde::Deserialize;

use super::{
    fault::SectionFaults,
    key::{Key, key},
    optional,
    section::Section,
};

/// Which servers Atrium itself may call.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OutboundConfig {
    /// Private hosts (`host` or `host:port`) and networks that may be called; all other private ones are refused.
    pub allow: Vec<String>,
    /// Additional trusted certificate authorities, in PEM.
    #[serde(deserialize_with = "optional::read")]
    pub ca_file: Option<PathBuf>,
}

impl Section for OutboundConfig {
    const NAME: &'static str = "outbound";
    const KEYS: &'static [Key] = &[
        key(
            "allow",
            "a list of hosts, host:port pairs or networks, such as [\"crm.lan\", \"10.1.0.0/16\"]",
        ),
        key("ca_file", "the path of a PEM file, or \"\""),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        for entry in &self.allow {
            faults.unless(is_host_or_network(entry), "allow", || {
                format!("has the entry {entry:?}")
            });
        }
    }
}

fn is_host_or_network(entry: &str) -> bool {
    if entry.parse::<ipnet::IpNet>().is_ok() || entry.parse::<std::net::IpAddr>().is_ok() {
        return true;
    }
    let plain =
        !entry.contains(['/', '@', '?', '#', '*', '\\']) && !entry.contains(char::is_whitespace);
    plain && url::Url::parse(&format!("http://{entry}/")).is_ok_and(|url| url.host_str().is_some())
}
