//! Contract C-040, decision 0021: whatever is changed, a super administrator stays who can sign in for as long
//! as the one that goes.

use atrium::db::DbError;
use atrium::directory::NewAccount;
use serde_json::{Value, json};

use super::accounts::{ada, house};
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

const UPDATE: &str = "/api/security/admin/user/update";
const STATUS: &str = "/api/security/admin/user/update-status";

/// What is wrong with the other super administrator, or when that one ends.
#[derive(Clone, Copy, Debug)]
enum Other {
    /// There is none.
    Nobody,
    /// One without an end.
    Lasting,
    /// The last day was yesterday.
    Expired,
    /// The last day is in January.
    UntilJanuary,
    Disabled,
    /// Signs in by nothing: a corporate id alone is no way to sign in.
    WithoutPassword,
    /// Was given a random password, which works no longer.
    PasswordOver,
}

use Other::{Disabled, Expired, Lasting, Nobody, PasswordOver, UntilJanuary, WithoutPassword};

async fn other(server: &Server, other: Other) {
    let change = |new: &mut NewAccount| {
        new.sup_admin = true;
        match other {
            Expired => new.expire_date = Some("2026-11-20".parse().unwrap()),
            UntilJanuary => new.expire_date = Some("2027-01-31".parse().unwrap()),
            Disabled => new.status = atrium::directory::Status::Disabled,
            WithoutPassword => {
                new.password_hash = None;
                new.lion_id = Some("eva1".to_owned());
            }
            Nobody | Lasting | PasswordOver => {}
        }
    };
    if matches!(other, Nobody) {
        return;
    }
    let id = server.account("EvaSuper", change).await;
    if matches!(other, PasswordOver) {
        let sql = "UPDATE accounts SET password_expires_at = $2 WHERE id = $1";
        let over = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::set(tx, sql, &id, NOW - 1).await })
        });
        over.await.unwrap();
    }
}

/// A field of a change that `person` makes to their own account, if it is refused.
async fn refused(server: &Server, person: &Person, change: &Value) -> Option<String> {
    let mut body = change.clone();
    body["userId"] = person.id.clone().into();
    let told = server.post_as(person, UPDATE, &body).await.json();
    if told["status"] == 0 {
        return None;
    }
    assert_eq!(told["status"], 100_012, "{told}");
    let msg =
        "Another super administrator must be able to sign in for at least as long. Make one first.";
    assert_eq!(told["msg"], msg);
    Some(told["field"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn who_cannot_sign_in_as_long_does_not_count() {
    for (who, may_go) in [
        (Nobody, false),
        (Lasting, true),
        (Expired, false),
        (UntilJanuary, false),
        (Disabled, false),
        (WithoutPassword, false),
        (PasswordOver, false),
    ] {
        for (change, field) in [
            (json!({"supAdmin": 0}), "supAdmin"),
            (json!({"expireDate": "2027-01-31"}), "expireDate"),
        ] {
            for database in database::each_engine().await {
                let server = Server::start(&database.db).await;
                house(&server).await;
                let ada = ada(&server).await;
                other(&server, who).await;
                let expected = (!may_go).then(|| field.to_owned());
                let told = refused(&server, &ada, &change).await;
                assert_eq!(told, expected, "{who:?} {change}");
            }
        }
    }
}

/// Of two with a last day the one who ends later stays; a later day, or none, is always good.
#[tokio::test]
async fn the_one_who_stays_longest_stays() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        other(&server, UntilJanuary).await;
        let until = |day: &str| Some(day.parse().unwrap());
        let ben = server
            .person("BenSuper", |new| {
                new.sup_admin = true;
                new.expire_date = until("2027-06-01");
            })
            .await;
        for (change, expected) in [
            (json!({"expireDate": "2027-03-01"}), Some("expireDate")),
            (json!({"supAdmin": 0}), Some("supAdmin")),
            (json!({"expireDate": "2027-07-01"}), None),
            (json!({"fullName": "Ben the Super"}), None),
            (json!({"expireDate": ""}), None),
            (json!({"expireDate": "2027-07-01"}), Some("expireDate")),
        ] {
            let told = refused(&server, &ben, &change).await;
            assert_eq!(told.as_deref(), expected, "{change}");
        }
    }
}

/// The same rule when somebody else is disabled.
#[tokio::test]
async fn the_last_who_stays_is_not_disabled() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let ben = server
            .person("BenSuper", |new| {
                new.sup_admin = true;
                new.expire_date = Some("2027-06-01".parse().unwrap());
            })
            .await;
        let disable = |id: &str| json!({"userId": id, "accountStatus": 2});
        let told = server.post_as(&ben, STATUS, &disable(&ada.id)).await.json();
        assert_eq!(
            (&told["status"], &told["field"]),
            (&json!(100_012), &json!("accountStatus"))
        );
        let told = server.post_as(&ada, STATUS, &disable(&ben.id)).await.json();
        assert_eq!(told["status"], 0, "{told}");
    }
}
