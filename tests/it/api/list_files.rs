//! Lists as CSV files. Each has the rows of its list, in its order.

use atrium::db::DbError;
use atrium::db::list::ROWS_AT_ONCE;
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::lists::ListCase;
use super::product_changes::holder;
use super::{
    access_rights, accounts, announcements, applications, assistant_use, belonging, feedback,
    group_members, groups, iris_mappings, jobs, modules, products, request_lists, roles,
};
use crate::access;
use crate::support::product_api::{NOW, Server};
use crate::support::{database, rows, trail};

const MODULES: &str = "operation_access.ProductManagement.ModuleList.view";
const MODULE_FILE: &str = "/api/security/admin/module/export";

/// The list, the address of its file, the name of the file, the name of the list in the audit log, and the heading of
/// the column by which the list's expectations name a row.
type FileCase = (
    &'static ListCase,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const FILES: &[FileCase] = &[
    (
        &accounts::LISTED,
        "/api/security/admin/user/export",
        "accounts.csv",
        "accounts",
        "username",
    ),
    (
        &groups::LISTED,
        "/api/security/admin/user-group/export",
        "user-groups.csv",
        "groups",
        "groupId",
    ),
    (
        &products::LISTED,
        "/api/security/admin/app/export",
        "products.csv",
        "products",
        "appName",
    ),
    (
        &applications::LISTED,
        "/api/security/admin/application/export",
        "applications.csv",
        "applications",
        "client_id",
    ),
    (
        &modules::LISTED,
        MODULE_FILE,
        "modules.csv",
        "modules",
        "moduleCode",
    ),
    (
        &access_rights::LISTED,
        "/api/security/admin/access/export",
        "access-rights.csv",
        "access_rights",
        "accessCode",
    ),
    (
        &roles::LISTED,
        "/api/security/admin/role/export",
        "roles.csv",
        "roles",
        "roleName",
    ),
    (
        &request_lists::LISTED,
        "/api/security/admin/app/access_application_export",
        "permission-requests.csv",
        "requests",
        "id",
    ),
    (
        &belonging::LISTED,
        "/api/security/admin/agency-request/export",
        "agency-requests.csv",
        "agency_requests",
        "username",
    ),
    (
        &iris_mappings::LISTED,
        "/api/security/admin/iris-mapping/export",
        "iris-mappings.csv",
        "iris_mappings",
        "id",
    ),
    (
        &assistant_use::LISTED,
        "/api/security/admin/assistant/use/export",
        "assistant-use.csv",
        "assistant_use",
        "agencyId",
    ),
    (
        &announcements::LISTED,
        "/api/security/admin/announcement/export",
        "announcements.csv",
        "announcements",
        "id",
    ),
    (
        &feedback::LISTED,
        "/api/security/admin/feedback/export",
        "feedback.csv",
        "feedback",
        "id",
    ),
    (
        &jobs::LISTED,
        "/api/security/admin/job/export",
        "jobs.csv",
        "jobs",
        "jobId",
    ),
    (
        &request_lists::MEMBERS_LISTED,
        "/api/security/admin/user-group/member-export",
        "members.csv",
        "members",
        "username",
    ),
    (
        &group_members::LISTED,
        "/api/security/admin/user-group/user-export",
        "members.csv",
        "members",
        "username",
    ),
];

/// The cells of one column of a file.
fn column(text: &str, heading: &str) -> Vec<String> {
    let text = text.strip_prefix('\u{feff}').expect("the mark of UTF-8");
    let mut file = csv::Reader::from_reader(text.as_bytes());
    let at = file
        .headers()
        .unwrap()
        .iter()
        .position(|one| one == heading);
    let at = at.unwrap_or_else(|| panic!("no column {heading}: {text}"));
    let cells = file.records().map(|row| row.unwrap()[at].to_owned());
    cells.collect()
}

/// C-018, C-022, C-037, C-048, C-067, C-073, C-074, C-078: a file has the rows that its list finds with each filter,
/// and all of them without. The audit log knows the list and the filters.
#[tokio::test]
async fn a_file_has_the_rows_of_its_list() {
    for (case, path, name, list, heading) in FILES {
        for database in database::each_engine().await {
            let server = Server::start(&database.db).await;
            let reader = (case.seed)(&server).await;
            super::lists::index_names(&server).await;
            let address = |query: &str| format!("{path}?{}&{query}", case.always);
            for (query, expected) in case.found {
                let file = server.get_as(&reader, &address(query)).await;
                assert_eq!(file.http, 200, "{path}?{query}: {}", file.text);
                assert_eq!(column(&file.text, heading), *expected, "{path}?{query}");
            }
            let whole = server.get_as(&reader, &address("")).await;
            assert_eq!(
                whole.header("content-disposition"),
                format!("attachment; filename=\"{name}\"")
            );
            assert!(
                column(&whole.text, heading).len() >= case.orders[0].1.len(),
                "{path}"
            );
            for (query, _) in case.refused {
                let refused = server.get_as(&reader, &address(query)).await;
                assert_eq!(refused.json()["status"], 100_012, "{path}?{query}");
            }
            let recorded = trail::of_kind(server.db(), "list.exported").await;
            assert_eq!(recorded.len(), case.found.len() + 1, "{path}");
            for entry in recorded {
                let detail: Value = serde_json::from_str(&entry.detail).unwrap();
                assert_eq!(detail["list"], *list);
            }
        }
    }
}

