//! Passkeys (WebAuthn): what browsers are asked, which answers are believed, and the keys of each account. Only this module
//! uses webauthn-rs.
//!
//! - `relying_party.rs`: the name that keys are bound to, and what is asked and believed under it;
//! - `sealed_challenge.rs`: what was asked, sealed, so that asking stores nothing;
//! - `passkey.rs`: a key of an account;
//! - `makers.rs`: who makes keys, by their model;
//! - `registration.rs`: a new key;
//! - `authentication.rs`: a sign-in with a key;
//! - `changes.rs`: names, removal, and the offer of a first key.

mod authentication;
mod changes;
mod error;
mod makers;
mod passkey;
mod registration;
mod relying_party;
mod sealed_challenge;
mod store;

pub use authentication::{Found, Purpose, Shown, find, settle};
pub use changes::{is_offer_due, list, offer, remove, rename, under_another_name};
pub use error::{PasskeyError, PasskeyRefusal, PasskeySettingError};
pub use passkey::Passkey;
pub use registration::{MOST_KEYS, Registered, Wanted, add};
pub use relying_party::{Asked, RelyingParty};
pub use sealed_challenge::{LIFETIME, Place};
pub use store::erasure::erase as erase_person;

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    ("passkeys/store/erasure.rs", store::erasure::STATEMENTS),
    ("passkeys/store/keys.rs", store::keys::STATEMENTS),
];
