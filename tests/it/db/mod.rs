//! The database seam on both engines.

mod drivers;
mod feed;
mod lists;
mod plans;
mod reads;
pub mod statements;
mod walks;
mod writes;
