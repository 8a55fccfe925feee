//! The bridge for applications of the old kind.

mod launch;
