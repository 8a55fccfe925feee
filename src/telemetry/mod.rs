//! What an operator sees of a running server: log, metrics and probes.

pub mod access;
pub mod foreign;
pub mod log;
pub mod metrics;
