//! The bridge for applications of the old kind.

mod corporate;
mod cors;
mod journey;
mod launch;
