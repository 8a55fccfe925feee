//! The bridge for legacy applications.

mod corporate;
mod cors;
mod launch;
mod sign_in_flow;
