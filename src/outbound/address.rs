//! Decides which IP addresses belong to the public internet, where requests to registered URLs may go.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// True when `address` is globally reachable unicast: not private, loopback, link-local (including cloud metadata),
/// shared, documentation, benchmark, multicast or reserved (IANA special purpose registries, RFC 6890), nor another
/// encoding of such an address (attack 39).
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

/// Unwraps an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2).
pub(super) fn uncoated(address: IpAddr) -> IpAddr {
    address.to_canonical()
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = match a {
        0 | 10 | 127 => true,
        100 => (64..128).contains(&b), // shared address space, RFC 6598
        168 => address == Ipv4Addr::new(168, 63, 129, 16), // Azure's host agent
        169 => b == 254,
        172 => (16..32).contains(&b),
        192 => matches!((b, c), (0, 0 | 2) | (88, 99) | (168, _)),
        198 => matches!(b, 18 | 19) || (b, c) == (51, 100),
        203 => (b, c) == (0, 113),
        _ => a >= 224, // multicast, reserved, broadcast
    };
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(mapped) = address.to_ipv4_mapped() {
        return is_public_v4(mapped);
    }
    let [first, second, ..] = address.segments();
    if address
        .octets()
        .starts_with(&[0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0])
    {
        return is_public_v4(last_four(address)); // NAT64, RFC 6052
    }
    let global = first & 0xe000 == 0x2000;
    let special = match first {
        // IETF protocols with Teredo (RFC 4380) and benchmarking; documentation (RFC 3849).
        0x2001 => second < 0x200 || second == 0xdb8,
        0x2002 => true,            // 6to4 carries any IPv4 address, RFC 7526
        0x3fff => second < 0x1000, // documentation, RFC 9637
        _ => false,
    };
    global && !special
}

fn last_four(address: Ipv6Addr) -> Ipv4Addr {
    let [.., a, b, c, d] = address.octets();
    Ipv4Addr::new(a, b, c, d)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attack 39: every special range at its limits, in each encoding.
    #[test]
    fn attack_39_special_ranges_are_not_public() {
        let special = [
            "0.0.0.0",
            "0.255.255.255",
            "10.0.0.1",
            "100.64.0.1",
            "100.100.100.200",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "168.63.129.16",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "::ffff:0:127.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:1ff::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ];
        for text in special {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
        let public = [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.1",
            "100.63.255.255",
            "100.128.0.0",
            "128.0.0.1",
            "168.63.129.17",
            "169.253.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "192.167.0.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "2001:4860:4860::8888",
            "2600::1",
            "2a00:1450::1",
            "::ffff:1.1.1.1",
            "64:ff9b::1.1.1.1",
        ];
        for text in public {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
    }
}
