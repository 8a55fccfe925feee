//! The home page as the owner of an account sees it (decision 0027): the same cards, but none opens; an audit entry for
//! each view; and nobody views a person with more rights.

use atrium::audit::AuditFilter;
use atrium::directory::Status;
use serde_json::{Value, json};

use super::accounts::entries;
use super::rights::give_code;
use crate::access::{self, administers, appoint, group, join, product, save};
use crate::support::product_api::{Person, Server};
use crate::support::{database, rows, trail};

const HOME: &str = "/api/security/admin/user/home";
const CODE: &str = "account_maintain.AccountManagement.AccountList.home";
const VIEW: &str = "account_maintain.AccountManagement.AccountList.view";
const SESSIONS: &str = "SELECT COUNT(*) FROM sso_sessions WHERE account_id = $1";
const GRANTS: &str = "SELECT COUNT(*) FROM grants WHERE account_id = $1";
const AUDIT: &str = "account_maintain.AccountManagement.AuditLog.view";

fn of(id: &str) -> String {
    format!("{HOME}?userId={id}")
}

/// A help desk: a person who may see accounts and home pages, and nothing else.
async fn helper(server: &Server) -> Person {
    let helper = server.person("HalHelp", |_| {}).await;
    give_code(server.db(), &helper, "SSO", CODE).await;
    give_code(server.db(), &helper, "SSO", VIEW).await;
    helper
}

/// Products of every list: open by a group, closed, of another agency, off and hidden.
async fn products(server: &Server) {
    for (id, type_id, agencies) in [
        (2, 2, &[][..]),
        (3, 3, &["south"][..]),
        (4, 1, &[]),
        (5, 1, &[]),
    ] {
        let mut row = product(id);
        row.type_id = type_id;
        row.link = format!("https://app{id}.example/");
        row.hidden = id == 5;
        save(server.db(), row, agencies).await;
    }
    group(server.db(), "g4", &[4]).await;
}

/// What home asks for, list by list (contract C-061).
async fn own_home(server: &Server, person: &Person) -> Vec<Value> {
    let mut cards = Vec::new();
    for type_id in [1, 3, 2] {
        let path = format!("/api/security/app/v2/list-by-type?typeId={type_id}");
        let list = server.get_as(person, &path).await.data();
        cards.extend(list.as_array().unwrap().iter().cloned());
    }
    cards
}

#[tokio::test]
async fn an_administrator_sees_the_cards_of_the_owner() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        let helper = helper(&server).await;
        let dan = access::account(server.db(), "DanMember", Some("north")).await;
        join(server.db(), &dan, "g4", Status::Enabled).await;
        let owner = server.signed_in(&dan.id).await;
        let mut expected = own_home(&server, &owner).await;
        let states: Vec<(i64, &str)> = expected
            .iter()
            .map(|card| {
                (
                    card["id"].as_i64().unwrap(),
                    card["state"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(states, [(4, "open"), (3, "refused"), (2, "request")]);
        assert_eq!(expected[0]["link"], "https://app4.example/");
        let shown = server.get_as(&helper, &of(&dan.id)).await.data();
        for card in &mut expected {
            card["link"] = "".into();
            card["links"] = json!([]);
        }
        assert_eq!(shown["products"], json!(expected));
        let person = ["userId", "username", "agencyName", "clientName"].map(|name| &shown[name]);
        assert_eq!(
            person,
            [
                &json!(dan.id),
                &json!("DanMember"),
                &json!("north"),
                &json!("")
            ]
        );
        assert_eq!(shown["canSignIn"], true);
        // Who looked at whom, each time.
        server.get_as(&helper, &of(&dan.id)).await.data();
        let looks = entries(server.db(), "account.home_seen", &dan.id).await;
        assert_eq!(looks.len(), 2);
        assert_eq!(
            looks[0],
            (helper.id.clone(), format!("GET {HOME}"), json!({}))
        );
        // A person who may not sign in sees nothing at present, and the answer says so.
        let id = dan.id.clone();
        let disabled = server.db().write::<_, atrium::db::DbError, _>(move |tx| {
            Box::pin(async move { rows::status(tx, &id, Status::Disabled).await })
        });
        disabled.await.unwrap();
        let shown = server.get_as(&helper, &of(&dan.id)).await.data();
        assert_eq!(shown["canSignIn"], false);
    }
}

/// Attack 34: a look is not a session. Nothing in the answer opens an application, nothing of the owner changes, and
/// what the helper opens is decided by the helper's own groups.
#[tokio::test]
async fn attack_34_a_look_gives_no_session_and_changes_nothing() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        let helper = helper(&server).await;
        let dan = access::account(server.db(), "DanMember", Some("north")).await;
        join(server.db(), &dan, "g4", Status::Enabled).await;
        let before = access::find(server.db(), &dan.id).await;
        let count = async |sql: &'static str| {
            let mut view = server.db().read().await.unwrap();
            rows::number(&mut view, sql, &dan.id).await
        };
        let held = (count(SESSIONS).await, count(GRANTS).await);
        let entries_before = trail::entries(server.db(), &AuditFilter::default())
            .await
            .len();
        let answer = server.get_as(&helper, &of(&dan.id)).await;
        assert_eq!(answer.status(), 0);
        for name in ["set-cookie", "location", "access-token"] {
            assert_eq!(answer.header(name), "", "{name}");
        }
        assert!(!answer.text.contains("app4.example"), "{}", answer.text);
        assert!(
            !answer.text.to_lowercase().contains("token"),
            "{}",
            answer.text
        );
        assert_eq!(held, (count(SESSIONS).await, count(GRANTS).await));
        let after = access::find(server.db(), &dan.id).await;
        assert_eq!(format!("{before:?}"), format!("{after:?}"));
        let entries_after = trail::entries(server.db(), &AuditFilter::default())
            .await
            .len();
        assert_eq!(entries_after, entries_before + 1, "the look itself");
        // The card is open for the owner; for the helper it is not, with or without the owner's name.
        for body in [
            json!({ "productId": 4 }),
            json!({ "productId": 4, "userId": dan.id }),
        ] {
            let opened = server
                .post_as(&helper, "/api/security/app/login-count", &body)
                .await;
            assert_eq!(opened.status(), 100_013, "{body}");
        }
        let own = own_home(&server, &helper).await;
        assert_eq!(
            own[0]["state"], "request",
            "the helper's own home is unchanged"
        );
        // No other address or method takes another person's id.
        let posted = server
            .post_as(&helper, HOME, &json!({ "userId": dan.id }))
            .await;
        assert_ne!(posted.http, 200);
    }
}

