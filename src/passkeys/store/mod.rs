//! Passkeys in the database.

pub mod erasure;
pub mod keys;
