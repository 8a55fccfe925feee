//! The product API keeps valid tokens in memory as UserInfo does: the process that makes a change
//! sees it at once, every other within a second. Rights are never kept in memory.

use std::sync::Arc;
use std::time::{Duration, Instant};

use atrium::audit::Origin;
use atrium::db::{DbError, WriteTx};
use atrium::directory::Status;
use atrium::sessions::end;
use axum::body::Body;
use axum::http::Request;
use futures_util::future::BoxFuture;
use jiff::tz::TimeZone;
use serde_json::json;

use crate::access;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

const INFO: &str = "/api/security/user/info";

async fn is_good(server: &Server, person: &Person) -> bool {
    let answer = server.post_as(person, INFO, &json!({})).await;
    assert!(matches!(answer.http.as_u16(), 200 | 401), "{answer:?}");
    answer.http == 200
}

/// Asks until the token comes from memory, which is used only once other processes have been heard.
async fn remembered(server: &Server, person: &Person) {
    let find = async || {
        let found = server.state().live_tokens.find(&person.token, NOW).await;
        found.unwrap().unwrap()
    };
    let begun = Instant::now();
    let mut known = find().await;
    loop {
        let again = find().await;
        if Arc::ptr_eq(&known, &again) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "not remembered");
        known = again;
    }
}

/// What ends a person's tokens.
#[derive(Clone, Copy, Debug)]
enum End {
    SignOut,
    Revoke,
    Disable,
    DisableUntold,
}

const ENDS: [End; 4] = [End::SignOut, End::Revoke, End::Disable, End::DisableUntold];

async fn finish(server: &Server, person: &Person, how: End) {
    match how {
        End::SignOut => {
            let path = "/api/security/logout";
            let answer = server.post_as(person, path, &json!({})).await;
            assert_eq!(answer.status(), 0);
        }
        End::Revoke => {
            let form = format!("client_id=portal&token={}", person.token);
            let request = Request::post("/oauth2/revoke")
                .header("content-type", "application/x-www-form-urlencoded");
            let answer = server.send(request.body(Body::from(form)).unwrap()).await;
            assert_eq!(answer.http, 200);
        }
        End::Disable => {
            let audit = server.state().audit(NOW, &Origin::default());
            let (id, clients) = (person.id.clone(), server.state().clients.clone());
            let ended = server.db().write(move |tx| {
                Box::pin(async move {
                    end::set_account_status(
                        tx,
                        &id,
                        Status::Disabled,
                        (&TimeZone::UTC, &clients),
                        &audit,
                    )
                    .await
                })
            });
            ended.await.unwrap();
        }
        End::DisableUntold => {
            write(server, &person.id, |tx, id| {
                const DISABLE: &str = "UPDATE accounts SET status = $2 WHERE id = $1";
                Box::pin(rows::set(tx, DISABLE, id, 2))
            })
            .await;
        }
    }
}

/// Writes with SQL that announces no change.
async fn write(
    server: &Server,
    id: &str,
    job: for<'t> fn(&'t mut WriteTx, &'t str) -> BoxFuture<'t, Result<(), DbError>>,
) {
    let id = id.to_owned();
    let written = server
        .db()
        .write(move |tx| Box::pin(async move { job(tx, &id).await }));
    written.await.unwrap();
}

/// RFC 7009 section 2, attack 24: a token that was just accepted is refused once its revocation is answered. The
/// account is read from the database, so a change of it needs no announcement.
#[tokio::test]
async fn an_end_takes_effect_at_once_in_its_own_process() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        for (number, how) in ENDS.into_iter().enumerate() {
            for sealed in [false, true] {
                let name = format!("dan{number}{sealed}");
                let mut dan = server.person(&name, |_| {}).await;
                if sealed {
                    dan = server.sealed(dan).await;
                }
                remembered(&server, &dan).await;
                assert!(is_good(&server, &dan).await, "{how:?}");
                finish(&server, &dan, how).await;
                assert!(!is_good(&server, &dan).await, "{how:?}, sealed: {sealed}");
            }
        }
    }
}

/// And by another process within a second.
#[tokio::test]
async fn an_end_takes_effect_in_another_process_within_a_second() {
    for database in database::each_engine().await {
        let here = Server::start(&database.db).await;
        let there = Server::start(&database.again().await).await;
        for (number, how) in ENDS.into_iter().enumerate() {
            let dan = here.person(&format!("dan{number}"), |_| {}).await;
            remembered(&there, &dan).await;
            assert!(is_good(&there, &dan).await, "{how:?}");
            finish(&here, &dan, how).await;
            let ended = Instant::now();
            loop {
                let asked = ended.elapsed();
                if !is_good(&there, &dan).await {
                    break;
                }
                // Even on a slow machine: memory is not used if other processes were not heard for a second.
                assert!(asked < Duration::from_secs(1), "{how:?}");
            }
        }
    }
}

/// Proof that the memory is used: a row deleted without an announcement is not noticed at once.
#[tokio::test]
async fn a_good_token_is_served_from_memory() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let dan = server.person("dan", |_| {}).await;
    remembered(&server, &dan).await;
    let hash = atrium::random::hashed(&dan.token);
    write(&server, &hash, |tx, hash| {
        const REVOKE: &str = "UPDATE access_tokens SET revoked_at = $2 WHERE hash = $1";
        Box::pin(rows::set(tx, REVOKE, hash, NOW))
    })
    .await;
    assert!(is_good(&server, &dan).await);
}

/// Attack 33: a former administrator is refused at once in every process, because rights are read for each
/// call.
#[tokio::test]
async fn rights_are_not_remembered() {
    for database in database::each_engine().await {
        let here = Server::start(&database.db).await;
        let there = Server::start(&database.again().await).await;
        let mut sso = access::product(1);
        sso.app_name = "SSO".into();
        access::save(here.db(), sso, &[]).await;
        here.account("dan", |_| {}).await;
        let ben = here.person("ben", |_| {}).await;
        access::administers(here.db(), &access::find(here.db(), &ben.id).await, 1).await;
        let asks = async |server: &Server| {
            let path = "/api/security/user/login-count?username=dan";
            server.get_as(&ben, path).await.status()
        };
        assert_eq!((asks(&here).await, asks(&there).await), (0, 0));
        write(&here, &ben.id, |tx, id| {
            const DISMISS: &str =
                "DELETE FROM product_admins WHERE account_id = $1 AND product_id = $2";
            Box::pin(rows::set(tx, DISMISS, id, 1))
        })
        .await;
        assert_eq!((asks(&here).await, asks(&there).await), (100_013, 100_013));
    }
}
