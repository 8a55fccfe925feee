//! `[server]`: listener, public address, TLS, proxies and the limits of a request.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use ipnet::IpNet;
use serde::Deserialize;

use super::{
    PublicUrl, duration,
    fault::SectionFaults,
    key::{Key, key},
    optional,
    section::Section,
};

/// Listener, public address, TLS and the limits of a request.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServerConfig {
    /// Address and port to listen on; port 0 means any free one.
    pub listen: SocketAddr,
    /// The issuer and the beginning of every link.
    pub public_url: PublicUrl,
    /// Certificate chain in PEM; with it Atrium serves https itself.
    #[serde(deserialize_with = "optional::read")]
    pub tls_cert: Option<PathBuf>,
    /// Private key of the certificate in PEM.
    #[serde(deserialize_with = "optional::read")]
    pub tls_key: Option<PathBuf>,
    /// Networks of the trusted proxies, whose forwarded headers are used.
    #[serde(deserialize_with = "networks")]
    pub trusted_proxies: Vec<IpNet>,
    /// Most open connections. For a further one, the network with the most gives one up.
    pub max_connections: usize,
    /// Most open connections of one address; trusted proxies have no such limit.
    pub max_connections_per_address: usize,
    /// Most memory of requests whose bodies have not arrived, of all connections together, in bytes. For more, the network
    /// with the most loses a connection.
    pub body_memory: usize,
    /// Largest body of a request, in bytes; endpoints that accept no files allow less.
    pub body_limit: usize,
    /// Largest head of a request, in bytes: over HTTP/1.1 as sent, over HTTP/2 the size of the header list (RFC 9113
    /// section 6.5.2).
    pub header_limit: usize,
    /// Most header lines of a request.
    pub header_count: usize,
    /// Time limit for receiving the head of a request, and between two parts of a body.
    #[serde(deserialize_with = "duration::read")]
    pub header_timeout: Duration,
    /// How long a connection may wait for its next request. Longer than proxies keep theirs, so that they close first.
    #[serde(deserialize_with = "duration::read")]
    pub idle_timeout: Duration,
    /// How long a client may read nothing of a response before the connection is closed.
    #[serde(deserialize_with = "duration::read")]
    pub write_timeout: Duration,
    /// Time limit for reading and answering a request.
    #[serde(deserialize_with = "duration::read")]
    pub request_timeout: Duration,
    /// Time between "not ready" and the end of listening, in which load balancers notice.
    #[serde(deserialize_with = "duration::read")]
    pub drain: Duration,
    /// Time for active requests to finish during a shutdown.
    #[serde(deserialize_with = "duration::read")]
    pub shutdown_grace: Duration,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            public_url: PublicUrl::local_default(),
            tls_cert: None,
            tls_key: None,
            trusted_proxies: Vec::new(),
            max_connections: 4096,
            max_connections_per_address: 512,
            body_memory: 12 * 1024 * 1024,
            body_limit: 1024 * 1024,
            header_limit: 32 * 1024,
            header_count: 100,
            header_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(75),
            write_timeout: Duration::from_secs(30),
            request_timeout: Duration::from_secs(30),
            drain: Duration::ZERO,
            shutdown_grace: Duration::from_secs(20),
        }
    }
}

impl ServerConfig {
    /// The setting that makes the server reachable from other machines, and its value; `None` when both its public
    /// address and its listener are loopback.
    pub fn reached_by(&self) -> Option<(&'static str, String)> {
        if !self.public_url.is_loopback() {
            return Some(("server.public_url", self.public_url.to_string()));
        }
        let elsewhere = !self.listen.ip().to_canonical().is_loopback();
        elsewhere.then(|| ("server.listen", self.listen.to_string()))
    }
}

impl Section for ServerConfig {
    const NAME: &'static str = "server";
    const KEYS: &'static [Key] = &[
        key(
            "listen",
            "an IP address and a port, such as \"127.0.0.1:8080\" or \"[::]:8080\"",
        ),
        key(
            "public_url",
            "an https address (or http on localhost), perhaps with a plain path, without query, fragment or user, such as \
             \"https://sso.example.com\" or \"https://example.com/sso\"",
        ),
        key(
            "tls_cert",
            "the path of a PEM file, together with server.tls_key, or \"\"",
        ),
        key(
            "tls_key",
            "the path of a PEM file, together with server.tls_cert, or \"\"",
        ),
        key(
            "trusted_proxies",
            "a list of addresses or networks, such as [\"10.0.0.0/8\", \"::1\"]",
        ),
        key("max_connections", "a whole number from 16 to 1000000"),
        key(
            "max_connections_per_address",
            "a whole number from 8 to 1000000",
        ),
        key(
            "body_memory",
            "a number of bytes from 1048576 to 1073741824, at least twice server.body_limit",
        ),
        key("body_limit", "a number of bytes from 16384 to 33554432"),
        key("header_limit", "a number of bytes from 8192 to 1048576"),
        key("header_count", "a whole number from 32 to 1000"),
        key("header_timeout", "a span from \"1s\" to \"5m\""),
        key("idle_timeout", "a span from \"1s\" to \"10m\""),
        key("write_timeout", "a span from \"1s\" to \"10m\""),
        key("request_timeout", "a span from \"1s\" to \"10m\""),
        key("drain", "a span from \"0s\" to \"5m\""),
        key("shutdown_grace", "a span from \"0s\" to \"10m\""),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        let pair = self.tls_cert.is_some() == self.tls_key.is_some();
        let missing = if self.tls_cert.is_none() {
            "tls_cert"
        } else {
            "tls_key"
        };
        faults.unless(pair, missing, || {
            "is not set, but its partner is".to_owned()
        });
        if self.tls_cert.is_some() {
            faults.unless(self.public_url.is_https(), "public_url", || {
                "is http, but server.tls_cert is set".to_owned()
            });
        }
        faults.number("max_connections", self.max_connections, 16, 1_000_000);
        faults.number(
            "max_connections_per_address",
            self.max_connections_per_address,
            8,
            1_000_000,
        );
        let memory = self.body_memory;
        faults.number("body_memory", memory, 1_048_576, 1_073_741_824);
        faults.unless(memory / 2 >= self.body_limit, "body_memory", || {
            format!("is {memory} with a body_limit of {}", self.body_limit)
        });
        faults.number("body_limit", self.body_limit, 16_384, 33_554_432);
        faults.number("header_limit", self.header_limit, 8_192, 1_048_576);
        faults.number("header_count", self.header_count, 32, 1_000);
        let (second, minute) = (Duration::from_secs(1), Duration::from_secs(60));
        faults.span("header_timeout", self.header_timeout, second, 5 * minute);
        faults.span("idle_timeout", self.idle_timeout, second, 10 * minute);
        faults.span("write_timeout", self.write_timeout, second, 10 * minute);
        faults.span("request_timeout", self.request_timeout, second, 10 * minute);
        faults.span("drain", self.drain, Duration::ZERO, 5 * minute);
        faults.span(
            "shutdown_grace",
            self.shutdown_grace,
            Duration::ZERO,
            10 * minute,
        );
    }
}

/// Deserialises networks; a single address is a network of one.
fn networks<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<IpNet>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    let read = |text: &String| {
        let network = text
            .parse()
            .or_else(|_| text.parse().map(|ip: std::net::IpAddr| ip.into()));
        network.map_err(|_| serde::de::Error::custom(format!("has the entry {text:?}")))
    };
    texts.iter().map(read).collect()
}
