//! Attacks 33, 34, T8 and mass assignment on access rights and roles: nobody gets more than they hold or acts beyond
//! their product, and a body cannot set protected fields.

use atrium::access::SSO;
use atrium::access::rights::{give_group, save_code};
use atrium::db::DbError;
use serde_json::{Value, json};

use super::access_samples::{add_right, add_role_with, add_sso};
use super::accounts::{ada, ben, house};
use crate::access;
use crate::support::database;
use crate::support::product_api::{NOW, Person, Server};

const ADD: &str = "/api/security/admin/access/add";
const UPDATE: &str = "/api/security/admin/access/upd";
const CONFIRM: &str = "/api/security/admin/access/confirm";
const ASSIGN: &str = "/api/security/admin/access/assign-group";
const INFO: &str = "/api/security/admin/access/info";
const LIST: &str = "/api/security/admin/access/list";
const ROLES: &str = "/api/security/admin/role/list";
const ADD_ROLE: &str = "/api/security/admin/role/add";
const UPDATE_ROLE: &str = "/api/security/admin/role/upd";
const DELETE_ROLE: &str = "/api/security/admin/role/del";
const ASSIGN_USERS: &str = "/api/security/admin/role/assign-user";
const USERS: &str = "/api/security/admin/role/assign/user-list";
const ASSIGN_ROLES: &str = "/api/security/admin/user/assign-role";
const ACCOUNTS: &str = "/api/security/admin/user/list";

const LIST_VIEW: &str = "account_maintain.AccountManagement.AccountList.view";
const PASSWORDS: &str = "account_maintain.AccountManagement.AccountList.password";
const ACCESS: &str = "operation_access.AccessManagement.AccessList.";
const ROLE: &str = "operation_access.AccessManagement.RoleList.";

/// A person who holds these codes of Atrium by an access group.
async fn holder(server: &Server, name: &'static str, codes: Vec<String>) -> Person {
    let person = server.person(name, |_| {}).await;
    let id = person.id.clone();
    let given = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for code in codes {
                save_code(tx, SSO, name, &code).await?;
            }
            give_group(tx, &id, SSO, name).await
        })
    });
    given.await.unwrap();
    person
}

async fn status(server: &Server, by: &Person, path: &str, body: Value) -> i64 {
    let answer = server.post_as(by, path, &body).await;
    let json = answer.json();
    assert!(
        [0, 100_012, 100_013].contains(&json["status"].as_i64().unwrap()),
        "{path} {body}: {json}"
    );
    answer.status()
}

/// An administrator of product 7 alone.
async fn of_seven(server: &Server) -> Person {
    for id in [7, 8] {
        access::save(server.db(), access::product(id), &[]).await;
    }
    let person = server.person("OfSeven", |_| {}).await;
    let account = access::find(server.db(), &person.id).await;
    access::administers(server.db(), &account, 7).await;
    person
}

/// Attack 34: only super administrators attach rights of Atrium to a group or a role, whichever call they try; an
/// administrator of SSO and a holder of every code of these pages may take them away.
#[tokio::test]
async fn attack_34_only_super_administrators_attach_rights_of_atrium() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        add_sso(&server, 1).await;
        access::group(server.db(), "team", &[]).await;
        let (ada, ben) = (ada(&server).await, ben(&server).await);
        let every = |prefix: &str, rights: &[&str]| -> Vec<String> {
            rights
                .iter()
                .map(|right| format!("{prefix}{right}"))
                .collect()
        };
        let mut codes = every(
            ACCESS,
            &["view", "add", "edit", "delete", "assign", "confirm"],
        );
        codes.extend(every(ROLE, &["view", "add", "edit", "delete", "assign"]));
        let clerk = holder(&server, "Clerk", codes).await;
        let right = format!("1.{ACCESS}view");
        let role = add_role_with(&server, 1, "Reader", &[]).await;
        let to_group = json!({ "accessId": right, "groupIds": ["team"] });
        let to_role = json!({ "roleId": role, "accessIds": [right] });
        let new_role =
            |name: &str| json!({ "projectId": 1, "roleName": name, "accessIds": [right] });
        let new_right = |code: &str| {
            json!({
                "projectId": 1, "accessName": "Own", "accessCode": code, "type": "menu", "groupIds": ["team"],
            })
        };
        for (person, name) in [(&ben, "ben"), (&clerk, "clerk")] {
            assert_eq!(
                status(&server, person, ASSIGN, to_group.clone()).await,
                100_013,
                "{name}"
            );
            assert_eq!(
                status(&server, person, UPDATE_ROLE, to_role.clone()).await,
                100_013,
                "{name}"
            );
            assert_eq!(
                status(&server, person, ADD_ROLE, new_role(name)).await,
                100_013,
                "{name}"
            );
            assert_eq!(
                status(&server, person, ADD, new_right(name)).await,
                100_013,
                "{name}"
            );
            // Without a right of Atrium they may.
            let plain = json!({ "projectId": 1, "roleName": format!("Plain {name}") });
            assert_eq!(status(&server, person, ADD_ROLE, plain).await, 0, "{name}");
        }
        assert_eq!(status(&server, &ada, ASSIGN, to_group).await, 0);
        assert_eq!(status(&server, &ada, UPDATE_ROLE, to_role).await, 0);
        // Others may confirm and remove what a super administrator attached, but not attach it again.
        assert_eq!(
            status(&server, &ben, CONFIRM, json!({ "accessId": right })).await,
            0
        );
        let none = json!({ "accessId": right, "groupIds": [] });
        assert_eq!(status(&server, &ben, ASSIGN, none).await, 0);
        let again = json!({ "accessId": right, "groupIds": ["team"] });
        assert_eq!(status(&server, &ben, ASSIGN, again).await, 100_013);
    }
}

