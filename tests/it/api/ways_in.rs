//! A person who chose how another signs in may act as that other, and a person who can give rights counts as having
//! them (attack 34; decision 0042). The expectations are literals.

use atrium::groups::RequestKind;
use serde_json::{Value, json};

use super::accounts::{ADD, in_chinese};
use super::group_stage::{give_group_right, team};
use super::import::{IMPORT, body};
use super::insider_attacks::{done, holder, refused};
use super::request_scenes::{asks, joins};
use crate::access;
use crate::support::product_api::{PASSWORD, Person, Server};
use crate::support::{database, rows};

const AUDIT: &str = "account_maintain.AccountManagement.AuditLog.view";
const VIEW: &str = "account_maintain.AccountManagement.AccountList.view";
const ADDS: &str = "account_maintain.AccountManagement.AccountList.add";
const EDIT: &str = "account_maintain.AccountManagement.AccountList.edit";
const PASSWORDS: &str = "account_maintain.AccountManagement.AccountList.password";
const HOME_CODE: &str = "account_maintain.AccountManagement.AccountList.home";

const ADD_USER: &str = "/api/security/admin/user-group/add-user";
const APPROVE: &str = "/api/security/admin/user-group/approve";
const EXTEND: &str = "/api/security/admin/user-group/extend";
const DELETE: &str = "/api/security/admin/user-group/delete";
const MEMBERS: &str = "/api/security/admin/user-group/group-management-list";
const DECIDE: &str = "/api/security/user/user-group/decide";
const UPDATE: &str = "/api/security/admin/user/update";
const RANDOM: &str = "/api/security/admin/user/random-pwd";
const INFO: &str = "/api/security/admin/user/info";
const HOME: &str = "/api/security/admin/user/home";
const LOGIN: &str = "/api/security/acc-login";

/// Group `team` gives its members the audit log; `other` gives nothing. The person manages both.
async fn manages_both(server: &Server, person: &Person) {
    let account = access::find(server.db(), &person.id).await;
    for group in ["team", "other"] {
        access::appoint(server.db(), &account, group).await;
    }
}

