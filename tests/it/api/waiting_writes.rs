//! A call that writes while another write has not committed: it waits for the row that both are about, and then sees what
//! the other did (attack T8). Without the lock, PostgreSQL would let it decide by the old state. SQLite has one writer.

use std::pin::pin;
use std::sync::Arc;

use atrium::audit::Origin;
use atrium::catalogue::{ProductForm, ProductLimits, update_product};
use atrium::db::{DbError, Engine, Reads as _, WriteTx};
use atrium::directory::{self, AccountUpdate, MayChange, Status};
use atrium::groups;
use atrium::groups::members;
use atrium::groups::members::NewEnd;
use futures_util::future::BoxFuture;
use serde_json::json;
use tokio::sync::Notify;

use super::accounts::{ada, house};
use super::import;
use super::product_changes::UPDATE;
use super::request_scenes::{Team, appoint, joins};
use crate::access;
use crate::support::product_api::{Answered, NOW, Server};
use crate::support::{database, rows};

/// Where the other write stops.
#[derive(Clone, Default)]
struct Pause {
    reached: Arc<Notify>,
    ends: Arc<Notify>,
}

impl Pause {
    /// Returns when the call waits for this write.
    async fn until_the_call_waits(&self, engine: Engine) {
        self.reached.notify_one();
        database::hold(engine, self.ends.notified()).await;
    }
}

/// Makes `call` while `write` pauses, and returns the answer. On PostgreSQL the call must wait for a lock.
async fn meanwhile<W>(server: &Server, write: W, call: impl Future<Output = Answered>) -> Answered
where
    W: for<'t> FnOnce(&'t mut WriteTx, Pause) -> BoxFuture<'t, ()> + Send + 'static,
{
    let db = server.db();
    let (pause, own) = (Pause::default(), db.clone());
    let other = tokio::spawn({
        let pause = pause.clone();
        async move {
            let done = own.write::<_, DbError, _>(move |tx| {
                Box::pin(async move {
                    write(tx, pause).await;
                    Ok(())
                })
            });
            done.await.unwrap();
        }
    });
    pause.reached.notified().await;
    let conduct = async {
        while db.engine() == Engine::Postgres && database::waiting(db).await == 0 {
            tokio::task::yield_now().await;
        }
        pause.ends.notify_one();
    };
    let mut call = pin!(call);
    tokio::select! {
        biased;
        answer = &mut call => panic!("the call did not wait: {answer:?}"),
        () = conduct => {}
    }
    let answer = call.await;
    other.await.unwrap();
    answer
}

/// A manager who is removed while he decides decides nothing, by either call.
#[tokio::test]
async fn attack_t8_a_manager_who_is_removed_meanwhile_decides_nothing() {
    let approve = "/api/security/admin/user-group/approve";
    for path in ["/api/security/user/user-group/decide", approve] {
        for team in Team::each().await {
            let server = &team.server;
            let ben = server.person("Ben", |_| {}).await;
            appoint(server, &ben, "media").await;
            let chloe = team.chloe.id.clone();
            let joined = server.db().write::<_, DbError, _>(move |tx| {
                Box::pin(async move {
                    groups::set_membership(tx, &chloe, "media", Status::Enabled, NOW).await
                })
            });
            joined.await.unwrap();
            let asked = team.apply(&team.eve, "media", 0).await.data();
            let body = json!({
                "ids": [asked["requestId"]], "status": "approved", "groupId": "media", "userId": team.eve.id,
            });
            let (zone, chloe) = (server.state().zone.clone(), team.chloe.id.clone());
            let audit = server.state().audit(NOW, &Origin::default());
            let answer = meanwhile(
                server,
                |tx, pause| {
                    Box::pin(async move {
                        let removed = members::remove(tx, (&chloe, "media"), &zone, &audit).await;
                        removed.unwrap();
                        pause.until_the_call_waits(tx.engine()).await;
                    })
                },
                team.post(&team.chloe, path, body.clone()),
            );
            assert_eq!(answer.await.status(), 100_013, "{path}");
            assert_eq!(team.row(&team.eve).await["actionId"], 2, "she still waits");
            assert_eq!(team.post(&ben, path, body).await.status(), 0, "{path}");
        }
    }
}

