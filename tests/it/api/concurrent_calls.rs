//! Attack 44: one person cannot take every connection that reads.

use std::sync::Arc;

use atrium::access::Action;
use atrium::calls::table::{Call, Effect, Verb, to};
use atrium::calls::{Caller, guarded};
use atrium::db::{Db, DbOptions};
use atrium::http::envelope::{Answer, Answered, Empty};
use axum::Router;
use axum::routing::{MethodRouter, post};
use futures_util::future::join_all;
use serde_json::json;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::support::database;
use crate::support::product_api::Server;

static PROBE: Call = Call::new(
    Verb::Post,
    "/probe/slow",
    |_| MethodRouter::new(),
    to(Action::SignedIn),
    Effect::Reads,
);

/// A server with two connections, and a call that keeps its view until `gate` opens; it tells who called.
async fn probing(url: &str, began: UnboundedSender<String>, gate: Arc<Semaphore>) -> Server {
    let options = DbOptions {
        connections: 2,
        ..DbOptions::new(url)
    };
    let db = Db::connect(&options).await.unwrap();
    let mut server = Server::with(&db, |config| config.database.max_connections = 2).await;
    let handler = post(move |caller: Caller| {
        let (began, gate) = (began.clone(), Arc::clone(&gate));
        async move {
            began.send(caller.account().username.clone()).unwrap();
            drop(gate.acquire().await);
            drop(caller);
            Answered::Ok(Answer(Empty))
        }
    });
    let state = Arc::clone(server.app.state());
    let router = Router::new().route(PROBE.path, guarded(&state, &PROBE, handler));
    server.router = router.with_state(state);
    server
}

#[tokio::test]
async fn attack_44_slow_calls_of_one_person_leave_connections_to_others() {
    for database in database::each_engine().await {
        let gate = Arc::new(Semaphore::new(0));
        let (began, mut calls) = unbounded_channel();
        let server = probing(&database.url, began, Arc::clone(&gate)).await;
        let (ada, ben) = (
            server.person("Ada", |_| {}).await,
            server.person("Ben", |_| {}).await,
        );
        let (body, ada, ben) = (json!({}), &ada, &ben);
        let of_ada = join_all((0..4).map(|_| server.post_as(ada, PROBE.path, &body)));
        let others = async {
            assert_eq!(calls.recv().await.unwrap(), "Ada");
            let opened = async {
                let next = calls.recv().await;
                gate.add_permits(Semaphore::MAX_PERMITS);
                next
            };
            let (of_ben, next) = tokio::join!(server.post_as(ben, PROBE.path, &body), opened);
            assert_eq!(next.unwrap(), "Ben", "{:?}", database.db);
            of_ben
        };
        let (of_ada, of_ben) = tokio::join!(of_ada, others);
        for answer in of_ada.iter().chain([&of_ben]) {
            assert_eq!(answer.status(), 0, "{answer:?}");
        }
    }
}
