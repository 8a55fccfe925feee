//! The database seam on both engines (design 6).

mod statements;
mod writes;
