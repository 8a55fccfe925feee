//! What the tests of groups share: a house with a group, and what the calls answer.

use atrium::catalogue::{ProductRow, products};
use atrium::db::{Db, DbError};
use atrium::directory::{Status, organisations};
use atrium::groups;
use serde_json::{Value, json};

use super::accounts::{ada, house};
use crate::access;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::rows;

pub const INFO: &str = "/api/security/admin/user-group/info";
pub const ADD: &str = "/api/security/admin/user-group/add";
pub const UPD_INFO: &str = "/api/security/admin/user-group/upd-info";
pub const UPD: &str = "/api/security/admin/user-group/upd";
pub const STATUS: &str = "/api/security/admin/user-group/update-status";
pub const ACCESS: &str = "/api/security/admin/user-group/access-info";
pub const UPD_ACCESS: &str = "/api/security/admin/user-group/update-access";
pub const VISIBLE: &str = "/api/security/admin/user-group/update-visible";

/// Gives the group the right of this code in Atrium, published.
pub async fn give_group_right(db: &Db, group: &str, code: &str) {
    const SSO: i64 = 700_000;
    let (group, code) = (group.to_owned(), code.to_owned());
    let product = ProductRow {
        id: SSO,
        app_name: "SSO".to_owned(),
        ..ProductRow::default()
    };
    let given = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            products::save(tx, &product, NOW).await?;
            let known = "SELECT COUNT(*) FROM access_rights WHERE id = $1";
            if rows::number(tx, known, &code).await == Some(0) {
                let row = json!({
                    "id": code, "product_id": SSO, "code": code, "name": "Right", "kind": 2, "description": "",
                    "status": 0, "draft": 0, "published_code": code, "published_status": 0, "created_at": NOW,
                });
                rows::insert(tx, "access_rights", &row).await?;
            }
            let row = json!({ "group_id": group, "product_id": SSO, "right_id": code, "state": 0 });
            rows::insert(tx, "group_rights", &row).await
        })
    });
    given.await.unwrap();
}

/// Two agencies, a client and a brand; products 7 and 8; Chloe, Dan and the disabled Gus; group `team`, which Chloe
/// manages. Returns Ada, a super administrator, and the ids of the three.
pub async fn team(server: &Server) -> (Person, [String; 3]) {
    house(server).await;
    access::save(server.db(), access::product(7), &[]).await;
    access::save(server.db(), access::product(8), &[]).await;
    let chloe = server
        .account("ChloeManager", |new| {
            "Chloe".clone_into(&mut new.full_name);
            new.email = Some("chloe@demo.test".to_owned());
        })
        .await;
    let dan = server.account("DanMember", |_| {}).await;
    let gus = server
        .account("GusGone", |new| new.status = Status::Disabled)
        .await;
    let (chloe_id, dan_id) = (chloe.clone(), dan.clone());
    let saved = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            organisations::save_brand(tx, "nb", "North Brand", Some("nc"), NOW).await?;
            groups::save(tx, "team", "Team", "Write to us.", NOW).await?;
            groups::save(tx, "other", "Other", "", NOW).await?;
            groups::grant(tx, "team", 7).await?;
            groups::appoint(tx, "team", &chloe_id).await?;
            groups::set_membership(tx, &dan_id, "team", Status::Enabled, NOW).await
        })
    });
    saved.await.unwrap();
    (ada(server).await, [chloe, dan, gus])
}

pub async fn info(server: &Server, person: &Person, id: &str) -> Value {
    let path = format!("{INFO}?groupId={id}");
    server.get_as(person, &path).await.data()
}

/// The status of the answer and the fields that it blames.
pub async fn answer(
    server: &Server,
    person: &Person,
    path: &str,
    body: &Value,
) -> (i64, Vec<String>) {
    let answer = server.post_as(person, path, body).await.json();
    let faults = answer["faults"].as_array().cloned().unwrap_or_default();
    let mut fields: Vec<String> = faults
        .iter()
        .map(|fault| fault["field"].as_str().unwrap().to_owned())
        .collect();
    if fields.is_empty() {
        fields.extend(answer["field"].as_str().map(str::to_owned));
    }
    (answer["status"].as_i64().unwrap(), fields)
}

pub fn ok() -> (i64, Vec<String>) {
    (0, Vec::new())
}

pub fn blamed(status: i64, fields: &[&str]) -> (i64, Vec<String>) {
    (
        status,
        fields.iter().map(|field| (*field).to_owned()).collect(),
    )
}

/// Two published rights of product 7, `view` and `edit`; the group `team` gives the first.
pub async fn rights(server: &Server) {
    let saved = server.db().write::<_, DbError, _>(|tx| {
        Box::pin(async move {
            for (id, code) in [("view", "a.view"), ("edit", "a.edit")] {
                let row = json!({
                    "id": id, "product_id": 7, "code": code, "name": id, "kind": 1, "description": "", "status": 0,
                    "draft": 0, "published_code": code, "published_name": id, "published_status": 0,
                    "created_at": NOW,
                });
                rows::insert(tx, "access_rights", &row).await?;
            }
            let row = json!({ "group_id": "team", "product_id": 7, "right_id": "view", "state": 0 });
            rows::insert(tx, "group_rights", &row).await
        })
    });
    saved.await.unwrap();
}

/// The industries `cars`, `food` and `toys`.
pub async fn industries(server: &Server) {
    let saved = server.db().write::<_, DbError, _>(|tx| {
        Box::pin(async move {
            for (id, name) in [("toys", "Toys"), ("cars", "Cars"), ("food", "Food")] {
                let row = json!({
                    "id": id, "name": name, "status": 0, "created_at": NOW, "version": 1, "name_key": id,
                });
                rows::insert(tx, "industries", &row).await?;
            }
            Ok(())
        })
    });
    saved.await.unwrap();
}
