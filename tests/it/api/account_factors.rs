//! The second factors of an account, for administrators.

use atrium::clock::{DAY, HOUR, MINUTE};
use atrium::db::DbError;
use atrium::factors::AccountFactors;
use serde_json::json;

use super::accounts::{ada, ben, house, info};
use super::factors::add_app;
use super::rights::give_code;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows, trail};

const LIST: &str = "/api/security/admin/user/list";
const FACTORS: &str = "/api/security/admin/user/factors";
const REMIND: &str = "/api/security/admin/user/remind-factors";
const CODE: &str = "/api/security/admin/user/temporary-code";
const RESET: &str = "/api/security/admin/user/reset-factors";
const LOCK: &str = "/api/security/admin/user/lock";
const REQUIRE: &str = "/api/security/admin/user/require-factor";
const STATUS: &str = "account_maintain.AccountManagement.AccountList.status";

async fn run(server: &Server, sql: String) {
    let ran = server
        .db()
        .write::<_, DbError, _>(move |tx| Box::pin(rows::run(tx, sql)));
    ran.await.unwrap();
}

async fn found(server: &Server, ben: &Person, factor: &str) -> Vec<String> {
    let path = format!("{LIST}?sort=username&secondFactor={factor}");
    let list = server.get_as(ben, &path).await.data()["list"].clone();
    let names = list.as_array().unwrap().iter();
    names
        .map(|row| row["username"].as_str().unwrap().to_owned())
        .collect()
}

/// Administrators see who has which factor; the list is filtered by the server, and follows each change.
#[tokio::test]
async fn administrators_see_who_has_which_factor() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let (ben, dan) = (ben(&server).await, server.person("DanMember", |_| {}).await);
        let path = format!("{FACTORS}?userId={}", dan.id);
        let read = async || server.get_as(&ben, &path).await.data();
        let none = read().await;
        assert_eq!(none["authenticator"], json!(null));
        assert_eq!(
            (&none["required"], &none["mayChange"]),
            (&json!(false), &json!(true))
        );
        assert_eq!(
            found(&server, &ben, "none").await,
            ["BenAdmin", "DanMember"]
        );
        add_app(&server, &dan).await;
        let known = read().await;
        assert_eq!(
            known["authenticator"],
            json!({"addedAt": NOW, "usedAt": NOW})
        );
        assert_eq!(known["recoveryCodes"], 10);
        assert_eq!(found(&server, &ben, "app").await, ["DanMember"]);
        let text = server.get_as(&ben, &path).await.text;
        assert!(!text.contains("secret") && !text.contains("hash"), "{text}");
        let row = json!({
            "id": "key", "account_id": dan.id, "credential_id": "c", "credential": "{}", "rp_id": "localhost",
            "name": "Laptop", "discoverable": 1, "backup_eligible": 0, "backed_up": 0, "added_at": NOW,
        });
        let inserted = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                rows::insert(tx, "passkeys", &row).await?;
                let id = row["account_id"].as_str().unwrap();
                atrium::factors::note_factor(tx, id).await
            })
        });
        inserted.await.unwrap();
        assert_eq!(read().await["passkeys"][0]["name"], "Laptop");
        assert_eq!(found(&server, &ben, "passkey").await, ["DanMember"]);
        let strong = server.signed_in(&ben.id).await;
        server
            .post_as(&strong, RESET, &json!({ "userId": dan.id }))
            .await
            .data();
        assert_eq!(
            found(&server, &ben, "none").await,
            ["BenAdmin", "DanMember"]
        );
    }
}

