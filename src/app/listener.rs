//! The server's listeners, with the settings of `[server]`.

use std::{io, net::SocketAddr};

use atrium_listener::{Certificate, Limits, Listener, Proxies, TlsError};

use crate::config::ServerConfig;

/// Why the server cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// The address is in use, not of this machine, or not permitted.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        address: SocketAddr,
        source: io::Error,
    },
    #[error(transparent)]
    Tls(#[from] TlsError),
}

/// Binds `server.listen`, with TLS if a certificate is set.
///
/// # Errors
/// The address cannot be bound, or the certificate cannot be used.
pub async fn bind(config: &ServerConfig) -> Result<Listener, ListenError> {
    let certificate = match (&config.tls_cert, &config.tls_key) {
        (Some(cert), Some(key)) => Some(Certificate::load(cert, key)?),
        _ => None,
    };
    let listener = bind_plain(config.listen, config).await?;
    Ok(match certificate {
        Some(certificate) => listener.with_tls(certificate)?,
        None => listener,
    })
}

/// Binds an address with the same limits and without TLS, for `/metrics`.
///
/// # Errors
/// The address cannot be bound.
pub async fn bind_plain(
    address: SocketAddr,
    config: &ServerConfig,
) -> Result<Listener, ListenError> {
    let proxies = Proxies::new(&config.trusted_proxies);
    Listener::bind(address, limits(config), proxies)
        .await
        .map_err(|source| ListenError::Bind { address, source })
}

fn limits(config: &ServerConfig) -> Limits {
    Limits {
        max_connections: config.max_connections,
        max_connections_per_address: config.max_connections_per_address,
        body_memory: config.body_memory,
        body_limit: config.body_limit,
        header_limit: config.header_limit,
        header_count: config.header_count,
        header_timeout: config.header_timeout,
        idle_timeout: config.idle_timeout,
        write_timeout: config.write_timeout,
        shutdown_grace: config.shutdown_grace,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The documented defaults of the listener are those of the settings.
    #[test]
    fn the_defaults_are_the_listeners() {
        assert_eq!(limits(&ServerConfig::default()), Limits::default());
    }

    /// Attack 44: every setting reaches the limit of its name.
    #[test]
    fn every_limit_has_its_setting() {
        let seconds = Duration::from_secs;
        let config = ServerConfig {
            max_connections: 1,
            max_connections_per_address: 2,
            body_memory: 3,
            body_limit: 4,
            header_limit: 5,
            header_count: 6,
            header_timeout: seconds(7),
            idle_timeout: seconds(8),
            write_timeout: seconds(9),
            shutdown_grace: seconds(10),
            ..ServerConfig::default()
        };
        let expected = Limits {
            max_connections: 1,
            max_connections_per_address: 2,
            body_memory: 3,
            body_limit: 4,
            header_limit: 5,
            header_count: 6,
            header_timeout: seconds(7),
            idle_timeout: seconds(8),
            write_timeout: seconds(9),
            shutdown_grace: seconds(10),
        };
        assert_eq!(limits(&config), expected);
    }
}
