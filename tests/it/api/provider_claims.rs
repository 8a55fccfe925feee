//! What super administrators write about the claims and groups of a provider, and what a change leaves as it is.

use atrium::db::DbError;
use atrium::directory::organisations;
use atrium::groups;
use serde_json::{Value, json};

use super::group_stage::give_group_right;
use super::providers::{ADD, LIST, UPDATE, ada, one, with, written};
use crate::support::product_api::Server;
use crate::support::{database, rows, trail};

async fn start(database: &database::TestDatabase) -> Server {
    let server = Server::start(&database.db).await;
    fill(&server).await;
    server
}

/// Adds the groups `g-staff` and `g-lions`, one that has rights of Atrium, `g-power`, and the agencies `open` and `closed`.
pub async fn fill(server: &Server) {
    let added = server.db().write::<_, DbError, _>(|tx| {
        Box::pin(async move {
            for id in ["g-staff", "g-lions", "g-power"] {
                groups::save(tx, id, &format!("Name of {id}"), "", 1).await?;
            }
            organisations::save_agency(tx, "open", "Open", 1).await?;
            organisations::save_agency(tx, "closed", "Closed", 1).await?;
            let off = "UPDATE agencies SET status = $2 WHERE id = $1";
            rows::set(tx, off, "closed", 1).await
        })
    });
    added.await.unwrap();
    let right = "account_maintain.AccountManagement.AuditLog.view";
    give_group_right(server.db(), "g-power", right).await;
}

/// Closes the agency `open` and the group `g-lions`.
pub async fn close(server: &Server) {
    let closed = server.db().write::<_, DbError, _>(|tx| {
        Box::pin(async move {
            let off = "UPDATE agencies SET status = $2 WHERE id = $1";
            rows::set(tx, off, "open", 1).await?;
            let off = "UPDATE groups SET status = $2 WHERE id = $1";
            rows::set(tx, off, "g-lions", 2).await
        })
    });
    closed.await.unwrap();
}

