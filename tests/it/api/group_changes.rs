//! C-076, C-080, C-081, C-083, C-085, C-086: one group is read, added and changed through the door (contract S-22,
//! G-53, G-55). The expectations are literals.

use serde_json::{Value, json};

use super::accounts::{ben, entries};
use super::group_stage::{
    ADD, INFO, STATUS, UPD, UPD_INFO, VISIBLE, answer, blamed, info, ok, team,
};
use crate::support::database;
use crate::support::product_api::{NOW, Server};

/// C-076, E-03, E-37, G-53: everything of a group.
#[tokio::test]
async fn a_group_is_read_whole() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, ..]) = team(&server).await;
        assert_eq!(
            info(&server, &ada, "team").await,
            json!({
                "groupId": "team", "groupName": "Team", "desc": "", "adminMsg": "Write to us.", "status": 0,
                "visible": "all",
                "managers": [{
                    "userId": chloe, "name": "Chloe", "username": "ChloeManager", "email": "chloe@demo.test",
                    "enabled": true,
                }],
                "standIns": [], "products": [{"appId": 7, "name": "Product 7"}],
                "agencies": [], "users": [], "clients": [], "brands": [], "divisions": [], "industries": [],
                "dueDays": 5, "refuseDays": 10, "maxDays": null, "numbersOfMembers": 1,
                "createdAt": NOW, "c_time": "2026-11-21 19:20:00", "version": 1, "changedAt": NOW, "changedBy": null,
                "rights": {"edit": true, "status": true, "delete": true, "appointManagers": true, "grantAtriumRights": true},
            })
        );
        let unknown = server.get_as(&ada, &format!("{INFO}?groupId=nobody")).await;
        assert_eq!(unknown.json()["status"], 100_012);
        assert_eq!(unknown.json()["field"], "groupId");
    }
}

/// Mass assignment: the form of a group sets neither its status, nor its people, nor its times. Attack T8: an id is
/// refused if query and body differ, or if it comes in two spellings.
#[tokio::test]
async fn attack_t8_a_form_sets_only_its_fields() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [_, dan, _]) = team(&server).await;
        let whole = info(&server, &ada, "team").await;
        let mut form = json!({
            "groupId": "team", "desc": "New", "status": 2, "managers": [dan], "standIns": [dan], "members": [dan],
            "numbersOfMembers": 9, "products": [8], "createdAt": 0, "changedAt": 0, "changedBy": "Nobody",
            "rights": {}, "deleted": true, "builtIn": true,
        });
        assert_eq!(server.post_as(&ada, UPD, &form).await.status(), 0);
        let mut wanted = whole.clone();
        wanted["desc"] = json!("New");
        wanted["version"] = json!(2);
        wanted["changedBy"] = json!("Ada Super");
        assert_eq!(info(&server, &ada, "team").await, wanted);
        form["desc"] = json!("Newer");
        for path in [UPD, UPD_INFO, STATUS, VISIBLE] {
            for query in ["groupId=other", "groupId=team&groupId=other"] {
                let refused = server
                    .post_as(&ada, &format!("{path}?{query}"), &form)
                    .await;
                assert_eq!(refused.status(), 100_012, "{path}?{query}");
            }
        }
        assert_eq!(info(&server, &ada, "team").await, wanted);
    }
}

