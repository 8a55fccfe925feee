//! The bridge for legacy applications.

mod asked_first;
mod corporate;
mod cors;
mod launch;
mod open;
mod sign_in_flow;
