//! The tables of `access`, one file each. Only this module uses them.

pub mod limits;
pub mod rights;
pub mod subjects;