/// Attack 34: a person who gives roles gives no codes that they lack, nothing to themselves, and nothing to
/// administrators.
#[tokio::test]
async fn attack_34_nobody_gives_a_role_above_himself() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        add_sso(&server, 1).await;
        let (ada, ben) = (ada(&server).await, ben(&server).await);
        let clerk = holder(
            &server,
            "Clerk",
            vec![format!("{ROLE}assign"), LIST_VIEW.to_owned()],
        )
        .await;
        let dan = server.account("DanMember", |_| {}).await;
        let less = add_role_with(&server, 1, "Reader", &[format!("1.{LIST_VIEW}")]).await;
        let more = add_role_with(&server, 1, "Keys", &[format!("1.{PASSWORDS}")]).await;
        let give = |role: &str, to: &str| json!({ "roleId": role, "addedIds": [to] });
        let set = |role: &str, to: &str| json!({ "userId": to, "assignments": [{ "projectId": 1, "roleIds": [role] }] });
        for (by, role, to, expected) in [
            (&clerk, &less, &dan, 0),
            // A right that waits to be confirmed counts too.
            (&clerk, &more, &dan, 100_013),
            (&clerk, &less, &clerk.id, 100_013),
            (&clerk, &less, &ben.id, 100_013),
            (&clerk, &less, &ada.id, 100_013),
            (&ben, &more, &dan, 0),
            (&ben, &less, &ben.id, 100_013),
            (&ben, &less, &ada.id, 100_013),
            (&ada, &more, &ada.id, 100_013),
            (&ada, &less, &ben.id, 0),
        ] {
            assert_eq!(
                status(&server, by, ASSIGN_USERS, give(role, to)).await,
                expected,
                "{to} by {}",
                by.id
            );
            assert_eq!(
                status(&server, by, ASSIGN_ROLES, set(role, to)).await,
                expected,
                "{to} by {}",
                by.id
            );
        }
        // Taking away is the same right: the clerk cannot take what gives more.
        let taken = json!({ "roleId": more, "removedIds": [dan] });
        assert_eq!(status(&server, &clerk, ASSIGN_USERS, taken).await, 100_013);
        let all = json!({ "userId": dan, "assignments": [{ "projectId": 1, "roleIds": [] }] });
        assert_eq!(
            status(&server, &clerk, ASSIGN_ROLES, all.clone()).await,
            100_013
        );
        assert_eq!(status(&server, &ben, ASSIGN_ROLES, all).await, 0);
        // A holder of the password code cannot give a password to a person who holds more by a role (decision 0020).
        assert_eq!(
            status(&server, &ben, ASSIGN_USERS, give(&less, &dan)).await,
            0
        );
        assert_eq!(
            status(
                &server,
                &ada,
                CONFIRM,
                json!({ "accessId": format!("1.{LIST_VIEW}") })
            )
            .await,
            0
        );
        let mut view = server.db().read().await.unwrap();
        let objects = atrium::access::facts::accounts(&mut view, &[(dan.as_str(), false)])
            .await
            .unwrap();
        let held = format!("{:?}", objects[&dan]);
        assert!(held.contains("AccountListView"), "{held}");
    }
}

