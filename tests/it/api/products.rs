//! C-067: the list of products for administrators through the door. The expectations are literals.

use atrium::catalogue::{ProductStatus, products};
use atrium::clients::{self, Access};
use atrium::db::DbError;
use serde_json::{Value, json};

use super::accounts::{ada, house};
use super::lists::ListCase;
use crate::access;
use crate::support::database;
use crate::support::product_api::{NOW, Person, Server};

const LIST: &str = "/api/security/admin/app/list";

/// Three products beside product SSO, an hour between them. Two products have one position, in the order of their
/// numbers.
async fn four_products(server: &Server) -> Person {
    house(server).await;
    let named = |id, name: &str, code: &str, type_id, sort| {
        let mut product = access::product(id);
        product.name = name.into();
        product.app_name = code.into();
        (product.type_id, product.sort) = (type_id, sort);
        product
    };
    let chloe = |new: &mut atrium::directory::NewAccount| "Chloe".clone_into(&mut new.full_name);
    let mut planner = named(7, "Media planner", "MEDIAPLAN", 1, 3);
    planner.admin_id = Some(server.account("ChloeManager", chloe).await);
    planner.type_name = Some("Planning".to_owned());
    "媒介计划".clone_into(&mut planner.name_zh);
    planner.link_dialog = true;
    let mut calendar = named(8, "媒体日历", "CALENDAR", 3, 2);
    calendar.status = ProductStatus::Off;
    let mut archive = named(16, "archive 王", "OLD", 2, 2);
    archive.everyone = true;
    let saved = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for (at, product) in (1..).zip([planner, calendar, archive]) {
                products::save(tx, &product, NOW + at * 3_600_000).await?;
            }
            Ok(())
        })
    });
    saved.await.unwrap();
    ada(server).await
}

async fn rows(server: &Server, person: &Person, query: &str) -> Vec<Value> {
    let path = format!("{LIST}?{query}");
    let page = server.get_as(person, &path).await.data();
    page["list"].as_array().unwrap().clone()
}

/// C-067, G-51.
pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &atrium::catalogue::PRODUCTS,
    always: "",
    name: "appName",
    seed: |server| Box::pin(four_products(server)),
    orders: &[
        ("created", &["SSO", "MEDIAPLAN", "CALENDAR", "OLD"]),
        ("order", &["SSO", "CALENDAR", "OLD", "MEDIAPLAN"]),
        ("name", &["OLD", "MEDIAPLAN", "SSO", "CALENDAR"]),
    ],
    found: &[
        ("context=plan", &["MEDIAPLAN"]),
        ("context=calen", &["CALENDAR"]),
        ("context=%E6%97%A5", &["CALENDAR"]),
        ("context=%E8%AE%A1%E5%88%92", &["MEDIAPLAN"]),
        ("context=nobody", &[]),
        ("typeId=1", &["MEDIAPLAN", "SSO"]),
        ("typeId=9", &[]),
        ("status=1", &["CALENDAR"]),
        ("status=0&typeId=1&context=media", &["MEDIAPLAN"]),
    ],
    refused: &[("status=2", "status")],
};

/// C-067, G-44: each field of a row.
#[tokio::test]
async fn a_row_describes_a_product() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = four_products(&server).await;
        let row = &rows(&server, &ada, "context=MEDIAplan").await[0];
        assert!(row["adminId"].as_str().unwrap().len() == 36, "{row}");
        let expected = json!({
            "projectId": 7,
            "name": "Media planner",
            "nameZh": "媒介计划",
            "appName": "MEDIAPLAN",
            "typeId": 1,
            "typeName": "Planning",
            "adminId": row["adminId"],
            "adminName": "Chloe",
            "iconimgUrl": "",
            "link": "https://app7.example/",
            "linkDialog": true,
            "hidden": false,
            "everyone": false,
            "sort": 3,
            "status": 0,
            "createdAt": NOW + 3_600_000,
            "c_time": "2026-11-21 20:20:00",
            "version": 1,
        });
        assert_eq!(*row, expected);
        let row = &rows(&server, &ada, "context=old").await[0];
        let shown = ["adminId", "adminName", "hidden", "everyone"].map(|field| &row[field]);
        assert_eq!(json!(shown), json!(["", "", true, true]), "G-29: 16");
    }
}

/// G-38: a product is open to everybody without group and agency, or if its application says so.
#[tokio::test]
async fn a_row_says_who_may_open_the_product() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let clients = &server.state().clients;
        let mut client = (*clients.get("demo-app").unwrap()).clone();
        client.access = Some(Access::Everyone);
        let saved = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { clients::save(tx, &client, NOW).await })
        });
        saved.await.unwrap();
        clients.reload().await.unwrap();
        for (id, client_id, everyone, agencies, expected) in [
            (2, None, false, &[][..], false),
            (3, None, true, &[], true),
            (4, None, true, &["north"], false),
            (5, Some("demo-app"), false, &["north"], true),
        ] {
            let mut product = access::product(id);
            product.client_id = client_id.map(str::to_owned);
            product.everyone = everyone;
            access::save(server.db(), product, agencies).await;
            let row = &rows(&server, &ada, &format!("context=APP{id}")).await[0];
            assert_eq!(row["everyone"], expected, "{id}");
        }
    }
}

/// A renamed product is found by its new name only, and sorted by it.
#[tokio::test]
async fn a_renamed_product_is_found_by_its_new_name() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = four_products(&server).await;
        let mut renamed = access::product(16);
        renamed.name = "Zeitung".to_owned();
        access::save(server.db(), renamed, &[]).await;
        let none: [Value; 0] = [];
        assert_eq!(rows(&server, &ada, "context=archive").await, none);
        let sorted = rows(&server, &ada, "sort=name&context=app16%20zeit").await;
        assert_eq!(sorted[0]["projectId"], 16);
    }
}

/// C-067, "Who administers": the administrators of a product find it, with `projectIds` and in the list, and
/// no other product or application.
#[tokio::test]
async fn administrators_of_a_product_get_theirs() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        four_products(&server).await;
        let dan = server.person("DanMember", |_| {}).await;
        assert_eq!(server.get_as(&dan, LIST).await.status(), 100_013);
        let account = access::find(server.db(), &dan.id).await;
        access::administers(server.db(), &account, 8).await;
        let own = rows(&server, &dan, "").await;
        let codes: Vec<_> = own.iter().map(|row| &row["appName"]).collect();
        assert_eq!(codes, ["CALENDAR"]);
        let asked = json!({});
        let info = server
            .post_as(&dan, "/api/security/user/info", &asked)
            .await;
        assert_eq!(info.data()["projectIds"], json!([8]));
        let applications = "/api/security/admin/app/application/option-list";
        assert_eq!(server.get_as(&dan, applications).await.status(), 100_013);
        let path = "/api/security/admin/app/option-list";
        let options = server.get_as(&dan, path).await.data();
        let names: Vec<_> = options
            .as_array()
            .unwrap()
            .iter()
            .map(|one| &one["projectName"])
            .collect();
        assert!(!names.contains(&&json!("archive 王")), "hidden: {names:?}");
    }
}
