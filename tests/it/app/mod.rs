//! The running server.

mod bounds;
mod stop;
mod support;
mod tls;
