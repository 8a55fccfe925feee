//! The client's address: the connection's peer, or the client that a trusted proxy reports.
//!
//! Only `X-Forwarded-For` is used, and only from a trusted proxy. The other forwarded headers are ignored: a server
//! knows its own address (attack 12).

use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    sync::{Arc, OnceLock},
};

use axum::extract::{FromRequestParts, Request};
use hyper::{HeaderMap, http::request::Parts};
use ipnet::IpNet;

use crate::network::network;

/// The other end of the TCP connection; the listener adds it to each request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub SocketAddr);

/// The address for limits and audit entries: the peer's, or the one that a trusted proxy reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl std::fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The trusted proxies, and the first untrusted peers that sent a forwarded header.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    trusted: Arc<[IpNet]>,
    strangers: Arc<Strangers>,
}

/// The first untrusted peer of a private network and the first of the internet. They are kept apart because anybody on
/// the internet can send the header; that must not hide a proxy that nobody named, which nearly always has a
/// private address.
#[derive(Debug, Default)]
struct Strangers {
    near: OnceLock<IpAddr>,
    far: OnceLock<IpAddr>,
}

impl Proxies {
    /// Trusts the peers within `trusted`.
    pub fn new(trusted: &[IpNet]) -> Self {
        Self {
            trusted: trusted.into(),
            strangers: Arc::default(),
        }
    }

    /// True when forwarded headers of this peer are used.
    pub fn trusts(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.trusted.iter().any(|network| network.contains(&peer))
    }

    /// The first untrusted peer that sent a forwarded header, preferably one of a private network. It is usually a
    /// proxy that nobody named, so that all its clients appear as one address.
    pub fn stranger(&self) -> Option<IpAddr> {
        let Strangers { near, far } = &*self.strangers;
        near.get().or_else(|| far.get()).copied()
    }

    /// The client's address: reads the entries of `X-Forwarded-For` from the right; the first address that is not a
    /// trusted proxy is the client.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.trusts(peer) {
            self.notice(peer, headers);
            return peer;
        }
        let mut client = peer;
        let lines = headers.get_all("x-forwarded-for");
        let entries = lines
            .iter()
            .rev()
            .flat_map(|line| line.to_str().unwrap_or("?").rsplit(','));
        for entry in entries {
            // An unreadable entry ends the search: everything left of it may be forged.
            let Some(hop) = read_hop(entry.trim()) else {
                break;
            };
            client = hop;
            if !self.trusts(hop) {
                break;
            }
        }
        client
    }

    /// The network of the client that a trusted proxy reports; none for another peer.
    pub fn network_behind(&self, peer: IpAddr, headers: &HeaderMap) -> Option<String> {
        self.trusts(peer)
            .then(|| network(self.client(peer, headers)))
    }

    fn notice(&self, peer: IpAddr, headers: &HeaderMap) {
        let forwarded = [
            "x-forwarded-for",
            "x-forwarded-proto",
            "x-forwarded-host",
            "forwarded",
        ];
        let first = if is_near(peer) {
            &self.strangers.near
        } else {
            &self.strangers.far
        };
        if first.get().is_none()
            && forwarded.iter().any(|name| headers.contains_key(*name))
            && first.set(peer).is_ok()
        {
            tracing::warn!(
                %peer,
                "a forwarded header came from a peer that is no trusted proxy, so it was ignored; if that is your proxy, \
                 name it in trusted_proxies: all people behind it count as one"
            );
        }
    }
}

/// True for an address of this machine or of a private network.
fn is_near(peer: IpAddr) -> bool {
    match peer {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// One entry of `X-Forwarded-For`: an address, with a port or brackets as some proxies write it.
fn read_hop(entry: &str) -> Option<IpAddr> {
    let bare = entry
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(entry);
    let address = bare.parse().ok();
    let address = address.or_else(|| entry.parse().ok().map(|socket: SocketAddr| socket.ip()));
    address.map(|ip: IpAddr| ip.to_canonical())
}

/// Adds the [`ClientAddress`] to a request.
pub fn locate(proxies: &Proxies, request: &mut Request) {
    let client = proxies.client(peer_of(request.extensions()), request.headers());
    request.extensions_mut().insert(ClientAddress(client));
}

/// The peer's address; a request without a listener (in a test) counts as local.
pub fn peer_of(extensions: &hyper::http::Extensions) -> IpAddr {
    let peer = extensions.get::<Peer>();
    peer.map_or(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), |peer| {
        peer.0.ip()
    })
}

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let located = parts.extensions.get::<Self>().copied();
        Ok(located.unwrap_or_else(|| Self(peer_of(&parts.extensions))))
    }
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn client(trusted: &[&str], peer: &str, forwarded: &[&'static str]) -> String {
        let trusted: Vec<IpNet> = trusted.iter().map(|net| net.parse().unwrap()).collect();
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        Proxies::new(&trusted)
            .client(peer.parse().unwrap(), &headers)
            .to_string()
    }

    /// Attack 12: a forwarded header of an untrusted peer has no effect.
    #[test]
    fn untrusted_peers_are_not_believed() {
        assert_eq!(client(&[], "203.0.113.9", &["10.0.0.1"]), "203.0.113.9");
        assert_eq!(
            client(&["10.0.0.0/8"], "203.0.113.9", &["10.0.0.1"]),
            "203.0.113.9"
        );
    }

    #[test]
    fn the_walk_goes_from_the_right_and_ends_at_the_first_untrusted_hop() {
        let trusted = &["10.0.0.0/8", "fd00::/8"];
        for (forwarded, expected) in [
            (&["198.51.100.7"][..], "198.51.100.7"),
            (&["1.1.1.1, 198.51.100.7"], "198.51.100.7"),
            (&["198.51.100.7, 10.0.0.2"], "198.51.100.7"),
            (&["1.1.1.1", "198.51.100.7, 10.0.0.2"], "198.51.100.7"),
            (&["198.51.100.7:4711"], "198.51.100.7"),
            (&["[2001:db8::1]:443, fd00::2"], "2001:db8::1"),
            (&["[2001:db8::1]"], "2001:db8::1"),
            (&["::ffff:198.51.100.7"], "198.51.100.7"),
            (&["198.51.100.7, unknown, 10.0.0.2"], "10.0.0.2"),
            (&["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
            (&[""], "10.0.0.1"),
            (&[], "10.0.0.1"),
        ] {
            assert_eq!(
                client(trusted, "10.0.0.1", forwarded),
                expected,
                "{forwarded:?}"
            );
        }
        assert_eq!(
            client(trusted, "::ffff:10.0.0.1", &["198.51.100.7"]),
            "198.51.100.7"
        );
    }

    #[test]
    fn the_first_stranger_with_a_forwarded_header_is_remembered() {
        let proxies = Proxies::new(&[]);
        let plain = HeaderMap::new();
        proxies.client("203.0.113.1".parse().unwrap(), &plain);
        assert_eq!(proxies.stranger(), None);
        let mut headers = HeaderMap::new();
        headers.insert("forwarded", HeaderValue::from_static("for=1.1.1.1"));
        proxies.client("203.0.113.2".parse().unwrap(), &headers);
        proxies.client("203.0.113.3".parse().unwrap(), &headers);
        assert_eq!(proxies.stranger().unwrap().to_string(), "203.0.113.2");
        for near in ["::ffff:10.0.0.5", "fd00::5", "127.0.0.1"] {
            proxies.client(near.parse().unwrap(), &headers);
            assert_eq!(proxies.stranger().unwrap().to_string(), "10.0.0.5");
        }
    }
}
