//! The table of all calls of the product API, with the right and the credential that each needs.
//! The router, the guard, the `OpenAPI` document and the tests are built from it (attack 33).
//!
//! # How to add a call
//!
//! 1. Choose its right. If none fits, add one (`access/action.rs`).
//! 2. Add its row to `CALLS` in `src/calls/table.rs`: id, method, path, credential, right, and `Reads`, `Writes` or
//!    `Creates`.
//! 3. Write the handler in the file of its noun, with `#[utoipa::path(…)]` above it. Take `Caller` to read,
//!    `WritingCaller` to write. A call that `Creates` writes with `caller.create(…)`, which handles `Idempotency-Key`
//!    (decision 0045).
//! 4. Mount it with `.call(handler!(noun::handler))` in `src/api/mod.rs`. A new noun needs `mod noun;` there.
//! 5. Write the domain function and its statement. A change writes its audit entry in the same transaction.
//! 6. Translate new errors in `src/calls/refusals.rs`; their words are in `templates/locales/*.json`.
//! 7. Run `make generate`. It writes `portal/openapi.json`, which the server contains, and the portal's types.
//! 8. Add the expected answers to `tests/it/api/expected_rights.rs`, a request with fields to `samples.rs`, and the
//!    event of a writing call to `LEAVES` in `audited.rs`.
//! 9. Write the tests, each with its id of the contract, if there is one. `make generate` adds them to
//!    `docs/contract.md`.

use axum::http::Method;
use axum::routing::MethodFilter;
use utoipa::openapi::path::HttpMethod;

use super::object::Named;
use crate::access::{Action, Wanted};

/// The method of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// GET and HEAD.
    Get,
    Post,
}

impl Verb {
    pub const fn method(self) -> Method {
        match self {
            Self::Get => Method::GET,
            Self::Post => Method::POST,
        }
    }

    /// The method for a route.
    pub const fn filter(self) -> MethodFilter {
        match self {
            Self::Get => MethodFilter::GET,
            Self::Post => MethodFilter::POST,
        }
    }

    /// The method in the `OpenAPI` document.
    pub const fn documented(self) -> HttpMethod {
        match self {
            Self::Get => HttpMethod::Get,
            Self::Post => HttpMethod::Post,
        }
    }
}

/// The credential that a request needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credential {
    /// None.
    Nothing,
    /// A DPoP-bound access token of this API, or a userToken.
    Session,
    /// The same; also for an account that must change its password first.
    Newcomer,
    /// The same; also a launch token, for the application that it was issued to.
    Launch,
    /// Optional: without a session the call succeeds and does nothing.
    Optional,
}

/// Where a request names the object of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectSource {
    /// The call has no object.
    None,
    /// In this field of the query or the body.
    Field(Named, &'static str),
}

impl ObjectSource {
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Field(_, field) => Some(field),
        }
    }
}

/// The right that a call needs.
#[derive(Clone, Copy, Debug)]
pub struct Right {
    pub action: Action,
    /// The object of the action.
    pub object: ObjectSource,
}

/// The right to do `action`, which needs no object.
///
/// # Panics
/// If `action` needs an object. Rows are constants, so this is a compile error.
pub const fn to(action: Action) -> Right {
    assert!(
        matches!(action.wants(), Wanted::Nothing | Wanted::Perhaps(_)),
        "this action is about a thing: say with `on` which field names it"
    );
    Right {
        action,
        object: ObjectSource::None,
    }
}

/// The right to do `action` with the object in `field`.
///
/// # Panics
/// If `action` needs no object or one of another kind. Rows are constants, so this is a compile
/// error.
pub const fn on(action: Action, named: Named, field: &'static str) -> Right {
    assert!(
        match action.wants() {
            Wanted::Nothing => false,
            Wanted::A(kind) | Wanted::Perhaps(kind) => kind as u8 == named.kind() as u8,
        },
        "this action is about no such thing"
    );
    Right {
        action,
        object: ObjectSource::Field(named, field),
    }
}

