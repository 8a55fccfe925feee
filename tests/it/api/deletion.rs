//! The deletion of accounts, by administrators and by their owners (decision 0068).

use atrium::clock::{DAY, MINUTE};
use atrium::db::{Db, DbError};
use atrium::directory::one_time_links::mint;
use atrium::directory::{NewAccount, Status};
use atrium::mail::{LinkPurpose, LinkRequest};
use atrium::random::Random;
use serde_json::{Value, json};

use super::account_changes::RANDOM;
use super::account_sessions::{info, signed_in};
use super::accounts::{ada, entries, house};
use super::own_email::{mute, queued, with_address};
use crate::support::product_api::{Answered, NOW, Person, Server};
use crate::support::worker::{self, Steps as _};
use crate::support::{database, rows};

pub const DELETE: &str = "/api/security/admin/user/delete";
const KEEP: &str = "/api/security/admin/user/keep";
const OWN: &str = "/api/security/account/delete";
const STATUS: &str = "/api/security/admin/user/update-status";
const INFO: &str = "/api/security/admin/user/info";
const LIST: &str = "/api/security/admin/user/list";
const ADD: &str = "/api/security/admin/user/add-account";
const IN_A_DAY: &str = "You have reached today’s limit for this. Try again tomorrow.";
/// Two weeks, as the settings say by default.
pub const WAITS: i64 = 14 * DAY;

pub async fn delete(server: &Server, person: &Person, id: &str) -> Answered {
    let body = json!({ "userId": id, "confirm": true });
    server.post_as(person, DELETE, &body).await
}

async fn details(server: &Server, person: &Person, id: &str) -> Value {
    let path = format!("{INFO}?userId={id}");
    server.get_as(person, &path).await.json()
}

/// What the server's routines do at that time.
pub async fn routines(db: &Db, now: i64) {
    let worker = worker::of_server(db, now).await;
    worker.run_routines().await.unwrap();
}

/// An administrator deletes an account: it is closed at once, says when it is erased, and is enabled only by taking the deletion
/// back.
#[tokio::test]
async fn an_administrator_deletes_an_account_and_takes_it_back() {
    for database in database::each_engine().await {
        let server = mute(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let dan = server
            .account("DanMember", with_address("dan@demo.test"))
            .await;
        let token = signed_in(&server, "DanMember", "a program").await;
        assert_eq!(info(&server, &token).await, 0);

        let unsure = json!({ "userId": dan });
        let refused = server.post_as(&ada, DELETE, &unsure).await.json();
        assert_eq!(refused["field"], "confirm", "{refused}");
        let deleted = delete(&server, &ada, &dan).await.data();
        assert_eq!(
            deleted,
            json!({ "eraseAt": NOW + WAITS, "endedSessions": 1 })
        );
        assert_ne!(info(&server, &token).await, 0, "signed out");
        let shown = details(&server, &ada, &dan).await["data"].clone();
        assert_eq!(shown["accountStatus"], 2);
        assert_eq!(shown["eraseAt"], NOW + WAITS);
        assert_eq!(shown["deletedByOwner"], false);
        let path = format!("{LIST}?context=DanMember");
        let listed = server.get_as(&ada, &path).await.data();
        assert_eq!(listed["list"][0]["eraseAt"], NOW + WAITS, "{listed}");

        // Once more changes nothing, not even the date.
        server.clock.advance(MINUTE);
        let again = delete(&server, &ada, &dan).await.data();
        assert_eq!(again, json!({ "eraseAt": NOW + WAITS, "endedSessions": 0 }));
        let enable = json!({ "userId": dan, "accountStatus": 0 });
        let refused = server.post_as(&ada, STATUS, &enable).await.json();
        assert_eq!(
            refused["msg"], "The account waits for its deletion. Take the deletion back first.",
            "{refused}"
        );

        let keep = json!({ "userId": dan });
        let kept = server.post_as(&ada, KEEP, &keep).await.data();
        assert_eq!(kept, json!({ "enabled": true }));
        let shown = details(&server, &ada, &dan).await["data"].clone();
        assert_eq!(
            (&shown["accountStatus"], &shown["eraseAt"]),
            (&json!(0), &Value::Null)
        );
        let late = server.post_as(&ada, KEEP, &keep).await.json();
        let words = "The deletion can no longer be taken back, or somebody took it back already.";
        assert!(late["msg"].as_str().unwrap().contains(words), "{late}");
        signed_in(&server, "DanMember", "a program").await;
        let owner = server.signed_in(&dan).await;
        let path = "/api/security/account/history";
        let history = server.get_as(&owner, path).await.data();
        let shown = history["list"].as_array().unwrap().iter();
        let shown: Vec<&Value> = shown
            .filter(|entry| entry["kind"] == "account.deletion")
            .map(|entry| &entry["detail"]["outcome"])
            .collect();
        assert_eq!(shown, ["taken_back", "begun"], "{history}");

        let recorded = entries(&database.db, "account.deletion", &dan).await;
        let outcomes: Vec<&Value> = recorded
            .iter()
            .map(|(.., detail)| &detail["outcome"])
            .collect();
        assert_eq!(outcomes, ["begun", "taken_back"]);
        assert!(recorded.iter().all(|(actor, ..)| *actor == ada.id));
        let mails: Vec<Value> = queued(&server, 2)
            .await
            .into_iter()
            .map(|mail| mail["message"].clone())
            .collect();
        assert!(
            mails.contains(&json!("deletion_begun"))
                && mails.contains(&json!("deletion_taken_back")),
            "{mails:?}"
        );
        routines(&database.db, NOW + WAITS + DAY).await;
        assert_eq!(status_of(&server, &ada, &dan).await, 0, "it stays");
    }
}

/// An account that was disabled before stays so when its deletion is taken back.
#[tokio::test]
async fn what_was_disabled_stays_disabled() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let dan = server
            .account("DanMember", |new| new.status = Status::Disabled)
            .await;
        assert_eq!(delete(&server, &ada, &dan).await.status(), 0);
        let keep = json!({ "userId": dan });
        assert_eq!(
            server.post_as(&ada, KEEP, &keep).await.data(),
            json!({ "enabled": false })
        );
        assert_eq!(
            details(&server, &ada, &dan).await["data"]["accountStatus"],
            2
        );
    }
}

