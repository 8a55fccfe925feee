//! The database seam on both engines (design 6).

mod changes;
mod lists;
mod statements;
mod writes;
