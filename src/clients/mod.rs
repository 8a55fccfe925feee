//! Relying applications: their registration, their redirect URIs, their authentication.

mod advice;
mod authentication;
mod callback;
mod changes;
mod client;
pub mod file;
mod names;
mod published_keys;
mod redirect;
mod registry;
mod spelling;
mod store;
mod sync;

pub use advice::{Advice, Adviser, fix};
pub use authentication::{
    AssertionRules, ClientAuthError, Credentials, PresentedCredentials, ProvedClient, authenticate,
};
pub use callback::{BadCallback, Callback};
pub use client::{
    Access, AccessTokenFormat, AuthMethod, Client, GrantType, GroupsClaim, Kind, Legacy,
    LegacyMode, PORTAL, RefreshPolicy, ResponseType, SecretHash, Source,
};
pub use names::{names_of, options};
pub use published_keys::{PublishedKeys, prove};
pub use redirect::{ApplicationType, is_loopback, same_redirect};
pub use registry::Registry;
pub use spelling::BadUri;
pub use store::{STATEMENTS, TOPIC, all, damaged, find, save};
pub use sync::{SyncError, SyncReport, sync};
