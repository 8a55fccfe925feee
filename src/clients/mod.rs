//! Relying applications: their registration, their redirect URIs, their authentication.

mod advice;
mod applications;
mod authentication;
mod callback;
mod changes;
mod client;
mod edit;
pub mod file;
mod initiated;
mod names;
mod nearest;
mod published_keys;
mod redirect;
mod registry;
mod rules;
mod spelling;
mod store;
mod sync;
mod uses;

pub use advice::{Advice, Adviser, fix};
pub use applications::application;
pub use authentication::{
    AssertionRules, ClientAuthError, Credentials, PresentedCredentials, ProvedClient, authenticate,
};
pub use callback::{BadCallback, Callback};
pub use changes::Ends;
pub use client::{
    Access, AccessTokenFormat, AuthMethod, Client, GrantType, GroupsClaim, Kind, Legacy,
    LegacyMode, PORTAL, RefreshPolicy, ResponseType, SecretHash, Source,
};
pub use edit::{
    EditError, Edited, Editor, NewSecret, add_application, rotate_secret, set_enabled,
    update_application,
};
pub use names::{names_of, options};
pub use nearest::log_unregistered;
pub use published_keys::{PublishedKeys, prove};
pub use redirect::{ApplicationType, is_loopback, same_redirect};
pub use registry::Registry;
pub use rules::SCOPES;
pub use spelling::BadUri;
pub use store::{
    APPLICATIONS, ApplicationChoice, ApplicationFilter, ApplicationListRow, Revision, STATEMENTS,
    TOPIC, all, damaged, find, find_disabled, save,
};
pub use sync::{SyncError, SyncReport, check_sync, sync, sync_in};