/// Whether a call changes anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It only reads.
    Reads,
    /// It writes: requests from foreign origins and prefetches are refused (contract F-06, F-17).
    Writes,
    /// It writes something new, which its answer names: it takes an `Idempotency-Key` (`repetition.rs`).
    Creates,
}

impl Effect {
    /// True for what writes, whatever it writes.
    pub const fn writes(self) -> bool {
        !matches!(self, Self::Reads)
    }
}

/// The scripts that may read the answer (contract G-86, attack 36).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scripts {
    /// Scripts of our own origin.
    Ours,
    /// Also scripts of the registered origins of legacy applications, without cookies.
    LegacyApps,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The id in the contract; empty for a call that it does not have.
    pub id: &'static str,
    pub verb: Verb,
    pub path: &'static str,
    pub credential: Credential,
    pub action: Action,
    pub object: ObjectSource,
    pub effect: Effect,
    pub scripts: Scripts,
}

use Action::{
    AddAccount, AddApplication, AddGroup, AddModule, AddProduct, AddRight, AddRole, Anyone,
    AssignRight, AssignRole, ChangeIrisMappings, ChooseOrganisations, ConfirmRight, DeleteModule,
    DeleteRight, DeleteRole, EditAccount, EditApplication, EditGroup, EditModule,
    EditOrganisations, EditProductTexts, EditRight, EditRole, EndSessions, ExamineRequest,
    ExportAccounts, ExportAuditLog, ImportAccounts, ListAccounts, ListAgencyRequests,
    ListApplications, ListGroups, ListJobs, ListOrganisations, ListOwnProducts, ListProducts,
    ListRequests, ListRights, ListRoles, ManageGroup, MoveAccount, Open, RetryJob, RotateSecret,
    SeeHome, SeeMembers, SetGroupStatus, SetPassword, SetProductStatus, SetRoles, SetStatus,
    SignedIn, UseOwn, ViewAccount, ViewAuditLog, ViewGroup, ViewHistory, ViewIrisMappings,
    ViewModules, ViewProduct, ViewRight, ViewRole,
};
use Credential::{Launch, Newcomer, Nothing, Optional, Session};
use Effect::{Creates, Reads, Writes};
use Named::{
    AccessRight, Account, AccountByName, Group, Module, OwnRequest, Product, Request, Role,
};
use Scripts::{LegacyApps, Ours};
use Verb::{Get, Post};

