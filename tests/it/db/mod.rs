//! The database seam on both engines (design 6).

mod changes;
mod drivers;
mod lists;
mod plans;
mod reads;
pub mod statements;
mod walks;
mod writes;
