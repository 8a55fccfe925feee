//! `/api/security`: the product API, one file per noun, through one envelope and one guard.
//!
//! To add a call:
//! 1. a row in [`calls::CALLS`]: its contract id, method, path, the right it asks for, and whether it writes or creates;
//! 2. a handler in the file of its noun: `#[utoipa::path(post, path = "…", …)]` over `async fn(WritingCaller,
//! Fields<Body>) -> Answered<Data>`, or with [`Caller`] for a call that reads; a call that creates writes by
//!    [`WritingCaller::create`];
//! 3. a line `.call(handler!(noun::handler))` in [`mounted`];
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
mod bodies;
mod cards;
mod groups;
mod invitations;
mod iris_mappings;
mod job_export;
mod jobs;
mod member_edit;
mod members;
mod module_export;
mod modules;
mod my_groups;
mod my_requests;
mod opening;
mod options;
mod organisations;
mod people_search;
mod person;
mod product_requests;
mod products;
mod request_bodies;
mod request_export;
mod requests;
mod roles;
mod security;
mod sign_in;
mod sign_out;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::routing::any;
use utoipa::openapi::OpenApi;

use crate::calls::document::Described;
use crate::calls::mount::{Mounting, Routes, handler};
use crate::calls::{cors, docs};
use crate::config::BrandingConfig;
use crate::http::deadline::within;
use crate::http::envelope::{ApiError, speak};
use crate::state::AppState;

/// Adds every call.
fn mounted<M: Mounting>(calls: M) -> M {
    let calls = of_organisations(of_groups(of_people(calls)));
    of_options(of_rights(of_products(calls)))
}

fn of_people<M: Mounting>(calls: M) -> M {
    calls
        .call(handler!(person::user_info))
        .call(handler!(person::set_lang))
        .call(handler!(person::user_login_count))
        .call(handler!(sign_in::acc_login))
        .call(handler!(sign_out::logout))
        .call(handler!(security::public_key))
        .call(handler!(opening::app_login_count))
        .call(handler!(opening::app_login_count_post))
        .call(handler!(opening::prompt_group_admin))
        .call(handler!(cards::list_by_type))
        .call(handler!(cards::app_list))
        .call(handler!(cards::list_by_team))
        .call(handler!(cards::list_info))
        .call(handler!(audit::audit_list))
        .call(handler!(audit::audit_history))
        .call(handler!(audit::audit_export))
        .call(handler!(accounts::account_list))
        .call(handler!(accounts::account_info))
        .call(handler!(accounts::account_type_options))
        .call(handler!(accounts::account_export))
        .call(handler!(accounts::account_import_template))
        .call_with_file(handler!(accounts::account_import))
        .call(handler!(accounts::account_home))
        .call(handler!(accounts::account_sessions))
        .call(handler!(accounts::account_end_session))
        .call(handler!(accounts::account_end_sessions))
        .call(handler!(accounts::account_update))
        .call(handler!(accounts::account_update_status))
        .call(handler!(accounts::account_random_password))
        .call(handler!(accounts::account_mail_approved))
        .call(handler!(accounts::mail_approved_alias))
        .call(handler!(accounts::add_account))
}

fn of_groups<M: Mounting>(calls: M) -> M {
    calls
        .call(handler!(groups::group_list))
        .call(handler!(groups::group_export))
        .call(handler!(groups::group_info))
        .call(handler!(groups::group_add))
        .call(handler!(groups::group_update_info))
        .call(handler!(groups::group_update))
        .call(handler!(groups::group_update_status))
        .call(handler!(groups::group_update_visible))
        .call(handler!(groups::group_update_members))
        .call(handler!(groups::group_user_export))
        .call(handler!(groups::group_user_list))
        .call(handler!(groups::group_select_people))
        .call(handler!(groups::group_select_products))
        .call(handler!(groups::group_access_info))
        .call(handler!(groups::group_update_access))
        .call(handler!(groups::group_industries))
        .call(handler!(groups::group_industry_brands))
        .call(handler!(groups::group_industry_confirm))
        .call(handler!(my_groups::my_group_list))
        .call(handler!(my_groups::group_notice))
        .call(handler!(my_groups::click_monitor))
        .call(handler!(my_groups::click_monitor_post))
        .call(handler!(my_groups::group_apply))
        .call(handler!(my_groups::ask_extension))
        .call(handler!(my_requests::my_requests))
        .call(handler!(my_requests::withdraw_request))
        .call(handler!(requests::request_queue))
        .call(handler!(requests::decide_requests))
        .call(handler!(requests::request_list))
        .call(handler!(request_export::request_export))
        .call(handler!(requests::examine_request))
        .call(handler!(members::member_list))
        .call(handler!(groups::member_export))
        .call(handler!(members::add_user_list))
        .call(handler!(member_edit::approve_member))
        .call(handler!(member_edit::reject_member))
        .call(handler!(member_edit::delete_member))
        .call(handler!(member_edit::add_user))
        .call(handler!(member_edit::extend_member))
        .call(handler!(invitations::invitation_mail))
        .call(handler!(invitations::user_invitation_mail))
        .call(handler!(product_requests::apply_options))
        .call(handler!(product_requests::app_apply))
        .call(handler!(product_requests::app_apply_post))
}

