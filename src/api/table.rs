//! The table of all calls: each row is the only place with the method and the path of a call, its handler, the right that
//! it needs, and what it does. The router, the guard, the `OpenAPI` document and the tests are built from it (attack 33).
//!
//! `Post "/api/…" noun::handler, on(Action, Named, "field"), Writes;` A row can end with what few calls have:
//! `credential(…)`, `for_legacy_apps()`, `takes_file()`, `streams()`, `waits()`, `reads_audit()`, and `contract("C-…")`, the id in the contract.
//!
//! # How to add a call
//!
//! 1. Choose its right. If none fits, add one (`access/action.rs`).
//! 2. Write the handler in the file of its noun, with `#[operation(tag = "…", params(Query))]` or
//!    `#[operation(tag = "…", request_body = Body)]` above it. Take `Caller` to read, `WritingCaller` to write. A call that
//!    `Creates` writes with `caller.create(…)`, which handles `Idempotency-Key` (decision 0045).
//! 3. Add its row here. A new noun needs `mod noun;` in `src/api/mod.rs`.
//! 4. Write the domain function and its statement. A change writes its audit entry in the same transaction.
//! 5. Translate new errors in `src/calls/refusals.rs`; their words are in `templates/locales/*.json`.
//! 6. Add the expected answers to `tests/it/api/expected_rights.rs`, a request with fields to `samples.rs`, and the event
//!    of a writing call to `LEAVES` in `audited.rs`. Write the tests, each with its id of the contract, if there is one.
//! 7. Run `make generate`, before or after the tests. It writes `portal/openapi.json`, the portal's types and the columns
//!    of tests in the documents.

use super::{
    access_rights, account_applications, account_factors, accounts, agency_request_export,
    agency_requests, announcements, applications, assistant, audit, belonging, cards, chat,
    factors, feedback, find, forgot_password, groups, home, home_tiles, identities, invitations,
    iris_mappings, job_export, jobs, mails, member_edit, members, module_export, modules,
    my_groups, my_requests, open_options, opening, options, organisations, overview, own_absence,
    own_applications, own_data, own_deletion, own_email, own_notifications, own_password,
    own_picture, own_profile, own_sessions, page_views, passkeys, person, picture_preview,
    product_files, product_requests, products, providers, register, request_export, requests,
    resources, roles, security, sign_in, sign_out, surveys, uploads, wechat,
};
use crate::access::Action::{
    AddAccount, AddAnnouncement, AddApplication, AddGroup, AddModule, AddProduct, AddRight,
    AddRole, AnswerFeedback, Anyone, AssignRight, AssignRole, ChangeIrisMappings,
    ChooseOrganisations, ConfirmRight, DeleteAccount, DeleteAnnouncement, DeleteModule,
    DeleteRight, DeleteRole, EditAccount, EditAnnouncement, EditApplication, EditAssistant,
    EditGroup, EditHomeTiles, EditModule, EditOrganisations, EditProductTexts, EditRight, EditRole,
    EditSurveys, EndSessions, ExamineAccountApplications, ExamineRequest, ExportAccounts,
    ExportAuditLog, ExportFeedback, FindPeople, ImportAccounts, ListAccountApplications,
    ListAccounts, ListAgencyRequests, ListAnnouncements, ListApplications, ListFeedback,
    ListGroups, ListJobs, ListOrganisations, ListOwnProducts, ListProducts, ListRequests,
    ListRights, ListRoles, ListSurveys, ManageGroup, ManageProviders, MoveAccount, NameStandIn,
    Open, RetryJob, RotateSecret, SeeAnnouncementReaders, SeeHome, SeeMembers, SeeOverview,
    SeeSurveyResults, SetAnnouncementStatus, SetGroupStatus, SetPassword, SetProductStatus,
    SetRoles, SetStatus, SignedIn, UploadPicture, UseOwn, ViewAccount, ViewAssistant,
    ViewAssistantUsage, ViewAuditLog, ViewGroup, ViewHistory, ViewIrisMappings, ViewModules,
    ViewProduct, ViewRight, ViewRole,
};
use crate::calls::object::Named::{
    AccessRight, Account, AccountByName, Group, Module, OwnRequest, Product, Request, Role,
};
use crate::calls::table::Credential::{Launch, Newcomer, Optional};
use crate::calls::table::Effect::{Creates, Reads, Writes};
use crate::calls::table::Verb::{Get, Post};
use crate::calls::table::{calls, on, to};

