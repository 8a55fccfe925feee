//! Providers and their identities in the database.

pub mod links;
pub mod providers;
