//! Why a person can or cannot open a product: the verdict is that of the doors (contract G-38), each rule says who can change
//! it, and nobody learns of groups and products that they may not list.

use atrium::catalogue::ProductStatus;
use atrium::clients::{self, Client, Kind, Legacy, LegacyMode, Source};
use atrium::db::DbError;
use atrium::directory::Status;
use serde_json::{Value, json};

use super::rights::give_code;
use crate::access::{self, account, appoint, group, join, product, save};
use crate::clients::{declared, entry};
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

const CHECK: &str = "/api/security/admin/user/access-check";
const VIEW: &str = "account_maintain.AccountManagement.AccountList.view";
const GROUPS: &str = "operation_access.UserGroupManagement.GroupList.view";
const EDIT_GROUPS: &str = "operation_access.UserGroupManagement.GroupList.edit";
const HIDE: &str = "UPDATE groups SET visible = $2 WHERE id = $1";
const SWITCH: &str = "UPDATE groups SET status = $2 WHERE id = $1";
const LAST_DAY: &str = "UPDATE accounts SET expire_date = $2 WHERE id = $1";

fn of(user_id: &str, product_id: i64) -> String {
    format!("{CHECK}?userId={user_id}&projectId={product_id}")
}

async fn check(server: &Server, by: &Person, user_id: &str, product_id: i64) -> Value {
    server.get_as(by, &of(user_id, product_id)).await.data()
}

/// The rule of this kind.
fn rule(check: &Value, kind: &str) -> Value {
    let rules = check["rules"].as_array().unwrap();
    let found = rules.iter().find(|rule| rule["kind"] == kind);
    found
        .unwrap_or_else(|| panic!("no rule {kind}: {check}"))
        .clone()
}

/// The kinds of the rules that are not met, in order.
fn unmet(check: &Value) -> Vec<&str> {
    let rules = check["rules"].as_array().unwrap().iter();
    let unmet = rules.filter(|rule| rule["passed"] == false);
    unmet.map(|rule| rule["kind"].as_str().unwrap()).collect()
}

async fn set(server: &Server, sql: &'static str, id: &str, value: impl Into<Value>) {
    let (id, value) = (id.to_owned(), value.into());
    let set = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::set(tx, sql, &id, value).await })
    });
    set.await.unwrap();
}

async fn set_status(server: &Server, id: &str, status: Status) {
    let id = id.to_owned();
    let set = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::status(tx, &id, status).await })
    });
    set.await.unwrap();
}

async fn ada(server: &Server) -> Person {
    server.person("AdaSuper", |new| new.sup_admin = true).await
}

/// A help desk: a person who may see accounts, and nothing else.
async fn helper(server: &Server) -> Person {
    let helper = server.person("HalHelp", |_| {}).await;
    give_code(server.db(), &helper, "SSO", VIEW).await;
    helper
}

/// Contract G-38: what the check says is what the home page of the person says, for every membership.
#[tokio::test]
async fn the_verdict_is_that_of_the_home_page() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        for (id, agencies) in [(4, &[][..]), (5, &["south"][..])] {
            save(server.db(), product(id), agencies).await;
        }
        let mut open = product(6);
        open.everyone = true;
        save(server.db(), open, &[]).await;
        group(server.db(), "team", &[4, 5]).await;
        let dan = account(server.db(), "DanMember", Some("north")).await;
        let owner = server.signed_in(&dan.id).await;
        for (status, reason) in [
            (None, "noGroup"),
            (Some(Status::Processing), "pending"),
            (Some(Status::Disabled), "ended"),
            (Some(Status::Enabled), ""),
        ] {
            if let Some(status) = status {
                join(server.db(), &dan, "team", status).await;
            }
            let list = "/api/security/app/v2/list-by-type?typeId=1";
            let cards = server.get_as(&owner, list).await.data();
            assert_eq!(cards.as_array().unwrap().len(), 3);
            for card in cards.as_array().unwrap() {
                let id = card["id"].as_i64().unwrap();
                let checked = check(&server, &ada, &dan.id, id).await;
                assert_eq!(checked["opens"], card["hasAccess"], "{status:?} {checked}");
                assert_eq!(checked["opens"], unmet(&checked).is_empty(), "{checked}");
            }
            let by_group = rule(&check(&server, &ada, &dan.id, 4).await, "group");
            assert_eq!(by_group["reason"].as_str().unwrap_or_default(), reason);
            let free = rule(&check(&server, &ada, &dan.id, 6).await, "group");
            assert_eq!(
                (&free["passed"], &free["reason"]),
                (&json!(true), &json!("everyone"))
            );
        }
    }
}

