//! The running server.

mod background;
mod bounds;
mod stop;
mod support;
mod tls;
