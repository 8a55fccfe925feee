//! The running server: its startup, its listener and its shutdown.

mod active_requests;
pub mod arrival;
mod arriving;
pub mod background;
mod base_path;
mod connection_limit;
mod exchange;
mod head_time;
pub mod key_trail;
mod open_connections;
pub mod probes;
mod ranks;
pub mod router;
pub mod serve;
pub mod shutdown;
pub mod start;
pub mod tls;
mod write_timeout;