#[rustfmt::skip]
pub const CALLS: &[Call] = &[
    Call::new("C-001", Post, "/api/security/user/info", Launch, to(SignedIn), Reads, LegacyApps),
    Call::new("C-002", Post, "/api/security/acc-login", Nothing, to(Anyone), Writes, Ours),
    Call::new("C-004", Post, "/api/security/logout", Optional, to(Anyone), Writes, LegacyApps),
    Call::new("C-008", Post, "/api/security/user/set-lang", Session, to(SignedIn), Writes, Ours),
    Call::new("C-009", Get, "/api/security/user/login-count", Newcomer, on(ViewAccount, AccountByName, "username"), Reads, Ours),
    Call::new("C-010", Get, "/api/security/app/login-count", Session, on(Open, Product, "productId"), Writes, Ours),
    Call::new("C-010", Post, "/api/security/app/login-count", Session, on(Open, Product, "productId"), Writes, Ours),
    Call::new("C-017", Get, "/api/security/user/prompt-group-admin", Session, to(SignedIn), Reads, Ours),
    Call::new("C-058", Get, "/api/security/app/list", Session, to(SignedIn), Reads, Ours),
    Call::new("C-036", Post, "/api/security/admin/user/project-examine", Session, on(ExamineRequest, Request, "id"), Writes, Ours),
    Call::new("C-037", Get, "/api/security/admin/app/access_application_list", Session, to(ListRequests), Reads, Ours),
    Call::new("", Get, "/api/security/admin/app/access_application_export", Session, to(ListRequests), Writes, Ours),
    Call::new("C-059", Get, "/api/security/app/applyOption", Session, to(SignedIn), Reads, Ours),
    Call::new("C-060", Get, "/api/security/app/apply", Session, to(SignedIn), Creates, Ours),
    Call::new("C-060", Post, "/api/security/app/apply", Session, to(SignedIn), Creates, Ours),
    Call::new("C-078", Get, "/api/security/admin/user-group/group-management-list", Session, on(SeeMembers, Group, "groupId"), Reads, Ours),
    Call::new("", Get, "/api/security/admin/user-group/member-export", Session, on(SeeMembers, Group, "groupId"), Writes, Ours),
    Call::new("C-079", Get, "/api/security/admin/user-group/add-user-list", Session, on(ManageGroup, Group, "groupId"), Writes, Ours),
    Call::new("C-087", Post, "/api/security/admin/user-group/approve", Session, on(SeeMembers, Group, "groupId"), Writes, Ours),
    Call::new("C-088", Post, "/api/security/admin/user-group/reject", Session, on(SeeMembers, Group, "groupId"), Writes, Ours),
    Call::new("C-089", Post, "/api/security/admin/user-group/delete", Session, on(ManageGroup, Group, "groupId"), Writes, Ours),
    Call::new("C-090", Post, "/api/security/admin/user-group/add-user", Session, on(ManageGroup, Group, "groupId"), Writes, Ours),
    Call::new("C-094", Get, "/api/security/user/user-group/group-list", Session, to(SignedIn), Reads, Ours),
    Call::new("C-095", Get, "/api/security/user/user-group/notify", Session, to(SignedIn), Reads, Ours),
    Call::new("C-096", Get, "/api/security/user/user-group/click-monitor", Session, to(SignedIn), Writes, Ours),
    Call::new("C-096", Post, "/api/security/user/user-group/click-monitor", Session, to(SignedIn), Writes, Ours),
    Call::new("C-097", Post, "/api/security/user/user-group/apply", Session, to(SignedIn), Creates, Ours),
    Call::new("C-098", Post, "/api/security/user-group/invitation-mail", Session, on(ManageGroup, Group, "groupId"), Creates, Ours),
    Call::new("C-098", Post, "/api/security/user/user-group/invitation-mail", Session, on(ManageGroup, Group, "groupId"), Creates, Ours),
    Call::new("", Get, "/api/security/user/user-group/my-requests", Session, to(SignedIn), Reads, Ours),
    Call::new("", Post, "/api/security/user/user-group/withdraw", Session, on(UseOwn, OwnRequest, "requestId"), Writes, Ours),
    Call::new("", Post, "/api/security/user/user-group/ask-extension", Session, to(SignedIn), Creates, Ours),
    Call::new("", Get, "/api/security/user/user-group/request-list", Session, to(SignedIn), Reads, Ours),
    Call::new("", Post, "/api/security/user/user-group/decide", Session, to(SignedIn), Writes, Ours),
    Call::new("", Post, "/api/security/admin/user-group/extend", Session, on(ManageGroup, Group, "groupId"), Writes, Ours),
    Call::new("C-061", Get, "/api/security/app/v2/list-by-type", Session, to(SignedIn), Reads, Ours),
    Call::new("C-063", Get, "/api/security/app/v2/list-by-team", Session, to(SignedIn), Reads, Ours),
    Call::new("C-064", Get, "/api/security/app/v2/list-info", Session, to(SignedIn), Reads, Ours),
    Call::new("", Get, "/api/security/admin/audit/list", Session, to(ViewAuditLog), Reads, Ours),
    Call::new("", Get, "/api/security/admin/audit/history", Session, on(ViewHistory, Account, "objectId"), Reads, Ours),
    Call::new("", Get, "/api/security/admin/audit/export", Session, to(ExportAuditLog), Writes, Ours),
    Call::new("C-038", Get, "/api/security/admin/user/list", Session, to(ListAccounts), Reads, Ours),
    Call::new("C-038", Get, "/api/security/admin/user/info", Session, on(ViewAccount, Account, "userId"), Reads, Ours),
    Call::new("", Get, "/api/security/admin/user/export", Session, to(ExportAccounts), Writes, Ours),
    Call::new("", Get, "/api/security/admin/user/import-template", Session, to(ImportAccounts), Reads, Ours),
    Call::new("", Post, "/api/security/admin/user/import", Session, to(ImportAccounts), Writes, Ours),
    Call::new("", Get, "/api/security/admin/user/session/list", Session, on(ViewAccount, Account, "userId"), Reads, Ours),
    Call::new("", Post, "/api/security/admin/user/session/end", Session, on(EndSessions, Account, "userId"), Writes, Ours),
    Call::new("", Post, "/api/security/admin/user/session/end-all", Session, on(EndSessions, Account, "userId"), Writes, Ours),
    Call::new("", Get, "/api/security/admin/user/home", Session, on(SeeHome, Account, "userId"), Writes, Ours),
    Call::new("C-039", Post, "/api/security/admin/user/random-pwd", Session, on(SetPassword, Account, "userId"), Writes, Ours),
    Call::new("C-040", Post, "/api/security/admin/user/update-status", Session, on(SetStatus, Account, "userId"), Writes, Ours),
    Call::new("C-041", Post, "/api/security/admin/user/update", Session, on(EditAccount, Account, "userId"), Writes, Ours),
    Call::new("C-042", Post, "/api/security/admin/user/mail/approved", Session, on(SetPassword, Account, "userId"), Writes, Ours),
    Call::new("C-042", Post, "/api/security/admin/mail/approved", Session, on(SetPassword, Account, "userId"), Writes, Ours),
    Call::new("C-043", Post, "/api/security/admin/user/add-account", Session, on(AddAccount, Group, "groupId"), Creates, Ours),
    Call::new("C-046", Get, "/api/security/admin/user/account/option-list", Session, to(ListAccounts), Reads, Ours),
    Call::new("C-067", Get, "/api/security/admin/app/list", Session, to(ListOwnProducts), Reads, Ours),
    Call::new("", Get, "/api/security/admin/app/export", Session, to(ListOwnProducts), Writes, Ours),
    Call::new("C-068", Get, "/api/security/admin/app/details", Session, on(ViewProduct, Product, "projectId"), Reads, Ours),
    Call::new("C-069", Get, "/api/security/admin/app/option-list", Session, to(SignedIn), Reads, Ours),
    Call::new("", Get, "/api/security/admin/app/application/option-list", Session, to(ListProducts), Reads, Ours),
    Call::new("C-070", Post, "/api/security/admin/app/add", Session, to(AddProduct), Creates, Ours),
    Call::new("C-071", Post, "/api/security/admin/app/upd", Session, on(EditProductTexts, Product, "projectId"), Writes, Ours),
    Call::new("C-072", Post, "/api/security/admin/app/update-status", Session, on(SetProductStatus, Product, "projectId"), Writes, Ours),
    Call::new("C-022", Get, "/api/security/admin/access/module-list", Session, on(ViewModules, Product, "projectId"), Reads, Ours),
    Call::new("", Get, "/api/security/admin/module/export", Session, on(ViewModules, Product, "projectId"), Writes, Ours),
    Call::new("C-023", Get, "/api/security/admin/module/option-list", Session, on(ViewModules, Product, "projectId"), Reads, Ours),
    Call::new("C-027", Post, "/api/security/admin/access/add-module", Session, on(AddModule, Product, "projectId"), Creates, Ours),
    Call::new("C-028", Post, "/api/security/admin/access/updModule", Session, on(EditModule, Module, "moduleId"), Writes, Ours),
    Call::new("C-029", Post, "/api/security/admin/access/delete-module", Session, on(DeleteModule, Module, "moduleId"), Writes, Ours),
    Call::new("C-073", Get, "/api/security/admin/user-group/list", Session, to(ListGroups), Reads, Ours),
    Call::new("", Get, "/api/security/admin/user-group/export", Session, to(ListGroups), Writes, Ours),
    Call::new("", Get, "/api/security/admin/application/list", Session, to(ListApplications), Reads, Ours),
    Call::new("", Get, "/api/security/admin/application/export", Session, to(ListApplications), Writes, Ours),
    Call::new("", Get, "/api/security/admin/application/info", Session, to(ListApplications), Reads, Ours),
    Call::new("", Post, "/api/security/admin/application/add", Session, to(AddApplication), Creates, Ours),
    Call::new("", Post, "/api/security/admin/application/update", Session, to(EditApplication), Writes, Ours),
    Call::new("", Post, "/api/security/admin/application/update-status", Session, to(EditApplication), Writes, Ours),
    Call::new("", Post, "/api/security/admin/application/rotate-secret", Session, to(RotateSecret), Writes, Ours),
    Call::new("C-074", Get, "/api/security/admin/user-group/user-list", Session, on(ViewGroup, Group, "groupId"), Reads, Ours),
    Call::new("", Get, "/api/security/admin/user-group/user-export", Session, on(ViewGroup, Group, "groupId"), Writes, Ours),
    Call::new("C-075", Get, "/api/security/admin/user-group/user-select-list", Session, on(EditGroup, Group, "groupId"), Writes, Ours),
    Call::new("", Get, "/api/security/admin/user-group/app-select-list", Session, to(EditGroup), Reads, Ours),
    Call::new("", Get, "/api/security/admin/job/list", Session, to(ListJobs), Reads, Ours),
    Call::new("", Get, "/api/security/admin/job/export", Session, to(ListJobs), Writes, Ours),
    Call::new("", Get, "/api/security/admin/job/overview", Session, to(ListJobs), Reads, Ours),
    Call::new("", Post, "/api/security/admin/job/retry", Session, to(RetryJob), Writes, Ours),
    Call::new("C-076", Get, "/api/security/admin/user-group/info", Session, on(ViewGroup, Group, "groupId"), Reads, Ours),
    Call::new("C-077", Get, "/api/security/admin/user-group/access-info", Session, to(SignedIn), Reads, Ours),
    Call::new("C-080", Post, "/api/security/admin/user-group/add", Session, to(AddGroup), Creates, Ours),
    Call::new("C-081", Post, "/api/security/admin/user-group/upd-info", Session, on(EditGroup, Group, "groupId"), Writes, Ours),
    Call::new("C-082", Post, "/api/security/admin/user-group/upd-member", Session, on(EditGroup, Group, "groupId"), Writes, Ours),
    Call::new("C-083", Post, "/api/security/admin/user-group/upd", Session, on(EditGroup, Group, "groupId"), Writes, Ours),
    Call::new("C-084", Post, "/api/security/admin/user-group/update-access", Session, on(EditGroup, Group, "groupId"), Writes, Ours),
    Call::new("C-085", Post, "/api/security/admin/user-group/update-status", Session, on(SetGroupStatus, Group, "groupId"), Writes, Ours),
    Call::new("C-086", Post, "/api/security/admin/user-group/update-visible", Session, on(EditGroup, Group, "groupId"), Writes, Ours),
    Call::new("C-091", Post, "/api/security/admin/user-group/data-access/industry", Session, on(ViewGroup, Group, "groupId"), Reads, Ours),
    Call::new("C-092", Post, "/api/security/admin/user-group/data-access/industry-brand", Session, on(ViewGroup, Group, "groupId"), Reads, Ours),
    Call::new("C-093", Post, "/api/security/admin/user-group/data-access/industry-confirm", Session, on(EditGroup, Group, "groupId"), Writes, Ours),
    Call::new("C-018", Get, "/api/security/admin/access/list", Session, on(ListRights, Product, "projectId"), Reads, Ours),
    Call::new("", Get, "/api/security/admin/access/export", Session, on(ListRights, Product, "projectId"), Writes, Ours),
    Call::new("C-019", Get, "/api/security/admin/access/info", Session, on(ViewRight, AccessRight, "accessId"), Reads, Ours),
    Call::new("C-020", Get, "/api/security/admin/access/details", Session, on(ViewRight, AccessRight, "accessId"), Reads, Ours),
    Call::new("C-021", Get, "/api/security/admin/access/function/access-list", Session, to(SignedIn), Reads, Ours),
    Call::new("C-024", Post, "/api/security/admin/access/add", Session, on(AddRight, Product, "projectId"), Creates, Ours),
    Call::new("C-025", Post, "/api/security/admin/access/del", Session, on(DeleteRight, AccessRight, "accessId"), Writes, Ours),
    Call::new("C-026", Post, "/api/security/admin/access/upd", Session, on(EditRight, AccessRight, "accessId"), Writes, Ours),
    Call::new("C-030", Post, "/api/security/admin/access/confirm", Session, on(ConfirmRight, AccessRight, "accessId"), Writes, Ours),
    Call::new("C-031", Post, "/api/security/admin/access/assign-group", Session, on(AssignRight, AccessRight, "accessId"), Writes, Ours),
    Call::new("C-032", Get, "/api/security/admin/access/group-option", Session, on(ViewRight, AccessRight, "accessId"), Reads, Ours),
    Call::new("C-044", Post, "/api/security/admin/user/assign-role", Session, on(SetRoles, Account, "userId"), Writes, Ours),
    Call::new("C-045", Get, "/api/security/admin/user/role-access-info", Session, on(ViewAccount, Account, "userId"), Reads, Ours),
    Call::new("C-048", Get, "/api/security/admin/role/list", Session, on(ListRoles, Product, "projectId"), Reads, Ours),
    Call::new("", Get, "/api/security/admin/role/export", Session, on(ListRoles, Product, "projectId"), Writes, Ours),
    Call::new("C-049", Post, "/api/security/admin/role/add", Session, on(AddRole, Product, "projectId"), Creates, Ours),
    Call::new("C-050", Post, "/api/security/admin/access/option-list-by-role", Session, on(ListRoles, Product, "projectId"), Reads, Ours),
    Call::new("C-051", Get, "/api/security/admin/access/list-by-project", Session, on(ListRights, Product, "projectId"), Reads, Ours),
    Call::new("C-052", Post, "/api/security/admin/role/upd", Session, on(EditRole, Role, "roleId"), Writes, Ours),
    Call::new("C-053", Get, "/api/security/admin/role/info", Session, on(ViewRole, Role, "roleId"), Reads, Ours),
    Call::new("C-054", Get, "/api/security/admin/role/assign/user-list", Session, on(ViewRole, Role, "roleId"), Writes, Ours),
    Call::new("", Get, "/api/security/admin/role/assign/user-export", Session, on(ViewRole, Role, "roleId"), Writes, Ours),
    Call::new("C-055", Post, "/api/security/admin/role/assign-user", Session, on(AssignRole, Role, "roleId"), Writes, Ours),
    Call::new("C-056", Post, "/api/security/admin/role/del", Session, on(DeleteRole, Role, "roleId"), Writes, Ours),
    Call::new("C-057", Get, "/api/security/admin/role/option-list-by-project", Session, on(ListRoles, Product, "projectId"), Reads, Ours),
    Call::new("C-099", Get, "/api/security/common/option/agency", Session, to(SignedIn), Reads, Ours),
    Call::new("C-100", Get, "/api/security/common/option/client", Session, to(SignedIn), Reads, Ours),
    Call::new("C-101", Get, "/api/security/common/option/group-list", Session, to(SignedIn), Reads, Ours),
    Call::new("", Get, "/api/security/common/option/brand", Session, to(SignedIn), Reads, Ours),
    Call::new("", Get, "/api/security/admin/audit/application/option-list", Session, to(ViewAuditLog), Reads, Ours),
    Call::new("C-006", Post, "/api/security/user/assign-agency", Session, to(SignedIn), Writes, Ours),
    Call::new("C-012", Get, "/api/security/user/acc-user/agency-select", Session, to(SignedIn), Reads, Ours),
    Call::new("C-012", Get, "/api/security/acc-user/agency-select", Session, to(SignedIn), Reads, Ours),
    Call::new("C-013", Post, "/api/security/user/brand/brand-select", Session, to(SignedIn), Writes, Ours),
    Call::new("C-015", Get, "/api/security/acc-user/brand", Session, to(SignedIn), Reads, Ours),
    Call::new("C-016", Get, "/api/security/acc-user/agency", Session, to(SignedIn), Reads, Ours),
    Call::new("C-033", Get, "/api/security/admin/access/client-list", Session, to(ChooseOrganisations), Reads, Ours),
    Call::new("C-034", Get, "/api/security/admin/access/division-list", Session, to(ChooseOrganisations), Reads, Ours),
    Call::new("C-035", Get, "/api/security/admin/access/brand-list", Session, to(ChooseOrganisations), Reads, Ours),
    Call::new("", Get, "/api/security/admin/access/industry-list", Session, to(ChooseOrganisations), Reads, Ours),
    Call::new("C-047", Get, "/api/security/admin/user/org/option-list", Session, to(ChooseOrganisations), Reads, Ours),
    Call::new("C-102", Get, "/api/security/admin/iris-mapping/list", Session, to(ViewIrisMappings), Reads, Ours),
    Call::new("C-103", Post, "/api/security/admin/iris-mapping/update", Session, to(ChangeIrisMappings), Writes, Ours),
    Call::new("", Post, "/api/security/admin/iris-mapping/add", Session, to(ChangeIrisMappings), Creates, Ours),
    Call::new("", Get, "/api/security/admin/iris-mapping/account/option-list", Session, to(ViewIrisMappings), Writes, Ours),
    Call::new("", Get, "/api/security/admin/iris-mapping/export", Session, to(ViewIrisMappings), Writes, Ours),
    Call::new("", Get, "/api/security/admin/agency/list", Session, to(ListOrganisations), Reads, Ours),
    Call::new("", Get, "/api/security/admin/client/list", Session, to(ListOrganisations), Reads, Ours),
    Call::new("", Get, "/api/security/admin/brand/list", Session, to(ListOrganisations), Reads, Ours),
    Call::new("", Get, "/api/security/admin/division/list", Session, to(ListOrganisations), Reads, Ours),
    Call::new("", Get, "/api/security/admin/industry/list", Session, to(ListOrganisations), Reads, Ours),
    Call::new("", Post, "/api/security/admin/organisation/add", Session, to(EditOrganisations), Creates, Ours),
    Call::new("", Post, "/api/security/admin/organisation/update", Session, to(EditOrganisations), Writes, Ours),
    Call::new("", Get, "/api/security/admin/organisation/export", Session, to(ListOrganisations), Writes, Ours),
    Call::new("", Get, "/api/security/admin/agency-request/list", Session, to(ListAgencyRequests), Reads, Ours),
    Call::new("", Get, "/api/security/admin/agency-request/export", Session, to(ListAgencyRequests), Writes, Ours),
    Call::new("", Post, "/api/security/admin/agency-request/decide", Session, on(MoveAccount, Account, "userId"), Writes, Ours),
    Call::new("F-11", Get, "/api/security/common/public-key", Nothing, to(Anyone), Reads, Ours),
];

