//! The database seam on both engines.

mod changes;
mod drivers;
mod lists;
mod plans;
mod reads;
pub mod statements;
mod walks;
mod writes;