/// The names of claims and the groups are written and read, with the names of the groups. A change keeps what it does not
/// send, and its entry says what it changed.
#[tokio::test]
async fn claims_and_groups_of_a_provider_are_written() {
    for database in database::each_engine().await {
        let server = start(&database).await;
        let ada = ada(&server).await;
        let usual = json!({
            "email": "email", "emailVerified": "email_verified", "name": "name", "username": "preferred_username",
        });
        let added = server.post_as(&ada, ADD, &written("tiger")).await;
        assert_eq!(added.status(), 0, "{added:?}");
        let tiger = one(&server, &ada, "tiger").await;
        assert_eq!(tiger["claims"], usual);
        assert_eq!(
            (
                &tiger["groupClaim"],
                &tiger["groupAbsent"],
                &tiger["groups"]
            ),
            (&json!(""), &json!("unknown"), &json!([]))
        );
        let change = json!({
            "id": "tiger", "agency": "open", "claims": { "emailVerified": "xms_edov", "name": " " }, "groupClaim": "roles",
            "groupAbsent": "none",
            "groups": [{ "value": "staff", "groupId": "g-staff" }, { "value": "lions", "groupId": "g-lions" }],
        });
        let changed = server.post_as(&ada, UPDATE, &change).await;
        assert_eq!(changed.status(), 0, "{changed:?}");
        let after = one(&server, &ada, "tiger").await;
        let mut expected = with(tiger, &with(change, &json!({ "version": 2 })));
        expected["claims"] = usual;
        expected["claims"]["emailVerified"] = json!("xms_edov");
        expected["groups"] = json!([
            { "value": "lions", "groupId": "g-lions", "groupName": "Name of g-lions" },
            { "value": "staff", "groupId": "g-staff", "groupName": "Name of g-staff" },
        ]);
        assert_eq!(after, expected);
        // Only the label is sent.
        let label = json!({ "id": "tiger", "label": "Tiger" });
        assert_eq!(server.post_as(&ada, UPDATE, &label).await.status(), 0);
        let kept = one(&server, &ada, "tiger").await;
        assert_eq!(
            kept,
            with(expected, &json!({ "label": "Tiger", "version": 3 }))
        );
        let entries = trail::of_kind(server.db(), "provider.changed").await;
        let mut changes: Vec<Value> = entries
            .iter()
            .map(|entry| serde_json::from_str::<Value>(&entry.detail).unwrap()["changes"].take())
            .collect();
        // They have the same time, so the number of their fields tells them apart.
        changes.sort_by_key(|changes| changes.as_array().map(Vec::len));
        let renamed = json!([{ "field": "name", "from": "Tiger Identity", "to": "Tiger" }]);
        assert_eq!(changes[0], renamed);
        let fields = |changes: &Value| {
            let changes = changes.as_array().unwrap().iter();
            changes
                .map(|change| change["field"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let mapped = ["agency", "claim_names", "groups_from_claim"];
        assert_eq!(fields(&changes[1]), mapped);
        let secret = changes[2].as_array().unwrap().iter();
        let secret: Vec<_> = secret.filter(|one| one["field"] == "secret").collect();
        assert_eq!(secret, [&json!({ "field": "secret" })]);
    }
}

/// Each refusal stands at its field. Attack 34: no value gives a group with rights of Atrium.
#[tokio::test]
async fn attack_34_no_provider_is_given_a_group_with_rights_of_atrium() {
    let database = database::sqlite().await;
    let server = start(&database).await;
    let ada = ada(&server).await;
    assert_eq!(
        server.post_as(&ada, ADD, &written("tiger")).await.status(),
        0
    );
    let map = |value: &str, group: &str| json!({ "groupClaim": "roles", "groups": [{ "value": value, "groupId": group }] });
    let of_staff = |words: &str| words.replace("{value}", "staff");
    let power = &*of_staff(
        "The group of “{value}” has rights of Atrium itself, so no provider can give it.",
    );
    let gone = &*of_staff("The group of “{value}” is deleted or off. Choose another one.");
    let half = "Name the claim and at least one group, or neither.";
    let no_agency = "There is no such agency, or it is off.";
    let twice = json!({ "groupClaim": "roles", "groups": [
        { "value": "staff", "groupId": "g-staff" }, { "value": "staff", "groupId": "g-lions" },
    ] });
    for (more, field, words) in [
        (map("staff", "g-power"), "groups", power),
        (map("staff", "no such group"), "groups", gone),
        (json!({ "groupClaim": "roles" }), "groupClaim", half),
        (
            with(map("staff", "g-staff"), &json!({ "groupClaim": "" })),
            "groupClaim",
            half,
        ),
        (twice, "groups[1].value", "Another row has this value."),
        (json!({ "agency": "closed" }), "agency", no_agency),
        (json!({ "agency": "nowhere" }), "agency", no_agency),
    ] {
        for path in [ADD, UPDATE] {
            let id = if path == ADD { "bear" } else { "tiger" };
            let body = with(written(id), &more);
            let answer = server.post_as(&ada, path, &body).await.json();
            assert_eq!(answer["msg"], words, "{path} {more}");
            assert_eq!(answer["faults"][0]["field"], field, "{path} {answer}");
        }
    }
    for (row, field) in [
        (
            json!({ "value": "", "groupId": "g-staff" }),
            "groups[0].value",
        ),
        (
            json!({ "value": "staff", "groupId": "" }),
            "groups[0].groupId",
        ),
    ] {
        let body = with(
            written("bear"),
            &json!({ "groupClaim": "roles", "groups": [row] }),
        );
        let answer = server.post_as(&ada, ADD, &body).await;
        assert!(answer.text.contains(field), "{answer:?}");
    }
    let list = server.get_as(&ada, LIST).await.data();
    assert_eq!(list["providers"].as_array().unwrap().len(), 2, "{list}");
}

/// Two administrators edit one provider: the second learns who changed it and when, and nothing is changed.
#[tokio::test]
async fn the_second_of_two_administrators_is_refused() {
    for database in database::each_engine().await {
        let server = start(&database).await;
        let ada = ada(&server).await;
        let second = server.person("second", |new| new.sup_admin = true).await;
        let added = server.post_as(&ada, ADD, &written("tiger")).await;
        assert_eq!(added.status(), 0, "{added:?}");
        let read = one(&server, &ada, "tiger").await["version"].clone();
        let change = |label: &str| json!({ "id": "tiger", "version": read, "label": label });
        let at = server.clock.now();
        let first = server.post_as(&ada, UPDATE, &change("First")).await;
        assert_eq!(first.status(), 0, "{first:?}");
        let late = server.post_as(&second, UPDATE, &change("Second")).await;
        let late = late.json();
        assert_eq!(late["status"], 100_012, "{late}");
        assert_eq!(late["conflict"], json!({ "by": "ada", "at": at }));
        let now = one(&server, &ada, "tiger").await;
        assert_eq!(now["label"], "First");
        // With the newest version, or without one, the change is taken.
        for newest in [now["version"].clone(), json!(null)] {
            let body = json!({ "id": "tiger", "version": newest, "label": "Second" });
            assert_eq!(server.post_as(&second, UPDATE, &body).await.status(), 0);
        }
    }
}
