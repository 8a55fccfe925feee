//! The running server: its listener, its parts put together, and its end.

pub mod arrival;
pub mod background;
pub mod key_trail;
mod patience;
mod places;
pub mod probes;
pub mod router;
pub mod serve;
pub mod shutdown;
pub mod start;
pub mod tls;
mod under_way;
