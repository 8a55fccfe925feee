//! The private targets that an operator allows: `outbound.allow`.

use std::net::IpAddr;

use ipnet::IpNet;
use url::{Host, Url};

use super::address;
use super::error::OutboundError;

/// Hosts and networks that may be called although they are private.
#[derive(Debug, Clone, Default)]
pub(super) struct Allow {
    hosts: Vec<(Host, Option<u16>)>,
    networks: Vec<IpNet>,
}

impl Allow {
    /// Parses entries such as `crm.lan`, `crm.lan:8443`, `127.0.0.1:8081`, `10.1.2.3`, `10.1.0.0/16`.
    pub(super) fn parse<'a>(
        entries: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, OutboundError> {
        let mut allow = Self::default();
        for entry in entries {
            if let Ok(network) = entry.parse::<IpNet>() {
                allow.networks.push(network);
            } else if let Ok(address) = entry.parse::<IpAddr>() {
                allow.networks.push(IpNet::from(address));
            } else {
                allow.hosts.push(host(entry)?);
            }
        }
        Ok(allow)
    }

    /// True when an entry names this host (and port, if the entry has one).
    pub(super) fn names(&self, url: &Url) -> bool {
        let Some(host) = url.host() else { return false };
        let port = url.port_or_known_default();
        self.hosts
            .iter()
            .any(|(named, at)| *named == host && (at.is_none() || *at == port))
    }

    /// True when a host that no entry names may be reached at `address`.
    pub(super) fn reaches(&self, address: IpAddr) -> bool {
        address::is_public(address) || self.has_network_of(address)
    }

    /// True when `address` is in a network of the list.
    pub(super) fn has_network_of(&self, address: IpAddr) -> bool {
        let address = address::uncoated(address);
        self.networks
            .iter()
            .any(|network| network.contains(&address))
    }
}

fn host(entry: &str) -> Result<(Host, Option<u16>), OutboundError> {
    let url = Url::parse(&format!("http://{entry}/")).map_err(|_| OutboundError::Address)?;
    let plain = url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    let has_port = entry.rsplit_once(':').is_some_and(|(_, port)| {
        !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())
    }) && !entry.ends_with(']');
    let port = if has_port {
        url.port_or_known_default()
    } else {
        None
    };
    match url.host() {
        Some(host) if plain => Ok((host.to_owned(), port)),
        _ => Err(OutboundError::Address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_name_hosts_ports_and_networks() {
        let allow = Allow::parse([
            "crm.lan",
            "erp.lan:8443",
            "127.0.0.1:8081",
            "web.lan:80",
            "10.1.0.0/16",
            "fd12::1",
            "[::1]:9",
        ])
        .unwrap();
        let names = |url: &str| allow.names(&Url::parse(url).unwrap());
        for yes in [
            "http://crm.lan/",
            "https://CRM.lan:99/",
            "https://erp.lan:8443/",
            "http://127.0.0.1:8081/x",
            "http://web.lan/",
            "http://[::1]:9/",
        ] {
            assert!(names(yes), "{yes}");
        }
        for no in [
            "https://erp.lan/",
            "http://127.0.0.1:8082/",
            "https://crm.lan.evil.test/",
            "https://web.lan/",
            "http://[::1]/",
            "https://xcrm.lan/",
        ] {
            assert!(!names(no), "{no}");
        }
        let reaches = |ip: &str| allow.reaches(ip.parse().unwrap());
        assert!(reaches("10.1.2.3") && reaches("::ffff:10.1.2.3") && reaches("fd12::1"));
        assert!(reaches("1.1.1.1"));
        assert!(!reaches("10.2.2.3") && !reaches("fd12::2") && !reaches("127.0.0.1"));
    }

    #[test]
    fn entries_that_are_no_host_are_refused() {
        for bad in [
            "",
            "http://crm.lan",
            "a b",
            "crm.lan/x",
            "u@crm.lan",
            "crm.lan?x",
            "10.1.0.0/99",
        ] {
            assert!(Allow::parse([bad]).is_err(), "{bad}");
        }
    }
}
