//! The running server.

mod background;
mod bounds;
mod doors;
mod floods;
mod http2;
mod probes;
mod stop;
mod support;
pub mod tls;
