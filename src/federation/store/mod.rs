//! Providers and their identities in the database.

pub mod erasure;
pub mod links;
pub mod providers;
