//! Passkeys in the database.

pub mod keys;
