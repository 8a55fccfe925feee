//! What ends a stream that is being read (attack 24), in this process and in another one.

use std::time::Duration;

use atrium::assistant::TurnState;
use atrium::config::Config;
use atrium::db::DbError;
use atrium::directory::Status;
use axum::body::Body;
use serde_json::json;

use super::chat_stage::{ask, chatter, ended, live, next, of, quiet, server, server_on};
use crate::access::{self, join};
use crate::support::ai_provider::AiProvider;
use crate::support::database;
use crate::support::product_api::{Person, Server};
use crate::support::rows;

/// The second within which a stream ends, as `api/chat/stream.rs` adds it up, and another one for a busy machine.
const SOON: Duration = Duration::from_secs(2);

/// Longer than the first check of a stream takes to come, by the same sum.
const PING: Duration = Duration::from_millis(500);

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
        let ping = |config: &mut Config| config.assistant.waits.ping = PING;
        let here = server_on(&database.db, &provider, ping).await;
        let there = Server::with(&database.again().await, ping).await;
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
            // Its first check is over then, so that only what is announced ends the stream.
            quiet(&mut stream).await;
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

/// Waits until the task that looks after answers has checked their people. It checks them again only after an announcement.
///
/// Two of its looks end an answer each, so that the first is over when the second has begun.
async fn looked_after(server: &Server, person: &Person) {
    const STOP: &str = "UPDATE chat_answers SET stop_asked = $2 WHERE id = $1";
    for _ in 0..2 {
        let (_, answer) = ask(server, person, None, "stalls midway").await;
        let id = answer.clone();
        let stopped = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::set(tx, STOP, &id, 1).await })
        });
        stopped.await.unwrap();
        let state = ended(server, &answer).await;
        assert_eq!(state, Some(TurnState::Stopped.code()));
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
        let gus = chatter(&server, "GusChats").await;
        let (_, answer) = ask(&server, &dan, None, "wait").await;
        looked_after(&server, &gus).await;
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