/// Each column of a group, with names that a spreadsheet would run.
#[tokio::test]
async fn a_group_has_its_managers_and_products_in_its_file() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let reader = (groups::LISTED.seed)(&server).await;
        let renamed = server.db().write::<_, DbError, _>(|tx| {
            Box::pin(async move {
                let sql = "UPDATE products SET name = '=1+1' WHERE id = 8".to_owned();
                rows::run(tx, sql).await
            })
        });
        renamed.await.unwrap();
        let path = "/api/security/admin/user-group/export?context=north";
        let file = server.get_as(&reader, path).await;
        assert_eq!(
            file.text,
            "\u{feff}groupId,groupName,status,visible,groupAdmin,numbersOfManagers,numbersOfMembers,products,\
             numbersOfProducts,createdAt\r\n\
             g1,Media North,0,all,ben; Chloe,2,2,Product 7;' =1+1,2,2026-11-21T11:20:00.000Z\r\n"
        );
    }
}

/// C-054: every search finds only people who have the role.
#[tokio::test]
async fn the_file_of_a_role_has_its_people_alone() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let reader = (roles::USERS_LISTED.seed)(&server).await;
        super::lists::index_names(&server).await;
        let path = "/api/security/admin/role/assign/user-export?roleId=r";
        for (query, expected) in [
            ("", &["BenAdmin", "DanMember", "EveOther"][..]),
            ("&context=emb", &["DanMember"]),
            ("&context=stranger", &[]),
        ] {
            let file = server.get_as(&reader, &format!("{path}{query}")).await;
            assert_eq!(column(&file.text, "username"), expected, "{query}");
        }
        let recorded = trail::of_kind(server.db(), "list.exported").await;
        let detail: Value = serde_json::from_str(&recorded[0].detail).unwrap();
        assert_eq!(detail["list"], "role_users");
        assert_eq!(detail["filter"]["roleId"], "r");
    }
}

/// Attack 33: the administrator of a product gets only the rows of that product, also when asking for another.
#[tokio::test]
async fn attack_33_a_file_has_only_what_its_reader_administers() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        (modules::LISTED.seed)(&server).await;
        let dan = server.person("DanOwner", |_| {}).await;
        let account = access::find(server.db(), &dan.id).await;
        access::administers(server.db(), &account, 8).await;
        let file = server.get_as(&dan, MODULE_FILE).await;
        assert_eq!(column(&file.text, "moduleCode"), ["Accounts"]);
        let other = server
            .get_as(&dan, &format!("{MODULE_FILE}?projectId=7"))
            .await;
        assert_eq!(other.json()["status"], 100_013);
    }
}

/// Attack 24: a reader who loses the code for the whole list gets no further row, even as administrator of one product.
#[tokio::test]
async fn attack_24_a_file_ends_when_its_reader_may_see_less() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        (modules::LISTED.seed)(&server).await;
        let many = 3 * ROWS_AT_ONCE;
        let sql = format!(
            "INSERT INTO modules (id, product_id, code, name, sort, status, description, created_at, version) \
             WITH RECURSIVE numbers (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL \
                SELECT n + 1 FROM numbers WHERE n < {many}) \
             SELECT 'm' || CAST(n AS TEXT), 7, 'Code' || CAST(n AS TEXT), 'Name', 0, 0, '', {NOW}, 1 FROM numbers"
        );
        let reader = holder(&server, "ReadsAll", MODULES).await;
        let account = access::find(server.db(), &reader.id).await;
        access::administers(server.db(), &account, 8).await;
        let added = server
            .db()
            .write::<_, DbError, _>(move |tx| Box::pin(rows::run(tx, sql)));
        added.await.unwrap();
        let mut request = Request::get(MODULE_FILE);
        for (name, value) in server.dpop(&reader, "GET", MODULE_FILE, &json!({})) {
            request = request.header(name, value);
        }
        let request = request.body(Body::empty()).unwrap();
        let answer = server.router.clone().oneshot(request).await.unwrap();
        assert_eq!(answer.status(), 200);
        let mut body = answer.into_body();
        for _ in ["headings", "first piece"] {
            body.frame().await.unwrap().unwrap();
        }
        let taken = server.db().write::<_, DbError, _>(|tx| {
            Box::pin(rows::run(
                tx,
                "DELETE FROM account_access_groups".to_owned(),
            ))
        });
        taken.await.unwrap();
        assert!(body.frame().await.expect("not a clean end").is_err());
    }
}
