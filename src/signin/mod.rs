//! The sign-in: its steps, and the pages they show.
//!
//! A step is one file: a page to show and a form to process. The step context finds its flow; the step records its
//! result there, and [`crate::sessions::sign_in_flow::SignInFlow::next`] decides what follows.
//!
//! # How to add a step
//!
//! 1. Add the page and its words as `pages/mod.rs` says; it is in `signin/pages/`.
//! 2. Add a `Step` to `sessions/sign_in_flow.rs`.
//! 3. Add its condition to `steps_after` in `signin/enter.rs`; for people who are signed in, in
//!    `oidc/authorize/interaction.rs`.
//! 4. Add a file in `signin/`, and two routes here. A step that proves who the person is ends in `enter::after_proof`.

mod add_factor;
mod adding_identity;
mod address;
mod address_undo;
mod application;
mod apply;
mod cancel;
mod change_password;
mod consent;
mod corporate;
mod corporate_proof;
mod corporate_trip;
mod deletion_undo;
mod enter;
mod forgot_password;
mod given_groups;
mod identify;
mod invitation;
mod link_page;
mod lock_account;
mod no_access;
pub mod pages;
mod passkey;
mod passkey_challenge;
mod raising;
mod reset_password;
mod second_factor;
mod select_account;
mod step_context;
mod trouble;
mod typed_code;

use std::sync::Arc;

use axum::Router;

use crate::http::routing::{get, post};
use crate::sessions::sign_in_flow::Step;
use crate::state::AppState;

/// The icons of the providers. They are the same for everybody, so they need no session layer.
pub fn icons() -> Router<Arc<AppState>> {
    Router::new().route(corporate::ICON, get(corporate::icon))
}

/// The pages of the sign-in; they need the session layer.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route(
            Step::Identify.path(),
            get(identify::get).merge(post(identify::post)),
        )
        .route(
            Step::SecondFactor.path(),
            get(second_factor::get).merge(post(second_factor::post)),
        )
        .route(
            Step::AddFactor.path(),
            get(add_factor::get).merge(post(add_factor::post)),
        )
        .route(
            Step::ChangePassword.path(),
            get(change_password::get).merge(post(change_password::post)),
        )
        .route(
            Step::SelectAccount.path(),
            get(select_account::get).merge(post(select_account::post)),
        )
        .route(
            Step::Consent.path(),
            get(consent::get).merge(post(consent::post)),
        )
        .route(
            Step::NoAccess.path(),
            get(no_access::get).merge(post(no_access::post)),
        )
        .route(passkey::PATH, get(passkey::get).merge(post(passkey::post)))
        .route(corporate::START, get(corporate::start))
        .route(corporate::CALLBACK, get(corporate::callback))
        .route(cancel::PATH, post(cancel::post))
        .route(
            lock_account::PATH,
            get(lock_account::get).merge(post(lock_account::post)),
        )
        .route(apply::PATH, get(apply::get).merge(post(apply::post)))
        .route(
            application::PATH,
            get(application::get).merge(post(application::post)),
        )
        .route(trouble::PATH, get(trouble::get))
        .route(
            invitation::PATH,
            get(invitation::get).merge(post(invitation::post)),
        )
        .route(address::PATH, get(address::get).merge(post(address::post)))
        .route(
            address_undo::PATH,
            get(address_undo::get).merge(post(address_undo::post)),
        )
        .route(
            deletion_undo::PATH,
            get(deletion_undo::get).merge(post(deletion_undo::post)),
        )
        .route(
            forgot_password::PATH,
            get(forgot_password::get).merge(post(forgot_password::post)),
        )
        .route(
            reset_password::PATH,
            get(reset_password::get).merge(post(reset_password::post)),
        )
}
