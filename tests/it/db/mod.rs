//! The database seam on both engines (design 6).

mod changes;
mod statements;
mod writes;
