//! The targets, by what comes from outside.

pub mod assertion;
pub mod authorize;
pub mod basic;
pub mod callback;
pub mod cookies;
pub mod csv;
pub mod cursor;
pub mod proof;
pub mod sealed;
pub mod upstream;
pub mod webauthn;
