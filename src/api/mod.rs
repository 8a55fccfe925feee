//! `/api/security`: the product API, one file per noun, through one envelope and one guard.
//!
//! `table.rs` has a row for each call; `docs/ARCHITECTURE.md` says how to add one. A row names its handler, and a handler
//! that no row names is unused code, which does not compile here.

mod access_rights;
mod account_applications;
mod account_factors;
mod accounts;
mod agency_request_export;
mod agency_requests;
mod announcements;
mod applications;
mod assistant;
mod audit;
mod belonging;
mod bodies;
mod cards;
mod chat;
mod factors;
mod feedback;
mod find;
mod forgot_password;
mod groups;
mod home;
mod home_tiles;
mod identities;
mod invitations;
mod iris_mappings;
mod job_export;
mod jobs;
mod mails;
mod member_edit;
mod members;
mod module_export;
mod modules;
mod my_groups;
mod my_requests;
mod open_options;
mod opening;
mod options;
mod organisations;
mod overview;
mod own_absence;
mod own_applications;
mod own_data;
mod own_deletion;
mod own_email;
mod own_notifications;
mod own_password;
mod own_picture;
mod own_profile;
mod own_sessions;
mod page_views;
mod passkeys;
mod people_search;
mod person;
mod picture_preview;
mod product_files;
mod product_requests;
mod products;
mod providers;
mod register;
mod request_bodies;
mod request_export;
mod requests;
mod resources;
mod roles;
mod security;
mod sign_in;
mod sign_out;
mod surveys;
mod table;
mod upload_form;
mod uploads;
mod wechat;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::routing::any;
use utoipa::openapi::OpenApi;

use crate::calls::table::Call;
use crate::calls::{self, cors, docs, mount};
use crate::config::{AssistantWaits, BrandingConfig};
use crate::files;
use crate::http::deadline::within;
use crate::http::envelope::{ApiError, speak};
use crate::state::AppState;
use table::DESCRIPTIONS;

pub use table::CALLS;

/// Time limit of a call that takes an upload: its file arrives, waits for its turn, and is drawn.
const UPLOADED_WITHIN: Duration = Duration::from_secs(files::UPLOAD_TIME.as_secs() + 60);

/// Time limit of a call that waits for an answer of the assistant (contract K-08).
const ANSWERED_WITHIN: Duration = Duration::from_secs(AssistantWaits::USUAL.answer.as_secs() + 10);

/// The door: everything under `/api/`.
pub fn router(state: &Arc<AppState>) -> Router<Arc<AppState>> {
    let calls = mount::routes(state, CALLS);
    let product = state.config.branding.product_name.clone();
    let base = state.config.server.public_url.path().to_owned();
    let usual = state.config.server.request_timeout;
    let in_time = middleware::from_fn(move |request: Request, next: Next| {
        let path = request.uri().path();
        let is = |of: fn(&Call) -> bool| CALLS.iter().any(|call| call.path == path && of(call));
        let limit = match () {
            () if is(Call::is_streamed) => UPLOADED_WITHIN,
            () if is(|call| call.waits) => ANSWERED_WITHIN,
            () => usual,
        };
        within(limit, next.run(request), || ApiError::Busy(2))
    });
    let with_calls = (Arc::clone(state), CALLS);
    let legacy_origins = middleware::from_fn_with_state(with_calls, cors::for_legacy_apps);
    Router::new()
        .merge(calls)
        .merge(docs::router(document, product, base))
        .route("/api", any(no_such_call))
        .route("/api/", any(no_such_call))
        .route("/api/{*rest}", any(no_such_call))
        .method_not_allowed_fallback(async || ApiError::Method)
        .layer(in_time)
        .layer(legacy_origins)
        .layer(middleware::from_fn(speak))
}

async fn no_such_call() -> ApiError {
    ApiError::NoSuchCall
}

/// The `OpenAPI` 3.1 document that the rows, the handlers and their types describe.
pub fn describe() -> OpenApi {
    let product = BrandingConfig::default().product_name;
    calls::document::of(&product, CALLS, DESCRIPTIONS)
}

/// The document as JSON. A release build contains `portal/openapi.json`; a debug build composes the document, so that it
/// is never old and a new call compiles the server once (decision 0039).
#[cfg(not(debug_assertions))]
pub fn document() -> Cow<'static, str> {
    include_str!("../../portal/openapi.json").trim_end().into()
}

/// The document as JSON, composed.
#[cfg(debug_assertions)]
pub fn document() -> Cow<'static, str> {
    let composed = describe().to_pretty_json();
    composed.map_or_else(|error| error.to_string().into(), Cow::Owned)
}
