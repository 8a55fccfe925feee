//! C-001 to C-131: each call of the contract stands in the `OpenAPI` document, with its method, its path and its id.

use std::collections::BTreeSet;

use serde_json::Value;

use super::lists::document;
use crate::support::database;
use crate::support::product_api::Server;

/// The call of the contract that is a page to which a browser is led, so it is none of the product API: the door of corporate
/// sign-on (`legacy/corporate.rs`).
const PAGE: &str = "C-003";

/// Every other call, as the contract writes it.
const CONTRACT: &[(&str, &str, &str)] = &[
    ("C-001", "post", "/api/security/user/info"),
    ("C-002", "post", "/api/security/acc-login"),
    ("C-004", "post", "/api/security/logout"),
    ("C-005", "post", "/api/security/user/forget-pwd"),
    ("C-006", "post", "/api/security/user/assign-agency"),
    ("C-007", "post", "/api/security/acc-user/register"),
    ("C-008", "post", "/api/security/user/set-lang"),
    ("C-009", "get", "/api/security/user/login-count"),
    ("C-010", "get", "/api/security/app/login-count"),
    ("C-011", "post", "/api/security/user/change-pwd"),
    ("C-012", "get", "/api/security/user/acc-user/agency-select"),
    ("C-013", "post", "/api/security/user/brand/brand-select"),
    ("C-014", "post", "/api/security/user/feedback/submit"),
    ("C-015", "get", "/api/security/acc-user/brand"),
    ("C-016", "get", "/api/security/acc-user/agency"),
    ("C-017", "get", "/api/security/user/prompt-group-admin"),
    ("C-018", "get", "/api/security/admin/access/list"),
    ("C-019", "get", "/api/security/admin/access/info"),
    ("C-020", "get", "/api/security/admin/access/details"),
    (
        "C-021",
        "get",
        "/api/security/admin/access/function/access-list",
    ),
    ("C-022", "get", "/api/security/admin/access/module-list"),
    ("C-023", "get", "/api/security/admin/module/option-list"),
    ("C-024", "post", "/api/security/admin/access/add"),
    ("C-025", "post", "/api/security/admin/access/del"),
    ("C-026", "post", "/api/security/admin/access/upd"),
    ("C-027", "post", "/api/security/admin/access/add-module"),
    ("C-028", "post", "/api/security/admin/access/updModule"),
    ("C-029", "post", "/api/security/admin/access/delete-module"),
    ("C-030", "post", "/api/security/admin/access/confirm"),
    ("C-031", "post", "/api/security/admin/access/assign-group"),
    ("C-032", "get", "/api/security/admin/access/group-option"),
    ("C-033", "get", "/api/security/admin/access/client-list"),
    ("C-034", "get", "/api/security/admin/access/division-list"),
    ("C-035", "get", "/api/security/admin/access/brand-list"),
    ("C-036", "post", "/api/security/admin/user/project-examine"),
    (
        "C-037",
        "get",
        "/api/security/admin/app/access_application_list",
    ),
    ("C-038", "get", "/api/security/admin/user/list"),
    ("C-039", "post", "/api/security/admin/user/random-pwd"),
    ("C-040", "post", "/api/security/admin/user/update-status"),
    ("C-041", "post", "/api/security/admin/user/update"),
    ("C-042", "post", "/api/security/admin/user/mail/approved"),
    ("C-043", "post", "/api/security/admin/user/add-account"),
    ("C-044", "post", "/api/security/admin/user/assign-role"),
    ("C-045", "get", "/api/security/admin/user/role-access-info"),
    (
        "C-046",
        "get",
        "/api/security/admin/user/account/option-list",
    ),
    ("C-047", "get", "/api/security/admin/user/org/option-list"),
    ("C-048", "get", "/api/security/admin/role/list"),
    ("C-049", "post", "/api/security/admin/role/add"),
    (
        "C-050",
        "post",
        "/api/security/admin/access/option-list-by-role",
    ),
    ("C-051", "get", "/api/security/admin/access/list-by-project"),
    ("C-052", "post", "/api/security/admin/role/upd"),
    ("C-053", "get", "/api/security/admin/role/info"),
    ("C-054", "get", "/api/security/admin/role/assign/user-list"),
    ("C-055", "post", "/api/security/admin/role/assign-user"),
    ("C-056", "post", "/api/security/admin/role/del"),
    (
        "C-057",
        "get",
        "/api/security/admin/role/option-list-by-project",
    ),
    ("C-058", "get", "/api/security/app/list"),
    ("C-059", "get", "/api/security/app/applyOption"),
    ("C-060", "get", "/api/security/app/apply"),
    ("C-061", "get", "/api/security/app/v2/list-by-type"),
    ("C-062", "get", "/api/security/app/v2/list-my-favor"),
    ("C-063", "get", "/api/security/app/v2/list-by-team"),
    ("C-064", "get", "/api/security/app/v2/list-info"),
    ("C-065", "get", "/api/security/resource/list"),
    (
        "C-066",
        "get",
        "/api/security/external/edge-ai/introduction",
    ),
    ("C-067", "get", "/api/security/admin/app/list"),
    ("C-068", "get", "/api/security/admin/app/details"),
    ("C-069", "get", "/api/security/admin/app/option-list"),
    ("C-070", "post", "/api/security/admin/app/add"),
    ("C-071", "post", "/api/security/admin/app/upd"),
    ("C-072", "post", "/api/security/admin/app/update-status"),
    ("C-073", "get", "/api/security/admin/user-group/list"),
    ("C-074", "get", "/api/security/admin/user-group/user-list"),
    (
        "C-075",
        "get",
        "/api/security/admin/user-group/user-select-list",
    ),
    ("C-076", "get", "/api/security/admin/user-group/info"),
    ("C-077", "get", "/api/security/admin/user-group/access-info"),
    (
        "C-078",
        "get",
        "/api/security/admin/user-group/group-management-list",
    ),
    (
        "C-079",
        "get",
        "/api/security/admin/user-group/add-user-list",
    ),
    ("C-080", "post", "/api/security/admin/user-group/add"),
    ("C-081", "post", "/api/security/admin/user-group/upd-info"),
    ("C-082", "post", "/api/security/admin/user-group/upd-member"),
    ("C-083", "post", "/api/security/admin/user-group/upd"),
    (
        "C-084",
        "post",
        "/api/security/admin/user-group/update-access",
    ),
    (
        "C-085",
        "post",
        "/api/security/admin/user-group/update-status",
    ),
    (
        "C-086",
        "post",
        "/api/security/admin/user-group/update-visible",
    ),
    ("C-087", "post", "/api/security/admin/user-group/approve"),
    ("C-088", "post", "/api/security/admin/user-group/reject"),
    ("C-089", "post", "/api/security/admin/user-group/delete"),
    ("C-090", "post", "/api/security/admin/user-group/add-user"),
    (
        "C-091",
        "post",
        "/api/security/admin/user-group/data-access/industry",
    ),
    (
        "C-092",
        "post",
        "/api/security/admin/user-group/data-access/industry-brand",
    ),
    (
        "C-093",
        "post",
        "/api/security/admin/user-group/data-access/industry-confirm",
    ),
    ("C-094", "get", "/api/security/user/user-group/group-list"),
    ("C-095", "get", "/api/security/user/user-group/notify"),
    (
        "C-096",
        "get",
        "/api/security/user/user-group/click-monitor",
    ),
    ("C-097", "post", "/api/security/user/user-group/apply"),
    ("C-098", "post", "/api/security/user-group/invitation-mail"),
    ("C-099", "get", "/api/security/common/option/agency"),
    ("C-100", "get", "/api/security/common/option/client"),
    ("C-101", "get", "/api/security/common/option/group-list"),
    ("C-102", "get", "/api/security/admin/iris-mapping/list"),
    ("C-103", "post", "/api/security/admin/iris-mapping/update"),
    ("C-104", "get", "/api/security/admin/announcement/list"),
    ("C-105", "get", "/api/security/admin/announcement/details"),
    ("C-106", "get", "/api/security/admin/announcement/pop-up"),
    ("C-107", "get", "/api/security/admin/announcement/history"),
    ("C-108", "post", "/api/security/admin/announcement/add"),
    ("C-109", "post", "/api/security/admin/announcement/del"),
    ("C-110", "post", "/api/security/admin/announcement/upd"),
    (
        "C-111",
        "post",
        "/api/security/admin/announcement/upd-status",
    ),
    (
        "C-112",
        "post",
        "/api/security/admin/announcement/file-upload",
    ),
    ("C-113", "get", "/api/security/admin/survey/list"),
    ("C-114", "get", "/api/security/admin/survey/details"),
    ("C-115", "get", "/api/security/admin/survey/pop-up"),
    ("C-116", "post", "/api/security/admin/survey/add"),
    ("C-117", "post", "/api/security/admin/survey/del"),
    ("C-118", "post", "/api/security/admin/survey/upd"),
    ("C-119", "post", "/api/security/admin/message/read"),
    ("C-120", "get", "/api/security/admin/feedback/list"),
    ("C-121", "get", "/api/security/admin/feedback/details"),
    ("C-122", "post", "/api/security/admin/feedback/upd-status"),
    ("C-123", "post", "/api/security/chat-gpt/chat"),
    ("C-124", "get", "/api/security/chat-gpt/authority"),
    ("C-125", "get", "/api/security/chat-gpt/chat/add"),
    ("C-126", "get", "/api/security/chat-gpt/chat/del"),
    ("C-127", "get", "/api/security/chat-gpt/chat/list"),
    ("C-128", "get", "/api/security/chat-gpt/chat/info"),
    ("C-129", "get", "/api/security/chat-gpt/get-cost"),
    ("C-130", "get", "/api/security/wechat/access-token"),
    ("C-131", "post", "/api/wechat/wxa/generatescheme"),
];

