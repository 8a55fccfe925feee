//! What the clients of a listener may hold, and for how long.

use std::time::Duration;

/// The limits of a listener. `README.md` says what happens beyond each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Open connections of all clients.
    pub max_connections: usize,
    /// Open connections of one address; trusted proxies have no such limit.
    pub max_connections_per_address: usize,
    /// Memory of requests whose bodies have not arrived, of all connections together, in bytes.
    pub body_memory: usize,
    /// The largest body that the application accepts, in bytes. The application refuses larger ones; a client behind a
    /// trusted proxy may hold at least this much of `body_memory`.
    pub body_limit: usize,
    /// Head of a request, in bytes: over HTTP/1.1 as sent, over HTTP/2 the size of the header list (RFC 9113 section
    /// 6.5.2).
    pub header_limit: usize,
    /// Header lines of a request.
    pub header_count: usize,
    /// Time for a TLS handshake and for the head of a request, and between two parts of a body.
    pub header_timeout: Duration,
    /// How long a connection may wait for its next request.
    pub idle_timeout: Duration,
    /// How long a client may read nothing of a response.
    pub write_timeout: Duration,
    /// Time for active requests to finish during a shutdown.
    pub shutdown_grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_connections: 4096,
            max_connections_per_address: 512,
            body_memory: 12 * 1024 * 1024,
            body_limit: 1024 * 1024,
            header_limit: 32 * 1024,
            header_count: 100,
            header_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(75),
            write_timeout: Duration::from_secs(30),
            shutdown_grace: Duration::from_secs(20),
        }
    }
}

impl Limits {
    /// The memory that one network behind trusted proxies may hold: an eighth of `body_memory`, but at least one whole
    /// request with `window` bytes that are not read.
    pub(crate) fn body_memory_behind_proxy(&self, window: usize) -> usize {
        let request = self.body_limit + self.header_limit + window;
        (self.body_memory / 8).max(request)
    }
}
