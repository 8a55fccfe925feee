//! C-102, C-103, G-49, K-44: IRIS mappings. The expectations are literals.

use atrium::db::DbError;
use serde_json::{Value, json};

use super::accounts::{ada, entries, house};
use super::lists::ListCase;
use crate::support::database;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::rows;

const LIST: &str = "/api/security/admin/iris-mapping/list";
const ADD: &str = "/api/security/admin/iris-mapping/add";
const UPDATE: &str = "/api/security/admin/iris-mapping/update";
const EXPORT: &str = "/api/security/admin/iris-mapping/export";

/// Three mappings, whose ids, codes, names and times have different orders.
async fn three(server: &Server) -> Person {
    house(server).await;
    let saved = server.db().write::<_, DbError, _>(|tx| {
        Box::pin(async move {
            for (at, id, code, name, agency, company, status) in [
                (0, "i1", "B-2", "Media North", "north", "nc", 0),
                (1, "i0", "C-3", "Ärzte", "south", "sc", 0),
                (2, "i2", "A-1", "media 王小明", "north", "sc", 1),
            ] {
                let row = json!({
                    "id": id, "iris_code": code, "iris_name": name, "agency_id": agency, "company_id": company,
                    "status": status, "created_at": NOW + at, "version": 1,
                });
                rows::insert(tx, "iris_mappings", &row).await?;
            }
            Ok(())
        })
    });
    saved.await.unwrap();
    super::lists::index_names(server).await;
    ada(server).await
}

/// C-102, G-51.
pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &atrium::directory::IRIS_MAPPINGS,
    always: "",
    name: "id",
    seed: |server| Box::pin(three(server)),
    orders: &[
        ("created", &["i1", "i0", "i2"]),
        ("irisCode", &["i2", "i1", "i0"]),
        ("irisName", &["i1", "i2", "i0"]),
    ],
    found: &[
        ("context=edi", &["i2", "i1"]),
        ("context=%E5%B0%8F", &["i2"]),
        ("context=c-3", &["i0"]),
        ("context=nobody", &[]),
        ("agencyId=north", &["i2", "i1"]),
        ("agencyId=nowhere", &[]),
        ("clientId=sc", &["i2", "i0"]),
        ("status=1", &["i2"]),
        ("status=0&agencyId=north&clientId=nc&context=media", &["i1"]),
    ],
    refused: &[("status=2", "status")],
};

async fn mapping(server: &Server, person: &Person, id: &str) -> Value {
    let list = server.get_as(person, LIST).await.data()["list"].clone();
    let mut rows = list.as_array().unwrap().iter();
    rows.find(|row| row["id"] == id).unwrap().clone()
}

/// C-102, C-103, K-44, S-18, G-49: the fields of a mapping; a change touches agency, client, account and status, and
/// leaves an entry.
#[tokio::test]
async fn a_mapping_is_added_and_changed() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let dan = server
            .account("DanMember", |new| "Dan".clone_into(&mut new.full_name))
            .await;
        let form = json!({ "irisCode": " IR-7 ", "irisName": "Ink", "agencyId": "north", "clientId": "nc", "userId": dan });
        let added = server.post_as(&ada, ADD, &form).await.data();
        let id = added["id"].as_str().unwrap();
        let expected = json!({
            "id": id, "irisCode": "IR-7", "irisName": "Ink", "agencyId": "north", "agencyName": "North",
            "clientId": "nc", "clientName": "North Client", "userId": dan, "username": "DanMember",
            "fullName": "Dan", "status": 0, "version": 1, "createdAt": NOW,
            "c_time": "2026-11-21 19:20:00",
        });
        assert_eq!(mapping(&server, &ada, id).await, expected);
        server.clock.advance(1);
        let change = json!({
            "id": id, "version": 1, "agencyId": "south", "clientId": "", "userId": "", "status": 1,
            // Code and name stay (G-49), and so does all else that is not a field of the form.
            "irisCode": "OTHER", "irisName": "Other", "c_time": 1, "createdAt": 1,
        });
        let changed = server.post_as(&ada, UPDATE, &change).await.data();
        assert_eq!(changed, json!({ "id": id, "version": 2 }));
        let expected = json!({
            "id": id, "irisCode": "IR-7", "irisName": "Ink", "agencyId": "south", "agencyName": "South",
            "clientId": null, "clientName": null, "userId": null, "username": null,
            "fullName": null, "status": 1, "version": 2, "createdAt": NOW,
            "c_time": "2026-11-21 19:20:00",
        });
        assert_eq!(mapping(&server, &ada, id).await, expected);
        let trail = entries(server.db(), "iris_mapping.changed", id).await;
        assert_eq!(trail.len(), 2);
        assert_eq!(
            trail[1].2,
            json!({ "change": "disabled", "changes": [
                { "field": "status", "from": "on", "to": "off" },
                { "field": "agency", "from": "North (north)", "to": "South (south)" },
                { "field": "company", "from": "North Client (nc)", "to": null },
                { "field": "account", "from": format!("DanMember ({dan})"), "to": null },
            ]})
        );
    }
}

