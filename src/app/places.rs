//! How many connections one address holds, so that none takes every place (attack 44).

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, PoisonError},
};

use crate::http::peer::Proxies;

/// The connections of each address; cheap to clone.
#[derive(Clone)]
pub struct Places {
    most: usize,
    /// Proxies speak for many people, so they have no share.
    proxies: Proxies,
    held: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// One connection's place, given back when it is dropped.
pub struct Place {
    places: Places,
    address: Option<IpAddr>,
}

impl Places {
    /// At most `most` connections for each address that is not one of `proxies`.
    pub fn new(most: usize, proxies: Proxies) -> Self {
        Self {
            most,
            proxies,
            held: Arc::default(),
        }
    }

    /// A place for a connection from `peer`; `None` when its address has as many as it may.
    pub fn take(&self, peer: IpAddr) -> Option<Place> {
        let address = (!self.proxies.trusts(peer)).then(|| network(peer));
        if let Some(address) = address {
            let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            let count = held.entry(address).or_default();
            if *count >= self.most {
                return None;
            }
            *count += 1;
        }
        Some(Place {
            places: self.clone(),
            address,
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(address) = self.address else {
            return;
        };
        let held = &self.places.held;
        let mut held = held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                held.remove(&address);
            }
        }
    }
}

/// What counts as one address: an IPv4 address, or the /64 network that an IPv6 customer is given.
fn network(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(v6) => {
            let network = v6.to_bits() & (u128::MAX << 64);
            Ipv6Addr::from_bits(network).into()
        }
        IpAddr::V4(v4) => v4.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// Attack 44, many sockets: each address has its share, a /64 network is one address, and a
    /// trusted proxy has no limit but the whole.
    #[test]
    fn each_address_has_a_share() {
        let proxy = "10.0.0.5/32".parse().unwrap();
        let places = Places::new(2, Proxies::new(&[proxy]));
        let first = places.take(ip("192.0.2.1"));
        let second = places.take(ip("::ffff:192.0.2.1"));
        assert!(first.is_some() && second.is_some());
        assert!(places.take(ip("192.0.2.1")).is_none());
        let other = places.take(ip("192.0.2.2"));
        assert!(other.is_some());
        drop(first);
        assert!(places.take(ip("192.0.2.1")).is_some());

        let in_network = [
            places.take(ip("2001:db8::1")),
            places.take(ip("2001:db8::2")),
        ];
        assert!(in_network.iter().all(Option::is_some));
        assert!(places.take(ip("2001:db8::ffff:3")).is_none());
        assert!(places.take(ip("2001:db8:0:1::3")).is_some());

        let of_proxy: Vec<_> = (0..10).map(|_| places.take(ip("10.0.0.5"))).collect();
        assert!(of_proxy.iter().all(Option::is_some));
        drop((second, other, in_network, of_proxy));
        assert!(places.held.lock().unwrap().is_empty(), "nothing is kept");
    }
}