/// A server with both groups, a super administrator, and a manager of both who holds these codes.
async fn stage(db: &atrium::db::Db, codes: &[&'static str]) -> (Server, Person, Person) {
    let server = Server::start(db).await;
    let (ada, _) = team(&server).await;
    give_group_right(server.db(), "team", AUDIT).await;
    let mia = holder(&server, "MiaManager", codes).await;
    manages_both(&server, &mia).await;
    (server, ada, mia)
}

/// Adds an account to the group `other`; its id.
async fn adds(server: &Server, by: &Person, username: &str) -> String {
    let body = json!({
        "username": username, "email": format!("{username}@demo.test"), "password": "Start2026*",
        "groupId": "other",
    });
    let added = server.post_as(by, ADD, &body).await.data();
    added["userId"].as_str().unwrap().to_owned()
}

fn to_team(username: &str) -> Value {
    json!({ "groupId": "team", "username": username })
}

/// The row of a person in the list of the members of `team`.
async fn row(server: &Server, by: &Person, id: &str) -> Value {
    let path = format!("{MEMBERS}?groupId=team&pageSize=100");
    let list = server.get_as(by, &path).await.data()["list"].clone();
    let rows = list.as_array().unwrap();
    rows.iter().find(|row| row["userId"] == id).unwrap().clone()
}

async fn signs_in(server: &Server, name: &str, password: &str) {
    let body = json!({ "appName": "SSO", "account": name, "password": password });
    let answer = server.post(LOGIN, &[], &body).await;
    assert_eq!(answer.status(), 0, "{name}: {}", answer.json());
}

/// Mia may not add a new account to `team`, because she knows its password. So she first adds it to her other group,
/// and then in each possible way to `team` (C-087, C-090, the queue of requests, an extension).
#[tokio::test]
async fn attack_34_a_new_account_reaches_a_group_with_rights_by_no_road() {
    for database in database::each_engine().await {
        let (server, ada, mia) = stage(&database.db, &[]).await;
        let puppet = adds(&server, &mia, "PuppetOne").await;
        let place = json!({ "groupId": "team", "userId": puppet });
        let answer = server.post_as(&mia, ADD_USER, &to_team("PuppetOne")).await;
        let words = answer.json()["msg"].as_str().unwrap().to_owned();
        assert_eq!(answer.status(), 100_013);
        assert!(
            words.contains("You chose how this person signs in"),
            "{words}"
        );
        assert!(words.contains("administrator"), "whom to ask: {words}");
        let chinese = in_chinese(&server, &mia, ADD_USER, &to_team("PuppetOne")).await;
        let words = chinese.json()["msg"].as_str().unwrap().to_owned();
        assert!(words.contains("登录方式由您设定"), "{words}");

        let request = asks(&server, &puppet, RequestKind::Join, "team").await;
        let decision =
            |status: &str| json!({ "ids": [request], "status": status, "comment": "No." });
        refused(&server, &mia, APPROVE, place.clone()).await;
        refused(&server, &mia, DECIDE, decision("approved")).await;
        // A refusal gives nothing.
        done(&server, &mia, DECIDE, decision("refused")).await;

        joins(&server, &puppet, "team", "2026-12-01").await;
        let extension = json!({ "groupId": "team", "userId": puppet, "endsOn": "2026-12-15" });
        refused(&server, &mia, EXTEND, extension.clone()).await;
        let shown = row(&server, &mia, &puppet).await;
        assert_eq!(shown["actionId"], 0, "she may take it out: {shown}");
        assert_eq!(shown["extendsTo"], Value::Null, "{shown}");
        expire(&server, &puppet).await;
        assert_eq!(row(&server, &mia, &puppet).await["actionId"], 3);
        refused(&server, &mia, APPROVE, place.clone()).await;
        done(&server, &mia, DELETE, place.clone()).await;

        // She can still add others, and the account to groups without rights.
        server.account("EveOther", |_| {}).await;
        done(&server, &mia, ADD_USER, to_team("EveOther")).await;
        access::group(server.db(), "third", &[]).await;
        let account = access::find(server.db(), &mia.id).await;
        access::appoint(server.db(), &account, "third").await;
        let third = json!({ "groupId": "third", "username": "PuppetOne" });
        done(&server, &mia, ADD_USER, third).await;
        // An administrator gives it a password, with which its owner signs in.
        let random = server
            .post_as(&ada, RANDOM, &json!({ "userId": puppet }))
            .await;
        let random = random.data()["password"].as_str().unwrap().to_owned();
        refused(&server, &mia, ADD_USER, to_team("PuppetOne")).await;
        signs_in(&server, "PuppetOne", &random).await;
        // A welcome to the address that Mia chose would still set a password.
        refused(&server, &mia, ADD_USER, to_team("PuppetOne")).await;
        chooses_password(&server, &puppet).await;
        signs_in(&server, "PuppetOne", &random).await;
        done(&server, &mia, ADD_USER, to_team("PuppetOne")).await;
    }
}

/// The owner has chosen a password, as after every random one. Here it stays the same.
async fn chooses_password(server: &Server, id: &str) {
    let chosen = "UPDATE accounts SET must_change_password = $2 WHERE id = $1";
    let id = id.to_owned();
    let changed = server.db().write::<_, atrium::db::DbError, _>(move |tx| {
        Box::pin(async move { rows::set(tx, chosen, &id, 0).await })
    });
    changed.await.unwrap();
}

/// A membership that has ended.
async fn expire(server: &Server, id: &str) {
    let id = id.to_owned();
    let expired = server.db().write::<_, atrium::db::DbError, _>(move |tx| {
        Box::pin(async move {
            let sql = "UPDATE memberships SET status = 2, outcome = $2 WHERE account_id = $1 AND group_id = 'team'";
            rows::set(tx, sql, &id, 1).await
        })
    });
    expired.await.unwrap();
}

/// Imports a file of one line.
async fn imports(server: &Server, by: &Person, file: &str) -> Value {
    let found = server.post_as(by, IMPORT, &body(file, true, None)).await;
    let found = found.json();
    match found["data"]["check"].as_str() {
        Some(check) => {
            let wanted = body(file, false, Some(check));
            server.post_as(by, IMPORT, &wanted).await.json()
        }
        None => found,
    }
}

/// Each way in that Mia chose counts, by any call; it ends when the owner signs in by another one.
#[tokio::test]
async fn attack_34_every_way_in_that_was_chosen_counts() {
    for database in database::each_engine().await {
        let codes = [VIEW, ADDS, EDIT, PASSWORDS];
        let (server, ada, mia) = stage(&database.db, &codes).await;
        for (name, road) in [
            ("OneEmail", "email"),
            ("TwoCorporate", "corporate id"),
            ("ThreeFile", "email by a file"),
            ("FourPassword", "password"),
            ("FiveNew", "new by a file"),
        ] {
            let mut id = String::new();
            if road != "new by a file" {
                id = server.account(name, |_| {}).await;
            }
            let address = format!("{name}@evil.test");
            match road {
                "email" => {
                    let change = json!({ "userId": id, "email": address });
                    done(&server, &mia, UPDATE, change).await;
                }
                "corporate id" => {
                    let change = json!({ "userId": id, "lionId": "mia4711" });
                    done(&server, &mia, UPDATE, change).await;
                }
                "password" => done(&server, &mia, RANDOM, json!({ "userId": id })).await,
                _ => {
                    let file = format!("username,email\n{name},{address}\n");
                    let done = imports(&server, &mia, &file).await;
                    assert_eq!(done["status"], 0, "{done}");
                }
            }
            refused(&server, &mia, ADD_USER, to_team(name)).await;
            if road.contains("new") || road == "password" {
                let list = format!("/api/security/admin/user/list?context={name}");
                let found = server.get_as(&ada, &list).await;
                let id = found.data()["list"][0]["userId"].clone();
                let random = server.post_as(&ada, RANDOM, &json!({ "userId": id })).await;
                let random = random.data()["password"].as_str().unwrap().to_owned();
                chooses_password(&server, id.as_str().unwrap()).await;
                signs_in(&server, name, &random).await;
            } else {
                signs_in(&server, name, PASSWORD).await;
            }
            done(&server, &mia, ADD_USER, to_team(name)).await;
        }
    }
}

/// Mia takes over an ordinary manager, who adds an account for her: she did not choose its password herself.
#[tokio::test]
async fn attack_34_an_account_in_between_hides_nobody() {
    for database in database::each_engine().await {
        let (server, _, mia) = stage(&database.db, &[PASSWORDS]).await;
        let quinn = server.person("QuinnManager", |_| {}).await;
        let account = access::find(server.db(), &quinn.id).await;
        access::appoint(server.db(), &account, "other").await;
        done(&server, &mia, RANDOM, json!({ "userId": quinn.id })).await;
        // She signs in with the password and chooses another one.
        chooses_password(&server, &quinn.id).await;
        let quinn = server.signed_in(&quinn.id).await;
        adds(&server, &quinn, "RayPuppet").await;
        refused(&server, &mia, ADD_USER, to_team("RayPuppet")).await;
    }
}

/// Gina manages `team` and Stan stands in for its managers. Neither holds its code, but a person who takes over their
/// accounts could add an account with it (C-039, C-041, C-042, decision 0027).
#[tokio::test]
async fn attack_34_what_people_can_give_counts_as_theirs() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        team(&server).await;
        give_group_right(server.db(), "team", AUDIT).await;
        let codes = [VIEW, ADDS, EDIT, PASSWORDS, HOME_CODE];
        let helper = holder(&server, "HelperDesk", &codes).await;
        let more = [VIEW, ADDS, EDIT, PASSWORDS, HOME_CODE, AUDIT];
        let auditor = holder(&server, "HelperAudit", &more).await;
        let gina = server.account("GinaManager", |_| {}).await;
        let account = access::find(server.db(), &gina).await;
        access::appoint(server.db(), &account, "team").await;
        let stan = server.account("StanStandsIn", |_| {}).await;
        let stands_in = json!({ "group_id": "team", "account_id": stan });
        let saved = server.db().write::<_, atrium::db::DbError, _>(move |tx| {
            Box::pin(async move { rows::insert(tx, "group_stand_ins", &stands_in).await })
        });
        saved.await.unwrap();
        for (name, id) in [("GinaManager", &gina), ("StanStandsIn", &stan)] {
            for (path, change) in [
                (RANDOM, json!({ "userId": id })),
                (UPDATE, json!({ "userId": id, "email": "mine@evil.test" })),
                (UPDATE, json!({ "userId": id, "lionId": "mine4711" })),
                (UPDATE, json!({ "userId": id, "agencyId": "north" })),
            ] {
                refused(&server, &helper, path, change).await;
            }
            let home = format!("{HOME}?userId={id}");
            assert_eq!(
                server.get_as(&helper, &home).await.status(),
                100_013,
                "{name}"
            );
            let file = format!("username,email\n{name},mine@evil.test\n");
            assert_eq!(
                imports(&server, &helper, &file).await["status"],
                1,
                "{name}"
            );
            let info = server.get_as(&helper, &format!("{INFO}?userId={id}")).await;
            assert_eq!(info.data()["rights"]["password"], false, "{name}");
            // A holder of the code may.
            assert_eq!(server.get_as(&auditor, &home).await.status(), 0, "{name}");
            done(
                &server,
                &auditor,
                UPDATE,
                json!({ "userId": id, "agencyId": "north" }),
            )
            .await;
            done(&server, &auditor, RANDOM, json!({ "userId": id })).await;
        }
        // A group that is off gives nothing.
        let off = server.db().write::<_, atrium::db::DbError, _>(|tx| {
            Box::pin(async move {
                rows::set(tx, "UPDATE groups SET status = $2 WHERE id = $1", "team", 2).await
            })
        });
        off.await.unwrap();
        done(&server, &helper, RANDOM, json!({ "userId": gina })).await;
    }
}

