//! The bridge for applications of the old kind.

mod cors;
mod journey;
mod launch;
