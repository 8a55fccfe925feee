//! What an operator sees of a running server: log lines, figures and the answers to probes.

pub mod access;
pub mod log;
pub mod metrics;
