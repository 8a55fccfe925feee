//! The running server: its startup, its routes, its listener and its shutdown.

pub mod background;
mod base_path;
pub mod erasure;
pub mod key_trail;
pub mod listener;
pub mod probes;
pub mod request_layer;
pub mod router;
pub mod signals;
pub mod start;
mod start_error;
