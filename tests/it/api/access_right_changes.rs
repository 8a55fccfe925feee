//! Changes of access rights that are refused, deleted, made at the same time or to what is built in: C-024 to C-026,
//! C-030, C-031.

use atrium::audit::{AuditContext, Origin};
use atrium::catalogue::{AccessError, BuiltInRights, access_rights};
use atrium::jobs::Routine as _;
use atrium::random::Random;
use serde_json::json;

use super::access_rights::{
    ADD, ASSIGN, CONFIRM, DELETE, DETAILS, GROUP_OPTIONS, INFO, LIST, OF_PRODUCT, UPDATE, added,
    codes, done, module, people, post, refused,
};
use super::access_samples::add_right;
use super::accounts::entries;
use crate::support::database;
use crate::support::product_api::{NOW, Server, borrowed};

fn audit() -> AuditContext {
    AuditContext::new(NOW, &Random::system(), &Origin::default()).by("cli")
}

/// C-024, C-026: every fault names its field, nothing is half saved, and one code is used once in a product.
#[tokio::test]
async fn a_bad_right_is_refused_by_its_field() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = people(&server).await;
        let elsewhere = module(&server, 8, "elsewhere", "Elsewhere").await;
        let first = added(&server, &ada, "r.read").await;
        let good =
            json!({ "projectId": 7, "accessName": "Name", "accessCode": "r.new", "type": "menu" });
        for (change, field) in [
            (json!({ "accessName": "" }), "accessName"),
            (json!({ "accessName": "x".repeat(101) }), "accessName"),
            (json!({ "accessCode": "has space" }), "accessCode"),
            (json!({ "type": "page" }), "type"),
            (json!({ "desc": "x".repeat(1001) }), "desc"),
            (json!({ "status": 2 }), "status"),
            (json!({ "moduleId": "none" }), "moduleId"),
            (json!({ "moduleId": elsewhere }), "moduleId"),
            (json!({ "projectId": 99 }), "projectId"),
            (json!({ "groupIds": ["none"] }), "groupIds"),
            (json!({ "clientIds": ["nc", "none"] }), "clientIds"),
            (json!({ "divisionIds": ["none"] }), "divisionIds"),
            (json!({ "brandIds": ["none"] }), "brandIds"),
        ] {
            let mut body = good.clone();
            for (name, value) in change.as_object().unwrap() {
                body[name] = value.clone();
            }
            assert_eq!(
                refused(&post(&server, &ada, ADD, body).await, 100_012),
                field,
                "{change}"
            );
        }
        let total = server.get_as(&ada, LIST).await.data()["total"].clone();
        assert_eq!(total, 1, "nothing is half saved");
        let mut twice = good.clone();
        twice["accessCode"] = "r.read".into();
        assert_eq!(
            refused(&post(&server, &ada, ADD, twice.clone()).await, 100_011),
            "accessCode"
        );
        // Another product may have the same code.
        twice["projectId"] = 8.into();
        done(&server, &ada, ADD, twice).await;
        // A published code stays taken until its change is confirmed.
        done(&server, &ada, CONFIRM, json!({ "accessId": first })).await;
        done(
            &server,
            &ada,
            UPDATE,
            json!({ "accessId": first, "accessCode": "r.moved" }),
        )
        .await;
        let mut old = good.clone();
        old["accessCode"] = "r.read".into();
        assert_eq!(
            refused(&post(&server, &ada, ADD, old.clone()).await, 100_011),
            "accessCode"
        );
        done(&server, &ada, CONFIRM, json!({ "accessId": first })).await;
        done(&server, &ada, ADD, old).await;
        for (path, body, field) in [
            (
                UPDATE,
                json!({ "accessId": "none", "desc": "x" }),
                "accessId",
            ),
            (DELETE, json!({ "accessId": "none" }), "accessId"),
            (
                CONFIRM,
                json!({ "accessIds": [first, "none"] }),
                "accessIds",
            ),
            (CONFIRM, json!({}), "accessIds"),
            (
                CONFIRM,
                json!({ "accessIds": [first], "version": 1 }),
                "version",
            ),
            (ASSIGN, json!({ "accessId": first }), "groupIds"),
            (
                ASSIGN,
                json!({ "accessId": first, "groupIds": ["team", "none"] }),
                "groupIds",
            ),
        ] {
            let answer = post(&server, &ada, path, body.clone()).await;
            assert_eq!(refused(&answer, 100_012), field, "{path} {body}");
        }
        let many: Vec<String> = (0..101).map(|at| at.to_string()).collect();
        let answer = post(&server, &ada, CONFIRM, json!({ "accessIds": many })).await;
        assert_eq!(refused(&answer, 100_012), "accessIds");
        assert_eq!(answer.json()["msg"], "At most 100 at once.");
        for path in [INFO, DETAILS, GROUP_OPTIONS] {
            let answer = server.get_as(&ada, &format!("{path}?accessId=none")).await;
            assert_eq!(refused(&answer, 100_012), "accessId", "{path}");
        }
        let answer = server
            .get_as(&ada, &format!("{OF_PRODUCT}?projectId=99"))
            .await;
        assert_eq!(refused(&answer, 100_012), "projectId");
    }
}