impl Call {
    /// Creates a row.
    ///
    /// # Panics
    /// If a call without a credential needs a right, or one with a credential needs none. Rows are
    /// constants, so this is a compile error.
    pub const fn new(
        id: &'static str,
        verb: Verb,
        path: &'static str,
        credential: Credential,
        right: Right,
        effect: Effect,
        scripts: Scripts,
    ) -> Self {
        let public = matches!(credential, Nothing | Optional);
        assert!(
            public == matches!(right.action, Anyone),
            "without a credential nobody has a right, and with one somebody has"
        );
        Self {
            id,
            verb,
            path,
            credential,
            action: right.action,
            object: right.object,
            effect,
            scripts,
        }
    }

    /// True for what everybody may do as often as they like and what writes: a limit by account bounds it (attack 44).
    pub const fn writes_for_everybody(&self) -> bool {
        self.effect.writes() && matches!(self.action, SignedIn | UseOwn | Open)
    }

    /// The row of `method` at `path`.
    pub fn find(method: &Method, path: &str) -> Option<&'static Self> {
        CALLS
            .iter()
            .find(|call| call.verb.method() == *method && call.path == path)
    }

    /// True if nobody needs to be signed in.
    pub const fn is_public(&self) -> bool {
        matches!(self.credential, Nothing | Optional)
    }
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

    #[test]
    fn every_call_has_one_row() {
        for (at, call) in CALLS.iter().enumerate() {
            let again = CALLS[at + 1..]
                .iter()
                .any(|other| other.path == call.path && other.verb == call.verb);
            assert!(!again, "{} stands twice", call.path);
        }
    }
}
