//! The expected answer of each call of the product API for each kind of caller (attack 33), written from the contract, not
//! from the call table. A call without a row here fails `api::everybody`; so does a row without a call.
//! A new call needs one row for each case of its right, and for each row a request in `samples.rs`.

pub use super::askers::{ASKERS, Asker};

/// Method, path, case, access code, and a letter for each asker:
/// `Y` the call succeeds (0), `L` sign in first (100000), `N` not allowed (100013).
#[rustfmt::skip]
pub type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

const VIEW: &str = "account_maintain.AccountManagement.AccountList.view";
const AUDIT: &str = "account_maintain.AccountManagement.AuditLog.view";
const EXPORT: &str = "account_maintain.AccountManagement.AuditLog.export";
const ADD: &str = "account_maintain.AccountManagement.AccountList.add";
const EDIT: &str = "account_maintain.AccountManagement.AccountList.edit";
const STATUS: &str = "account_maintain.AccountManagement.AccountList.status";
const HOME: &str = "account_maintain.AccountManagement.AccountList.home";
const ACCOUNTS_FILE: &str = "account_maintain.AccountManagement.AccountList.export";
const REQUESTS: &str = "account_maintain.AccountManagement.PermissionRequestList.view";
const EXAMINE: &str = "account_maintain.AccountManagement.PermissionRequestList.examine";
const APPLICANTS: &str = "account_maintain.AccountManagement.ApplicationForAccount.view";
const EXAMINE_APPLICANTS: &str = "account_maintain.AccountManagement.ApplicationForAccount.examine";
const GROUPS: &str = "operation_access.UserGroupManagement.GroupList.view";
const ADD_GROUP: &str = "operation_access.UserGroupManagement.GroupList.add";
const EDIT_GROUP: &str = "operation_access.UserGroupManagement.GroupList.edit";
const GROUP_STATUS: &str = "operation_access.UserGroupManagement.GroupList.status";
const PRODUCTS: &str = "operation_access.ProductManagement.ProductList.view";
const APPLICATIONS: &str = "operation_access.ApplicationManagement.ApplicationList.view";
const ADD_APPLICATION: &str = "operation_access.ApplicationManagement.ApplicationList.add";
const EDIT_APPLICATION: &str = "operation_access.ApplicationManagement.ApplicationList.edit";
const JOBS: &str = "operation_access.SystemManagement.JobList.view";
const OVERVIEW: &str = "operation_access.SystemManagement.Overview.view";
const HOME_TILES: &str = "operation_access.SystemManagement.HomeTiles.edit";
const RETRY_JOB: &str = "operation_access.SystemManagement.JobList.retry";
const APPLICATION_SECRET: &str = "operation_access.ApplicationManagement.ApplicationList.secret";
const NEWS: &str = "operation_access.AnnouncementManagement.AnnouncementList.view";
const NEWS_ADD: &str = "operation_access.AnnouncementManagement.AnnouncementList.add";
const NEWS_EDIT: &str = "operation_access.AnnouncementManagement.AnnouncementList.edit";
const NEWS_DELETE: &str = "operation_access.AnnouncementManagement.AnnouncementList.delete";
const NEWS_STATUS: &str = "operation_access.AnnouncementManagement.AnnouncementList.status";
const NEWS_READERS: &str = "operation_access.AnnouncementManagement.AnnouncementList.readers";
const IRIS: &str = "account_maintain.AccountManagement.IRISMappingList.view";
const ORGANISATIONS: &str = "account_maintain.AccountManagement.OrganisationList.view";
const EDIT_ORGANISATIONS: &str = "account_maintain.AccountManagement.OrganisationList.edit";
const PRODUCT_ADD: &str = "operation_access.ProductManagement.ProductList.add";
const PRODUCT_EDIT: &str = "operation_access.ProductManagement.ProductList.edit";
const PRODUCT_STATUS: &str = "operation_access.ProductManagement.ProductList.status";
const MODULES: &str = "operation_access.ProductManagement.ModuleList.view";
const MODULE_ADD: &str = "operation_access.ProductManagement.ModuleList.add";
const MODULE_EDIT: &str = "operation_access.ProductManagement.ModuleList.edit";
const MODULE_DELETE: &str = "operation_access.ProductManagement.ModuleList.delete";
const PASSWORD: &str = "account_maintain.AccountManagement.AccountList.password";
const RIGHTS: &str = "operation_access.AccessManagement.AccessList.view";
const ADD_RIGHT: &str = "operation_access.AccessManagement.AccessList.add";
const EDIT_RIGHT: &str = "operation_access.AccessManagement.AccessList.edit";
const DELETE_RIGHT: &str = "operation_access.AccessManagement.AccessList.delete";
const ASSIGN_RIGHT: &str = "operation_access.AccessManagement.AccessList.assign";
const CONFIRM_RIGHT: &str = "operation_access.AccessManagement.AccessList.confirm";
const ROLES: &str = "operation_access.AccessManagement.RoleList.view";
const ADD_ROLE: &str = "operation_access.AccessManagement.RoleList.add";
const EDIT_ROLE: &str = "operation_access.AccessManagement.RoleList.edit";
const DELETE_ROLE: &str = "operation_access.AccessManagement.RoleList.delete";
const ASSIGN_ROLE: &str = "operation_access.AccessManagement.RoleList.assign";

