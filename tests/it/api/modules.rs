//! C-022, C-023, C-027 to C-029: the modules of products through the door. The expectations are literals.

use atrium::audit::AuditContext;
use atrium::catalogue::{ModuleError, ModuleForm, ProductStatus, modules};
use serde_json::{Value, json};

use super::accounts::{ada, entries, house};
use super::lists::ListCase;
use crate::access;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

const LIST: &str = "/api/security/admin/access/module-list";
const OPTIONS: &str = "/api/security/admin/module/option-list";
const ADD: &str = "/api/security/admin/access/add-module";
const UPDATE: &str = "/api/security/admin/access/updModule";
const DELETE: &str = "/api/security/admin/access/delete-module";

/// Three modules of two products, an hour between them.
async fn three_modules(server: &Server) -> Person {
    house(server).await;
    access::save(server.db(), access::product(7), &[]).await;
    access::save(server.db(), access::product(8), &[]).await;
    for (at, product, code, name, sort, status) in [
        (0, 7, "AccountManagement", "Zeta", 3, ProductStatus::On),
        (1, 7, "Reports", "报表", 1, ProductStatus::Off),
        (2, 8, "Accounts", "alpha", 2, ProductStatus::On),
    ] {
        let now = NOW + at * 3_600_000;
        let audit = AuditContext::of_operator(now, &server.state().random, "test");
        let form = ModuleForm {
            code: Some(code.to_owned()),
            name: Some(name.to_owned()),
            description: Some(format!("About {code}")),
            sort: Some(sort),
            status: Some(status),
        };
        let added = server.db().write::<_, ModuleError, _>(move |tx| {
            Box::pin(async move { modules::add_module(tx, product, form, &audit).await })
        });
        added.await.unwrap();
    }
    ada(server).await
}

/// C-022, G-42, G-51.
pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &atrium::catalogue::MODULES,
    always: "",
    name: "moduleCode",
    seed: |server| Box::pin(three_modules(server)),
    orders: &[
        ("created", &["AccountManagement", "Reports", "Accounts"]),
        ("order", &["Reports", "Accounts", "AccountManagement"]),
        ("name", &["Accounts", "AccountManagement", "Reports"]),
    ],
    found: &[
        ("context=ccou", &["Accounts", "AccountManagement"]),
        ("context=%E8%A1%A8", &["Reports"]),
        ("context=nobody", &[]),
        ("projectId=7", &["Reports", "AccountManagement"]),
        ("projectId=9", &[]),
        ("status=1", &["Reports"]),
        ("status=0&projectId=7&context=zeta", &["AccountManagement"]),
    ],
    refused: &[("status=2", "status")],
};

/// A cursor with the longest names is accepted. One letter may fold to eighteen, so 69 letters are the longest name.
#[tokio::test]
async fn a_cursor_of_the_longest_names_is_taken_back() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = three_modules(&server).await;
        for (code, letter, most) in [
            ("Long", '\u{fdfa}', 69),
            ("Odd", '"', 100),
            ("Wide", '\u{1f600}', 100),
        ] {
            let audit = AuditContext::of_operator(NOW, &server.state().random, "test");
            let form = ModuleForm {
                code: Some(code.to_owned()),
                name: Some(letter.to_string().repeat(most)),
                description: Some(String::new()),
                sort: Some(4),
                status: Some(ProductStatus::On),
            };
            let added = server.db().write::<_, ModuleError, _>(move |tx| {
                Box::pin(async move { modules::add_module(tx, 7, form, &audit).await })
            });
            added.await.unwrap();
        }
        let (mut cursor, mut seen, mut longest) = (String::new(), Vec::new(), 0);
        loop {
            let path = format!("{LIST}?sort=name&pageSize=1&cursor={cursor}");
            let page = server.get_as(&ada, &path).await.data();
            seen.push(page["list"][0]["moduleCode"].as_str().unwrap().to_owned());
            let Some(next) = page["next"].as_str() else {
                break;
            };
            next.clone_into(&mut cursor);
            longest = longest.max(cursor.len());
        }
        assert_eq!(seen.len(), 6, "{seen:?}");
        assert!((3_000..7_000).contains(&longest), "{longest}");
    }
}

async fn rows_of(server: &Server, person: &Person, query: &str) -> Vec<Value> {
    let page = server
        .get_as(person, &format!("{LIST}?{query}"))
        .await
        .data();
    page["list"].as_array().unwrap().clone()
}

