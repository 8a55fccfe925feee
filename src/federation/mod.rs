//! The corporate identity: OpenID providers that people of the group sign in with.
//!
//! - `provider.rs`: a provider of the settings, and where its answers lead;
//! - `known.rs`: its discovery document and keys;
//! - `discovery.rs`: how they are fetched;
//! - `ceremony.rs`: one trip of a browser to the provider and back;
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
mod claims;
mod discovery;
mod error;
mod group_claim;
mod identity;
mod known;
mod links;
mod logout_token;
mod newcomers;
mod provider;
mod sign_out;
mod store;

pub use adding::Adding;
pub use arrival::{Arrival, Found, arrival};
pub use ceremony::{Asked, Callback, Ceremony};
pub use error::{FederationError, FederationSettingError};
pub use identity::{Identity, LinkedIdentity, Linking, TheirSignIn};
pub use links::{Added, add, find, in_use, link, of_account, opens, settle, unlink, unlink_new};
pub use logout_token::LogoutToken;
pub use newcomers::welcome_newcomer;
pub use provider::{Provider, Providers};

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] =
    &[("federation/store/links.rs", store::links::STATEMENTS)];
