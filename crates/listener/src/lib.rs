//! An HTTP listener for servers that strangers can reach: it bounds what each client may hold.
//!
#![doc = include_str!("../README.md")]

mod body_memory;
mod certificate;
mod connection;
mod connection_limit;
mod connections;
mod head_time;
mod limits;
mod listener;
pub mod network;
pub mod peer;
mod ranks;
mod request;
mod request_body;
mod shutdown;
mod streams;
mod write_timeout;

pub use certificate::{Certificate, TlsError, read_chain};
pub use limits::Limits;
pub use listener::Listener;
pub use peer::{ClientAddress, Peer, Proxies};
pub use request::StreamedBody;
pub use shutdown::Shutdown;
