//! The bridge for legacy applications.

mod asked_first;
mod corporate;
mod cors;
mod launch;
mod sign_in_flow;
