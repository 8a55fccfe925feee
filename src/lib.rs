//! Atrium: single sign-on and access portal for the internal tools of an agency group.
//!
//! The modules are listed by floor, from the top. A module uses only modules on lower floors.

// -- start --
pub mod app;
pub mod cli;

// -- doors --
pub mod api;
pub mod legacy;
pub mod oidc;
pub mod portal;
pub mod served_files;
pub mod signin;

// -- calls: what every call of the product API shares --
pub mod calls;

// -- state: what every door uses --
pub mod state;

// -- domain --
pub mod access;
pub mod announcements;
pub mod assistant;
pub mod catalogue;
pub mod clients;
pub mod directory;
pub mod factors;
pub mod federation;
pub mod feedback;
pub mod groups;
pub mod passkeys;
pub mod sessions;
pub mod wechat;

// -- services --
pub mod audit;
pub mod files;
pub mod insight;
pub mod jobs;
pub mod limits;
pub mod mail;
pub mod pages;

// -- tools --
pub mod faults;
pub mod geo;
pub mod http;
pub mod keys;
pub mod outbound;
pub mod surveys;
pub mod telemetry;

// -- the crates below --
pub use atrium_base::{clock, config, days, i18n, random, site};
pub use atrium_db as db;
