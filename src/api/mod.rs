//! `/api/security`: the product API, one file per noun, through one envelope and one guard.
//!
//! To add a call:
//! 1. a row in [`calls::CALLS`]: its contract id, method, path, the right it asks for, and whether it writes;
//! 2. a handler in the file of its noun: `#[utoipa::path(post, path = "…", …)]` over `async fn(WritingCaller,
//! Fields<Body>) -> Answered<Data>`, or with [`Caller`] for a call that reads;
//! 3. a line `.call(routes!(noun::handler))` in [`mounted`];
//! 4. `make generate`, which writes `portal/openapi.json` and the portal's types;
//! 5. what each kind of caller gets, in `tests/it/api/expected_rights.rs`, and a request in `samples.rs`.
//!
//! A handler without a row is not mounted; a row without a handler or without expected rights fails a test. A handler
//! gets its [`Caller`] only when the guard let one through. It reads in the caller's view and writes by
//! [`WritingCaller::write`], through functions of the domain; it asks the database for nothing by itself.

mod access_rights;
mod accounts;
mod agency_request_export;
mod agency_requests;
mod applications;
mod audit;
mod belonging;
mod caller;
mod caller_facts;
pub mod calls;
mod cards;
mod cors;
mod credential;
mod cross_site;
mod docs;
mod download;
mod groups;
mod guard;
mod invitations;
mod iris_mappings;
mod job_export;
mod jobs;
mod launch_token;
mod member_changes;
mod members;
mod module_export;
mod modules;
mod mount;
mod my_groups;
mod my_requests;
mod opening;
mod options;
mod organisations;
mod people_search;
mod person;
mod product_requests;
mod products;
mod refusals;
mod request_export;
mod request_views;
mod requests;
mod rights;
mod roles;
mod schemas;
mod security;
mod sign_in;
mod sign_out;
mod views;
mod writer;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::routing::any;
use utoipa::openapi::OpenApi;
use utoipa_axum::routes;

pub use caller::{Caller, WritingCaller};
pub use caller_facts::{CallerCredential, CallerFacts};
pub use guard::guarded;
pub use writer::Writer;

use crate::http::deadline::within;
use crate::http::envelope::{ApiError, speak};
use crate::state::AppState;
use mount::Mounting;

/// Adds every call.
fn mounted(calls: Mounting) -> Mounting {
    let calls = of_organisations(of_groups(of_people(calls)));
    of_options(of_rights(of_products(calls)))
}

fn of_people(calls: Mounting) -> Mounting {
    calls
        .call(routes!(person::user_info))
        .call(routes!(person::set_lang))
        .call(routes!(person::user_login_count))
        .call(routes!(sign_in::acc_login))
        .call(routes!(sign_out::logout))
        .call(routes!(security::public_key))
        .call(routes!(opening::app_login_count))
        .call(routes!(opening::app_login_count_post))
        .call(routes!(opening::prompt_group_admin))
        .call(routes!(cards::list_by_type))
        .call(routes!(cards::app_list))
        .call(routes!(cards::list_by_team))
        .call(routes!(cards::list_info))
        .call(routes!(audit::audit_list))
        .call(routes!(audit::audit_history))
        .call(routes!(audit::audit_export))
        .call(routes!(accounts::account_list))
        .call(routes!(accounts::account_info))
        .call(routes!(accounts::account_type_options))
        .call(routes!(accounts::account_export))
        .call(routes!(accounts::account_import_template))
        .call_with_file(routes!(accounts::account_import))
        .call(routes!(accounts::account_home))
        .call(routes!(accounts::account_sessions))
        .call(routes!(accounts::account_end_session))
        .call(routes!(accounts::account_end_sessions))
        .call(routes!(accounts::account_update))
        .call(routes!(accounts::account_update_status))
        .call(routes!(accounts::account_random_password))
        .call(routes!(accounts::account_mail_approved))
        .call(routes!(accounts::mail_approved_alias))
        .call(routes!(accounts::add_account))
}

fn of_groups(calls: Mounting) -> Mounting {
    calls
        .call(routes!(groups::group_list))
        .call(routes!(groups::group_export))
        .call(routes!(groups::group_info))
        .call(routes!(groups::group_add))
        .call(routes!(groups::group_update_info))
        .call(routes!(groups::group_update))
        .call(routes!(groups::group_update_status))
        .call(routes!(groups::group_update_visible))
        .call(routes!(groups::group_update_members))
        .call(routes!(groups::group_user_export))
        .call(routes!(groups::group_user_list))
        .call(routes!(groups::group_select_people))
        .call(routes!(groups::group_select_products))
        .call(routes!(groups::group_access_info))
        .call(routes!(groups::group_update_access))
        .call(routes!(groups::group_industries))
        .call(routes!(groups::group_industry_brands))
        .call(routes!(groups::group_industry_confirm))
        .call(routes!(my_groups::my_group_list))
        .call(routes!(my_groups::group_notice))
        .call(routes!(my_groups::click_monitor))
        .call(routes!(my_groups::click_monitor_post))
        .call(routes!(my_groups::group_apply))
        .call(routes!(my_groups::ask_extension))
        .call(routes!(my_requests::my_requests))
        .call(routes!(my_requests::withdraw_request))
        .call(routes!(requests::request_queue))
        .call(routes!(requests::decide_requests))
        .call(routes!(requests::request_list))
        .call(routes!(request_export::request_export))
        .call(routes!(requests::examine_request))
        .call(routes!(members::member_list))
        .call(routes!(groups::member_export))
        .call(routes!(members::add_user_list))
        .call(routes!(member_changes::approve_member))
        .call(routes!(member_changes::reject_member))
        .call(routes!(member_changes::delete_member))
        .call(routes!(member_changes::add_user))
        .call(routes!(member_changes::extend_member))
        .call(routes!(invitations::invitation_mail))
        .call(routes!(invitations::user_invitation_mail))
        .call(routes!(product_requests::apply_options))
        .call(routes!(product_requests::app_apply))
        .call(routes!(product_requests::app_apply_post))
}

