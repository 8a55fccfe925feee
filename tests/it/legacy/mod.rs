//! The bridge for applications of the old kind.

mod corporate;
mod cors;
mod launch;
mod sign_in_flow;