/// C-080: a group with all of its fields, and its audit entry.
#[tokio::test]
async fn a_group_is_added_whole() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, dan, _]) = team(&server).await;
        let form = json!({
            "groupName": "  Media North ", "desc": "Who plans\r\nmedia", "adminMsg": "Say why.",
            "groupAdmin": [chloe, chloe], "standInIds": [dan], "appIds": [8, 7],
            "visible": "partial", "agencyIds": ["north"], "userIds": [dan],
            "clientIds": ["nc"], "brandIds": ["nb"], "dueDays": 3, "refuseDays": "6", "maxDays": 90,
        });
        let added = server.post_as(&ada, ADD, &form).await.data();
        let id = added["groupId"].as_str().unwrap();
        let group = info(&server, &ada, id).await;
        for (field, value) in [
            ("groupName", json!("Media North")),
            ("desc", json!("Who plans\nmedia")),
            ("adminMsg", json!("Say why.")),
            ("status", json!(0)),
            ("visible", json!("partial")),
            ("agencies", json!([{"id": "north", "name": "North"}])),
            ("clients", json!([{"id": "nc", "name": "North Client"}])),
            ("brands", json!([{"id": "nb", "name": "North Brand"}])),
            ("dueDays", json!(3)),
            ("refuseDays", json!(6)),
            ("maxDays", json!(90)),
            ("version", json!(1)),
        ] {
            assert_eq!(group[field], value, "{field}");
        }
        assert_eq!(group["managers"][0]["userId"], chloe);
        assert_eq!(group["managers"].as_array().unwrap().len(), 1);
        assert_eq!(group["standIns"][0]["userId"], dan);
        assert_eq!(group["users"][0]["userId"], dan);
        assert_eq!(group["products"][1]["appId"], 8);
        let entries = entries(server.db(), "group.changed", id).await;
        let (actor, call, detail) = &entries[0];
        assert_eq!(entries.len(), 1);
        assert_eq!(
            (actor.as_str(), call.as_str()),
            (ada.id.as_str(), "POST /api/security/admin/user-group/add")
        );
        assert_eq!(detail["change"], "created");
        let changes = detail["changes"].to_string();
        assert!(
            changes.contains(r#"{"field":"name","from":null,"to":"Media North"}"#),
            "{changes}"
        );
        assert!(changes.contains(r#""field":"products_added""#), "{changes}");
    }
}

/// C-080, V-35, X-18: each fault is named, and nothing is saved. A name is unique in any spelling (X-05).
#[tokio::test]
async fn a_bad_group_is_not_added() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, _, gus]) = team(&server).await;
        let long = "x".repeat(101);
        for (form, fields) in [
            (json!({}), &["groupName"][..]),
            (json!({"groupName": "  "}), &["groupName"]),
            (json!({"groupName": long}), &["groupName"]),
            (json!({"groupName": "Two\nlines"}), &["groupName"]),
            (json!({"groupName": "A", "groupAdmin": []}), &["groupAdmin"]),
            (
                json!({"groupName": "A", "groupAdmin": [gus]}),
                &["groupAdmin"],
            ),
            (
                json!({"groupName": "A", "groupAdmin": ["nobody"]}),
                &["groupAdmin"],
            ),
            (json!({"groupName": "A", "appIds": []}), &["appIds"]),
            (json!({"groupName": "A", "appIds": [99]}), &["appIds"]),
            (
                json!({"groupName": "A", "appIds": [7], "addAppIds": [8]}),
                &["appIds"],
            ),
            (
                json!({"groupName": "A", "visible": "partial"}),
                &["agencyIds"],
            ),
            (json!({"groupName": "A", "visible": "some"}), &["visible"]),
            (
                json!({"groupName": "A", "clientIds": ["nobody"]}),
                &["clientIds"],
            ),
            (json!({"groupName": "A", "dueDays": 0}), &["dueDays"]),
            (
                json!({"groupName": "A", "dueDays": 9, "refuseDays": 8}),
                &["refuseDays"],
            ),
            (json!({"groupName": "A", "maxDays": 4000}), &["maxDays"]),
            (json!({"groupName": "A", "groupId": "team"}), &["groupId"]),
            (
                json!({"groupName": long, "maxDays": -1, "groupAdmin": [chloe, gus]}),
                &["groupName", "maxDays", "groupAdmin"],
            ),
        ] {
            let got = answer(&server, &ada, ADD, &form).await;
            assert_eq!(got, blamed(100_012, fields), "{form}");
        }
        let many: Vec<i64> = (1..=1_001).collect();
        let form = json!({"groupName": "A", "appIds": many});
        assert_eq!(
            answer(&server, &ada, ADD, &form).await,
            blamed(100_012, &["appIds"])
        );
        let taken = answer(&server, &ada, ADD, &json!({"groupName": "ＴＥＡＭ"})).await;
        assert_eq!(taken, blamed(100_011, &["groupName"]));
        let list = "/api/security/admin/user-group/list";
        assert_eq!(server.get_as(&ada, list).await.data()["total"], 2);
    }
}

