//! The tables of the access room, one file each.

pub mod groups;
pub mod openings;
pub mod products;
pub mod rights;
