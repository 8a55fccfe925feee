//! Atrium: single sign-on and access portal for the internal tools of an agency group.
//!
//! The map, from the top floor down; an arrow only ever points downwards.

// -- start --
pub mod app;
pub mod cli;

// -- doors --
pub mod api;
pub mod legacy;
pub mod oidc;
pub mod portal;
pub mod signin;

// -- what every door stands on --
pub mod state;

// -- domain --
pub mod access;
pub mod clients;
pub mod directory;
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
pub mod db;
pub mod http;
pub mod i18n;
pub mod keys;
pub mod outbound;
pub mod random;
pub mod site;
pub mod telemetry;
