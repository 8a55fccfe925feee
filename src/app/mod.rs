//! The running server: its listener, its parts put together, and its end.

pub mod serve;
pub mod shutdown;
pub mod tls;