/// An owner without a factor is reminded at most once a day.
#[tokio::test]
async fn an_owner_is_reminded_once_a_day() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ben = ben(&server).await;
        let with_mail = |new: &mut atrium::directory::NewAccount| {
            new.email = Some("dan@demo.test".to_owned());
        };
        let dan = server.person("DanMember", with_mail).await;
        let eve = server.person("EveNewcomer", |new| new.email = None).await;
        let remind = async |person: &Person| {
            let body = json!({ "userId": person.id });
            let outcome = server.post_as(&ben, REMIND, &body).await.data()["outcome"].clone();
            outcome.as_str().unwrap().to_owned()
        };
        assert_eq!(remind(&dan).await, "sent");
        assert_eq!(remind(&dan).await, "sentBefore");
        assert_eq!(remind(&eve).await, "noEmail");
        run(
            &server,
            format!("UPDATE factor_reminders SET sent_at = {}", NOW - DAY),
        )
        .await;
        assert_eq!(remind(&dan).await, "sent");
        let entries = trail::of_kind(server.db(), "factor.changed").await;
        assert_eq!(entries.len(), 2);
        assert!(
            entries
                .iter()
                .all(|entry| entry.detail == r#"{"change":"reminded"}"#)
        );
        add_app(&server, &dan).await;
        assert_eq!(remind(&dan).await, "hasFactor");
        run(
            &server,
            format!("UPDATE accounts SET status = 2 WHERE id = '{}'", dan.id),
        )
        .await;
        assert_eq!(remind(&dan).await, "notEnabled");
    }
}

/// A temporary code is shown once, stored as a hash (attack 32), and made only by a fresh session (attack 17).
#[tokio::test]
async fn attack_32_a_temporary_code_is_shown_once() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let (ben, dan) = (ben(&server).await, server.person("DanMember", |_| {}).await);
        let body = json!({ "userId": dan.id });
        let refused = server.post_as(&ben, CODE, &body).await.json();
        assert_eq!(
            (&refused["status"], &refused["msg"]),
            (
                &json!(100_012),
                &json!("This account has no second factor that could be lost.")
            )
        );
        add_app(&server, &dan).await;
        let made = server.post_as(&ben, CODE, &body).await.data();
        let code = made["code"].as_str().unwrap();
        assert_eq!((code.len(), &made["endsAt"]), (19, &json!(NOW + 4 * HOUR)));
        let read = server
            .get_as(&ben, &format!("{FACTORS}?userId={}", dan.id))
            .await;
        assert_eq!(read.data()["temporaryCodeUntil"], json!(NOW + 4 * HOUR));
        assert!(!read.text.contains(code));
        let entries = trail::of_kind(server.db(), "factor.changed").await;
        assert!(entries.iter().all(|entry| !entry.detail.contains(code)));
        server.clock.advance(5 * 60_000);
        assert_eq!(server.post_as(&ben, CODE, &body).await.http, 401);
    }
}

/// An administrator locks an account; its sessions end, and the histories of both show it.
#[tokio::test]
async fn an_administrator_locks_an_account() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let (ada, ben) = (ada(&server).await, ben(&server).await);
        let dan = server.person("DanMember", |new| {
            new.email = Some("dan@demo.test".to_owned());
            new.email_verified = true;
        });
        let dan = dan.await;
        let eve = server.account("EveNewcomer", |_| {}).await;
        let refused = server.post_as(&ben, LOCK, &json!({ "userId": eve })).await;
        let words = "The email address of the account isn’t confirmed, so no link could open the account again. An administrator can disable it.";
        assert_eq!(refused.json()["msg"], words);
        let locked = server
            .post_as(&ben, LOCK, &json!({ "userId": dan.id }))
            .await;
        assert_eq!(locked.data()["endedSessions"], 1);
        assert_eq!(
            server
                .get_as(&dan, "/api/security/account/factors")
                .await
                .http,
            401
        );
        let account = info(&server, &ben, &dan.id).await;
        assert_eq!(
            (&account["accountStatus"], &account["hasPassword"]),
            (&json!(2), &json!(false))
        );
        let entries = trail::of_kind(server.db(), "account.changed").await;
        let entry = entries
            .iter()
            .find(|entry| entry.detail.contains("\"locked\""));
        assert_eq!(entry.unwrap().actor_id.as_deref(), Some(&*ben.id));
        let last = server
            .post_as(&ada, LOCK, &json!({ "userId": ada.id }))
            .await;
        assert_ne!(last.status(), 0, "nobody locks oneself here");
    }
}

/// The call wants a new proof of `ben`.
async fn stale(server: &Server, ben: &Person, path: &str, body: &serde_json::Value) {
    let refused = server.post_as(ben, path, body).await;
    assert_eq!(refused.http, 401, "{refused:?}");
    let asked = refused.header("www-authenticate");
    assert!(
        asked.contains("insufficient_user_authentication"),
        "{asked}"
    );
}