/// Attack T8: an administrator of a product reaches the rights and roles of that product alone, and learns nothing of
/// others: known and unknown ids have one answer.
#[tokio::test]
async fn attack_t8_a_product_administrator_stays_in_the_product() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        add_sso(&server, 1).await;
        let admin = of_seven(&server).await;
        let dan = server.account("DanMember", |_| {}).await;
        let own = add_right(&server, 7, "own").await;
        let foreign = add_right(&server, 8, "foreign").await;
        let own_role = add_role_with(&server, 7, "Own", &[]).await;
        let foreign_role = add_role_with(&server, 8, "Foreign", &[]).await;
        let list = server.get_as(&admin, LIST).await.data();
        assert_eq!(
            (&list["total"], &list["list"][0]["accessId"]),
            (&json!(1), &json!(own))
        );
        let roles = server.get_as(&admin, ROLES).await.data();
        assert_eq!(
            (&roles["total"], &roles["list"][0]["roleId"]),
            (&json!(1), &json!(own_role))
        );
        for id in [foreign.as_str(), "none", &format!("1.{LIST_VIEW}")] {
            assert_eq!(
                server
                    .get_as(&admin, &format!("{INFO}?accessId={id}"))
                    .await
                    .status(),
                100_013,
                "{id}"
            );
            for (path, body) in [
                (UPDATE, json!({ "accessId": id, "accessName": "x" })),
                (ASSIGN, json!({ "accessId": id, "groupIds": [] })),
                (CONFIRM, json!({ "accessId": id })),
                (CONFIRM, json!({ "accessIds": [own, id] })),
            ] {
                assert_eq!(
                    status(&server, &admin, path, body).await,
                    100_013,
                    "{path} {id}"
                );
            }
            let given = json!({ "roleId": own_role, "accessIds": [id] });
            assert_eq!(
                status(&server, &admin, UPDATE_ROLE, given).await,
                100_012,
                "{id}"
            );
        }
        for id in [foreign_role.as_str(), "none"] {
            let given = json!({ "roleId": id, "addedIds": [dan] });
            assert_eq!(
                status(&server, &admin, ASSIGN_USERS, given).await,
                100_013,
                "{id}"
            );
            let set =
                json!({ "userId": dan, "assignments": [{ "projectId": 8, "roleIds": [id] }] });
            assert_eq!(
                status(&server, &admin, ASSIGN_ROLES, set).await,
                100_013,
                "{id}"
            );
            let set =
                json!({ "userId": dan, "assignments": [{ "projectId": 7, "roleIds": [id] }] });
            assert_eq!(
                status(&server, &admin, ASSIGN_ROLES, set).await,
                100_012,
                "{id}"
            );
        }
        let set =
            json!({ "userId": dan, "assignments": [{ "projectId": 7, "roleIds": [own_role] }] });
        assert_eq!(status(&server, &admin, ASSIGN_ROLES, set).await, 0);
        // People are found by a search, not listed.
        let listed = server
            .get_as(&admin, &format!("{USERS}?roleId={own_role}"))
            .await
            .data();
        assert_eq!(
            (&listed["total"], &listed["list"][0]["userId"]),
            (&json!(1), &json!(dan))
        );
        let found = server
            .get_as(
                &admin,
                &format!("{USERS}?roleId={own_role}&assigned=0&context=ofseven"),
            )
            .await
            .data();
        assert_eq!(found["list"][0]["userId"], admin.id);
        assert_eq!(server.get_as(&admin, ACCOUNTS).await.status(), 100_013);
    }
}

/// Mass assignment: a body sets neither the product, nor what is published, nor what is built in. Attack T8: ids that
/// differ between query and body are refused, and change neither of the two.
#[tokio::test]
async fn a_body_sets_only_its_fields() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let admin = of_seven(&server).await;
        let id = add_right(&server, 7, "own").await;
        let body = json!({
            "accessId": id, "accessName": "Other", "projectId": 8, "builtIn": true, "published": true, "draft": false,
            "groupIds": ["none"], "createdAt": 0,
        });
        assert_eq!(status(&server, &admin, UPDATE, body).await, 0);
        let info = server
            .get_as(&admin, &format!("{INFO}?accessId={id}"))
            .await
            .data();
        for (name, value) in [
            ("accessName", json!("Other")),
            ("projectId", json!(7)),
            ("builtIn", json!(false)),
            ("published", json!(false)),
            ("draft", json!(true)),
            ("groupIds", json!([])),
        ] {
            assert_eq!(info[name], value, "{name}");
        }
        let role = add_role_with(&server, 7, "Own", &[]).await;
        let body = json!({ "roleId": role, "projectId": 8, "users": ["x"], "numbersOfUsers": 9 });
        assert_eq!(status(&server, &admin, UPDATE_ROLE, body).await, 0);
        let roles = server.get_as(&admin, ROLES).await.data();
        assert_eq!(roles["list"][0]["projectId"], 7);
        assert_eq!(roles["list"][0]["numbersOfUsers"], 0);
        let (other, others) = (
            add_right(&server, 7, "other").await,
            add_role_with(&server, 7, "Others", &[]).await,
        );
        for (path, name, own, foreign) in [
            (UPDATE, "accessId", &id, &other),
            (UPDATE_ROLE, "roleId", &role, &others),
        ] {
            let body = json!({ name: own, "desc": "Mixed" });
            // Rights are checked before fields, and two ids are no product that the caller administers.
            let mixed = format!("{path}?{name}={foreign}");
            assert_eq!(
                status(&server, &admin, &mixed, body.clone()).await,
                100_013,
                "{mixed}"
            );
            let alike = format!("{path}?{name}={own}");
            assert_eq!(status(&server, &admin, &alike, body).await, 0, "{alike}");
        }
        for (list, name, changed) in [(LIST, "accessId", &id), (ROLES, "roleId", &role)] {
            let rows = server.get_as(&admin, list).await.data()["list"].clone();
            for row in rows.as_array().unwrap() {
                assert_eq!(row["desc"] == "Mixed", row[name] == **changed, "{row}");
            }
        }
    }
}

