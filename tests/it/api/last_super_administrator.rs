//! Contract C-040, decision 0021: after any change, some super administrator can sign in for at least as long as
//! before.

use atrium::clock::HOUR;
use atrium::db::DbError;
use atrium::directory::NewAccount;
use serde_json::{Value, json};

use super::account_changes::RANDOM;
use super::accounts::{ada, entries, house};
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

const UPDATE: &str = "/api/security/admin/user/update";
const STATUS: &str = "/api/security/admin/user/update-status";
const ANOTHER: &str =
    "Another super administrator must be able to sign in for at least as long. Make one first.";

/// The state of the other super administrator.
#[derive(Clone, Copy, Debug)]
enum Other {
    /// There is no other.
    Nobody,
    /// Without an end.
    Lasting,
    /// The last day was yesterday.
    Expired,
    /// The last day is in January.
    UntilJanuary,
    Disabled,
    /// Cannot sign in: a corporate id alone is not enough.
    WithoutPassword,
    /// Was given a random password that has expired.
    PasswordOver,
    /// Was given a random password, which works for 72 hours.
    RandomPassword,
}

use Other::{
    Disabled, Expired, Lasting, Nobody, PasswordOver, RandomPassword, UntilJanuary, WithoutPassword,
};

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
            Nobody | Lasting | PasswordOver | RandomPassword => {}
        }
    };
    if matches!(other, Nobody) {
        return;
    }
    let id = server.account("EvaSuper", change).await;
    let expires_at = match other {
        PasswordOver => Some(NOW - 1),
        RandomPassword => Some(NOW + 72 * HOUR),
        _ => None,
    };
    if let Some(expires_at) = expires_at {
        let sql = "UPDATE accounts SET password_expires_at = $2 WHERE id = $1";
        let over = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::set(tx, sql, &id, expires_at).await })
        });
        over.await.unwrap();
    }
}

/// Which field is refused when `person` makes this change to their own account, if any.
async fn refused(server: &Server, person: &Person, change: &Value) -> Option<String> {
    let mut body = change.clone();
    body["userId"] = person.id.clone().into();
    let answer = server.post_as(person, UPDATE, &body).await.json();
    if answer["status"] == 0 {
        return None;
    }
    assert_eq!(answer["status"], 100_012, "{answer}");
    assert_eq!(answer["msg"], ANOTHER);
    Some(answer["field"].as_str().unwrap().to_owned())
}

/// C-040.
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
        (RandomPassword, false),
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
                let answer = refused(&server, &ada, &change).await;
                assert_eq!(answer, expected, "{who:?} {change}");
            }
        }
    }
}

/// Of two with a last day, the one who ends later remains. A later day, or none, is always
/// accepted.
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
            let answer = refused(&server, &ben, &change).await;
            assert_eq!(answer.as_deref(), expected, "{change}");
        }
    }
}

/// The same rule if someone else is disabled.
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
        let answer = server.post_as(&ben, STATUS, &disable(&ada.id)).await.json();
        assert_eq!(
            (&answer["status"], &answer["field"]),
            (&json!(100_012), &json!("accountStatus"))
        );
        let answer = server.post_as(&ada, STATUS, &disable(&ben.id)).await.json();
        assert_eq!(answer["status"], 0, "{answer}");
    }
}

/// A random password ends after 72 hours, so it shortens how long its owner can sign in.
#[tokio::test]
async fn the_last_who_stays_is_given_no_random_password() {
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
        let give = |id: &str| json!({"userId": id});
        let answer = server.post_as(&ben, RANDOM, &give(&ada.id)).await.json();
        assert_eq!(
            (&answer["status"], &answer["field"], &answer["msg"]),
            (&json!(100_012), &json!("userId"), &json!(ANOTHER))
        );
        let changed = entries(server.db(), "password.changed", &ada.id).await;
        assert!(changed.is_empty(), "the password stays");
        for again in [false, true] {
            let answer = server.post_as(&ada, RANDOM, &give(&ben.id)).await.json();
            assert_eq!(answer["status"], 0, "again: {again}, {answer}");
        }
        let field = refused(&server, &ada, &json!({"supAdmin": 0})).await;
        assert_eq!(field.as_deref(), Some("supAdmin"));
    }
}

/// An installation whose one super administrator has a random password keeps that one.
#[tokio::test]
async fn one_with_a_random_password_is_not_disabled_either() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        other(&server, RandomPassword).await;
        let sql = "UPDATE accounts SET password_expires_at = $2 WHERE id = $1";
        let id = ada.id.clone();
        let given = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::set(tx, sql, &id, NOW + HOUR).await })
        });
        given.await.unwrap();
        let field = refused(&server, &ada, &json!({"supAdmin": 0})).await;
        assert_eq!(field.as_deref(), Some("supAdmin"));
    }
}
