//! The running server.

mod background;
mod bounds;
mod http2;
mod stop;
mod support;
mod tls;