/// Without an agency it would choose any; so it has the manager's. Only administrators choose a client, so it stays
/// empty.
#[tokio::test]
async fn attack_34_a_managers_new_account_has_the_managers_agency() {
    for database in database::each_engine().await {
        let (server, ada, _) = stage(&database.db, &[]).await;
        let adder = holder(&server, "AdaAdder", &[ADDS]).await;
        let placed = async |name: &'static str, agency: Option<&'static str>| {
            let at = |new: &mut atrium::directory::NewAccount| {
                new.agency_id = agency.map(str::to_owned);
                new.company_id = agency.map(|_| "nc".to_owned());
            };
            let manager = server.person(name, at).await;
            manages_both(&server, &manager).await;
            manager
        };
        let north = placed("NoraNorth", Some("north")).await;
        let nowhere = placed("NedNowhere", None).await;
        for (name, by, at, agency) in [
            ("AddedMissing", &north, Value::Null, "north"),
            ("AddedEmpty", &north, json!(""), "north"),
            ("AddedGiven", &north, json!("north"), "north"),
            ("AddedNowhere", &nowhere, Value::Null, ""),
            ("AddedByCode", &adder, Value::Null, ""),
        ] {
            let body = json!({
                "username": name, "email": format!("{name}@demo.test"), "password": "Start2026*",
                "groupId": if by.id == adder.id { Value::Null } else { json!("other") }, "agencyId": at,
            });
            let added = server.post_as(by, ADD, &body).await.data();
            let id = added["userId"].as_str().unwrap();
            let shown = server
                .get_as(&ada, &format!("{INFO}?userId={id}"))
                .await
                .data();
            assert_eq!(shown["agencyId"], agency, "{name}: {shown}");
            assert_eq!(shown["clientId"], "", "{name}: {shown}");
        }
    }
}
