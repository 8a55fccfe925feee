//! The legacy bridge: what exists only for applications that take a token in their address.

pub mod pages;