/// C-081, C-083: only sent fields change; the entry has both values; a removed product closes at once.
#[tokio::test]
async fn a_group_is_changed_by_parts() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, dan, _]) = team(&server).await;
        let body = json!({"groupId": "team", "groupName": "Team 2", "desc": "New", "groupAdmin": [dan], "version": 1});
        let changed = server.post_as(&ada, UPD_INFO, &body).await.data();
        assert_eq!(changed, json!({"groupId": "team", "version": 2}));
        let body = json!({"groupId": "team", "addAppIds": [8], "removeAppIds": [7], "maxDays": 30});
        assert_eq!(answer(&server, &ada, UPD, &body).await, ok());
        let group = info(&server, &ada, "team").await;
        assert_eq!(group["adminMsg"], "Write to us.");
        assert_eq!(group["managers"][0]["userId"], dan);
        assert_eq!(
            group["products"],
            json!([{"appId": 8, "name": "Product 8"}])
        );
        assert_eq!(group["changedBy"], "Ada Super");
        let body = json!({"groupId": "team", "maxDays": 0});
        assert_eq!(answer(&server, &ada, UPD, &body).await, ok());
        assert_eq!(info(&server, &ada, "team").await["maxDays"], Value::Null);
        let trail = entries(server.db(), "group.changed", "team").await;
        let expected = json!([
            {"field": "name", "from": "Team", "to": "Team 2"},
            {"field": "description", "from": "", "to": "New"},
            {"field": "managers_added", "from": null, "to": [format!("DanMember ({dan})")]},
            {"field": "managers_removed", "from": [format!("Chloe ({chloe})")], "to": null},
        ]);
        let of_texts = |(_, _, detail): &(String, String, Value)| detail["changes"] == expected;
        assert!(trail.iter().any(of_texts), "{trail:?}");
        assert_eq!(trail.len(), 3);
        // A change without effect leaves no entry and no new version.
        let body = json!({"groupId": "team", "desc": "New"});
        assert_eq!(answer(&server, &ada, UPD, &body).await, ok());
        assert_eq!(info(&server, &ada, "team").await["version"], 4);
    }
}

/// C-083: an empty set, an unknown id, and another id in the query than in the body are refused; nobody overwrites a
/// change that they have not seen.
#[tokio::test]
async fn a_bad_change_changes_nothing() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [_, _, gus]) = team(&server).await;
        for (path, body, status, fields) in [
            (
                UPD,
                json!({"groupId": "team", "groupAdmin": []}),
                100_012,
                &["groupAdmin"][..],
            ),
            (
                UPD,
                json!({"groupId": "team", "groupAdmin": [gus]}),
                100_012,
                &["groupAdmin"],
            ),
            (
                UPD,
                json!({"groupId": "team", "appIds": []}),
                100_012,
                &["appIds"],
            ),
            (
                UPD,
                json!({"groupId": "team", "groupName": "Other"}),
                100_011,
                &["groupName"],
            ),
            (
                UPD,
                json!({"groupId": "nobody", "desc": "x"}),
                100_012,
                &["groupId"],
            ),
            (UPD, json!({"desc": "x"}), 100_012, &["groupId"]),
            (UPD_INFO, json!({"desc": "x"}), 100_012, &["groupId"]),
            (
                STATUS,
                json!({"groupId": "team", "status": 1}),
                100_012,
                &["status"],
            ),
            (
                VISIBLE,
                json!({"groupId": "team", "visible": "partial"}),
                100_012,
                &["agencyIds"],
            ),
            (
                VISIBLE,
                json!({"groupId": "team", "visible": ""}),
                100_012,
                &["visible"],
            ),
        ] {
            let got = answer(&server, &ada, path, &body).await;
            assert_eq!(got, blamed(status, fields), "{path} {body}");
        }
        let twice = format!("{UPD}?groupId=other");
        let got = answer(
            &server,
            &ada,
            &twice,
            &json!({"groupId": "team", "desc": "x"}),
        )
        .await;
        assert_eq!(got, blamed(100_012, &["groupId"]));
        let ben = ben(&server).await;
        let body = json!({"groupId": "team", "desc": "Ben's", "version": 1});
        assert_eq!(answer(&server, &ben, UPD, &body).await, ok());
        let body = json!({"groupId": "team", "desc": "Ada's", "version": 1});
        let refused = server.post_as(&ada, UPD, &body).await.json();
        assert_eq!(refused["status"], 100_012);
        assert_eq!(refused["conflict"], json!({"by": "BenAdmin", "at": NOW}));
        assert_eq!(info(&server, &ada, "team").await["desc"], "Ben's");
    }
}