/// The document has every call of the contract, and gives no other id; a second address or method of a call has the same.
#[tokio::test]
async fn every_call_of_the_contract_stands_in_the_document() {
    let database = &database::each_engine().await[0];
    let document = document(&Server::start(&database.db).await).await;
    let named = |method: &str, path: &str| document["paths"][path][method]["x-contract"].as_str();
    let missing = CONTRACT
        .iter()
        .filter(|(id, method, path)| named(method, path) != Some(*id));
    let missing: Vec<_> = missing.collect();
    assert!(missing.is_empty(), "{missing:?}");

    let ids: BTreeSet<&str> = CONTRACT.iter().map(|(id, ..)| *id).collect();
    let operations = document["paths"].as_object().unwrap().values();
    let operations = operations.flat_map(|item| item.as_object().unwrap().values());
    let given = operations.filter_map(|operation| operation["x-contract"].as_str());
    // A gap or a conflict that was settled has an id of another letter.
    let given = given.filter(|id| id.starts_with("C-"));
    assert_eq!(given.collect::<BTreeSet<_>>(), ids, "no other id");
    let numbers: BTreeSet<String> = (1..=131).map(|number| format!("C-{number:03}")).collect();
    let all = ids.into_iter().chain([PAGE]).map(str::to_owned);
    assert_eq!(all.collect::<BTreeSet<_>>(), numbers);
}

/// The page of corporate sign-on is none of the product API, so callers do not read of it.
#[tokio::test]
async fn the_page_of_corporate_sign_on_is_no_call() {
    let database = &database::each_engine().await[0];
    let document = document(&Server::start(&database.db).await).await;
    assert_eq!(document["paths"]["/api/security/lion-login"], Value::Null);
}
