//! A limit on the connections of one address, so that no client takes them all (attack 44).

use std::collections::HashMap;
use std::iter;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::{
    network::{network, wider_networks},
    peer::Proxies,
};

/// The open connections of each network, and how many it may have; cheap to clone.
#[derive(Clone)]
pub struct ConnectionLimit {
    /// Connections that one address may have.
    most: usize,
    /// Connections that a /56 or /48 network of IPv6 may have.
    most_of_larger: usize,
    /// Trusted proxies carry the requests of many clients, so they have no limit.
    proxies: Proxies,
    held: Arc<Mutex<HashMap<String, usize>>>,
}

/// The right to one connection; dropping it gives it back.
pub struct ConnectionPermit {
    limit: ConnectionLimit,
    networks: Vec<String>,
}

impl ConnectionLimit {
    /// At most `most` of `all` connections for each address that is not one of `proxies`, and half of all
    /// for a /56 or /48 network of IPv6.
    pub fn new(most: usize, all: usize, proxies: Proxies) -> Self {
        Self {
            most,
            most_of_larger: most.max(all / 2),
            proxies,
            held: Arc::default(),
        }
    }

    /// The widest network that counts a connection from `peer`; `None` for a trusted proxy.
    pub fn network_of(&self, peer: IpAddr) -> Option<String> {
        let counted = !self.proxies.trusts(peer);
        counted.then(|| networks(peer).pop()).flatten()
    }

    /// A permit for a connection from `peer`; `None` when its address or network is at its limit.
    pub fn take(&self, peer: IpAddr) -> Option<ConnectionPermit> {
        let networks = if self.proxies.trusts(peer) {
            Vec::new()
        } else {
            networks(peer)
        };
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |(at, network): (usize, &String)| {
            let most = if at == 0 {
                self.most
            } else {
                self.most_of_larger
            };
            held.get(network).is_some_and(|count| *count >= most)
        };
        if networks.iter().enumerate().any(full) {
            return None;
        }
        for network in &networks {
            *held.entry(network.clone()).or_default() += 1;
        }
        drop(held);
        Some(ConnectionPermit {
            limit: self.clone(),
            networks,
        })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let held = &self.limit.held;
        let mut held = held.lock().unwrap_or_else(PoisonError::into_inner);
        for network in &self.networks {
            if let Some(count) = held.get_mut(network) {
                *count -= 1;
                if *count == 0 {
                    held.remove(network);
                }
            }
        }
    }
}

/// The networks that count a connection from `peer`: its address first, then those around it.
fn networks(peer: IpAddr) -> Vec<String> {
    let wider = wider_networks(peer).into_iter().flatten();
    iter::once(network(peer)).chain(wider).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// Attack 44, many sockets: each address has its share. A /64 network counts as one address. A trusted
    /// proxy is limited by the total alone.
    #[test]
    fn each_address_has_a_share() {
        let proxy = "10.0.0.5/32".parse().unwrap();
        let limit = ConnectionLimit::new(2, 100, Proxies::new(&[proxy]));
        let first = limit.take(ip("192.0.2.1"));
        let second = limit.take(ip("::ffff:192.0.2.1"));
        assert!(first.is_some() && second.is_some());
        assert!(limit.take(ip("192.0.2.1")).is_none());
        let other = limit.take(ip("192.0.2.2"));
        assert!(other.is_some());
        drop(first);
        assert!(limit.take(ip("192.0.2.1")).is_some());

        let in_network = [limit.take(ip("2001:db8::1")), limit.take(ip("2001:db8::2"))];
        assert!(in_network.iter().all(Option::is_some));
        assert!(limit.take(ip("2001:db8::ffff:3")).is_none());
        assert!(limit.take(ip("2001:db8:0:1::3")).is_some());

        let of_proxy: Vec<_> = (0..10).map(|_| limit.take(ip("10.0.0.5"))).collect();
        assert!(of_proxy.iter().all(Option::is_some));
        drop((second, other, in_network, of_proxy));
        assert!(limit.held.lock().unwrap().is_empty(), "nothing is kept");
    }

    /// Attack 44: a /56 or /48 network has 256 or 65,536 shares, and still leaves half of all connections to others.
    #[test]
    fn a_large_network_takes_half_of_all_at_most() {
        let limit = ConnectionLimit::new(2, 10, Proxies::new(&[]));
        let mut held = Vec::new();
        for n in 0..5 {
            let permit = limit.take(ip(&format!("2001:db8:7:10{n}::1")));
            held.push(permit.expect("a permit within the half"));
        }
        assert!(limit.take(ip("2001:db8:7:1ff::1")).is_none(), "its /56");
        assert!(limit.take(ip("2001:db8:7:2ff::1")).is_none(), "its /48");
        assert!(limit.take(ip("2001:db8:8::1")).is_some());
        assert!(limit.take(ip("192.0.2.1")).is_some());
        held.pop();
        let last = limit.take(ip("2001:db8:7:2ff::1"));
        assert!(last.is_some());
        drop((held, last));
        assert!(limit.held.lock().unwrap().is_empty(), "nothing is kept");

        let one = ConnectionLimit::new(8, 10, Proxies::new(&[]));
        let all: Vec<_> = (0..8).map(|_| one.take(ip("2001:db8::1"))).collect();
        assert!(
            all.iter().all(Option::is_some),
            "an address has its own share"
        );
    }
}