async fn post(server: &Server, person: &Person, path: &str, body: &Value) -> Value {
    server.post_as(person, path, body).await.json()
}

/// C-022, C-027, C-028, E-34, G-42: each field of a module, from its first value to its next.
#[tokio::test]
async fn every_field_of_a_module_is_kept() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = three_modules(&server).await;
        let body = json!({
            "projectId": 8, "moduleName": " Orders ", "moduleCode": "OrderDesk", "desc": "Buys", "sort": 5, "status": 1,
        });
        let added = post(&server, &ada, ADD, &body).await;
        let id = added["data"]["moduleId"].as_str().unwrap().to_owned();
        let row = &rows_of(&server, &ada, "context=orders").await[0];
        let expected = json!({
            "moduleId": id, "moduleName": "Orders", "moduleCode": "OrderDesk", "projectId": 8,
            "projectName": "Product 8", "sort": 5, "status": 1, "desc": "Buys", "numbersOfRights": 0,
            "createdAt": NOW, "c_time": "2026-11-21 19:20:00", "version": 1,
        });
        assert_eq!(*row, expected);
        let body =
            json!({ "moduleId": id, "version": 1, "moduleName": "Desk", "status": 0, "desc": "" });
        let changed = post(&server, &ada, UPDATE, &body).await;
        assert_eq!(changed["data"], json!({ "moduleId": id, "version": 2 }));
        assert_eq!(
            rows_of(&server, &ada, "context=orders").await,
            [] as [Value; 0]
        );
        let row = &rows_of(&server, &ada, "context=desk").await[0];
        let shown =
            ["moduleName", "moduleCode", "desc", "status", "version"].map(|field| &row[field]);
        assert_eq!(json!(shown), json!(["Desk", "OrderDesk", "", 0, 2]));
        let answer = post(&server, &ada, UPDATE, &body).await;
        assert_eq!(
            (&answer["status"], &answer["conflict"]["by"]),
            (&json!(100_012), &json!("Ada Super"))
        );
        let written = entries(server.db(), "module.changed", &id).await;
        assert_eq!(written.len(), 2);
        let of = |change: &str| {
            written
                .iter()
                .find(|entry| entry.2["change"] == change)
                .unwrap()
        };
        assert_eq!(of("created").0, ada.id);
        let name = json!({ "field": "name", "from": "Orders", "to": "Desk" });
        assert!(
            of("updated").2["changes"]
                .as_array()
                .unwrap()
                .contains(&name)
        );
    }
}

/// C-027, X-05, X-06: a code belongs to one module of a product; each fault is named.
#[tokio::test]
async fn a_module_has_faults_by_name() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = three_modules(&server).await;
        let id = rows_of(&server, &ada, "context=alpha").await[0]["moduleId"].clone();
        let taken = json!({ "projectId": 7, "moduleName": "X", "moduleCode": "Reports" });
        let answer = post(&server, &ada, ADD, &taken).await;
        assert_eq!(
            (&answer["status"], &answer["field"]),
            (&json!(100_011), &json!("moduleCode"))
        );
        let elsewhere = json!({ "projectId": 8, "moduleName": "X", "moduleCode": "Reports" });
        assert_eq!(post(&server, &ada, ADD, &elsewhere).await["status"], 0);
        let again = json!({ "moduleId": id, "moduleCode": "Reports" });
        assert_eq!(post(&server, &ada, UPDATE, &again).await["status"], 100_011);
        let answer = post(&server, &ada, ADD, &json!({ "projectId": 7 })).await;
        let faults: Vec<_> = answer["faults"]
            .as_array()
            .unwrap()
            .iter()
            .map(|fault| {
                (
                    fault["field"].as_str().unwrap(),
                    fault["msg"].as_str().unwrap(),
                )
            })
            .collect();
        let empty = "Please input valid format";
        assert_eq!(faults, [("moduleName", empty), ("moduleCode", empty)]);
        for (body, field) in [
            (json!({ "moduleCode": "a b" }), "moduleCode"),
            (json!({ "moduleName": "x".repeat(101) }), "moduleName"),
            (json!({ "desc": "x".repeat(1_001) }), "desc"),
            (json!({ "sort": -1 }), "sort"),
            (json!({ "status": 2 }), "status"),
        ] {
            let mut body = body;
            body["moduleId"] = id.clone();
            let answer = post(&server, &ada, UPDATE, &body).await;
            assert_eq!(
                (&answer["status"], &answer["field"]),
                (&json!(100_012), &json!(field))
            );
        }
        for (path, body, field) in [
            (
                ADD,
                json!({ "projectId": 99, "moduleName": "X", "moduleCode": "X" }),
                "projectId",
            ),
            (
                UPDATE,
                json!({ "moduleId": "nobody", "moduleName": "X" }),
                "moduleId",
            ),
            (DELETE, json!({ "moduleId": "nobody" }), "moduleId"),
            (DELETE, json!({}), "moduleId"),
        ] {
            let answer = post(&server, &ada, path, &body).await;
            assert_eq!(
                (&answer["status"], &answer["field"]),
                (&json!(100_012), &json!(field)),
                "{path}"
            );
        }
    }
}

