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
pub mod signin;

// -- calls: what every call of the product API shares --
pub mod calls;

// -- state: what every door uses --
pub mod state;

// -- domain --
pub mod access;
pub mod catalogue;
pub mod clients;
pub mod directory;
pub mod groups;
pub mod sessions;

// -- services --
pub mod audit;
pub mod jobs;
pub mod limits;
pub mod mail;
pub mod pages;

// -- tools --
pub mod clock;
pub mod config;
pub mod days;
pub mod db;
pub mod faults;
pub mod http;
pub mod i18n;
pub mod keys;
pub mod outbound;
pub mod random;
pub mod site;
pub mod telemetry;
