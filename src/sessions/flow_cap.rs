//! Limits the sign-in flows that strangers may store, and says which networks a flow counts for (decision 0031).

use std::net::{IpAddr, Ipv4Addr};

use atrium_listener::network::{network, wider_networks};

use crate::config::LimitsConfig;
use crate::random::hashed;

/// The most bytes that one flow may store: the longest request, with the quotes that JSON in it needs.
pub const LARGEST: usize = 40 * 1024;

/// The most flows that nobody holds, and the most bytes of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowCap {
    pub flows: i64,
    pub bytes: i64,
}

impl From<&LimitsConfig> for FlowCap {
    fn from(config: &LimitsConfig) -> Self {
        Self {
            flows: i64::from(config.kept_sign_in_flows),
            bytes: i64::from(config.kept_sign_in_flows_mib) << 20,
        }
    }
}

/// Where a sign-in flow began. Within a full table the heaviest of the widest networks gives up a flow, and in it the
/// heaviest narrower one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowSource {
    pub(super) network: String,
    pub(super) wider: Option<String>,
    pub(super) widest: Option<String>,
}

impl FlowSource {
    /// The networks of `address`: of IPv6 the /64, the /56 and the /48, of IPv4 the address and the /24. These are the
    /// networks of a machine or home, of a site, and the smallest that providers assign or announce. Wider ones would
    /// join millions of people who share nothing but a provider.
    ///
    /// A browser whose cookie proves an earlier sign-in counts alone, so its neighbours do not push out its flows.
    pub fn of(address: IpAddr, known_browser: Option<&str>) -> Self {
        if let Some(browser) = known_browser {
            return Self {
                network: format!("browser {}", hashed(browser)),
                wider: None,
                widest: None,
            };
        }
        let own = network(address);
        match (address.to_canonical(), wider_networks(address)) {
            (_, Some([site, widest])) => Self {
                network: own,
                wider: Some(site),
                widest: Some(widest),
            },
            (IpAddr::V4(address), None) => Self {
                network: own,
                wider: None,
                widest: Some(block(address)),
            },
            (IpAddr::V6(_), None) => Self {
                network: own,
                wider: None,
                widest: None,
            },
        }
    }
}

/// The /24 network of an address.
fn block(address: Ipv4Addr) -> String {
    let [a, b, c, _] = address.octets();
    format!("{a}.{b}.{c}.0/24")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flow_counts_for_each_network_of_its_address() {
        let of = |address: &str| {
            let FlowSource {
                network,
                wider,
                widest,
            } = FlowSource::of(address.parse().unwrap(), None);
            [Some(network), wider, widest].map(Option::unwrap_or_default)
        };
        assert_eq!(of("192.0.2.7"), ["192.0.2.7", "", "192.0.2.0/24"]);
        assert_eq!(of("::ffff:192.0.2.7"), of("192.0.2.7"));
        assert_eq!(
            of("2001:db8:1:2ff::9"),
            [
                "2001:db8:1:2ff::/64",
                "2001:db8:1:200::/56",
                "2001:db8:1::/48"
            ]
        );
        let address = "192.0.2.7".parse().unwrap();
        let known = FlowSource::of(address, Some("a browser"));
        assert!(known.network.starts_with("browser ") && known.widest.is_none());
        assert!(!known.network.contains("a browser"));
    }
}
