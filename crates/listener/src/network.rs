//! Which addresses count as one: a client of IPv6 has a whole network.

use std::net::IpAddr;

/// The unit that counts as one address: an IPv4 address, or the /64 network of an IPv6 address.
pub fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

/// The /56 and the /48 network of an IPv6 address. Homes and companies get these: they contain 256 or 65,536 of the
/// units of [`network`]. `None` for IPv4.
pub fn wider_networks(address: IpAddr) -> Option<[String; 2]> {
    let IpAddr::V6(address) = address.to_canonical() else {
        return None;
    };
    let [a, b, c, d, ..] = address.segments();
    let site = d & 0xff00;
    Some([
        format!("{a:x}:{b:x}:{c:x}:{site:x}::/56"),
        format!("{a:x}:{b:x}:{c:x}::/48"),
    ])
}

/// All networks of an address, the widest first: /48, /56 and /64 of IPv6, /24 and the address itself of IPv4.
pub fn nested_networks(address: IpAddr) -> Vec<String> {
    let narrowest = network(address);
    match (wider_networks(address), address.to_canonical()) {
        (None, IpAddr::V4(four)) => {
            let [a, b, c, _] = four.octets();
            vec![format!("{a}.{b}.{c}.0/24"), narrowest]
        }
        (wider, _) => {
            let wider = wider.into_iter().flatten().rev();
            wider.chain([narrowest]).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv6_counts_by_network_and_mapped_ipv4_as_ipv4() {
        let of = |text: &str| network(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.7"), of("192.0.2.7"));
        assert_ne!(of("192.0.2.7"), of("192.0.2.8"));
    }

    #[test]
    fn ipv6_has_wider_networks_too() {
        let of = |text: &str| wider_networks(text.parse().unwrap());
        let expected = ["2001:db8:1:200::/56", "2001:db8:1::/48"].map(str::to_owned);
        assert_eq!(of("2001:db8:1:2ff::9"), Some(expected));
        assert_eq!(of("192.0.2.7"), None);
        assert_eq!(of("::ffff:192.0.2.7"), None);
    }
}