/// C-085: 0 and 2, each with its entry. A manager of a disabled group has nothing to decide.
#[tokio::test]
async fn a_group_is_switched_off_and_on() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, ..]) = team(&server).await;
        let chloe = server.signed_in(&chloe).await;
        let own = "/api/security/common/option/group-list";
        assert_eq!(
            server.get_as(&chloe, own).await.data()[0]["groupId"],
            "team"
        );
        for (status, change, managed) in [(2, "disabled", 0), (0, "enabled", 1)] {
            let body = json!({"groupId": "team", "status": status});
            assert_eq!(answer(&server, &ada, STATUS, &body).await, ok());
            let trail = entries(server.db(), "group.changed", "team").await;
            let is_noted = trail.iter().any(|(.., detail)| detail["change"] == change);
            assert!(is_noted, "{trail:?}");
            let managed_now = server.get_as(&chloe, own).await.data();
            assert_eq!(managed_now.as_array().unwrap().len(), managed);
        }
    }
}

/// E-37, C-086, G-55: `partial` names agencies or people; `all` clears them.
#[tokio::test]
async fn visibility_names_who_sees_the_group() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [_, dan, _]) = team(&server).await;
        let body = json!({"groupId": "team", "visible": "partial", "agencyIds": ["north"], "userIds": [dan]});
        assert_eq!(answer(&server, &ada, VISIBLE, &body).await, ok());
        let group = info(&server, &ada, "team").await;
        assert_eq!(group["visible"], "partial");
        assert_eq!(group["agencies"][0]["id"], "north");
        assert_eq!(group["users"][0]["userId"], dan);
        let body = json!({"groupId": "team", "visible": "all"});
        assert_eq!(answer(&server, &ada, VISIBLE, &body).await, ok());
        let group = info(&server, &ada, "team").await;
        assert_eq!(
            (&group["agencies"], &group["users"]),
            (&json!([]), &json!([]))
        );
    }
}

/// C-075, G-52: enabled people by any part of their names, and who is a member; products too.
#[tokio::test]
async fn people_and_products_are_chosen_by_search() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, dan, _]) = team(&server).await;
        let list = "/api/security/admin/user-group/user-select-list";
        let person = |id: &str, username: &str, name: &str, email: Value, selected: bool| json!({"userId": id, "username": username, "name": name, "email": email, "selected": selected});
        let found = server
            .get_as(&ada, &format!("{list}?groupId=team&context=hlo"))
            .await;
        let expected = person(
            &chloe,
            "ChloeManager",
            "Chloe",
            json!("chloe@demo.test"),
            false,
        );
        assert_eq!(found.data(), json!([expected]));
        let found = server
            .get_as(&ada, &format!("{list}?groupId=team"))
            .await
            .data();
        assert_eq!(
            found.as_array().unwrap().len(),
            3,
            "Gus is disabled: {found}"
        );
        let is_dan = |one: &&Value| one["userId"] == dan;
        assert_eq!(
            found.as_array().unwrap().iter().find(is_dan),
            Some(&person(&dan, "DanMember", "DanMember", Value::Null, true))
        );
        let products = "/api/security/admin/user-group/app-select-list?context=uct%208";
        let found = server.get_as(&ada, products).await.data();
        assert_eq!(found, json!([{"appId": 8, "name": "Product 8"}]));
    }
}
