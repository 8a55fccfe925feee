//! The listener through its public face, around routers of the tests' own.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::too_many_lines,
    reason = "a test stops at the first thing that is not as it must be"
)]

mod http1;
mod http2;
mod idle;
mod proxies;
mod shutdown;
mod support;
mod tls;
