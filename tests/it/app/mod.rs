//! The running server.

mod background;
mod base_path;
mod bounds;
mod doors;
// Tests begin in the order of their names. The floods take longest, so their module is an early one.
mod floods;
mod http2;
mod idle;
mod probes;
mod stop;
mod support;
pub mod tls;