fn of_organisations<M: Mounting>(calls: M) -> M {
    calls
        .call(handler!(applications::application_list))
        .call(handler!(applications::application_export))
        .call(handler!(applications::application_info))
        .call(handler!(applications::application_add))
        .call(handler!(applications::application_update))
        .call(handler!(applications::application_update_status))
        .call(handler!(applications::application_rotate_secret))
        .call(handler!(jobs::job_list))
        .call(handler!(job_export::job_export))
        .call(handler!(jobs::job_overview))
        .call(handler!(jobs::job_retry))
        .call(handler!(belonging::assign_agency))
        .call(handler!(belonging::agency_select))
        .call(handler!(belonging::agency_select_alias))
        .call(handler!(belonging::brand_select))
        .call(handler!(belonging::own_brands))
        .call(handler!(belonging::agencies))
        .call(handler!(organisations::client_options))
        .call(handler!(organisations::division_options))
        .call(handler!(organisations::brand_options))
        .call(handler!(organisations::industry_options))
        .call(handler!(organisations::account_type_organisations))
        .call(handler!(organisations::agency_list))
        .call(handler!(organisations::client_list))
        .call(handler!(organisations::brand_list))
        .call(handler!(organisations::division_list))
        .call(handler!(organisations::industry_list))
        .call(handler!(organisations::organisation_add))
        .call(handler!(organisations::organisation_update))
        .call(handler!(organisations::organisation_export))
        .call(handler!(iris_mappings::iris_mapping_list))
        .call(handler!(iris_mappings::iris_mapping_add))
        .call(handler!(iris_mappings::iris_mapping_update))
        .call(handler!(iris_mappings::iris_mapping_account_options))
        .call(handler!(iris_mappings::iris_mapping_export))
        .call(handler!(agency_requests::agency_request_list))
        .call(handler!(agency_request_export::agency_request_export))
        .call(handler!(agency_requests::agency_request_decide))
}

fn of_products<M: Mounting>(calls: M) -> M {
    calls
        .call(handler!(products::product_list))
        .call(handler!(products::product_export))
        .call(handler!(products::product_details))
        .call(handler!(products::product_options))
        .call(handler!(products::product_application_options))
        .call(handler!(products::add_product))
        .call(handler!(products::product_update))
        .call(handler!(products::product_update_status))
        .call(handler!(modules::module_list))
        .call(handler!(module_export::module_export))
        .call(handler!(modules::module_options))
        .call(handler!(modules::add_module))
        .call(handler!(modules::module_update))
        .call(handler!(modules::delete_module))
}

fn of_rights<M: Mounting>(calls: M) -> M {
    calls
        .call(handler!(accounts::account_assign_role))
        .call(handler!(accounts::account_role_access))
        .call(handler!(access_rights::access_list))
        .call(handler!(access_rights::access_export))
        .call(handler!(access_rights::access_info))
        .call(handler!(access_rights::access_details))
        .call(handler!(access_rights::own_access_list))
        .call(handler!(access_rights::access_add))
        .call(handler!(access_rights::access_delete))
        .call(handler!(access_rights::access_update))
        .call(handler!(access_rights::access_confirm))
        .call(handler!(access_rights::access_assign_group))
        .call(handler!(access_rights::access_group_options))
        .call(handler!(access_rights::access_by_product))
        .call(handler!(access_rights::access_by_role))
        .call(handler!(roles::role_list))
        .call(handler!(roles::role_export))
        .call(handler!(roles::role_add))
        .call(handler!(roles::role_update))
        .call(handler!(roles::role_info))
        .call(handler!(roles::role_users))
        .call(handler!(roles::role_user_export))
        .call(handler!(roles::role_assign_user))
        .call(handler!(roles::role_delete))
        .call(handler!(roles::role_options_of_product))
}

fn of_options<M: Mounting>(calls: M) -> M {
    calls
        .call(handler!(options::option_agency))
        .call(handler!(options::option_client))
        .call(handler!(options::option_brand))
        .call(handler!(options::option_group))
        .call(handler!(options::option_application))
}

/// The door: everything under `/api/`.
pub fn router(state: &Arc<AppState>) -> Router<Arc<AppState>> {
    let calls = mounted(Routes::new(state)).into_router();
    let product = state.config.branding.product_name.clone();
    let base = state.config.server.public_url.path().to_owned();
    let limit = state.config.server.request_timeout;
    let in_time = middleware::from_fn(move |request: Request, next: Next| {
        within(limit, next.run(request), || ApiError::Busy(2))
    });
    let legacy_origins = middleware::from_fn_with_state(Arc::clone(state), cors::for_legacy_apps);
    Router::new()
        .merge(calls)
        .merge(docs::router(product, base))
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

/// The `OpenAPI` 3.1 document that the handlers and their types describe. `portal/openapi.json` ([`DOCUMENT`]) is this
/// document.
pub fn describe() -> OpenApi {
    let product = BrandingConfig::default().product_name;
    mounted(Described::empty(&product)).into_document()
}