/// Each rule that is not met says why, who can change it, and what the reader can do.
#[tokio::test]
async fn each_rule_says_why_and_who_can_change_it() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let ben = account(server.db(), "BenOwner", None).await;
        let mut row = product(7);
        row.status = ProductStatus::Off;
        row.admin_id = Some(ben.id.clone());
        row.client_id = Some("planner".to_owned());
        row.link = String::new();
        save(server.db(), row, &["south"]).await;
        group(server.db(), "team", &[7]).await;
        let chloe = account(server.db(), "ChloeManager", None).await;
        appoint(server.db(), &chloe, "team").await;
        let dan = account(server.db(), "DanMember", Some("north")).await;
        set_status(&server, &dan.id, Status::Disabled).await;
        set(&server, LAST_DAY, &dan.id, "2026-11-20").await;
        let client = Client {
            client_id: "planner".to_owned(),
            enabled: false,
            source: Source::Admin,
            ..declared(&entry("basic", "")).remove(0)
        };
        let saved = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { clients::save(tx, &client, NOW).await })
        });
        saved.await.unwrap();
        let checked = check(&server, &ada, &dan.id, 7).await;
        let kinds = [
            "account",
            "lastDay",
            "product",
            "agency",
            "group",
            "application",
            "address",
        ];
        assert_eq!(unmet(&checked), kinds);
        assert_eq!(checked["opens"], false);
        for (kind, reason, right, acts) in [
            (
                "account",
                "disabled",
                "accountStatus",
                json!(["enableAccount"]),
            ),
            (
                "lastDay",
                "expired",
                "accountEdit",
                json!(["extendAccount"]),
            ),
            ("product", "off", "productStatus", json!(["enableProduct"])),
            (
                "agency",
                "agency",
                "productEdit",
                json!(["editProduct", "moveAccount"]),
            ),
            ("group", "noGroup", "groupManagers", json!([])),
            (
                "address",
                "noAddress",
                "productEdit",
                json!(["editProduct"]),
            ),
        ] {
            let rule = rule(&checked, kind);
            assert_eq!(rule["reason"], reason, "{rule}");
            assert_eq!(rule["whoCanChange"]["right"], right, "{rule}");
            assert_eq!(rule["acts"], acts, "{rule}");
        }
        assert_eq!(rule(&checked, "lastDay")["lastDay"], "2026-11-20");
        assert_eq!(
            rule(&checked, "product")["whoCanChange"]["names"],
            json!(["BenOwner"])
        );
        let agency = rule(&checked, "agency");
        assert_eq!(
            (&agency["agencyName"], &agency["agencies"]),
            (&json!("north"), &json!(["south"]))
        );
        let application = rule(&checked, "application");
        assert_eq!(application["acts"], json!(["enableApplication"]));
        assert_eq!(application["applicationId"], "planner");
        // A person who cannot sign in joins no group.
        let group = json!({
            "groupId": "team", "groupName": "Group team", "on": true, "gives": true, "place": "stranger",
            "endsOn": null, "mayAsk": true, "managers": ["ChloeManager"], "act": null,
        });
        assert_eq!(rule(&checked, "group")["groups"], json!([group]));
        // Somebody without these rights reads the rules, and is offered nothing.
        set_status(&server, &dan.id, Status::Processing).await;
        let helper = helper(&server).await;
        assert_eq!(
            server.get_as(&helper, &of(&dan.id, 7)).await.status(),
            100_012
        );
        let mut on = product(7);
        on.client_id = Some("planner".to_owned());
        save(server.db(), on, &[]).await;
        let read = check(&server, &helper, &dan.id, 7).await;
        assert_eq!(rule(&read, "account")["reason"], "waiting");
        assert_eq!(
            rule(&read, "agency")["agencies"],
            json!([]),
            "only for readers of the product"
        );
        for rule in read["rules"].as_array().unwrap() {
            assert_eq!(rule["acts"], json!([]), "{rule}");
            assert_eq!(rule["applicationId"], Value::Null);
        }
    }
}

/// A product that names its application by its code alone: a legacy application that is off is a rule that is not met.
#[tokio::test]
async fn a_legacy_application_that_is_off_is_said() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let mut row = product(7);
        row.everyone = true;
        row.app_name = "TIMES".to_owned();
        save(server.db(), row, &[]).await;
        let dan = account(server.db(), "DanMember", None).await;
        for (enabled, application) in [(false, json!(false)), (true, json!(true))] {
            let client = Client {
                client_id: "times".to_owned(),
                source: Source::Admin,
                enabled,
                kind: Kind::Legacy,
                name: "Timesheet".to_owned(),
                legacy: Some(Legacy {
                    app_name: "TIMES".to_owned(),
                    callback_origins: vec!["https://times.example.com".to_owned()],
                    mode: LegacyMode::Query,
                }),
                ..Client::default()
            };
            let saved = server.db().write::<_, DbError, _>(move |tx| {
                Box::pin(async move { clients::save(tx, &client, NOW).await })
            });
            saved.await.unwrap();
            server.state().clients.reload().await.unwrap();
            let checked = check(&server, &ada, &dan.id, 7).await;
            assert_eq!(rule(&checked, "application")["passed"], application);
            assert_eq!(checked["opens"], application, "{checked}");
        }
    }
}