/// C-025: a right in use is deleted only with `force`, and then at once.
#[tokio::test]
async fn a_right_in_use_is_deleted_with_force() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, dan) = people(&server).await;
        let id = added(&server, &ada, "r.read").await;
        done(
            &server,
            &ada,
            ASSIGN,
            json!({ "accessId": id, "groupIds": ["team"] }),
        )
        .await;
        done(&server, &ada, CONFIRM, json!({ "accessId": id })).await;
        let answer = post(&server, &ada, DELETE, json!({ "accessId": id })).await;
        assert_eq!(refused(&answer, 100_012), "accessId");
        assert_eq!(
            codes(&server, &dan, "appName=APP7").await,
            json!(["r.read"])
        );
        done(
            &server,
            &ada,
            DELETE,
            json!({ "accessId": id, "force": true }),
        )
        .await;
        assert_eq!(codes(&server, &dan, "appName=APP7").await, json!([]));
        let entries = entries(server.db(), "access_right.changed", &id).await;
        let of_deletion = entries
            .iter()
            .find(|(.., detail)| detail["change"] == "deleted");
        let (actor, call, detail) = of_deletion.unwrap();
        assert_eq!(
            (actor, call.as_str()),
            (&ada.id, "POST /api/security/admin/access/del")
        );
        let groups = detail["changes"].as_array().unwrap().iter();
        let groups = groups
            .into_iter()
            .find(|change| change["field"] == "groups")
            .unwrap();
        assert_eq!(
            (&groups["from"], &groups["to"]),
            (&json!(["Group team"]), &json!([]))
        );
        // Its code is free again.
        added(&server, &ada, "r.read").await;
    }
}

/// C-026, "Answers": the second of two administrators learns of the first, by every call that changes a
/// right.
#[tokio::test]
async fn two_administrators_do_not_overwrite_each_other() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = people(&server).await;
        let id = added(&server, &ada, "r.read").await;
        let first = json!({ "accessId": id, "version": 1, "accessName": "First" });
        assert_eq!(done(&server, &ada, UPDATE, first).await["version"], 2);
        for (path, more) in [
            (UPDATE, json!({ "accessName": "Second" })),
            (ASSIGN, json!({ "groupIds": ["team"] })),
            (CONFIRM, json!({})),
            (DELETE, json!({})),
        ] {
            let mut body = json!({ "accessId": id, "version": 1 });
            for (name, value) in more.as_object().unwrap() {
                body[name] = value.clone();
            }
            let answer = post(&server, &ada, path, body).await.json();
            assert_eq!(answer["status"], 100_012, "{path}: {answer}");
            assert_eq!(answer["conflict"]["by"], "Ada Super", "{path}");
            assert_eq!(answer["conflict"]["at"], NOW, "{path}");
        }
        let same = json!({ "accessId": id, "version": 2, "accessName": "First" });
        assert_eq!(
            done(&server, &ada, UPDATE, same).await["version"],
            2,
            "nothing changed"
        );
        let details = server
            .get_as(&ada, &format!("{INFO}?accessId={id}"))
            .await
            .data();
        assert_eq!(details["accessName"], "First");
        let kept = entries(server.db(), "access_right.changed", &id).await;
        assert_eq!(kept.len(), 2, "{kept:?}");
        let changed = kept
            .iter()
            .find(|(.., detail)| detail["change"] == "updated");
        let expected = json!([{ "field": "name", "from": "Report", "to": "First" }]);
        assert_eq!(changed.unwrap().2["changes"], expected);
    }
}

