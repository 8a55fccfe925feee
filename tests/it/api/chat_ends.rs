//! What ends a stream that is being read (attack 24), in this process and in another one.

use std::time::Duration;

use atrium::assistant::TurnState;
use atrium::db::DbError;
use atrium::directory::Status;
use axum::body::Body;
use serde_json::json;

use super::chat_stage::{ask, chatter, ended, live, next, of, server};
use crate::access::{self, join};
use crate::support::ai_provider::AiProvider;
use crate::support::database;
use crate::support::product_api::{Person, Server};
use crate::support::rows;

/// A second, and another one for a busy machine.
const SOON: Duration = Duration::from_secs(2);

/// How somebody loses a stream.
#[derive(Clone, Copy, Debug)]
enum Loss {
    Session,
    Right,
    Account,
}

impl Loss {
    async fn happen(self, server: &Server, person: &Person) {
        match self {
            Self::Session => {
                let out = "/api/security/logout";
                server.post_as(person, out, &json!({})).await;
            }
            Self::Right => {
                let account = access::find(server.db(), &person.id).await;
                join(server.db(), &account, "chatters", Status::Disabled).await;
            }
            Self::Account => {
                let id = person.id.clone();
                let disabled = server.db().write::<_, DbError, _>(move |tx| {
                    Box::pin(async move { rows::status(tx, &id, Status::Disabled).await })
                });
                disabled.await.unwrap();
            }
        }
    }
}

/// The last event of a stream that has to end now. A stream that is read elsewhere may bring its text once more before.
async fn last(stream: &mut Body) -> String {
    let over = async {
        loop {
            let event = next(stream).await;
            if event.contains("event: end") {
                return event;
            }
        }
    };
    tokio::time::timeout(SOON, over).await.unwrap()
}

/// Attack 24: a stream ends within a second of its session, its right or its account, also in another process. With right or account
/// the answer ends too, and costs what was delivered; with the session it goes on for the other sessions of the person.
#[tokio::test]
async fn attack_24_a_stream_ends_with_session_right_and_account() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let here = server(&database, &provider, 1_000).await;
        let there = Server::with(&database.again().await, |_| {}).await;
        for (name, loss, reader) in [
            ("DanHere", Loss::Session, &here),
            ("DanThere", Loss::Session, &there),
            ("EveHere", Loss::Right, &here),
            ("EveThere", Loss::Right, &there),
            ("FayHere", Loss::Account, &here),
            ("FayThere", Loss::Account, &there),
        ] {
            let person = chatter(&here, name).await;
            let again = here.signed_in(&person.id).await;
            let (_, answer) = ask(&here, &person, None, "wait").await;
            let mut stream = live(reader, &person, &of(&answer)).await;
            assert!(next(&mut stream).await.contains("first "), "{name}");
            // The first check is over, so that only what is announced ends the stream.
            tokio::time::sleep(Duration::from_millis(600)).await;
            loss.happen(&here, &person).await;
            let event = last(&mut stream).await;
            if matches!(loss, Loss::Session) {
                assert!(event.contains("event: ended"), "{name}: {event}");
                let mut stream = live(reader, &again, &of(&answer)).await;
                assert!(next(&mut stream).await.contains("first "), "{name}");
                provider.go_on();
                let event = last(&mut stream).await;
                assert!(event.contains("\"state\":0"), "{name}: {event}");
            } else {
                let state = ended(&here, &answer).await;
                assert_eq!(state, Some(TurnState::Cut.code()), "{name}");
            }
        }
    }
}

/// Attack 24: what ends a right between the check of the guard and the first look at the changes is in no later announcement, so
/// each stream checks its reader once at its beginning.
#[tokio::test]
async fn attack_24_a_stream_checks_its_reader_at_its_beginning() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        let (_, answer) = ask(&server, &dan, None, "wait").await;
        // The task that looks after answers has looked, and looks again only after an announcement.
        tokio::time::sleep(Duration::from_millis(1_200)).await;
        let mut stream = live(&server, &dan, &of(&answer)).await;
        let id = dan.id.clone();
        let unannounced = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let sql = "UPDATE accounts SET status = $2 WHERE id = $1";
                rows::set(tx, sql, &id, Status::Disabled.code()).await
            })
        });
        unannounced.await.unwrap();
        last(&mut stream).await;
        provider.go_on();
    }
}