/// Mass assignment: a new right is a draft with an id of its own, and the form of a role sets neither its product nor who
/// has it.
#[tokio::test]
async fn a_new_right_or_role_has_only_the_fields_of_its_form() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let admin = of_seven(&server).await;
        let body = json!({
            "projectId": 7, "accessName": "New", "accessCode": "new.code", "type": "menu",
            "accessId": "chosen", "builtIn": true, "published": true, "draft": false, "version": 9, "createdAt": 0,
        });
        let added = server.post_as(&admin, ADD, &body).await.data();
        let new = added["accessId"].as_str().unwrap();
        assert_ne!(new, "chosen");
        let info = server
            .get_as(&admin, &format!("{INFO}?accessId={new}"))
            .await
            .data();
        for (name, value) in [
            ("builtIn", json!(false)),
            ("published", json!(false)),
            ("draft", json!(true)),
            ("version", json!(1)),
        ] {
            assert_eq!(info[name], value, "new: {name}");
        }
        let body = json!({
            "projectId": 7, "roleName": "New", "roleId": "chosen", "version": 9, "createdAt": 0, "published": true,
            "ssoAdmin": true, "supAdmin": 1, "userIds": [admin.id], "addedIds": [admin.id],
        });
        let added = server.post_as(&admin, ADD_ROLE, &body).await.data();
        let new = added["roleId"].as_str().unwrap().to_owned();
        assert_ne!(new, "chosen");
        let mut body = body;
        body["roleId"] = new.clone().into();
        body["projectId"] = 8.into();
        body["version"] = 1.into();
        assert_eq!(status(&server, &admin, UPDATE_ROLE, body).await, 0);
        let roles = server.get_as(&admin, ROLES).await.data()["list"].clone();
        let shown = roles.as_array().unwrap().iter();
        let mut shown = shown.filter(|role| role["roleId"] == *new);
        let shown = shown.next().unwrap();
        assert_eq!(shown["projectId"], 7);
        assert_eq!(shown["numbersOfUsers"], 0, "nobody has it by the form");
        assert_eq!(shown["createdAt"], NOW);
        assert_eq!(server.get_as(&admin, ACCOUNTS).await.status(), 100_013);
        let body = json!({ "roleId": new });
        assert_eq!(status(&server, &admin, DELETE_ROLE, body).await, 0);
    }
}

/// C-055, attack T8: two administrators replace the people of a role at the same moment; one learns of the other.
#[tokio::test]
async fn attack_t8_two_full_sets_do_not_mix() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        access::save(server.db(), access::product(7), &[]).await;
        let ada = ada(&server).await;
        let dan = server.account("DanMember", |_| {}).await;
        let eve = server.account("EveOther", |_| {}).await;
        let role = add_role_with(&server, 7, "Planner", &[]).await;
        let set = |id: &str| {
            let body = json!({ "roleId": role, "version": 1, "userIds": [id] });
            let (server, ada) = (&server, &ada);
            async move { status(server, ada, ASSIGN_USERS, body).await }
        };
        let (one, other) = tokio::join!(set(&dan), set(&eve));
        let mut both = [one, other];
        both.sort_unstable();
        assert_eq!(both, [0, 100_012]);
        let listed = server
            .get_as(&ada, &format!("{USERS}?roleId={role}&assigned=1"))
            .await
            .data();
        assert_eq!(listed["total"], 1);
    }
}