fn of_organisations(calls: Mounting) -> Mounting {
    calls
        .call(routes!(applications::application_list))
        .call(routes!(applications::application_export))
        .call(routes!(applications::application_info))
        .call(routes!(applications::application_add))
        .call(routes!(applications::application_update))
        .call(routes!(applications::application_update_status))
        .call(routes!(applications::application_rotate_secret))
        .call(routes!(jobs::job_list))
        .call(routes!(job_export::job_export))
        .call(routes!(jobs::job_overview))
        .call(routes!(jobs::job_retry))
        .call(routes!(belonging::assign_agency))
        .call(routes!(belonging::agency_select))
        .call(routes!(belonging::agency_select_alias))
        .call(routes!(belonging::brand_select))
        .call(routes!(belonging::own_brands))
        .call(routes!(belonging::agencies))
        .call(routes!(organisations::client_options))
        .call(routes!(organisations::division_options))
        .call(routes!(organisations::brand_options))
        .call(routes!(organisations::industry_options))
        .call(routes!(organisations::account_type_organisations))
        .call(routes!(organisations::agency_list))
        .call(routes!(organisations::client_list))
        .call(routes!(organisations::brand_list))
        .call(routes!(organisations::division_list))
        .call(routes!(organisations::industry_list))
        .call(routes!(organisations::organisation_add))
        .call(routes!(organisations::organisation_update))
        .call(routes!(organisations::organisation_export))
        .call(routes!(iris_mappings::iris_mapping_list))
        .call(routes!(iris_mappings::iris_mapping_add))
        .call(routes!(iris_mappings::iris_mapping_update))
        .call(routes!(iris_mappings::iris_mapping_account_options))
        .call(routes!(iris_mappings::iris_mapping_export))
        .call(routes!(agency_requests::agency_request_list))
        .call(routes!(agency_request_export::agency_request_export))
        .call(routes!(agency_requests::agency_request_decide))
}

fn of_products(calls: Mounting) -> Mounting {
    calls
        .call(routes!(products::product_list))
        .call(routes!(products::product_export))
        .call(routes!(products::product_details))
        .call(routes!(products::product_options))
        .call(routes!(products::product_application_options))
        .call(routes!(products::add_product))
        .call(routes!(products::product_update))
        .call(routes!(products::product_update_status))
        .call(routes!(modules::module_list))
        .call(routes!(module_export::module_export))
        .call(routes!(modules::module_options))
        .call(routes!(modules::add_module))
        .call(routes!(modules::module_update))
        .call(routes!(modules::delete_module))
}

fn of_rights(calls: Mounting) -> Mounting {
    calls
        .call(routes!(accounts::account_assign_role))
        .call(routes!(accounts::account_role_access))
        .call(routes!(access_rights::access_list))
        .call(routes!(access_rights::access_export))
        .call(routes!(access_rights::access_info))
        .call(routes!(access_rights::access_details))
        .call(routes!(access_rights::own_access_list))
        .call(routes!(access_rights::access_add))
        .call(routes!(access_rights::access_delete))
        .call(routes!(access_rights::access_update))
        .call(routes!(access_rights::access_confirm))
        .call(routes!(access_rights::access_assign_group))
        .call(routes!(access_rights::access_group_options))
        .call(routes!(access_rights::access_by_product))
        .call(routes!(access_rights::access_by_role))
        .call(routes!(roles::role_list))
        .call(routes!(roles::role_export))
        .call(routes!(roles::role_add))
        .call(routes!(roles::role_update))
        .call(routes!(roles::role_info))
        .call(routes!(roles::role_users))
        .call(routes!(roles::role_user_export))
        .call(routes!(roles::role_assign_user))
        .call(routes!(roles::role_delete))
        .call(routes!(roles::role_options_of_product))
}

fn of_options(calls: Mounting) -> Mounting {
    calls
        .call(routes!(options::option_agency))
        .call(routes!(options::option_client))
        .call(routes!(options::option_brand))
        .call(routes!(options::option_group))
        .call(routes!(options::option_application))
}

/// The door: everything under `/api/`.
pub fn router(state: &Arc<AppState>) -> Router<Arc<AppState>> {
    let calls = mounted(Mounting::router(state)).into_router();
    let product = state.config.branding.product_name.clone();
    let limit = state.config.server.request_timeout;
    let in_time = middleware::from_fn(move |request: Request, next: Next| {
        within(limit, next.run(request), || ApiError::Busy(2))
    });
    let legacy_origins = middleware::from_fn_with_state(Arc::clone(state), cors::for_legacy_apps);
    Router::new()
        .merge(calls)
        .merge(docs::router(move || openapi(&product)))
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

/// The `OpenAPI` 3.1 document of the product API of a `product` of this name, as
/// `/api/openapi.json` answers it.
pub fn openapi(product: &str) -> OpenApi {
    mounted(Mounting::document(product)).into_document()
}
