//! The integration tests, in the folders of `src`. They start the production server with a fixed clock, a new database
//! on each engine, and settings as values.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::too_many_lines,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test stops at the first thing that is not as it must be"
)]

mod access;
mod api;
mod app;
mod audit;
mod cli;
mod clients;
mod crash;
mod db;
mod directory;
mod geo;
mod house;
mod jobs;
mod keys;
mod legacy;
mod limits;
mod mail;
mod oidc;
mod outbound;
mod pages;
mod passkeys;
mod portal;
mod signin;
mod stores;
mod support;
mod telemetry;
