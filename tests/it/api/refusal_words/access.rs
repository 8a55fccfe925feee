//! Access rights and roles.

use serde_json::{Value, json};

use super::stage::{AUDIT, Stage};
use super::{Case, says};

const ADD: &str = "admin/access/add";
const UPDATE: &str = "admin/access/upd";
const ADD_ROLE: &str = "admin/role/add";
const FILLED: &str = "Fill in this field.";
const ATTACHES: &str =
    "Only super administrators give access rights of the administration to groups and roles.";

pub fn cases(_: &Stage) -> Vec<Case> {
    let right = |field: &str, value: Value| {
        let mut body =
            json!({ "projectId": 7, "accessName": "New", "accessCode": "a.new", "type": "api" });
        body[field] = value;
        body
    };
    let role = |field: &str, value: Value| {
        let mut body = json!({ "projectId": 7, "roleName": "Reader" });
        body[field] = value;
        body
    };
    let many: Vec<String> = (0..1_001).map(|n| format!("right{n}")).collect();
    vec![
        says(
            "Hal",
            UPDATE,
            json!({ "accessId": AUDIT, "accessName": "Mine" }),
            "access.gives_more",
            "This gives rights in the administration that you don’t have.",
        ),
        says(
            "Ben",
            "admin/access/assign-group",
            json!({ "accessId": AUDIT, "groupIds": ["team"] }),
            "access.attaches_sso",
            ATTACHES,
        ),
        says(
            "Ben",
            ADD_ROLE,
            json!({ "projectId": 700_000, "roleName": "Auditor", "accessIds": [AUDIT] }),
            "access.attaches_sso",
            ATTACHES,
        ),
        says(
            "Ada",
            ADD,
            right("accessName", json!("")),
            "access.filled",
            FILLED,
        ),
        says(
            "Ada",
            ADD,
            right("accessName", json!("x".repeat(101))),
            "Only support 100 characters;",
            "Only support 100 characters;",
        ),
        says(
            "Ada",
            ADD,
            right("accessName", json!("Ne\u{200b}w")),
            "text.hidden",
            "This has a character that can’t be seen. Type it again instead of pasting it.",
        ),
        says(
            "Ada",
            ADD,
            right("desc", json!("x".repeat(1_001))),
            "access.description",
            "A description has at most 1,000 characters.",
        ),
        says(
            "Ada",
            ADD,
            right("accessCode", json!("x".repeat(201))),
            "access.long_code",
            "A code has at most 200 characters.",
        ),
        says(
            "Ada",
            ADD,
            right("accessCode", json!("a b")),
            "access.code",
            "Use letters, digits and . _ - : only.",
        ),
        says(
            "Ada",
            ADD,
            right("accessCode", json!("a.view")),
            "api.exists",
            "This value is already in use.",
        ),
        says(
            "Ada",
            ADD_ROLE,
            role("accessIds", json!(many)),
            "group.too_many",
            "At most 1,000 entries at once.",
        ),
        says(
            "Ada",
            ADD_ROLE,
            role("accessIds", json!(["nobody"])),
            "api.illegal_field",
            "A value is missing, not allowed, or no longer exists.",
        ),
        says(
            "Ada",
            "admin/role/assign-user",
            json!({ "roleId": "role", "addedIds": many }),
            "api.too_many_at_once",
            "At most 1000 at once.",
        ),
        says(
            "Ada",
            UPDATE,
            json!({ "accessId": "700001.account_maintain.AccountManagement.AccountList.view", "accessName": "Mine" }),
            "access.built_in",
            "This access right is built in and can’t be changed.",
        ),
        says(
            "Ada",
            "admin/access/del",
            json!({ "accessId": "view" }),
            "access.right_in_use",
            "Groups or roles still give this access right.",
        ),
        says(
            "Ada",
            "admin/role/del",
            json!({ "roleId": "role" }),
            "access.role_in_use",
            "People still have this role.",
        ),
        says(
            "Ada",
            ADD_ROLE,
            role("orgId", json!("north")),
            "access.needs_type",
            "Choose an account type before you choose an agency or a client.",
        ),
    ]
}
