//! The corporate identity: OpenID providers that people of the group sign in with.
//!
//! - `provider.rs`: a provider, and where its answers lead;
//! - `stored.rs`: providers that super administrators add;
//! - `changes.rs`: how they change, `provider_changes.rs`: what the audit trail says about it;
//! - `places.rs`: the agency and groups that they name;
//! - `registry.rs`: the providers that are offered now;
//! - `examination.rs`: whether a provider can be used;
//! - `known.rs`: its discovery document and keys;
//! - `discovery.rs`: how they are fetched;
//! - `ceremony.rs`: one trip of a browser to the provider and back;
//! - `icon.rs`: its icon;
//! - `identity.rs`: who came back;
//! - `claims.rs`: what it says about the person;
//! - `arrival.rs`: which account that is;
//! - `group_claim.rs`: which groups its claim gives;
//! - `links.rs`: identities that belong to accounts;
//! - `adding.rs`: what allows a trip from the account page;
//! - `newcomers.rs`: accounts for people who have none;
//! - `sign_out.rs`: signing out there;
//! - `logout_token.rs`: what a provider says when somebody signed out there.

mod adding;
mod arrival;
mod ceremony;
mod changes;
mod claims;
mod discovery;
mod error;
mod examination;
mod group_claim;
mod icon;
mod identity;
mod known;
mod links;
mod logout_token;
mod newcomers;
mod places;
mod provider;
mod provider_changes;
mod registry;
mod sign_out;
mod store;
mod stored;

pub use adding::Adding;
pub use arrival::{Arrival, Found, arrival};
pub use ceremony::{Asked, Callback, Ceremony};
pub use error::{FederationError, FederationSettingError};
pub use examination::{Checked, Outcome, Point};
pub use icon::{Icon, IconError};
pub use identity::{Identity, LinkedIdentity, Linking, TheirSignIn};
pub use links::{
    Added, add, arrives, find, in_use, link, of_account, of_provider, settle, unlink, unlink_new,
};
pub use logout_token::LogoutToken;
pub use newcomers::welcome_newcomer;
pub use provider::{Method, Provider};
pub use registry::Providers;
pub use store::erasure::erase as erase_person;
pub use stored::{
    ProviderError, ProviderSecrets, StoredProvider, Written, count_identities, rewrap,
    still_offers, stored,
};

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    ("federation/store/erasure.rs", store::erasure::STATEMENTS),
    ("federation/store/links.rs", store::links::STATEMENTS),
    (
        "federation/store/providers.rs",
        store::providers::STATEMENTS,
    ),
];