/// Ids of others in the body, and a client of another agency; a code exists once in any spelling.
#[tokio::test]
async fn a_bad_mapping_is_refused_by_field() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = three(&server).await;
        for (form, status, field) in [
            (json!({ "irisName": "Ink" }), 100_012, "irisCode"),
            (json!({ "irisCode": "X" }), 100_012, "irisName"),
            (
                json!({ "irisCode": "X", "irisName": "Ink", "agencyId": "nc" }),
                100_012,
                "agencyId",
            ),
            (
                json!({ "irisCode": "X", "irisName": "Ink", "agencyId": "north", "clientId": "sc" }),
                100_012,
                "clientId",
            ),
            (
                json!({ "irisCode": "X", "irisName": "Ink", "userId": "nobody" }),
                100_012,
                "userId",
            ),
            (
                json!({ "irisCode": "ｂ-2", "irisName": "Ink" }),
                100_011,
                "irisCode",
            ),
        ] {
            let refused = server.post_as(&ada, ADD, &form).await;
            assert_eq!(refused.status(), status, "{form}");
            assert_eq!(refused.json()["field"], field, "{form}");
        }
        let unknown = server
            .post_as(&ada, UPDATE, &json!({ "id": "i9", "status": 1 }))
            .await;
        assert_eq!(unknown.json()["field"], "id");
    }
}

/// C-103, "Answers".
#[tokio::test]
async fn two_people_do_not_overwrite_each_other() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = three(&server).await;
        let change =
            |status: i64| json!({ "id": "i1", "version": 1, "status": status, "agencyId": "" });
        assert_eq!(server.post_as(&ada, UPDATE, &change(1)).await.status(), 0);
        let refused = server.post_as(&ada, UPDATE, &change(0)).await;
        assert_eq!(
            refused.json()["conflict"],
            json!({ "by": "Ada Super", "at": NOW })
        );
        assert_eq!(mapping(&server, &ada, "i1").await["status"], 1);
    }
}

/// 4.
#[tokio::test]
async fn the_mappings_are_a_file() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = three(&server).await;
        let file = server.get_as(&ada, &format!("{EXPORT}?status=1")).await;
        let text = file.text.clone();
        assert_eq!(
            text,
            "\u{feff}id,iris_code,iris_name,agency_id,agency,client_id,client,user_id,username,status,c_time\r\n\
             i2,A-1,media 王小明,north,North,sc,South Client,,,1,2026-11-21T11:20:00.002Z\r\n"
        );
        let names = entries(server.db(), "list.exported", "").await;
        assert!(names.is_empty(), "a download is about no single thing");
    }
}

/// The account of a mapping is found by a part of its names; disabled accounts are not offered.
#[tokio::test]
async fn accounts_to_choose_from() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let dan = server
            .account("DanMember", |new| "Dan".clone_into(&mut new.full_name))
            .await;
        server
            .account("DanGone", |new| {
                new.status = atrium::directory::Status::Disabled;
            })
            .await;
        let path = "/api/security/admin/iris-mapping/account/option-list?context=dan";
        let expected = json!([{ "userId": dan, "username": "DanMember", "fullName": "Dan" }]);
        assert_eq!(server.get_as(&ada, path).await.data(), expected);
    }
}