calls! {
    Post "/api/security/user/info" person::user_info, to(SignedIn), Reads, credential(Launch), for_legacy_apps(), contract("C-001");
    Post "/api/security/acc-login" sign_in::acc_login, to(Anyone), Writes, contract("C-002");
    Post "/api/security/user/forget-pwd" forgot_password::forget_password, to(Anyone), Writes, contract("C-005");
    Post "/api/security/acc-user/register" register::register, to(Anyone), Writes, contract("C-007");
    Post "/api/security/logout" sign_out::logout, to(Anyone), Writes, credential(Optional), for_legacy_apps(), contract("C-004");
    Post "/api/security/user/set-lang" person::set_lang, to(SignedIn), Writes, contract("C-008");
    Get "/api/security/user/login-count" person::user_login_count, on(ViewAccount, AccountByName, "username"), Reads, credential(Newcomer), contract("C-009");
    Get "/api/security/app/login-count" opening::app_login_count, on(Open, Product, "productId"), Writes, contract("C-010");
    Post "/api/security/app/login-count" opening::app_login_count_post, on(Open, Product, "productId"), Writes, contract("C-010");
    Get "/api/security/user/prompt-group-admin" opening::prompt_group_admin, to(SignedIn), Reads, contract("C-017");
    Get "/api/security/app/list" cards::app_list, to(SignedIn), Reads, contract("C-058");
    Post "/api/security/admin/user/project-examine" requests::examine_request, on(ExamineRequest, Request, "id"), Writes, contract("C-036");
    Get "/api/security/admin/app/access_application_list" requests::request_list, to(ListRequests), Reads, contract("C-037");
    Get "/api/security/admin/app/access_application_export" request_export::request_export, to(ListRequests), Writes;
    Get "/api/security/app/applyOption" product_requests::apply_options, to(SignedIn), Reads, contract("C-059");
    Get "/api/security/app/apply" product_requests::app_apply, to(SignedIn), Creates, contract("C-060");
    Post "/api/security/app/apply" product_requests::app_apply_post, to(SignedIn), Creates, contract("C-060");
    Get "/api/security/admin/user-group/group-management-list" members::member_list, on(SeeMembers, Group, "groupId"), Reads, contract("C-078");
    Get "/api/security/admin/user-group/member-export" groups::member_export, on(SeeMembers, Group, "groupId"), Writes;
    Get "/api/security/admin/user-group/add-user-list" members::add_user_list, on(ManageGroup, Group, "groupId"), Writes, contract("C-079");
    Post "/api/security/admin/user-group/approve" member_edit::approve_member, on(SeeMembers, Group, "groupId"), Writes, contract("C-087");
    Post "/api/security/admin/user-group/reject" member_edit::reject_member, on(SeeMembers, Group, "groupId"), Writes, contract("C-088");
    Post "/api/security/admin/user-group/delete" member_edit::delete_member, on(ManageGroup, Group, "groupId"), Writes, contract("C-089");
    Post "/api/security/admin/user-group/add-user" member_edit::add_user, on(ManageGroup, Group, "groupId"), Writes, contract("C-090");
    Get "/api/security/user/user-group/group-list" my_groups::my_group_list, to(SignedIn), Reads, contract("C-094");
    Get "/api/security/user/user-group/notify" my_groups::group_notice, to(SignedIn), Reads, contract("C-095");
    Get "/api/security/user/user-group/click-monitor" my_groups::click_monitor, to(SignedIn), Writes, contract("C-096");
    Post "/api/security/user/user-group/click-monitor" my_groups::click_monitor_post, to(SignedIn), Writes, contract("C-096");
    Post "/api/security/user/user-group/apply" my_groups::group_apply, to(SignedIn), Creates, contract("C-097");
    Post "/api/security/user-group/invitation-mail" invitations::invitation_mail, on(ManageGroup, Group, "groupId"), Creates, contract("C-098");
    Post "/api/security/user/user-group/invitation-mail" invitations::user_invitation_mail, on(ManageGroup, Group, "groupId"), Creates, contract("C-098");
    Get "/api/security/account/sessions" own_sessions::own_sessions, to(SignedIn), Reads;
    Post "/api/security/account/session/end" own_sessions::end_own_session, to(SignedIn), Writes;
    Post "/api/security/account/session/end-others" own_sessions::end_other_sessions, to(SignedIn), Writes;
    Post "/api/security/user/change-pwd" own_password::change_password, to(SignedIn), Writes, credential(Newcomer), contract("C-011");
    Post "/api/security/account/lock" own_sessions::lock_own_account, to(SignedIn), Writes;
    Get "/api/security/account/applications" own_applications::own_applications, to(SignedIn), Reads;
    Post "/api/security/account/application/withdraw" own_applications::withdraw_application, to(SignedIn), Writes;
    Get "/api/security/account/history" audit::own_history, to(SignedIn), Reads, reads_audit();
    Get "/api/security/account/data" own_data::own_data, to(SignedIn), Writes;
    Get "/api/security/account/data/kept" own_data::kept_for, to(SignedIn), Reads;
    Get "/api/security/account/notifications" own_notifications::own_notifications, to(SignedIn), Reads;
    Post "/api/security/account/notifications/save" own_notifications::save_notifications, to(SignedIn), Writes;
    Get "/api/security/account/absence" own_absence::own_absence, to(SignedIn), Reads;
    Get "/api/security/account/absence/option-list" own_absence::stand_in_options, to(NameStandIn), Writes;
    Post "/api/security/account/absence/save" own_absence::save_absence, to(NameStandIn), Writes;
    Post "/api/security/account/absence/end" own_absence::end_absence, to(SignedIn), Writes;
    Get "/api/security/find" find::find, to(SignedIn), Reads;
    Get "/api/security/find/applications" find::find_applications, to(SignedIn), Reads;
    Get "/api/security/find/people" find::find_people, to(FindPeople), Writes;
    Get "/api/security/account/profile" own_profile::own_profile, to(SignedIn), Reads;
    Post "/api/security/account/profile/save" own_profile::save_profile, to(SignedIn), Writes;
    Get "/api/security/account/factors" factors::own_factors, to(SignedIn), Reads;
    Post "/api/security/account/authenticator/offer" factors::offer_authenticator, to(SignedIn), Reads;
    Post "/api/security/account/authenticator/add" factors::add_authenticator, to(SignedIn), Writes;
    Post "/api/security/account/authenticator/remove" factors::remove_authenticator, to(SignedIn), Writes;
    Post "/api/security/account/recovery-codes/renew" factors::renew_recovery_codes, to(SignedIn), Writes;
    Post "/api/security/account/browser/forget" factors::forget_browser, to(SignedIn), Writes;
    Get "/api/security/admin/user/factors" account_factors::account_factors, on(ViewAccount, Account, "userId"), Reads;
    Post "/api/security/admin/user/remind-factors" account_factors::account_remind_factors, on(SetPassword, Account, "userId"), Writes;
    Post "/api/security/admin/user/require-factor" account_factors::account_require_factor, on(SetPassword, Account, "userId"), Writes;
    Post "/api/security/admin/user/temporary-code" account_factors::account_temporary_code, on(SetPassword, Account, "userId"), Writes;
    Post "/api/security/admin/user/reset-factors" account_factors::account_reset_factors, on(SetPassword, Account, "userId"), Writes;
    Get "/api/security/wechat/access-token" wechat::access_token, to(SignedIn), Reads, contract("C-130");
    Post "/api/wechat/wxa/generatescheme" wechat::generate_scheme, to(SignedIn), Writes, contract("C-131");
    Post "/api/security/wechat/wxa/generatescheme" wechat::generate_scheme_alias, to(SignedIn), Writes, contract("C-131");
    Post "/api/security/account/messaging-app/invite" wechat::invite, to(SignedIn), Writes;
    Post "/api/security/account/messaging-app/link" wechat::link, to(SignedIn), Writes;
    Get "/api/security/account/identities" identities::own_identities, to(SignedIn), Reads;
    Post "/api/security/account/delete" own_deletion::delete_own_account, to(SignedIn), Writes;
    Post "/api/security/account/email/change" own_email::change_email, to(SignedIn), Writes;
    Post "/api/security/account/identities/begin" identities::begin_identity, to(SignedIn), Reads;
    Post "/api/security/account/identities/unlink" identities::unlink_identity, to(SignedIn), Writes;
    Get "/api/security/admin/user/identity/list" identities::account_identities, on(ViewAccount, Account, "userId"), Reads;
    Post "/api/security/admin/user/identity/unlink" identities::account_unlink_identity, on(SetPassword, Account, "userId"), Writes;
    Get "/api/security/user/user-group/my-requests" my_requests::my_requests, to(SignedIn), Reads;
    Post "/api/security/user/user-group/withdraw" my_requests::withdraw_request, on(UseOwn, OwnRequest, "requestId"), Writes;
    Post "/api/security/user/user-group/ask-extension" my_groups::ask_extension, to(SignedIn), Creates;
    Get "/api/security/user/user-group/request-list" requests::request_queue, to(SignedIn), Reads;
    Post "/api/security/user/user-group/decide" requests::decide_requests, to(SignedIn), Writes;
    Post "/api/security/admin/user-group/extend" member_edit::extend_member, on(ManageGroup, Group, "groupId"), Writes;
    Get "/api/security/app/v2/list-by-type" cards::list_by_type, to(SignedIn), Reads, contract("C-061");
    Get "/api/security/app/v2/list-by-team" cards::list_by_team, to(SignedIn), Reads, contract("C-063");
    Get "/api/security/home" home::own_home, to(SignedIn), Reads;
    Get "/api/security/admin/home-tile/list" home_tiles::home_tile_list, to(EditHomeTiles), Reads;
    Post "/api/security/admin/home-tile/save" home_tiles::home_tile_save, to(EditHomeTiles), Writes;
    Get "/api/security/app/v2/list-my-favor" home::list_my_favor, to(SignedIn), Reads, contract("C-062");
    Post "/api/security/app/favourite" home::app_favourite, to(SignedIn), Writes;
    Post "/api/security/app/order" home::app_order, to(SignedIn), Writes;
    Post "/api/security/app/hide" home::app_hide, to(SignedIn), Writes;
    Post "/api/security/app/leave-welcome" home::app_leave_welcome, to(SignedIn), Writes;
    Get "/api/security/overview" overview::own_overview, to(SignedIn), Reads;
    Post "/api/security/page-view" page_views::page_view, to(SignedIn), Writes;
    Get "/api/security/resource/list" resources::resource_list, to(SignedIn), Reads, contract("C-065");
    Get "/api/security/external/edge-ai/introduction" resources::ai_introduction, to(SignedIn), Reads, contract("C-066");
    Get "/api/security/app/file" product_files::product_file_address, on(Open, Product, "productId"), Reads;
    Get "/api/security/app/v2/list-info" cards::list_info, to(SignedIn), Reads, contract("C-064");
    Get "/api/security/admin/audit/list" audit::audit_list, to(ViewAuditLog), Reads, reads_audit();
    Get "/api/security/admin/audit/history" audit::audit_history, on(ViewHistory, Account, "objectId"), Reads, reads_audit();
    Get "/api/security/admin/audit/export" audit::audit_export, to(ExportAuditLog), Writes, reads_audit();
    Get "/api/security/admin/user/list" accounts::account_list, to(ListAccounts), Reads, contract("C-038");
    Get "/api/security/admin/user/info" accounts::account_info, on(ViewAccount, Account, "userId"), Reads, contract("C-038");
    Get "/api/security/admin/user/export" accounts::account_export, to(ExportAccounts), Writes;
    Get "/api/security/admin/user/import-template" accounts::account_import_template, to(ImportAccounts), Reads;
    Post "/api/security/admin/user/import" accounts::account_import, to(ImportAccounts), Writes, takes_file();
    Get "/api/security/admin/user/session/list" accounts::account_sessions, on(ViewAccount, Account, "userId"), Reads;
    Post "/api/security/admin/user/session/end" accounts::account_end_session, on(EndSessions, Account, "userId"), Writes;
    Post "/api/security/admin/user/session/end-all" accounts::account_end_sessions, on(EndSessions, Account, "userId"), Writes;
    Post "/api/security/admin/user/lock" accounts::account_lock, on(SetPassword, Account, "userId"), Writes;
    Post "/api/security/admin/user/delete" accounts::account_delete, on(DeleteAccount, Account, "userId"), Writes;
    Post "/api/security/admin/user/keep" accounts::account_keep, on(DeleteAccount, Account, "userId"), Writes;
    Get "/api/security/admin/user/home" accounts::account_home, on(SeeHome, Account, "userId"), Writes;
    Post "/api/security/admin/user/random-pwd" accounts::account_random_password, on(SetPassword, Account, "userId"), Writes, contract("C-039");
    Post "/api/security/admin/user/update-status" accounts::account_update_status, on(SetStatus, Account, "userId"), Writes, contract("C-040");
    Post "/api/security/admin/user/update" accounts::account_update, on(EditAccount, Account, "userId"), Writes, contract("C-041");
    Post "/api/security/admin/user/mail/approved" accounts::account_mail_approved, on(SetPassword, Account, "userId"), Writes, contract("C-042");
    Post "/api/security/admin/mail/approved" accounts::mail_approved_alias, on(SetPassword, Account, "userId"), Writes, contract("C-042");
    Post "/api/security/admin/user/add-account" accounts::add_account, on(AddAccount, Group, "groupId"), Creates, contract("C-043");
    Get "/api/security/admin/user/account/option-list" accounts::account_type_options, to(ListAccounts), Reads, contract("C-046");
    Get "/api/security/admin/app/list" products::product_list, to(ListOwnProducts), Reads, contract("C-067");
    Get "/api/security/admin/app/export" products::product_export, to(ListOwnProducts), Writes;
    Get "/api/security/admin/app/details" products::product_details, on(ViewProduct, Product, "projectId"), Reads, contract("C-068");
    Get "/api/security/admin/app/option-list" products::product_options, to(SignedIn), Reads, contract("C-069");
    Get "/api/security/admin/app/application/option-list" products::product_application_options, to(ListProducts), Reads;
    Post "/api/security/admin/announcement/file-upload" uploads::announcement_picture, to(UploadPicture), Writes, streams(), contract("C-112");
    Get "/api/security/file/preview" picture_preview::picture_preview, to(UploadPicture), Reads;
    Post "/api/security/file/upload" uploads::picture, to(UploadPicture), Writes, streams();
    Post "/api/security/account/picture" own_picture::own_picture, to(SignedIn), Writes, streams();
    Post "/api/security/admin/app/file-upload" product_files::product_file_upload, on(EditProductTexts, Product, "projectId"), Writes, streams();
    Post "/api/security/admin/app/add" products::add_product, to(AddProduct), Creates, contract("C-070");
    Post "/api/security/admin/app/upd" products::product_update, on(EditProductTexts, Product, "projectId"), Writes, contract("C-071");
    Post "/api/security/admin/app/update-status" products::product_update_status, on(SetProductStatus, Product, "projectId"), Writes, contract("C-072");
    Get "/api/security/admin/access/module-list" modules::module_list, on(ViewModules, Product, "projectId"), Reads, contract("C-022");
    Get "/api/security/admin/module/export" module_export::module_export, on(ViewModules, Product, "projectId"), Writes;
    Get "/api/security/admin/module/option-list" modules::module_options, on(ViewModules, Product, "projectId"), Reads, contract("C-023");
    Post "/api/security/admin/access/add-module" modules::add_module, on(AddModule, Product, "projectId"), Creates, contract("C-027");
    Post "/api/security/admin/access/updModule" modules::module_update, on(EditModule, Module, "moduleId"), Writes, contract("C-028");
    Post "/api/security/admin/access/delete-module" modules::delete_module, on(DeleteModule, Module, "moduleId"), Writes, contract("C-029");
    Get "/api/security/admin/user-group/list" groups::group_list, to(ListGroups), Reads, contract("C-073");
    Get "/api/security/admin/user-group/export" groups::group_export, to(ListGroups), Writes;
    Get "/api/security/admin/application/list" applications::application_list, to(ListApplications), Reads;
    Get "/api/security/admin/application/export" applications::application_export, to(ListApplications), Writes;
    Get "/api/security/admin/application/info" applications::application_info, to(ListApplications), Reads;
    Post "/api/security/admin/application/add" applications::application_add, to(AddApplication), Creates;
    Post "/api/security/admin/application/update" applications::application_update, to(EditApplication), Writes;
    Post "/api/security/admin/application/update-status" applications::application_update_status, to(EditApplication), Writes;
    Post "/api/security/admin/application/rotate-secret" applications::application_rotate_secret, to(RotateSecret), Writes;
    Get "/api/security/admin/provider/list" providers::provider_list, to(ManageProviders), Reads;
    Post "/api/security/admin/provider/add" providers::provider_add, to(ManageProviders), Creates, takes_file();
    Post "/api/security/admin/provider/update" providers::provider_update, to(ManageProviders), Writes, takes_file();
    Post "/api/security/admin/provider/update-status" providers::provider_update_status, to(ManageProviders), Writes;
    Post "/api/security/admin/provider/delete" providers::provider_delete, to(ManageProviders), Writes;
    Post "/api/security/admin/provider/test" providers::provider_test, to(ManageProviders), Writes;
    Get "/api/security/admin/user-group/user-list" groups::group_user_list, on(ViewGroup, Group, "groupId"), Reads, contract("C-074");
    Get "/api/security/admin/user-group/user-export" groups::group_user_export, on(ViewGroup, Group, "groupId"), Writes;
    Get "/api/security/admin/user-group/user-select-list" groups::group_select_people, on(EditGroup, Group, "groupId"), Writes, contract("C-075");
    Get "/api/security/admin/user-group/app-select-list" groups::group_select_products, to(EditGroup), Reads;
    Get "/api/security/admin/job/list" jobs::job_list, to(ListJobs), Reads;
    Get "/api/security/admin/job/export" job_export::job_export, to(ListJobs), Writes;
    Get "/api/security/admin/job/overview" jobs::job_overview, to(ListJobs), Reads;
    Get "/api/security/admin/overview" overview::overview, to(SeeOverview), Reads;
    Get "/api/security/admin/page-views" page_views::page_views, to(SeeOverview), Reads;
    Post "/api/security/admin/job/retry" jobs::job_retry, to(RetryJob), Writes;
    Get "/api/security/admin/mail/list" mails::mail_list, to(ListJobs), Reads;
    Post "/api/security/admin/mail/sample/send" mails::mail_sample_send, to(ListJobs), Writes;
    Get "/api/security/admin/user-group/info" groups::group_info, on(ViewGroup, Group, "groupId"), Reads, contract("C-076");
    Get "/api/security/admin/user-group/access-info" groups::group_access_info, to(SignedIn), Reads, contract("C-077");
    Post "/api/security/admin/user-group/add" groups::group_add, to(AddGroup), Creates, contract("C-080");
    Post "/api/security/admin/user-group/upd-info" groups::group_update_info, on(EditGroup, Group, "groupId"), Writes, contract("C-081");
    Post "/api/security/admin/user-group/upd-member" groups::group_update_members, on(EditGroup, Group, "groupId"), Writes, contract("C-082");
    Post "/api/security/admin/user-group/upd" groups::group_update, on(EditGroup, Group, "groupId"), Writes, contract("C-083");
    Post "/api/security/admin/user-group/update-access" groups::group_update_access, on(EditGroup, Group, "groupId"), Writes, contract("C-084");
    Post "/api/security/admin/user-group/update-status" groups::group_update_status, on(SetGroupStatus, Group, "groupId"), Writes, contract("C-085");
    Post "/api/security/admin/user-group/update-visible" groups::group_update_visible, on(EditGroup, Group, "groupId"), Writes, contract("C-086");
    Post "/api/security/admin/user-group/data-access/industry" groups::group_industries, on(ViewGroup, Group, "groupId"), Reads, contract("C-091");
    Post "/api/security/admin/user-group/data-access/industry-brand" groups::group_industry_brands, on(ViewGroup, Group, "groupId"), Reads, contract("C-092");
    Post "/api/security/admin/user-group/data-access/industry-confirm" groups::group_industry_confirm, on(EditGroup, Group, "groupId"), Writes, contract("C-093");
    Get "/api/security/admin/access/list" access_rights::access_list, on(ListRights, Product, "projectId"), Reads, contract("C-018");
    Get "/api/security/admin/access/export" access_rights::access_export, on(ListRights, Product, "projectId"), Writes;
    Get "/api/security/admin/access/info" access_rights::access_info, on(ViewRight, AccessRight, "accessId"), Reads, contract("C-019");
    Get "/api/security/admin/access/details" access_rights::access_details, on(ViewRight, AccessRight, "accessId"), Reads, contract("C-020");
    Get "/api/security/admin/access/function/access-list" access_rights::own_access_list, to(SignedIn), Reads, contract("C-021");
    Post "/api/security/admin/access/add" access_rights::access_add, on(AddRight, Product, "projectId"), Creates, contract("C-024");
    Post "/api/security/admin/access/del" access_rights::access_delete, on(DeleteRight, AccessRight, "accessId"), Writes, contract("C-025");
    Post "/api/security/admin/access/upd" access_rights::access_update, on(EditRight, AccessRight, "accessId"), Writes, contract("C-026");
    Post "/api/security/admin/access/confirm" access_rights::access_confirm, on(ConfirmRight, AccessRight, "accessId"), Writes, contract("C-030");
    Post "/api/security/admin/access/assign-group" access_rights::access_assign_group, on(AssignRight, AccessRight, "accessId"), Writes, contract("C-031");
    Get "/api/security/admin/access/group-option" access_rights::access_group_options, on(ViewRight, AccessRight, "accessId"), Reads, contract("C-032");
    Post "/api/security/admin/user/assign-role" accounts::account_assign_role, on(SetRoles, Account, "userId"), Writes, contract("C-044");
    Get "/api/security/admin/user/role-access-info" accounts::account_role_access, on(ViewAccount, Account, "userId"), Reads, contract("C-045");
    Get "/api/security/admin/user/access-check" accounts::account_access_check, on(ViewAccount, Account, "userId"), Reads;
    Get "/api/security/admin/role/list" roles::role_list, on(ListRoles, Product, "projectId"), Reads, contract("C-048");
    Get "/api/security/admin/role/export" roles::role_export, on(ListRoles, Product, "projectId"), Writes;
    Post "/api/security/admin/role/add" roles::role_add, on(AddRole, Product, "projectId"), Creates, contract("C-049");
    Post "/api/security/admin/access/option-list-by-role" access_rights::access_by_role, on(ListRoles, Product, "projectId"), Reads, contract("C-050");
    Get "/api/security/admin/access/list-by-project" access_rights::access_by_product, on(ListRights, Product, "projectId"), Reads, contract("C-051");
    Post "/api/security/admin/role/upd" roles::role_update, on(EditRole, Role, "roleId"), Writes, contract("C-052");
    Get "/api/security/admin/role/info" roles::role_info, on(ViewRole, Role, "roleId"), Reads, contract("C-053");
    Get "/api/security/admin/role/assign/user-list" roles::role_users, on(ViewRole, Role, "roleId"), Writes, contract("C-054");
    Get "/api/security/admin/role/assign/user-export" roles::role_user_export, on(ViewRole, Role, "roleId"), Writes;
    Post "/api/security/admin/role/assign-user" roles::role_assign_user, on(AssignRole, Role, "roleId"), Writes, contract("C-055");
    Post "/api/security/admin/role/del" roles::role_delete, on(DeleteRole, Role, "roleId"), Writes, contract("C-056");
    Get "/api/security/admin/role/option-list-by-project" roles::role_options_of_product, on(ListRoles, Product, "projectId"), Reads, contract("C-057");
    Get "/api/security/common/option/agency" open_options::option_agency, to(Anyone), Reads, contract("C-099");
    Get "/api/security/common/option/client" open_options::option_client, to(Anyone), Reads, contract("C-100");
    Get "/api/security/common/option/group-list" options::option_group, to(SignedIn), Reads, contract("C-101");
    Get "/api/security/common/option/brand" options::option_brand, to(SignedIn), Reads;
    Get "/api/security/admin/audit/application/option-list" options::option_application, to(ViewAuditLog), Reads;
    Post "/api/security/user/assign-agency" belonging::assign_agency, to(SignedIn), Writes, contract("C-006");
    Get "/api/security/user/acc-user/agency-select" belonging::agency_select, to(SignedIn), Reads, contract("C-012");
    Get "/api/security/acc-user/agency-select" belonging::agency_select_alias, to(SignedIn), Reads, contract("C-012");
    Post "/api/security/user/brand/brand-select" belonging::brand_select, to(SignedIn), Writes, contract("C-013");
    Get "/api/security/acc-user/brand" belonging::own_brands, to(SignedIn), Reads, contract("C-015");
    Get "/api/security/acc-user/agency" belonging::agencies, to(SignedIn), Reads, contract("C-016");
    Get "/api/security/admin/access/client-list" organisations::client_options, to(ChooseOrganisations), Reads, contract("C-033");
    Get "/api/security/admin/access/division-list" organisations::division_options, to(ChooseOrganisations), Reads, contract("C-034");
    Get "/api/security/admin/access/brand-list" organisations::brand_options, to(ChooseOrganisations), Reads, contract("C-035");
    Get "/api/security/admin/access/industry-list" organisations::industry_options, to(ChooseOrganisations), Reads;
    Get "/api/security/admin/user/org/option-list" organisations::account_type_organisations, to(ChooseOrganisations), Reads, contract("C-047");
    Get "/api/security/admin/iris-mapping/list" iris_mappings::iris_mapping_list, to(ViewIrisMappings), Reads, contract("C-102");
    Post "/api/security/admin/iris-mapping/update" iris_mappings::iris_mapping_update, to(ChangeIrisMappings), Writes, contract("C-103");
    Post "/api/security/admin/iris-mapping/add" iris_mappings::iris_mapping_add, to(ChangeIrisMappings), Creates;
    Get "/api/security/admin/iris-mapping/account/option-list" iris_mappings::iris_mapping_account_options, to(ViewIrisMappings), Writes;
    Get "/api/security/admin/iris-mapping/export" iris_mappings::iris_mapping_export, to(ViewIrisMappings), Writes;
    Get "/api/security/admin/announcement/list" announcements::announcement_list, to(ListAnnouncements), Reads, contract("C-104");
    Get "/api/security/admin/announcement/export" announcements::announcement_export, to(ListAnnouncements), Writes;
    Get "/api/security/admin/announcement/details" announcements::announcement_details, to(ListAnnouncements), Reads, contract("C-105");
    Get "/api/security/admin/announcement/pop-up" announcements::announcement_pop_up, to(SignedIn), Reads, contract("C-106");
    Get "/api/security/admin/announcement/history" announcements::announcement_history, to(SignedIn), Reads, contract("C-107");
    Post "/api/security/admin/announcement/add" announcements::announcement_add, to(AddAnnouncement), Creates, takes_file(), contract("C-108");
    Post "/api/security/admin/announcement/del" announcements::announcement_delete, to(DeleteAnnouncement), Writes, contract("C-109");
    Post "/api/security/admin/announcement/upd" announcements::announcement_update, to(EditAnnouncement), Writes, takes_file(), contract("C-110");
    Post "/api/security/admin/announcement/upd-status" announcements::announcement_update_status, to(SetAnnouncementStatus), Writes, contract("C-111");
    Get "/api/security/admin/announcement/readers" announcements::announcement_readers, to(SeeAnnouncementReaders), Reads;
    Post "/api/security/admin/message/read" announcements::message_read, to(SignedIn), Writes, contract("C-119");
    Get "/api/security/admin/survey/list" surveys::survey_list, to(ListSurveys), Reads, contract("C-113");
    Get "/api/security/admin/survey/details" surveys::survey_details, to(ListSurveys), Reads, contract("C-114");
    Get "/api/security/admin/survey/pop-up" surveys::survey_pop_up, to(SignedIn), Reads, contract("C-115");
    Post "/api/security/admin/survey/add" surveys::survey_add, to(EditSurveys), Creates, takes_file(), contract("C-116");
    Post "/api/security/admin/survey/del" surveys::survey_delete, to(EditSurveys), Writes, contract("C-117");
    Post "/api/security/admin/survey/upd" surveys::survey_update, to(EditSurveys), Writes, takes_file(), contract("C-118");
    Get "/api/security/admin/survey/results" surveys::survey_results, to(SeeSurveyResults), Writes;
    Get "/api/security/admin/survey/export" surveys::survey_export, to(SeeSurveyResults), Writes;
    Get "/api/security/survey/details" surveys::survey_to_answer, to(SignedIn), Reads;
    Post "/api/security/survey/later" surveys::survey_later, to(SignedIn), Writes;
    Post "/api/security/survey/answer" surveys::survey_answer, to(SignedIn), Writes, takes_file();
    Get "/api/security/chat-gpt/authority" chat::authority, to(SignedIn), Reads, contract("C-124");
    Get "/api/security/chat-gpt/version-list" chat::chat_versions, to(SignedIn), Reads;
    Post "/api/security/chat-gpt/chat" chat::chat, to(SignedIn), Writes, waits(), contract("C-123");
    Get "/api/security/chat-gpt/chat/add" chat::chat_add, to(SignedIn), Writes, contract("C-125");
    Post "/api/security/chat-gpt/chat/add" chat::chat_add_post, to(SignedIn), Writes, contract("C-125");
    Get "/api/security/chat-gpt/chat/del" chat::chat_del, to(SignedIn), Writes, contract("C-126");
    Post "/api/security/chat-gpt/chat/del" chat::chat_del_post, to(SignedIn), Writes, contract("C-126");
    Get "/api/security/chat-gpt/chat/list" chat::chat_list, to(SignedIn), Reads, contract("C-127");
    Get "/api/security/chat-gpt/chat/info" chat::chat_info, to(SignedIn), Reads, contract("C-128");
    Get "/api/security/chat-gpt/get-cost" chat::chat_cost, to(SignedIn), Reads, contract("C-129");
    Post "/api/security/chat-gpt/stream" chat::chat_stream_begin, to(SignedIn), Creates;
    Get "/api/security/chat-gpt/stream" chat::chat_stream, to(SignedIn), Reads;
    Post "/api/security/chat-gpt/stream/stop" chat::chat_stream_stop, to(SignedIn), Writes;
    Get "/api/security/admin/assistant/version/list" assistant::assistant_version_list, to(ViewAssistant), Reads;
    Post "/api/security/admin/assistant/version/add" assistant::assistant_version_add, to(EditAssistant), Creates;
    Post "/api/security/admin/assistant/version/update" assistant::assistant_version_update, to(EditAssistant), Writes;
    Post "/api/security/admin/assistant/version/delete" assistant::assistant_version_delete, to(EditAssistant), Writes;
    Post "/api/security/admin/assistant/version/test" assistant::assistant_version_test, to(EditAssistant), Writes;
    Get "/api/security/admin/assistant/quota/list" assistant::assistant_quota_list, to(ViewAssistant), Reads;
    Get "/api/security/admin/assistant/quota/of" assistant::assistant_quota_of, to(ViewAssistant), Reads;
    Post "/api/security/admin/assistant/quota/set" assistant::assistant_quota_set, to(EditAssistant), Writes;
    Get "/api/security/admin/assistant/account/option-list" assistant::assistant_account_options, to(ViewAssistant), Writes;
    Get "/api/security/admin/assistant/use/list" assistant::assistant_use_list, to(ViewAssistantUsage), Reads;
    Get "/api/security/admin/assistant/use/month" assistant::assistant_use_month, to(ViewAssistantUsage), Reads;
    Get "/api/security/admin/assistant/use/export" assistant::assistant_use_export, to(ViewAssistantUsage), Writes;
    Post "/api/security/user/feedback/submit" feedback::feedback_submit, to(SignedIn), Creates, contract("C-014");
    Post "/api/security/user/feedback/picture" feedback::feedback_picture, to(SignedIn), Writes, streams();
    Get "/api/security/user/feedback/list" feedback::own_feedback_list, to(SignedIn), Reads;
    Get "/api/security/user/feedback/details" feedback::own_feedback_details, to(SignedIn), Reads;
    Get "/api/security/admin/feedback/list" feedback::feedback_list, to(ListFeedback), Reads, contract("C-120");
    Get "/api/security/admin/feedback/details" feedback::feedback_details, to(ListFeedback), Reads, contract("C-121");
    Get "/api/security/admin/feedback/weeks" feedback::feedback_weeks, to(ListFeedback), Reads;
    Get "/api/security/admin/feedback/export" feedback::feedback_export, to(ExportFeedback), Writes;
    Post "/api/security/admin/feedback/upd-status" feedback::feedback_update_status, to(AnswerFeedback), Writes, contract("C-122");
    Post "/api/security/admin/feedback/assign" feedback::feedback_assign, to(AnswerFeedback), Writes;
    Get "/api/security/admin/feedback/assignee/option-list" feedback::feedback_assignee_options, to(AnswerFeedback), Writes;
    Post "/api/security/admin/feedback/answer" feedback::feedback_answer, to(AnswerFeedback), Writes;
    Post "/api/security/admin/feedback/merge" feedback::feedback_merge, to(AnswerFeedback), Writes;
    Get "/api/security/admin/agency/list" organisations::agency_list, to(ListOrganisations), Reads;
    Get "/api/security/admin/client/list" organisations::client_list, to(ListOrganisations), Reads;
    Get "/api/security/admin/brand/list" organisations::brand_list, to(ListOrganisations), Reads;
    Get "/api/security/admin/division/list" organisations::division_list, to(ListOrganisations), Reads;
    Get "/api/security/admin/industry/list" organisations::industry_list, to(ListOrganisations), Reads;
    Post "/api/security/admin/organisation/add" organisations::organisation_add, to(EditOrganisations), Creates;
    Post "/api/security/admin/organisation/update" organisations::organisation_update, to(EditOrganisations), Writes;
    Get "/api/security/admin/organisation/export" organisations::organisation_export, to(ListOrganisations), Writes;
    Get "/api/security/admin/agency-request/list" agency_requests::agency_request_list, to(ListAgencyRequests), Reads;
    Get "/api/security/admin/agency-request/export" agency_request_export::agency_request_export, to(ListAgencyRequests), Writes;
    Post "/api/security/admin/agency-request/decide" agency_requests::agency_request_decide, on(MoveAccount, Account, "userId"), Writes;
    Get "/api/security/admin/account-application/list" account_applications::account_application_list, to(ListAccountApplications), Reads;
    Post "/api/security/admin/account-application/decide" account_applications::account_application_decide, to(ExamineAccountApplications), Writes;
    Get "/api/security/user-group/invitation/list" invitations::invitation_list, on(ManageGroup, Group, "groupId"), Reads;
    Post "/api/security/user-group/invitation/withdraw" invitations::withdraw_invitation, on(ManageGroup, Group, "groupId"), Writes;
    Get "/api/security/user-group/account-application/list" account_applications::group_application_list, on(ManageGroup, Group, "groupId"), Reads;
    Post "/api/security/user-group/account-application/decide" account_applications::group_application_decide, on(ManageGroup, Group, "groupId"), Writes;
    Get "/api/security/account/passkeys" passkeys::own_passkeys, to(SignedIn), Reads;
    Post "/api/security/account/passkeys/begin" passkeys::begin_passkey, to(SignedIn), Reads;
    Post "/api/security/account/passkeys/finish" passkeys::add_passkey, to(SignedIn), Writes;
    Post "/api/security/account/passkeys/rename" passkeys::rename_passkey, to(SignedIn), Writes;
    Post "/api/security/account/passkeys/remove" passkeys::remove_passkey, to(SignedIn), Writes;
    Post "/api/security/account/passkeys/offer" passkeys::offer_passkey, to(SignedIn), Writes;
    Get "/api/security/common/public-key" security::public_key, to(Anyone), Reads, contract("F-11");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_below_api() {
        for call in CALLS {
            assert!(call.path.starts_with("/api/"), "{}", call.path);
        }
    }
}