/// Attack 34: nobody looks above themselves, and managing a group does not give this right.
#[tokio::test]
async fn attack_34_nobody_looks_above_themselves() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        let helper = helper(&server).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let ben = server.person("BenAdmin", |_| {}).await;
        let mut sso = product(1);
        sso.app_name = "SSO".to_owned();
        save(server.db(), sso, &[]).await;
        administers(server.db(), &access::find(server.db(), &ben.id).await, 1).await;
        let reader = server.person("RitaReader", |_| {}).await;
        give_code(server.db(), &reader, "SSO", AUDIT).await;
        let dan = access::account(server.db(), "DanMember", None).await;
        join(server.db(), &dan, "g4", Status::Enabled).await;
        let chloe = server.person("ChloeManager", |_| {}).await;
        appoint(
            server.db(),
            &access::find(server.db(), &chloe.id).await,
            "g4",
        )
        .await;
        let owner = server.signed_in(&dan.id).await;
        let blind = server.person("NoList", |_| {}).await;
        give_code(server.db(), &blind, "SSO", CODE).await;
        for (by, whom, expected) in [
            (&ada, &ben.id, 0),
            (&ben, &dan.id, 0),
            (&ben, &reader.id, 0),
            (&ben, &ada.id, 100_013),
            (&helper, &dan.id, 0),
            (&helper, &helper.id, 0),
            (&helper, &reader.id, 100_013),
            (&helper, &ben.id, 100_013),
            (&helper, &ada.id, 100_013),
            (&chloe, &dan.id, 100_013),
            (&reader, &dan.id, 100_013),
            (&blind, &dan.id, 100_013),
            (&owner, &dan.id, 100_013),
        ] {
            let answer = server.get_as(by, &of(whom)).await;
            assert_eq!(answer.status(), expected, "{} {whom}", by.id);
            let looks = entries(server.db(), "account.home_seen", whom).await;
            let by_them = looks.iter().filter(|look| look.0 == by.id).count();
            assert_eq!(by_them, usize::from(expected == 0), "{} {whom}", by.id);
        }
        // Without the right, known and unknown ids are alike; with it, an unknown one is a wrong field.
        for by in [&chloe, &owner, &blind] {
            let known = server.get_as(by, &of(&dan.id)).await.json();
            let unknown = server.get_as(by, &of("none")).await.json();
            assert_eq!(
                (&known["status"], &known["msg"]),
                (&unknown["status"], &unknown["msg"])
            );
        }
        let unknown = server.get_as(&helper, &of("none")).await.json();
        assert_eq!(
            (&unknown["status"], &unknown["field"]),
            (&json!(100_012), &json!("userId"))
        );
        // Every row of the list says the same as the call.
        let list = "/api/security/admin/user/list?sort=username&pageSize=100";
        let rows = server.get_as(&helper, list).await.data()["list"].clone();
        let may: Vec<&str> = rows
            .as_array()
            .unwrap()
            .iter()
            .filter(|row| row["rights"]["home"] == true)
            .map(|row| row["username"].as_str().unwrap())
            .collect();
        assert_eq!(may, ["ChloeManager", "DanMember", "HalHelp", "NoList"]);
    }
}

/// A disabled or hidden product is on nobody's home, so no look shows it.
#[tokio::test]
async fn a_look_shows_no_hidden_product() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| {
            config.branding.hidden_app_ids = vec![2];
        })
        .await;
        products(&server).await;
        let helper = helper(&server).await;
        let dan = access::account(server.db(), "DanMember", Some("south")).await;
        let shown = server.get_as(&helper, &of(&dan.id)).await.data();
        let ids: Vec<i64> = shown["products"]
            .as_array()
            .unwrap()
            .iter()
            .map(|card| card["id"].as_i64().unwrap())
            .collect();
        assert_eq!(ids, [4, 3]);
    }
}
