//! An address that its mail server refused for good: administrators see it until it takes an email or is changed.

use std::sync::Arc;

use atrium::audit::SERVER;
use atrium::clock::Clock;
use atrium::db::{Db, DbError};
use atrium::directory::RefusedAddresses;
use atrium::jobs::Worker;
use atrium::mail::{self, Mail, Recipient};
use atrium::random::Random;
use serde_json::{Value, json};

use super::smtp::Server as MailServer;
use super::{START, mailer, queue, reader, sample};
use crate::support::product_api::{Person, Server};
use crate::support::worker::Steps as _;
use crate::support::{database, trail};

const KIND: &str = "account.address_refused";

async fn ada(server: &Server) -> Person {
    server.person("AdaSuper", |new| new.sup_admin = true).await
}

/// A worker that sends over this port and notes refused addresses; the server's own has no mail server.
fn noting(db: &Db, port: u16) -> (Arc<Worker>, Clock) {
    let (clock, random) = (Clock::fixed(START), Random::system());
    let mailer = mailer(&format!("smtp://127.0.0.1:{port}"), None).informing(RefusedAddresses {
        db: db.clone(),
        clock: clock.clone(),
        random: random.clone(),
    });
    let worker = Worker::new(db.clone(), clock.clone(), &random);
    let worker = worker.handler(mailer.for_strangers()).handler(mailer);
    (Arc::new(worker), clock)
}

/// An account with this address.
async fn account(server: &Server, name: &str, email: &str) -> String {
    let email = email.to_owned();
    server.account(name, |new| new.email = Some(email)).await
}

/// The names of the accounts in the list of refused addresses, and the refusal in the details of `id`.
async fn shown(server: &Server, ada: &Person, id: &str) -> (Vec<Value>, Value) {
    let list = "/api/security/admin/user/list?emailRefused=1";
    let page = server.get_as(ada, list).await.data();
    let rows = page["list"].as_array().unwrap().clone();
    let names = rows.into_iter().map(|row| row["username"].clone());
    let info = format!("/api/security/admin/user/info?userId={id}");
    let details = server.get_as(ada, &info).await.data();
    (names.collect(), details["emailRefused"].clone())
}

#[tokio::test]
async fn an_address_that_was_refused_is_shown_until_it_takes_an_email() {
    for database in database::each_engine().await {
        let Some(smtp) = MailServer::start("plain") else {
            return;
        };
        let server = Server::start(&database.db).await;
        let (db, ada) = (server.db(), ada(&server).await);
        let id = account(&server, "MovedMember", "Moved@demo.test").await;
        let (worker, clock) = noting(db, smtp.port);
        // The server refuses this address once.
        queue(db, reader("moved@demo.test"), sample()).await;
        assert_eq!(worker.run_due().await.unwrap(), 1);
        let refused = json!({ "at": START, "code": 550 });
        let expected = (vec![json!("MovedMember")], refused);
        assert_eq!(shown(&server, &ada, &id).await, expected);
        let entry = trail::of_kind(db, KIND).await.remove(0);
        assert_eq!(entry.object_id.as_deref(), Some(&*id));
        assert_eq!(entry.actor_id.as_deref(), Some(SERVER));
        assert_eq!(entry.call.as_deref(), Some("server: emails"));
        assert_eq!(entry.detail, json!({ "code": 550 }).to_string());
        clock.advance(1_000);
        queue(db, reader("moved@demo.test"), sample()).await;
        assert_eq!(worker.run_due().await.unwrap(), 1);
        assert_eq!(shown(&server, &ada, &id).await, (vec![], Value::Null));
    }
}

/// The first refusal stays, with one entry.
#[tokio::test]
async fn a_refusal_is_noted_once() {
    for database in database::each_engine().await {
        let Some(smtp) = MailServer::start("plain") else {
            return;
        };
        let server = Server::start(&database.db).await;
        let (db, ada) = (server.db(), ada(&server).await);
        let id = account(&server, "NoMember", "nobody@demo.test").await;
        let (worker, clock) = noting(db, smtp.port);
        for _ in 0..2 {
            queue(db, reader("nobody@demo.test"), sample()).await;
            assert_eq!(worker.run_due().await.unwrap(), 1);
            clock.advance(1_000);
        }
        let (names, refusal) = shown(&server, &ada, &id).await;
        assert_eq!(names, [json!("NoMember")]);
        assert_eq!(refusal, json!({ "at": START, "code": 550 }));
        assert_eq!(trail::of_kind(db, KIND).await.len(), 1);
    }
}

/// Only lasting refusals of the address count: not a full mailbox, and not the address of somebody else.
#[tokio::test]
async fn a_passing_refusal_is_not_noted() {
    for database in database::each_engine().await {
        let Some(smtp) = MailServer::start("plain") else {
            return;
        };
        let server = Server::start(&database.db).await;
        let (db, ada) = (server.db(), ada(&server).await);
        let id = account(&server, "FullMember", "full@demo.test").await;
        let (worker, _) = noting(db, smtp.port);
        for email in ["full@demo.test", "nobody@demo.test"] {
            queue(db, reader(email), sample()).await;
        }
        assert_eq!(worker.run_due().await.unwrap(), 2);
        assert_eq!(shown(&server, &ada, &id).await, (vec![], Value::Null));
    }
}

/// Another address of the same account takes emails, as far as anybody knows; a changed name leaves the refusal.
#[tokio::test]
async fn another_address_is_not_refused() {
    for database in database::each_engine().await {
        let Some(smtp) = MailServer::start("plain") else {
            return;
        };
        let server = Server::start(&database.db).await;
        let (db, ada) = (server.db(), ada(&server).await);
        let id = account(&server, "NoMember", "nobody@demo.test").await;
        let (worker, _) = noting(db, smtp.port);
        queue(db, reader("nobody@demo.test"), sample()).await;
        assert_eq!(worker.run_due().await.unwrap(), 1);
        let change = async |fields: Value| {
            let mut body = fields;
            body["userId"] = json!(id);
            let path = "/api/security/admin/user/update";
            let changed = server.post_as(&ada, path, &body).await;
            assert_eq!(changed.status(), 0, "{changed:?}");
        };
        change(json!({ "fullName": "No Member" })).await;
        assert_eq!(shown(&server, &ada, &id).await.0.len(), 1);
        change(json!({ "email": "some@demo.test" })).await;
        assert_eq!(shown(&server, &ada, &id).await, (vec![], Value::Null));
    }
}

/// Attack 14: an email that a stranger causes to an address without an account stores nothing about anybody.
#[tokio::test]
async fn attack_14_a_stranger_stores_no_refusal() {
    for database in database::each_engine().await {
        let Some(smtp) = MailServer::start("plain") else {
            return;
        };
        let server = Server::start(&database.db).await;
        let (db, ada) = (server.db(), ada(&server).await);
        let id = account(&server, "DanMember", "dan@demo.test").await;
        let (worker, _) = noting(db, smtp.port);
        let known = Mail::samples().into_iter();
        let known = known.last().unwrap();
        let to = Recipient {
            name: String::new(),
            ..reader("nobody@demo.test")
        };
        db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let at = (&Random::system(), START);
                mail::queue_for_stranger(tx, &to, known, "192.0.2.0/24", at).await
            })
        })
        .await
        .unwrap();
        assert_eq!(worker.run_due().await.unwrap(), 1);
        assert_eq!(shown(&server, &ada, &id).await, (vec![], Value::Null));
        assert!(trail::of_kind(db, KIND).await.is_empty());
    }
}