/// What the reader may do about a group is what the calls for it allow; then the product opens.
#[tokio::test]
async fn a_group_is_offered_to_readers_who_may_change_it() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, helper) = (ada(&server).await, helper(&server).await);
        save(server.db(), product(7), &[]).await;
        group(server.db(), "team", &[7]).await;
        let dan = account(server.db(), "DanMember", None).await;
        let chloe = server.person("ChloeManager", |_| {}).await;
        give_code(server.db(), &chloe, "SSO", VIEW).await;
        appoint(
            server.db(),
            &access::find(server.db(), &chloe.id).await,
            "team",
        )
        .await;
        let editor = server.person("EdEditor", |_| {}).await;
        give_code(server.db(), &editor, "SSO", VIEW).await;
        give_code(server.db(), &editor, "SSO", EDIT_GROUPS).await;
        let act = async |by: &Person| {
            let group = rule(&check(&server, by, &dan.id, 7).await, "group");
            group["groups"][0]["act"].clone()
        };
        assert_eq!(act(&ada).await, "addMember");
        assert_eq!(act(&chloe).await, "addMember");
        assert_eq!(act(&editor).await, "editMembers");
        assert_eq!(act(&helper).await, Value::Null);
        join(server.db(), &dan, "team", Status::Disabled).await;
        assert_eq!(act(&chloe).await, "renewMembership");
        set(&server, SWITCH, "team", 2).await;
        assert_eq!(act(&ada).await, "enableGroup");
        let seen = rule(&check(&server, &helper, &dan.id, 7).await, "group");
        assert_eq!(
            seen["groups"],
            json!([]),
            "a group that is off is for readers of all groups"
        );
        set(&server, SWITCH, "team", 0).await;
        let named = json!({ "groupId": "team", "userId": dan.id });
        let approve = "/api/security/admin/user-group/approve";
        assert_eq!(server.post_as(&chloe, approve, &named).await.status(), 0);
        let checked = check(&server, &chloe, &dan.id, 7).await;
        assert_eq!(checked["opens"], true, "{checked}");
        assert_eq!(rule(&checked, "group")["groups"][0]["place"], "member");
    }
}

/// Attack 34: only readers who may list groups learn of a hidden one; for others a membership in it looks like none.
#[tokio::test]
async fn attack_34_hidden_groups_are_only_for_readers_who_may_list_them() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let helper = helper(&server).await;
        let lister = server.person("GinaGroups", |_| {}).await;
        give_code(server.db(), &lister, "SSO", VIEW).await;
        give_code(server.db(), &lister, "SSO", GROUPS).await;
        save(server.db(), product(7), &[]).await;
        group(server.db(), "secret", &[7]).await;
        set(&server, HIDE, "secret", 1).await;
        let dan = account(server.db(), "DanMember", None).await;
        let without = server.get_as(&helper, &of(&dan.id, 7)).await;
        assert_eq!(rule(&without.data(), "group")["reason"], "noGroup");
        let listed = rule(&check(&server, &lister, &dan.id, 7).await, "group");
        assert_eq!(listed["groups"][0]["groupId"], "secret");
        assert_eq!(listed["groups"][0]["mayAsk"], false);
        join(server.db(), &dan, "secret", Status::Disabled).await;
        let ended = server.get_as(&helper, &of(&dan.id, 7)).await;
        assert_eq!(
            ended.data(),
            without.data(),
            "an ended membership looks like none"
        );
        let listed = rule(&check(&server, &lister, &dan.id, 7).await, "group");
        assert_eq!(listed["reason"], "ended");
        join(server.db(), &dan, "secret", Status::Enabled).await;
        let open = server.get_as(&helper, &of(&dan.id, 7)).await;
        assert!(!open.text.contains("secret"), "{}", open.text);
        assert_eq!(open.data()["opens"], true);
        assert_eq!(rule(&open.data(), "group")["groups"], json!([]));
    }
}

/// Attack 34: a product that the reader may not choose looks like one that does not exist; and nobody checks another person
/// without the right to see the account.
#[tokio::test]
async fn attack_34_hidden_products_are_unknown() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| {
            config.branding.hidden_app_ids = vec![6];
        })
        .await;
        let (ada, helper) = (ada(&server).await, helper(&server).await);
        for id in [4, 5, 6] {
            let mut row = product(id);
            row.hidden = id == 5;
            save(server.db(), row, &[]).await;
        }
        let dan = server.person("DanMember", |_| {}).await;
        let unknown = server.get_as(&helper, &of(&dan.id, 99)).await.json();
        assert_eq!(
            (&unknown["status"], &unknown["field"]),
            (&json!(100_012), &json!("projectId"))
        );
        for id in [5, 6] {
            let hidden = server.get_as(&helper, &of(&dan.id, id)).await.json();
            assert_eq!(
                (&hidden["status"], &hidden["field"], &hidden["msg"]),
                (&unknown["status"], &unknown["field"], &unknown["msg"])
            );
            assert_eq!(check(&server, &ada, &dan.id, id).await["projectId"], id);
        }
        assert_eq!(check(&server, &dan, &dan.id, 4).await["opens"], false);
        assert_eq!(server.get_as(&dan, &of(&dan.id, 5)).await.status(), 100_012);
        assert_eq!(
            server.get_as(&dan, &of(&helper.id, 4)).await.status(),
            100_013
        );
    }
}