/// Attack 24: what an administrator decides about an account that its owner deletes is not taken back by the owner's link.
#[tokio::test]
async fn attack_24_an_administrator_takes_the_deletion_of_an_owner_over() {
    for database in database::each_engine().await {
        let server = mute(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        for by in [DELETE, STATUS] {
            let name = format!("Dan{}", by.len());
            let email = format!("{name}@demo.test");
            let dan = server.person(&name, with_address(&email)).await;
            let own = json!({ "confirm": true });
            assert_eq!(server.post_as(&dan, OWN, &own).await.status(), 0);
            assert_eq!(
                details(&server, &ada, &dan.id).await["data"]["deletedByOwner"],
                true
            );
            assert!(undo_link(&server, &dan.id, &email).await.is_some());
            let body = json!({ "userId": dan.id, "confirm": true, "accountStatus": 2 });
            assert_eq!(server.post_as(&ada, by, &body).await.status(), 0);
            let shown = details(&server, &ada, &dan.id).await["data"].clone();
            assert_eq!(shown["deletedByOwner"], false, "{by}");
            assert_eq!(shown["eraseAt"], NOW + WAITS, "{by}");
            assert!(undo_link(&server, &dan.id, &email).await.is_none(), "{by}");
            assert_eq!(links(&database.db, &dan.id).await, Some(0), "{by}");
            // Kept, it is as the administrator left it.
            let keep = json!({ "userId": dan.id });
            assert_eq!(server.post_as(&ada, KEEP, &keep).await.status(), 0);
            let status = if by == STATUS { 2 } else { 0 };
            let shown = details(&server, &ada, &dan.id).await["data"].clone();
            assert_eq!(shown["accountStatus"], status, "{by}");
        }
    }
}

/// The token of the owner's email; `None` if there may be no link.
async fn undo_link(server: &Server, id: &str, email: &str) -> Option<String> {
    let (id, email) = (id.to_owned(), email.to_owned());
    let minted = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            let request = LinkRequest {
                subject: &id,
                purpose: LinkPurpose::DeletionUndo,
                email: &email,
            };
            mint(tx, request, &Random::system(), NOW).await
        })
    });
    minted.await.unwrap().map(|link| link.token.to_string())
}

