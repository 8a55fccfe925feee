//! Identities of providers in the database.

pub mod links;