#[rustfmt::skip]
pub const EXPECTED: &[Row] = &[
    //                                                                                anonymous
    //                                                                                | newcomer
    //                                                                                | |  member, managers: other, mine
    //                                                                                | |  |   holders: the code, others
    //                                                                                | |  |   |  administrators: product,
    // SSO, super
    //                                                                                | |  |   |  |   launch token:
    // member, newcomer
    //                                                                                | |  |   |  |   |  dead
    ("POST", "/api/security/user/info", "oneself", "",                               "L Y YYY YY YYY YN L"),
    ("POST", "/api/security/acc-login", "right password", "",                        "Y Y YYY YY YYY YY Y"),
    ("POST", "/api/security/user/forget-pwd", "any name", "",                        "Y Y YYY YY YYY YY Y"),
    ("POST", "/api/security/acc-user/register", "any name", "",                      "Y Y YYY YY YYY YY Y"),
    ("POST", "/api/security/logout", "oneself", "",                                  "Y Y YYY YY YYY YN L"),
    ("GET", "/api/security/account/passkeys", "one's own", "",                        "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/passkeys/begin", "oneself", "",                  "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/passkeys/finish", "oneself", "",                 "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/passkeys/rename", "one's own", "",               "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/passkeys/remove", "one's own", "",               "L N YYY YY YYY LL L"),
    ("GET", "/api/security/wechat/access-token", "oneself", "",                      "L N YYY YY YYY LL L"),
    ("POST", "/api/wechat/wxa/generatescheme", "oneself", "",                        "L N YYY YY YYY LL L"),
    ("POST", "/api/security/wechat/wxa/generatescheme", "oneself", "",               "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/messaging-app/invite", "oneself", "",            "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/messaging-app/link", "oneself", "",              "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/passkeys/offer", "oneself", "",                  "L N YYY YY YYY LL L"),
    ("POST", "/api/security/user/set-lang", "oneself", "",                           "L N YYY YY YYY LL L"),
    ("GET", "/api/security/user/login-count", "one's own name", VIEW,                "L Y YYY YY YYY LL L"),
    ("GET", "/api/security/user/login-count", "another's name", VIEW,                "L N NNN YN NYY LL L"),
    ("GET", "/api/security/app/login-count", "an open product", "",                  "L N YYY YY YYY LL L"),
    ("GET", "/api/security/app/login-count", "a closed product", "",                 "L N NNN NN NNN LL L"),
    ("POST", "/api/security/app/login-count", "an open product", "",                 "L N YYY YY YYY LL L"),
    ("POST", "/api/security/app/login-count", "a closed product", "",                "L N NNN NN NNN LL L"),
    ("POST", "/api/security/app/login-count", "a product of one's group", "",        "L N NNY NN NNN LL L"),
    ("GET", "/api/security/user/prompt-group-admin", "a closed product", "",         "L N YYY YY YYY LL L"),
    ("GET", "/api/security/app/v2/list-by-type", "a list of the home page", "",      "L N YYY YY YYY LL L"),
    ("GET", "/api/security/app/list", "every card", "",                                   "L N YYY YY YYY LL L"),
    ("GET", "/api/security/app/v2/list-by-team", "the cards of one's agency", "",         "L N YYY YY YYY LL L"),
    ("POST", "/api/security/page-view", "one's own", "",                                   "L N YYY YY YYY LL L"),
    ("GET", "/api/security/home", "one's own", "",                                         "L N YYY YY YYY LL L"),
    ("GET", "/api/security/admin/home-tile/list", "every tile", HOME_TILES,          "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/home-tile/save", "a tile", HOME_TILES,             "L N NNN YN NYY LL L"),
    ("GET", "/api/security/app/v2/list-my-favor", "one's own", "",                         "L N YYY YY YYY LL L"),
    ("POST", "/api/security/app/favourite", "a closed product", "",                        "L N YYY YY YYY LL L"),
    ("POST", "/api/security/app/order", "one's own", "",                                   "L N YYY YY YYY LL L"),
    ("POST", "/api/security/app/hide", "a closed product", "",                             "L N YYY YY YYY LL L"),
    ("POST", "/api/security/app/leave-welcome", "one's own", "",                           "L N YYY YY YYY LL L"),
    ("GET", "/api/security/resource/list", "of the home page", "",                         "L N YYY YY YYY LL L"),
    ("GET", "/api/security/external/edge-ai/introduction", "without an assistant", "",     "L N YYY YY YYY LL L"),
    ("GET", "/api/security/app/file", "of an open product", "",                          "L N YYY YY YYY LL L"),
    ("GET", "/api/security/app/v2/list-info", "a closed product", "",                     "L N YYY YY YYY LL L"),
    ("GET", "/api/security/admin/audit/list", "every entry", AUDIT,                  "L N NNN YN NYY LL L"),
    // Callers who may see accounts may see the history of each.
    ("GET", "/api/security/admin/audit/history", "of an account", AUDIT,             "L N NNN YY NYY LL L"),
    ("GET", "/api/security/admin/audit/history", "of an application", AUDIT,         "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/audit/export", "every entry", EXPORT,               "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/user/list", "all accounts", VIEW,                       "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/user/info", "another's account", VIEW,                  "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/user/info", "one's own account", VIEW,                  "L N YYY YY YYY LL L"),
    ("GET", "/api/security/admin/user/export", "all accounts", ACCOUNTS_FILE,            "L N NNN YN NYY LL L"),
    // The answer names the owner, so it needs the code of the list too.
    ("GET", "/api/security/admin/user/home", "of a member", HOME,                        "L N NNN NN NYY LL L"),
    ("GET", "/api/security/admin/user/home", "of a member, by a holder of every code", "", "L N NNN YY NYY LL L"),
    ("GET", "/api/security/admin/user/home", "of a reader of the audit log", HOME,       "L N NNN NN NYY LL L"),
    ("GET", "/api/security/admin/user/home", "of a super administrator", "",             "L N NNN NN NNY LL L"),
    ("GET", "/api/security/admin/user/import-template", "the headings", ADD,             "L N NNN YN NYY LL L"),
    // The answer tells which names are taken, so it needs the code of the list too.
    ("POST", "/api/security/admin/user/import", "a new account", ADD,                    "L N NNN NN NYY LL L"),
    // Decision 0024: the right of the status; people may end their own sessions.
    ("GET", "/api/security/admin/user/session/list", "of a member", VIEW,                "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/user/session/list", "one's own", VIEW,                  "L N YYY YY YYY LL L"),
    ("POST", "/api/security/admin/user/session/end", "of a member", STATUS,              "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/session/end", "of a super administrator", STATUS, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user/session/end-all", "of a member", STATUS,          "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/session/end-all", "of a reader of the audit log", STATUS, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/session/end-all", "of a super administrator", STATUS, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user/session/end-all", "one's own", STATUS,            "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/user/account/option-list", "the kinds of accounts", VIEW, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/add-account", "in no group", ADD,                 "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/add-account", "in a manager's group", ADD,        "L N NNY NN NYY LL L"),
    ("POST", "/api/security/admin/user/add-account", "in a manager's group, of another agency", ADD, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/add-account", "with password and lionId", ADD,    "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/add-account", "in a manager's group, with password and lionId", ADD, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/update", "a member's name and address", EDIT,     "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/update", "a super administrator's name", EDIT,    "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/update", "a super administrator's address", EDIT, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user/update", "a member becomes super administrator", EDIT, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user/update", "the address of a reader of the audit log", EDIT, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/update", "one's own name", EDIT,                  "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/update", "one's own address", EDIT,               "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user/update", "one's own lionId", EDIT,                "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user/update", "one's own agency", EDIT,                "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/update-status", "one's own account", STATUS,      "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user/update-status", "a reader of the audit log", STATUS, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/update-status", "a member's account", STATUS,     "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/update-status", "a super administrator's account", STATUS, "L N NNN NN NNY LL L"),
    // A link to choose a password is a way in, like a password.
    ("POST", "/api/security/admin/user/mail/approved", "a new account", PASSWORD,        "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/mail/approved", "a forgotten password", PASSWORD, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/mail/approved", "a super administrator's password", PASSWORD, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user/mail/approved", "one's own account", PASSWORD,    "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user/mail/approved", "a new super administrator", PASSWORD, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/mail/approved", "a new account", PASSWORD,             "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/mail/approved", "one's own account", PASSWORD,         "L N NNN NN NNN LL L"),
    ("GET", "/api/security/account/sessions", "one's own", "",                           "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/session/end", "one's own", "",                       "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/session/end-others", "one's own", "",                "L N YYY YY YYY LL L"),
    ("POST", "/api/security/user/change-pwd", "one's own", "",                           "L Y YYY YY YYY LL L"),
    ("POST", "/api/security/account/lock", "one's own", "",                              "L N YYY YY YYY LL L"),
    ("GET", "/api/security/account/applications", "one's own", "",                       "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/application/withdraw", "one's own", "",              "L N YYY YY YYY LL L"),
    ("GET", "/api/security/account/history", "one's own", "",                            "L N YYY YY YYY LL L"),
    ("GET", "/api/security/account/data", "one's own", "",                               "L N YYY YY YYY LL L"),
    ("GET", "/api/security/account/data/kept", "anybody's", "",                          "L N YYY YY YYY LL L"),
    ("GET", "/api/security/account/notifications", "one's own", "",                      "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/notifications/save", "oneself", "",                  "L N YYY YY YYY LL L"),
    // Decision 0071: managers name who decides while they are away.
    ("GET", "/api/security/account/absence", "one's own", "",                            "L N YYY YY YYY LL L"),
    ("GET", "/api/security/account/absence/option-list", "of a manager", "",             "L N NYY NN NYY LL L"),
    ("POST", "/api/security/account/absence/save", "of a manager", "",                   "L N NYY NN NYY LL L"),
    ("POST", "/api/security/account/absence/end", "one's own", "",                       "L N YYY YY YYY LL L"),
    // Contract F-22: a manager's search for people is counted.
    ("GET", "/api/security/find", "what one sees", "",                                   "L N YYY YY YYY LL L"),
    ("GET", "/api/security/find/applications", "what one sees", "",                      "L N YYY YY YYY LL L"),
    ("GET", "/api/security/find/people", "for a manager", VIEW,                          "L N NYY YN NYY LL L"),
    ("GET", "/api/security/account/profile", "one's own", "",                            "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/profile/save", "oneself", "",                        "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/picture", "oneself", "",                             "L N YYY YY YYY LL L"),
    ("GET", "/api/security/account/factors", "one's own", "",                            "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/authenticator/offer", "to oneself", "",              "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/authenticator/add", "the first code of an app", "",  "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/authenticator/remove", "one's own", "",              "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/recovery-codes/renew", "one's own", "",              "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/browser/forget", "one's own", "",                    "L N YYY YY YYY LL L"),
    ("POST", "/api/security/admin/user/reset-factors", "a member's account", PASSWORD,   "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/reset-factors", "one's own account", PASSWORD,    "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user/reset-factors", "a reader of the audit log", PASSWORD, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/reset-factors", "one who may give passwords too", PASSWORD, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/reset-factors", "a super administrator's account", PASSWORD, "L N NNN NN NNY LL L"),
    ("GET", "/api/security/admin/user/factors", "a member's account", VIEW,                 "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/remind-factors", "a member's account", PASSWORD, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/remind-factors", "one's own account", PASSWORD, "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user/remind-factors", "a reader of the audit log", PASSWORD, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/remind-factors", "a super administrator's account", PASSWORD, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user/temporary-code", "a member's account", PASSWORD, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/temporary-code", "one's own account", PASSWORD, "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user/temporary-code", "a reader of the audit log", PASSWORD, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/temporary-code", "a super administrator's account", PASSWORD, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user/lock", "a member's account", PASSWORD, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/lock", "one's own account", PASSWORD, "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user/lock", "a reader of the audit log", PASSWORD, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/lock", "a super administrator's account", PASSWORD, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user/delete", "a member's account", STATUS, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/delete", "one's own account", STATUS, "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user/delete", "a reader of the audit log", STATUS, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/delete", "a super administrator's account", STATUS, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user/keep", "a member's account", STATUS, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/keep", "one's own account", STATUS, "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user/keep", "a reader of the audit log", STATUS, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/keep", "a super administrator's account", STATUS, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/account/delete", "oneself", "",                              "L N YYY YY YYY LL L"),
    ("POST", "/api/security/admin/user/require-factor", "a member's account", PASSWORD, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/require-factor", "one's own account", PASSWORD, "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user/require-factor", "a reader of the audit log", PASSWORD, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/require-factor", "a super administrator's account", PASSWORD, "L N NNN NN NNY LL L"),
    ("GET", "/api/security/account/identities", "one's own", "",                         "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/email/change", "oneself", "",                        "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/identities/begin", "oneself", "",                    "L N YYY YY YYY LL L"),
    ("POST", "/api/security/account/identities/unlink", "one's own", "",                 "L N YYY YY YYY LL L"),
    ("GET", "/api/security/admin/user/identity/list", "a member's account", VIEW,        "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/identity/unlink", "a member's account", PASSWORD, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/identity/unlink", "one's own account", PASSWORD,  "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user/identity/unlink", "a reader of the audit log", PASSWORD, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/identity/unlink", "a super administrator's account", PASSWORD, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user/random-pwd", "a member's account", PASSWORD,      "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/random-pwd", "one's own account", PASSWORD,       "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user/random-pwd", "a reader of the audit log", PASSWORD, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/random-pwd", "one who may give passwords too", PASSWORD, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/random-pwd", "a super administrator's account", PASSWORD, "L N NNN NN NNY LL L"),
    ("GET", "/api/security/admin/user-group/list", "all groups", GROUPS,             "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/user-group/export", "all groups", GROUPS, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/user-group/info", "a group", GROUPS,                "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/user-group/user-list", "a group", GROUPS,           "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/user-group/user-export", "a group", GROUPS,         "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/user-group/user-select-list", "for a group", EDIT_GROUP, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/user-group/app-select-list", "all products", EDIT_GROUP, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user-group/add", "a group", ADD_GROUP,             "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user-group/upd-info", "a group", EDIT_GROUP,       "L N NNN YN NYY LL L"),
    // A person who holds fewer codes of Atrium than a group gives does not change it.
    ("POST", "/api/security/admin/user-group/upd-info", "a group with a right of Atrium", EDIT_GROUP, "L N NNN NN NYY LL L"),
    // Its managers decide who gets the right.
    ("POST", "/api/security/admin/user-group/upd-info", "the manager of such a group", EDIT_GROUP, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user-group/upd", "a group", EDIT_GROUP,            "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user-group/upd", "the stand-in of a group with a right of Atrium", EDIT_GROUP, "L N NNN NN NNY LL L"),
    ("GET", "/api/security/admin/user-group/access-info", "one's own groups", "",    "L N YYY YY YYY LL L"),
    ("GET", "/api/security/admin/user-group/access-info", "a manager's group", GROUPS, "L N NNY YN NYY LL L"),
    ("POST", "/api/security/admin/user-group/upd-member", "a group", EDIT_GROUP,     "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user-group/upd-member", "a group with a right of Atrium", EDIT_GROUP, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user-group/delete", "a whole group", "",           "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user-group/update-access", "a group", EDIT_GROUP,  "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user-group/update-access", "a right of Atrium", EDIT_GROUP, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user-group/data-access/industry", "a group", GROUPS, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user-group/data-access/industry-brand", "a group", GROUPS, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user-group/data-access/industry-confirm", "a group", EDIT_GROUP, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user-group/update-status", "a group", GROUP_STATUS, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user-group/update-status", "a group with a right of Atrium", GROUP_STATUS, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user-group/update-visible", "a group", EDIT_GROUP, "L N NNN YN NYY LL L"),
    // An administrator of a product gets theirs.
    ("GET", "/api/security/admin/app/list", "all products", PRODUCTS,                "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/app/export", "all products", PRODUCTS, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/application/list", "all applications", APPLICATIONS,    "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/application/export", "all applications", APPLICATIONS, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/application/info", "of the clients file", APPLICATIONS, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/application/add", "without rights of its own", ADD_APPLICATION, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/application/add", "without a consent page", ADD_APPLICATION, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/application/update", "without rights of its own", EDIT_APPLICATION, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/application/update", "gets an audience", EDIT_APPLICATION, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/application/update", "that serves an audience", EDIT_APPLICATION, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/application/update-status", "without rights of its own", EDIT_APPLICATION, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/application/update-status", "that serves an audience", EDIT_APPLICATION, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/application/rotate-secret", "without rights of its own", APPLICATION_SECRET, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/application/rotate-secret", "that serves an audience", APPLICATION_SECRET, "L N NNN NN NNY LL L"),
    ("GET", "/api/security/admin/page-views", "all figures", OVERVIEW,                   "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/job/list", "all jobs", JOBS,                            "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/job/export", "all jobs", JOBS,                          "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/job/overview", "all jobs", JOBS,                        "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/job/retry", "a job that was given up", RETRY_JOB,      "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/mail/list", "all emails", JOBS,                         "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/mail/sample/send", "to oneself", JOBS,                 "L N NNN YN NYY LL L"),
    ("POST", "/api/security/user/assign-agency", "one's first agency", "",             "L N YYY YY YYY LL L"),
    ("GET", "/api/security/user/acc-user/agency-select", "all agencies", "",          "L N YYY YY YYY LL L"),
    ("GET", "/api/security/acc-user/agency-select", "all agencies", "",               "L N YYY YY YYY LL L"),
    ("POST", "/api/security/user/brand/brand-select", "a brand of no client", "",     "L N YYY YY YYY LL L"),
    ("GET", "/api/security/acc-user/brand", "one's own brands", "",                   "L N YYY YY YYY LL L"),
    ("GET", "/api/security/acc-user/agency", "all agencies", "",                      "L N YYY YY YYY LL L"),
    // A person who administers anything fills in such forms.
    ("POST", "/api/security/admin/announcement/file-upload", "a picture", "",         "L N NNN YY YYY LL L"),
    ("GET", "/api/security/file/preview", "a picture", "",                            "L N NNN YY YYY LL L"),
    ("POST", "/api/security/file/upload", "a picture", "",                            "L N NNN YY YYY LL L"),
    ("GET", "/api/security/admin/access/client-list", "all clients", "",              "L N NNN YY YYY LL L"),
    ("GET", "/api/security/admin/access/division-list", "all divisions", "",          "L N NNN YY YYY LL L"),
    ("GET", "/api/security/admin/access/brand-list", "all brands", "",                "L N NNN YY YYY LL L"),
    ("GET", "/api/security/admin/access/industry-list", "all industries", "",         "L N NNN YY YYY LL L"),
    ("GET", "/api/security/admin/user/org/option-list", "all clients", "",            "L N NNN YY YYY LL L"),
    // K-44: one code for the list and its changes.
    ("GET", "/api/security/admin/iris-mapping/list", "all mappings", IRIS,            "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/iris-mapping/add", "a new mapping", IRIS,           "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/iris-mapping/update", "a mapping", IRIS,            "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/iris-mapping/account/option-list", "all accounts", IRIS, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/iris-mapping/export", "all mappings", IRIS,          "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/announcement/list", "all announcements", NEWS,       "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/announcement/export", "all announcements", NEWS,     "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/announcement/details", "an announcement", NEWS,      "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/announcement/readers", "an announcement", NEWS_READERS, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/announcement/pop-up", "oneself", "",                 "L N YYY YY YYY LL L"),
    ("GET", "/api/security/admin/announcement/history", "oneself", "",                "L N YYY YY YYY LL L"),
    ("POST", "/api/security/admin/announcement/add", "an announcement that is off", NEWS_ADD, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/announcement/upd", "a draft", NEWS_EDIT,            "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/announcement/upd-status", "an announcement", NEWS_STATUS, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/announcement/del", "an announcement", NEWS_DELETE,  "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/message/read", "an announcement for everybody", "", "L N YYY YY YYY LL L"),
    ("GET", "/api/security/admin/agency/list", "all agencies", ORGANISATIONS,         "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/client/list", "all clients", ORGANISATIONS,          "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/brand/list", "all brands", ORGANISATIONS,            "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/division/list", "all divisions", ORGANISATIONS,      "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/industry/list", "all industries", ORGANISATIONS,     "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/organisation/add", "an industry", EDIT_ORGANISATIONS, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/organisation/update", "an agency", EDIT_ORGANISATIONS, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/organisation/export", "all brands", ORGANISATIONS,   "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/account-application/list", "all applications", APPLICANTS, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/account-application/decide", "an application", EXAMINE_APPLICANTS, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/user-group/invitation/list", "for a manager's group", "", "L N NNY NN NYY LL L"),
    ("POST", "/api/security/user-group/invitation/withdraw", "for a manager's group", "", "L N NNY NN NYY LL L"),
    ("GET", "/api/security/user-group/account-application/list", "for a manager's group", "", "L N NNY NN NYY LL L"),
    ("POST", "/api/security/user-group/account-application/decide", "for a manager's group", "", "L N NNY NN NYY LL L"),
    // Deciding gives an account another agency.
    ("GET", "/api/security/admin/agency-request/list", "all requests", EDIT,          "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/agency-request/export", "all requests", EDIT, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/agency-request/decide", "a member's request", EDIT, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/agency-request/decide", "one's own request", EDIT,  "L N NNN NN NNN LL L"),
    // The administrator of a product sees it, writes its texts and manages its modules.
    ("GET", "/api/security/admin/app/details", "a product", PRODUCTS,                     "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/app/details", "one's own product", PRODUCTS,             "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/app/option-list", "products to choose from", "",         "L N YYY YY YYY LL L"),
    ("GET", "/api/security/admin/provider/list", "all providers", "",                    "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/provider/add", "a new one", "",                        "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/provider/update", "of the screen", "",                 "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/provider/update-status", "of the screen", "",          "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/provider/delete", "of the screen", "",                 "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/provider/test", "of the screen", "",                   "L N NNN NN NNY LL L"),
    ("GET", "/api/security/admin/app/application/option-list", "what a product can open", PRODUCTS,"L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/app/add", "a product", PRODUCT_ADD,                     "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/app/upd", "the texts of a product", PRODUCT_EDIT,       "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/app/upd", "the texts of one's own product", PRODUCT_EDIT,"L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/app/upd", "who may open one's own product", PRODUCT_EDIT,"L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/app/upd", "the status of a product", PRODUCT_EDIT,      "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/app/upd", "the administrators of product SSO", PRODUCT_EDIT,"L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/app/file-upload", "of one's own product", PRODUCT_EDIT,"L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/app/update-status", "one's own product", PRODUCT_STATUS,"L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/access/module-list", "all modules", MODULES,             "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/access/module-list", "of one's own product", MODULES,    "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/module/export", "all modules", MODULES, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/module/export", "of one's own product", MODULES, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/module/option-list", "of a product", MODULES,            "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/module/option-list", "of one's own product", MODULES,    "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/access/add-module", "to a product", MODULE_ADD,         "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/access/add-module", "to one's own product", MODULE_ADD, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/access/updModule", "of a product", MODULE_EDIT,         "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/access/updModule", "of one's own product", MODULE_EDIT, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/access/delete-module", "of a product", MODULE_DELETE,   "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/access/delete-module", "of one's own product", MODULE_DELETE,"L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/user/project-examine", "somebody's request", EXAMINE, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/project-examine", "one's own request", EXAMINE, "L N NNN NN NNN LL L"),
    // The administrator of a product decides its requests, but gives nothing of other products.
    ("POST", "/api/security/admin/user/project-examine", "somebody's request for one's own product", EXAMINE, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/user/project-examine", "somebody's request, by a group that opens more", EXAMINE, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/app/access_application_list", "all requests", REQUESTS, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/app/access_application_export", "all requests", REQUESTS, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/app/applyOption", "a closed product", "", "L N YYY YY YYY LL L"),
    ("GET", "/api/security/app/apply", "a product of one group", "", "L N YYY YY YYY LL L"),
    ("POST", "/api/security/app/apply", "a product of one group", "", "L N YYY YY YYY LL L"),
    ("GET", "/api/security/admin/user-group/group-management-list", "a manager's group", "", "L N NNY NN NYY LL L"),
    ("GET", "/api/security/admin/user-group/member-export", "a manager's group", "", "L N NNY NN NYY LL L"),
    ("GET", "/api/security/admin/user-group/add-user-list", "for a manager's group", "", "L N NNY NN NYY LL L"),
    ("POST", "/api/security/admin/user-group/approve", "in a manager's group", "", "L N NNY NN NYY LL L"),
    ("POST", "/api/security/admin/user-group/approve", "oneself", "", "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user-group/reject", "in a manager's group", "", "L N NNY NN NYY LL L"),
    ("POST", "/api/security/admin/user-group/delete", "from a manager's group", "", "L N NNY NN NYY LL L"),
    ("POST", "/api/security/admin/user-group/delete", "oneself", "", "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user-group/add-user", "to a manager's group", "", "L N NNY NN NYY LL L"),
    ("POST", "/api/security/admin/user-group/extend", "in a manager's group", "", "L N NNY NN NYY LL L"),
    ("POST", "/api/security/admin/user-group/extend", "oneself", "", "L N NNN NN NNN LL L"),
    ("GET", "/api/security/user/user-group/group-list", "all groups", "", "L N YYY YY YYY LL L"),
    ("GET", "/api/security/user/user-group/notify", "oneself", "", "L N YYY YY YYY LL L"),
    ("GET", "/api/security/user/user-group/click-monitor", "oneself", "", "L N YYY YY YYY LL L"),
    ("POST", "/api/security/user/user-group/click-monitor", "oneself", "", "L N YYY YY YYY LL L"),
    ("POST", "/api/security/user/user-group/apply", "ask", "", "L N YYY YY YYY LL L"),
    ("POST", "/api/security/user/user-group/apply", "leave", "", "L N YYY YY YYY LL L"),
    ("POST", "/api/security/user/user-group/ask-extension", "of one's own membership", "", "L N YYY YY YYY LL L"),
    ("POST", "/api/security/user-group/invitation-mail", "to a manager's group", "", "L N NNY NN NYY LL L"),
    ("POST", "/api/security/user/user-group/invitation-mail", "to a manager's group", "", "L N NNY NN NYY LL L"),
    ("GET", "/api/security/user/user-group/my-requests", "one's own requests", "", "L N YYY YY YYY LL L"),
    ("POST", "/api/security/user/user-group/withdraw", "one's own request", "", "L N YYY YY YYY LL L"),
    ("POST", "/api/security/user/user-group/withdraw", "somebody's request", "", "L N NNN NN NNN LL L"),
    ("GET", "/api/security/user/user-group/request-list", "what waits for oneself", "", "L N YYY YY YYY LL L"),
    ("POST", "/api/security/user/user-group/decide", "for a manager's group", "", "L N NNY NN NYY LL L"),
    ("POST", "/api/security/user/user-group/decide", "one's own request", "", "L N NNN NN NNN LL L"),
    ("GET", "/api/security/admin/access/list", "all access rights", RIGHTS, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/access/list", "those of a product", RIGHTS, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/access/list", "those of one's own product", RIGHTS, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/access/export", "all access rights", RIGHTS, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/access/export", "those of a product", RIGHTS, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/access/export", "those of one's own product", RIGHTS, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/access/info", "of a product", RIGHTS, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/access/info", "of one's own product", RIGHTS, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/access/details", "of a product", RIGHTS, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/access/details", "of one's own product", RIGHTS, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/access/group-option", "of a product", RIGHTS, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/access/group-option", "of one's own product", RIGHTS, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/access/function/access-list", "one's own codes", "", "L N YYY YY YYY LL L"),
    ("GET", "/api/security/admin/access/list-by-project", "a product", RIGHTS, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/access/list-by-project", "one's own product", RIGHTS, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/access/option-list-by-role", "a product", ROLES, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/access/option-list-by-role", "one's own product", ROLES, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/access/add", "to a product", ADD_RIGHT, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/access/add", "to one's own product", ADD_RIGHT, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/access/add", "with a group", ADD_RIGHT, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/access/upd", "of a product", EDIT_RIGHT, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/access/upd", "of one's own product", EDIT_RIGHT, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/access/del", "of a product", DELETE_RIGHT, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/access/del", "of one's own product", DELETE_RIGHT, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/access/confirm", "of a product", CONFIRM_RIGHT, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/access/confirm", "of one's own product", CONFIRM_RIGHT, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/access/assign-group", "of a product", ASSIGN_RIGHT, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/access/assign-group", "of one's own product", ASSIGN_RIGHT, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/access/confirm", "several of a product", CONFIRM_RIGHT, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/access/confirm", "several of one's own product", CONFIRM_RIGHT, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/access/assign-group", "a right of Atrium that one holds", ASSIGN_RIGHT, "L N NNN NN NNY LL L"),
    ("GET", "/api/security/admin/role/list", "all roles", ROLES, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/role/list", "those of a product", ROLES, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/role/list", "those of one's own product", ROLES, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/role/export", "all roles", ROLES, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/role/export", "those of a product", ROLES, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/role/export", "those of one's own product", ROLES, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/role/info", "of a product", ROLES, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/role/info", "of one's own product", ROLES, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/role/assign/user-list", "of a product", ROLES, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/role/assign/user-list", "of one's own product", ROLES, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/role/option-list-by-project", "a product", ROLES, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/role/option-list-by-project", "one's own product", ROLES, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/role/add", "to a product", ADD_ROLE, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/role/add", "to one's own product", ADD_ROLE, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/role/add", "with a right of Atrium", ADD_ROLE, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/role/upd", "of a product", EDIT_ROLE, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/role/upd", "of one's own product", EDIT_ROLE, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/role/upd", "with a right of Atrium", EDIT_ROLE, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/role/del", "of a product", DELETE_ROLE, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/role/del", "of one's own product", DELETE_ROLE, "L N NNN YN YYY LL L"),
    ("GET", "/api/security/admin/role/assign/user-export", "of a product", ROLES, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/role/assign/user-export", "of one's own product", ROLES, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/role/assign-user", "a member", ASSIGN_ROLE, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/role/assign-user", "a member, of one's own product", ASSIGN_ROLE, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/role/assign-user", "oneself, of one's own product", ASSIGN_ROLE, "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/role/assign-user", "a super administrator, of one's own product", ASSIGN_ROLE, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/user/assign-role", "to a member", ASSIGN_ROLE, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/user/assign-role", "to a member, of one's own product", ASSIGN_ROLE, "L N NNN YN YYY LL L"),
    ("POST", "/api/security/admin/user/assign-role", "to oneself, of one's own product", ASSIGN_ROLE, "L N NNN NN NNN LL L"),
    ("POST", "/api/security/admin/user/assign-role", "to a super administrator, of one's own product", ASSIGN_ROLE, "L N NNN NN NNY LL L"),
    ("POST", "/api/security/admin/role/assign-user", "a role of Atrium with what one holds", ASSIGN_ROLE, "L N NNN YN NYY LL L"),
    ("POST", "/api/security/admin/role/assign-user", "a role of Atrium with more than one holds", ASSIGN_ROLE, "L N NNN NN NYY LL L"),
    ("POST", "/api/security/admin/user/assign-role", "a role of Atrium with more than one holds", ASSIGN_ROLE, "L N NNN NN NYY LL L"),
    ("GET", "/api/security/admin/user/role-access-info", "another's account", VIEW, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/user/role-access-info", "one's own account", VIEW, "L N YYY YY YYY LL L"),
    ("GET", "/api/security/admin/user/access-check", "another's account", VIEW, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/admin/user/access-check", "one's own account", VIEW, "L N YYY YY YYY LL L"),
    ("GET", "/api/security/common/option/agency", "all agencies", "",                "Y Y YYY YY YYY YY Y"),
    ("GET", "/api/security/common/option/client", "all clients", "",                 "Y Y YYY YY YYY YY Y"),
    ("GET", "/api/security/common/option/brand", "all brands", "",                   "L N YYY YY YYY LL L"),
    ("GET", "/api/security/common/option/group-list", "one's own groups", "",        "L N YYY YY YYY LL L"),
    ("GET", "/api/security/admin/audit/application/option-list", "all applications", AUDIT, "L N NNN YN NYY LL L"),
    ("GET", "/api/security/common/public-key", "nobody in particular", "",           "Y Y YYY YY YYY YY Y"),
];

/// The envelope's status that the row promises `asker`.
pub fn status(row: &Row, asker: Asker) -> i64 {
    let letters: Vec<char> = row.4.chars().filter(|letter| *letter != ' ').collect();
    assert_eq!(letters.len(), ASKERS.len(), "{row:?}");
    let at = ASKERS.iter().position(|other| *other == asker).unwrap();
    match letters[at] {
        'Y' => 0,
        'L' => 100_000,
        'N' => 100_013,
        other => panic!("{row:?}: {other}"),
    }
}