/// C-030, attack T8: two confirm the same right at the same moment; it is published once, with one entry.
#[tokio::test]
async fn attack_t8_a_right_is_confirmed_once_by_two() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, dan) = people(&server).await;
        let id = added(&server, &ada, "r.read").await;
        done(
            &server,
            &ada,
            ASSIGN,
            json!({ "accessId": id, "groupIds": ["team"] }),
        )
        .await;
        let confirm = || async { post(&server, &ada, CONFIRM, json!({ "accessId": id })).await };
        let (one, other) = tokio::join!(confirm(), confirm());
        assert_eq!((one.status(), other.status()), (0, 0));
        assert_eq!(
            codes(&server, &dan, "appName=APP7").await,
            json!(["r.read"])
        );
        let kept = entries(server.db(), "access_right.changed", &id).await;
        let confirmed = kept
            .iter()
            .filter(|(.., detail)| detail["change"] == "confirmed");
        assert_eq!(confirmed.count(), 1);
    }
}

/// The codes that Atrium checks are rights of product SSO, added by the server, and nobody
/// changes them.
#[tokio::test]
async fn built_in_rights_are_read_only() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = people(&server).await;
        let before = server
            .get_as(&ada, &format!("{LIST}?projectId=1"))
            .await
            .data();
        assert_eq!(before["total"], 0);
        for _ in 0..2 {
            BuiltInRights.run(server.db(), NOW).await.unwrap();
        }
        let list = server
            .get_as(
                &ada,
                &format!("{LIST}?projectId=1&pageSize=100&context=IRIS"),
            )
            .await;
        let code = "account_maintain.AccountManagement.IRISMappingList.view";
        let id = format!("1.{code}");
        let row = list.data()["list"][0].clone();
        assert_eq!(row["accessId"], id);
        assert_eq!(row["accessCode"], code);
        assert_eq!(row["builtIn"], true);
        assert_eq!(row["published"], true);
        assert_eq!(row["draft"], false);
        assert_eq!(row["accessName"], "IRIS mapping list: view");
        // Chinese readers get its Chinese name in the list, in the details and in trees.
        let list = format!("{LIST}?projectId=1&context=IRIS");
        let details = format!("{DETAILS}?accessId={id}");
        let tree = format!("{OF_PRODUCT}?projectId=1&keyword=IRIS");
        for (path, pointer) in [
            (list, "/list/0/accessName"),
            (details, "/accessName"),
            (tree, "/0/access/0/accessName"),
        ] {
            let mut headers = server.dpop(&ada, "GET", &path, &json!({}));
            headers.push(("cookie", "lang=zh-cn".to_owned()));
            let shown = server.get(&path, &borrowed(&headers)).await.data();
            let name = shown.pointer(pointer).unwrap();
            assert_eq!(name, "IRIS 映射：查看", "{path}");
        }
        for (path, body) in [
            (UPDATE, json!({ "accessId": id, "accessName": "Other" })),
            (UPDATE, json!({ "accessId": id, "status": 1 })),
            (DELETE, json!({ "accessId": id, "force": true })),
        ] {
            let answer = post(&server, &ada, path, body).await;
            assert_eq!(refused(&answer, 100_012), "accessId", "{path}");
        }
        // Another right of Atrium cannot pose as one of them.
        let body = json!({ "projectId": 1, "accessName": "x", "accessCode": code, "type": "menu" });
        assert_eq!(
            refused(&post(&server, &ada, ADD, body).await, 100_012),
            "accessCode"
        );
        // It can be given by a group.
        done(
            &server,
            &ada,
            ASSIGN,
            json!({ "accessId": id, "groupIds": ["team"] }),
        )
        .await;
        done(&server, &ada, CONFIRM, json!({ "accessId": id })).await;
    }
}

/// The domain refuses what the door checks too: an unknown right, and a set of more than 1,000 groups.
#[tokio::test]
async fn too_many_groups_are_refused() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let (ada, _) = people(&server).await;
    let id = add_right(&server, 7, "a.code").await;
    let many: Vec<String> = (0..1_001).map(|at| format!("g{at}")).collect();
    let answer = post(
        &server,
        &ada,
        ASSIGN,
        json!({ "accessId": id, "groupIds": many }),
    )
    .await;
    assert_eq!(refused(&answer, 100_012), "groupIds");
    let unknown = server.db().write::<_, AccessError, _>(|tx| {
        Box::pin(
            async move { access_rights::confirm_access_right(tx, ("none", None), &audit()).await },
        )
    });
    assert!(matches!(unknown.await, Err(AccessError::Invalid(_))));
}