/// Attack 17: a lock takes the password and new ways in away, so a session that an administrator left open locks nobody.
#[tokio::test]
async fn attack_17_an_administrator_locks_only_with_a_new_proof() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ben = ben(&server).await;
        let dan = server.person("DanMember", |new| {
            new.email = Some("dan@demo.test".to_owned());
            new.email_verified = true;
        });
        let body = json!({ "userId": dan.await.id });
        server.clock.advance(5 * MINUTE);
        stale(&server, &ben, LOCK, &body).await;
        let fresh = server.signed_in(&ben.id).await;
        assert_eq!(server.post_as(&fresh, LOCK, &body).await.status(), 0);
    }
}

/// Attack 34: the right to enable and disable takes no way in away. That needs the right to set a password.
#[tokio::test]
async fn attack_34_the_right_of_status_takes_no_way_in_away() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |new| {
            new.email = Some("dan@demo.test".to_owned());
            new.email_verified = true;
        });
        let (dan, eve) = (dan.await, server.person("EveMember", |_| {}).await);
        give_code(server.db(), &eve, "SSO", STATUS).await;
        let lock = server
            .post_as(&eve, LOCK, &json!({ "userId": dan.id }))
            .await;
        assert_eq!(lock.status(), 100_013, "{lock:?}");
        let off = json!({ "userId": dan.id, "accountStatus": 2 });
        let disabled = server
            .post_as(&eve, "/api/security/admin/user/update-status", &off)
            .await;
        assert_eq!(disabled.status(), 0, "{disabled:?}");
    }
}

/// Attack 17: an administrator's session that was left open requires a factor, but ends and postpones no requirement.
#[tokio::test]
async fn attack_17_a_requirement_ends_only_with_a_new_proof() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let (ben, dan) = (ben(&server).await, server.person("DanMember", |_| {}).await);
        server.clock.advance(5 * MINUTE);
        let required = json!({ "userId": dan.id, "required": true });
        assert_eq!(server.post_as(&ben, REQUIRE, &required).await.status(), 0);
        let later = json!({ "userId": dan.id, "required": true, "dueOn": "2027-09-10" });
        let ended = json!({ "userId": dan.id, "required": false });
        for body in [&later, &ended] {
            stale(&server, &ben, REQUIRE, body).await;
        }
        let path = format!("{FACTORS}?userId={}", dan.id);
        let read = server.get_as(&ben, &path).await.data();
        assert_eq!(
            (&read["requiredHere"], &read["requiredHereOn"]),
            (&json!(true), &json!(null))
        );
        let fresh = server.signed_in(&ben.id).await;
        for body in [&later, &ended] {
            assert_eq!(server.post_as(&fresh, REQUIRE, body).await.status(), 0);
        }
        let read = server.get_as(&fresh, &path).await.data();
        assert_eq!(read["requiredHere"], false);
    }
}

/// An administrator in any zone chooses a day. It is a day of the server's zone, on which the owner can still put it off.
#[tokio::test]
async fn the_day_of_a_requirement_is_the_servers() {
    let database = database::sqlite().await;
    let server = Server::with(&database.db, |config| {
        config.accounts.time_zone = "Asia/Shanghai".to_owned();
    })
    .await;
    house(&server).await;
    let (ben, dan) = (ben(&server).await, server.person("DanMember", |_| {}).await);
    let due_on = async |day: &str| {
        let body = json!({ "userId": dan.id, "required": true, "dueOn": day });
        server.post_as(&ben, REQUIRE, &body).await.json()["status"].clone()
    };
    assert_eq!(due_on("2026-12-10").await, 0);
    let path = format!("{FACTORS}?userId={}", dan.id);
    let read = server.get_as(&ben, &path).await.data();
    assert_eq!(
        (&read["requiredHereOn"], &read["dueOn"]),
        (&json!("2026-12-10"), &json!("2026-12-10"))
    );
    // The 10th ends at 16:00 in UTC.
    let mut view = server.db().read().await.unwrap();
    let known = AccountFactors::of(&mut view, &dan.id, None, NOW).await;
    let required = known.unwrap().required_by_account;
    assert_eq!(required, Some(Some(1_796_918_400_000)));
    for day in ["", "10.12.2026", "2027-12-10"] {
        assert_eq!(due_on(day).await, 100_012, "{day}");
    }
}