/// A manager who extends while another one has extended and not committed: the second sees the day of the first.
#[tokio::test]
async fn attack_t8_of_two_extensions_the_second_reads_the_first() {
    for team in Team::each().await {
        let server = &team.server;
        joins(server, &team.eve.id, "media", "2026-12-01").await;
        let until = |day: &str| NewEnd {
            ends_on: Some(day.parse().unwrap()),
            read: Some(Some("2026-12-01".parse().unwrap())),
        };
        let (eve, end) = (team.eve.id.clone(), until("2027-06-01"));
        let zone = server.state().zone.clone();
        let audit = server.state().audit(NOW, &Origin::default());
        let body = json!({
            "groupId": "media", "userId": team.eve.id, "endsOn": "2027-03-01", "readEndsOn": "2026-12-01",
        });
        let answer = meanwhile(
            server,
            move |tx, pause| {
                Box::pin(async move {
                    let done = members::extend(tx, (&eve, "media"), end, &zone, &audit).await;
                    done.unwrap();
                    pause.until_the_call_waits(tx.engine()).await;
                })
            },
            team.post(&team.chloe, "/api/security/admin/user-group/extend", body),
        );
        let answer = answer.await.json();
        let by_the_server = json!({ "by": null, "at": NOW });
        assert_eq!(answer["conflict"], by_the_server, "{answer}");
    }
}

/// When two products drop one application at the same moment, one of them keeps it.
#[tokio::test]
async fn the_last_product_waits_for_the_other_and_keeps_its_application() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        for id in [7, 8] {
            let mut product = access::product(id);
            product.client_id = Some("demo-app".to_owned());
            access::save(server.db(), product, &[]).await;
        }
        let form = ProductForm {
            client_id: Some(String::new()),
            ..ProductForm::default()
        };
        let limits = ProductLimits {
            access: true,
            status: true,
            sso_administrators: true,
        };
        let clients = server.state().clients.clone();
        let audit = server.state().audit(NOW, &Origin::default());
        let body = json!({ "projectId": 8, "applicationId": "" });
        let answer = meanwhile(
            &server,
            move |tx, pause| {
                Box::pin(async move {
                    let done = update_product(tx, (7, None), form, limits, &clients, &audit).await;
                    done.unwrap();
                    pause.until_the_call_waits(tx.engine()).await;
                })
            },
            server.post_as(&ada, UPDATE, &body),
        );
        let answer = answer.await.json();
        assert_eq!(
            (&answer["status"], &answer["field"]),
            (&json!(100_012), &json!("applicationId"))
        );
    }
}

/// An import does what its check showed, also beside a change of the same account.
#[tokio::test]
async fn an_import_waits_for_a_change_of_its_account_and_is_refused() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let dan = server.account("DanMember", |_| {}).await;
        let file = "username,fullName\nDanMember,New Name\n";
        let found = import::check(&server, &ada, file).await.data();
        let body = import::body(file, false, found["check"].as_str());
        let (zone, id) = (server.state().zone.clone(), dan.clone());
        let audit = server.state().audit(NOW, &Origin::default());
        let answer = meanwhile(
            &server,
            move |tx, pause| {
                Box::pin(async move {
                    let update = AccountUpdate {
                        full_name: Some("Somebody else's".to_owned()),
                        ..AccountUpdate::default()
                    };
                    let may = MayChange {
                        sign_in: true,
                        place: true,
                        sup_admin: true,
                    };
                    let about = (&zone, "");
                    let done = directory::update_account(tx, &id, update, may, about, &audit).await;
                    done.unwrap();
                    pause.until_the_call_waits(tx.engine()).await;
                })
            },
            server.post_as(&ada, import::IMPORT, &body),
        );
        let answer = answer.await.json();
        assert_eq!(
            (&answer["status"], &answer["field"]),
            (&json!(100_012), &json!("check"))
        );
        let kept = access::find(server.db(), &dan).await.full_name;
        assert_eq!(kept, "Somebody else's");
    }
}

/// Two calls about the same people lock them in one order, with any order in the requests. Otherwise PostgreSQL ends
/// one of them as a deadlock.
#[tokio::test]
async fn calls_about_the_same_people_do_not_wait_for_each_other() {
    const HOLD: &str = "UPDATE accounts SET login_count = CAST($2 AS BIGINT) WHERE id = $1";
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let mut people = Vec::new();
        for name in ["DanMember", "EveOther", "GusThird"] {
            people.push((server.account(name, |_| {}).await, name));
        }
        people.sort_unstable();
        let last_first = people.iter().rev();
        let lines: Vec<String> = last_first
            .map(|(_, name)| format!("{name},New Name\n"))
            .collect();
        let file = format!("username,fullName\n{}", lines.concat());
        let found = import::check(&server, &ada, &file).await.data();
        let body = import::body(&file, false, found["check"].as_str());
        let (first, last) = (people[0].0.clone(), people[2].0.clone());
        let answer = meanwhile(
            &server,
            move |tx, pause| {
                Box::pin(async move {
                    rows::set(tx, HOLD, &first, 1).await.unwrap();
                    pause.until_the_call_waits(tx.engine()).await;
                    rows::set(tx, HOLD, &last, 1).await.unwrap();
                })
            },
            server.post_as(&ada, import::IMPORT, &body),
        );
        assert_eq!(answer.await.data()["changed"], 3);
    }
}