/// How many links take a deletion of the account back.
async fn links(db: &Db, id: &str) -> Option<i64> {
    let sql =
        "SELECT COUNT(*) FROM one_time_links WHERE account_id = $1 AND purpose = 'deletion_undo'";
    let mut view = db.read().await.unwrap();
    rows::number(&mut view, sql, id).await
}

/// A new password by an administrator does not take the owner's link away.
#[tokio::test]
async fn a_new_password_leaves_the_link_of_a_deletion() {
    for database in database::each_engine().await {
        let server = mute(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let dan = server
            .person("DanMember", with_address("dan@demo.test"))
            .await;
        let own = json!({ "confirm": true });
        assert_eq!(server.post_as(&dan, OWN, &own).await.status(), 0);
        assert!(undo_link(&server, &dan.id, "dan@demo.test").await.is_some());
        let random = json!({ "userId": dan.id });
        assert_eq!(server.post_as(&ada, RANDOM, &random).await.status(), 0);
        assert_eq!(links(&database.db, &dan.id).await, Some(1));
    }
}

/// Attack 17: a session that was left open deletes nobody, not even its owner.
#[tokio::test]
async fn attack_17_a_deletion_needs_a_fresh_session() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let dan = server.person("DanMember", |_| {}).await;
        server.clock.advance(5 * MINUTE);
        let own = json!({ "confirm": true });
        let keep = json!({ "userId": dan.id });
        for answer in [
            delete(&server, &ada, &dan.id).await,
            server.post_as(&ada, KEEP, &keep).await,
            server.post_as(&dan, OWN, &own).await,
        ] {
            assert_eq!(answer.http, 401, "{answer:?}");
        }
        assert_eq!(
            details(&server, &ada, &dan.id).await["data"]["eraseAt"],
            Value::Null
        );
    }
}

/// Decision 0021: the last super administrator cannot go, by anybody's hand. Nobody deletes their own account here.
#[tokio::test]
async fn the_last_super_administrator_cannot_go() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let oneself = delete(&server, &ada, &ada.id).await;
        assert_eq!(oneself.status(), 100_013);
        let own = json!({ "confirm": true });
        let refused = server.post_as(&ada, OWN, &own).await.json();
        assert_eq!(
            refused["msg"],
            "Another super administrator must be able to sign in for at least as long. Make one first."
        );
        assert_eq!(
            details(&server, &ada, &ada.id).await["data"]["eraseAt"],
            Value::Null
        );
        let eva = |new: &mut NewAccount| new.sup_admin = true;
        server.account("EvaSuper", eva).await;
        assert_eq!(server.post_as(&ada, OWN, &own).await.status(), 0);
    }
}

/// `accounts.self_delete`: off by default; on, the owner's own session ends with the others. Without a verified address nobody
/// gets a link.
#[tokio::test]
async fn people_delete_their_own_account_where_the_setting_allows_it() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| config.accounts.self_delete = false).await;
        let dan = server
            .person("DanMember", with_address("dan@demo.test"))
            .await;
        let own = json!({ "confirm": true });
        let refused = server.post_as(&dan, OWN, &own).await.json();
        assert_eq!(refused["status"], 100_013, "{refused}");
        assert!(
            refused["msg"]
                .as_str()
                .unwrap()
                .contains("Nobody can delete their own account here."),
            "{refused}"
        );
        drop(server);

        let server = Server::start(&database.db).await;
        let dan = server.signed_in(&dan.id).await;
        let unsure = server.post_as(&dan, OWN, &json!({})).await.json();
        assert_eq!(unsure["field"], "confirm", "{unsure}");
        let deleted = server.post_as(&dan, OWN, &own).await.data();
        assert_eq!(deleted, json!({ "eraseAt": NOW + WAITS, "emailed": true }));
        assert_eq!(
            server.post_as(&dan, OWN, &own).await.http,
            401,
            "the session is over"
        );
        let eve = server.person("EveMember", |_| {}).await;
        let deleted = server.post_as(&eve, OWN, &own).await.data();
        assert_eq!(deleted["emailed"], false);
    }
}