const RIGHT: &str = "INSERT INTO access_rights (id, product_id, module_id, code, name, kind, description, status, \
    created_at) VALUES ('r1', 7, $1, 'a.b.c.view', 'View', 0, '', $2, 0)";
const GONE: &str = "DELETE FROM access_rights WHERE module_id = $1 AND status = $2";

/// C-029: a module that access rights belong to is not deleted, and the answer says how many; without them it goes, and
/// the search forgets it.
#[tokio::test]
async fn a_module_with_access_rights_is_not_deleted() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = three_modules(&server).await;
        let id = rows_of(&server, &ada, "context=zeta").await[0]["moduleId"]
            .as_str()
            .unwrap()
            .to_owned();
        let module = id.clone();
        let held = server.db().write::<_, atrium::db::DbError, _>(move |tx| {
            Box::pin(async move { rows::set(tx, RIGHT, &module, 0).await })
        });
        held.await.unwrap();
        let answer = post(&server, &ada, DELETE, &json!({ "moduleId": id })).await;
        assert_eq!(
            (&answer["status"], &answer["field"]),
            (&json!(100_012), &json!("moduleId"))
        );
        let words = "Access rights of this module: 1. Delete each of them, or move it to another module first.";
        assert_eq!(answer["msg"], words);
        assert_eq!(
            rows_of(&server, &ada, "context=zeta").await[0]["numbersOfRights"],
            1
        );
        let module = id.clone();
        let gone = server.db().write::<_, atrium::db::DbError, _>(move |tx| {
            Box::pin(async move { rows::set(tx, GONE, &module, 0).await })
        });
        gone.await.unwrap();
        let answer = post(&server, &ada, DELETE, &json!({ "moduleId": id })).await;
        assert_eq!(answer["data"], json!({ "moduleId": id }), "{answer}");
        assert_eq!(
            rows_of(&server, &ada, "context=zeta").await,
            [] as [Value; 0]
        );
        let entries = entries(server.db(), "module.changed", &id).await;
        let deleted = |entry: &(String, String, Value)| entry.2["change"] == "deleted";
        assert!(entries.iter().any(deleted), "{entries:?}");
        // The second of two deletions finds nothing.
        let answer = post(&server, &ada, DELETE, &json!({ "moduleId": id })).await;
        assert_eq!(answer["status"], 100_012);
    }
}

/// C-023, T8: options are the modules of one product that are on; the administrator of another product gets none.
#[tokio::test]
async fn modules_to_choose_from() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = three_modules(&server).await;
        let answer = server
            .get_as(&ada, &format!("{OPTIONS}?projectId=7"))
            .await
            .data();
        assert_eq!(answer.as_array().unwrap().len(), 1, "{answer}");
        assert_eq!(answer[0]["moduleName"], "Zeta");
        let dan = server.person("DanMember", |_| {}).await;
        let account = access::find(server.db(), &dan.id).await;
        access::administers(server.db(), &account, 8).await;
        for (query, status) in [("projectId=8", 0), ("projectId=7", 100_013)] {
            for path in [LIST, OPTIONS] {
                let answer = server.get_as(&dan, &format!("{path}?{query}")).await;
                assert_eq!(answer.status(), status, "{path} {query}");
            }
        }
        assert_eq!(server.get_as(&dan, OPTIONS).await.status(), 100_012);
        // Only the modules of products that the reader administers.
        let own = rows_of(&server, &dan, "").await;
        let names: Vec<_> = own.iter().map(|row| &row["moduleName"]).collect();
        assert_eq!(names, ["alpha"]);
        let theirs = rows_of(&server, &ada, "context=zeta").await[0]["moduleId"].clone();
        for path in [UPDATE, DELETE] {
            let body = json!({ "moduleId": theirs, "moduleName": "Mine" });
            assert_eq!(post(&server, &dan, path, &body).await["status"], 100_013);
        }
    }
}