/// Trap T11: a person deletes the same account three times a day, also their own, because each is an email. The deletion can
/// always be taken back, with three emails.
#[tokio::test]
async fn attack_t11_a_person_deletes_an_account_a_limited_number_of_times() {
    for database in database::each_engine().await {
        let server = mute(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let dan = server
            .account("DanMember", with_address("dan@demo.test"))
            .await;
        let keeps = async |id: &str| {
            let kept = server.post_as(&ada, KEEP, &json!({ "userId": id })).await;
            assert_eq!(kept.data(), json!({ "enabled": true }));
        };
        for _ in 0..3 {
            assert_eq!(delete(&server, &ada, &dan).await.status(), 0);
            keeps(&dan).await;
        }
        queued(&server, 6).await;
        let late = delete(&server, &ada, &dan).await;
        assert_eq!(late.http, 429, "{late:?}");
        assert_eq!(late.json()["msg"], IN_A_DAY);
        assert_eq!(late.header("retry-after"), (DAY / 1_000).to_string());
        let shown = details(&server, &ada, &dan).await["data"].clone();
        assert_eq!(
            (&shown["accountStatus"], &shown["eraseAt"]),
            (&json!(0), &Value::Null)
        );
        // Nobody uses up the deletions of somebody else.
        let eva = |new: &mut NewAccount| new.sup_admin = true;
        let eva = server.person("EvaSuper", eva).await;
        assert_eq!(delete(&server, &eva, &dan).await.status(), 0);
        keeps(&dan).await;
        let mails = queued(&server, 7).await;
        let begun = |mail: &&Value| mail["message"] == "deletion_begun";
        assert_eq!(mails.iter().filter(begun).count(), 4);

        let may = server
            .person("MayMember", with_address("may@demo.test"))
            .await;
        let own = json!({ "confirm": true });
        for _ in 0..3 {
            let may = server.signed_in(&may.id).await;
            assert_eq!(server.post_as(&may, OWN, &own).await.status(), 0);
            keeps(&may.id).await;
        }
        let may = server.signed_in(&may.id).await;
        let late = server.post_as(&may, OWN, &own).await;
        assert_eq!(late.json()["msg"], IN_A_DAY, "{late:?}");
        server.state().recorder.stop().await;
        for (id, by) in [(&dan, &ada.id), (&may.id, &may.id)] {
            let noted = entries(server.db(), "limit.reached", id).await;
            assert_eq!(noted.len(), 1, "{noted:?}");
            let (actor, _, detail) = &noted[0];
            assert_eq!((actor, detail), (by, &json!({ "limit": "deletions" })));
        }
    }
}

/// The name of an erased account is free after a year, and the person who gets it then has another `sub`.
#[tokio::test]
async fn a_name_is_free_after_a_year() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let dan = server.account("DanMember", |_| {}).await;
        assert_eq!(delete(&server, &ada, &dan).await.status(), 0);
        let erased = NOW + WAITS;
        routines(&database.db, erased - DAY).await;
        assert_eq!(status_of(&server, &ada, &dan).await, 0);
        routines(&database.db, erased).await;
        assert_eq!(status_of(&server, &ada, &dan).await, 100_012, "gone");
        let recorded = entries(&database.db, "account.deletion", &dan).await;
        assert_eq!(recorded[1].2["outcome"], "erased");

        let add =
            json!({ "username": "DanMember", "email": "dan2@demo.test", "password": "Tulip7Kite" });
        for at in [erased + DAY, erased + 364 * DAY] {
            routines(&database.db, at).await;
            let ada = server.signed_in(&ada.id).await;
            let taken = server.post_as(&ada, ADD, &add).await.json();
            assert_eq!(taken["field"], "username", "{taken}");
        }
        routines(&database.db, erased + 365 * DAY + 1).await;
        let ada = server.signed_in(&ada.id).await;
        let added = server.post_as(&ada, ADD, &add).await.data();
        assert_ne!(added["userId"], json!(dan));
    }
}

/// The status of the call that reads the account. The routines have ended the reader's session.
async fn status_of(server: &Server, reader: &Person, id: &str) -> i64 {
    let reader = server.signed_in(&reader.id).await;
    details(server, &reader, id).await["status"]
        .as_i64()
        .unwrap()
}
