//! What a handler gets with its caller: one read view, a write with an actor, and never two connections at
//! once.

use std::sync::Arc;

use atrium::access::Action;
use atrium::audit::{self, Change, Changes, Event, Recorded};
use atrium::calls::table::{Call, Effect, Verb, to};
use atrium::calls::{Caller, WritingCaller, guarded};
use atrium::clock::MINUTE;
use atrium::db::{Db, DbError};
use atrium::directory;
use atrium::http::envelope::{Answer, Answered, ApiError, Empty};
use atrium::state::AppState;
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::Request;
use axum::routing::{MethodRouter, post};
use futures_util::StreamExt as _;
use serde_json::{Value, json};

use crate::access;
use crate::support::database::{self, TestDatabase};
use crate::support::product_api::{Server, borrowed};
use crate::support::trail;

const fn probe(path: &'static str, effect: Effect) -> Call {
    let route = |_| MethodRouter::new();
    Call::new(Verb::Post, path, route, to(Action::SignedIn), effect)
}

static SLIP: Call = probe("/probe/slip", Effect::Reads);
static VIEW: Call = probe("/probe/view", Effect::Writes);
static ACTOR: Call = probe("/probe/actor", Effect::Writes);

/// A server with `call` added.
async fn server_with(db: &Db, call: &'static Call, handler: MethodRouter<Arc<AppState>>) -> Server {
    let mut server = Server::start(db).await;
    let state = Arc::clone(server.app.state());
    let router = Router::new().route(call.path, guarded(&state, call, handler));
    server.router = router.with_state(state);
    server
}

/// The entries of changed clients, without the server's start.
async fn entries(db: &Db) -> Vec<Recorded> {
    let mut entries = trail::of_kind(db, "client.changed").await;
    entries.retain(|entry| entry.address.is_some());
    entries
}

/// Writes without saying whom the entry is about.
async fn write_something(caller: WritingCaller) -> Answered<Empty> {
    let written = caller.write::<_, DbError, _>(|tx, audit| {
        Box::pin(async move {
            let event = Event::ClientChanged {
                change: Change::Updated,
                changes: Changes::default(),
            };
            audit::record(tx, &audit.entry(event).client("demo-app")).await
        })
    });
    written.await?;
    Ok(Answer(Empty))
}

/// A handler that writes, in a row that says `Reads`, is never run; even an allowed caller gets an error.
#[tokio::test]
async fn a_call_that_is_declared_as_reading_cannot_write() {
    for database in database::each_engine().await {
        let server = server_with(&database.db, &SLIP, post(write_something)).await;
        let dan = server.person("dan", |_| {}).await;
        let answer = server.post_as(&dan, SLIP.path, &json!({})).await;
        assert_eq!((answer.http.as_u16(), answer.status()), (500, 999_999));
        assert_eq!(entries(server.db()).await, []);
    }
}

/// Trap T8, attack 33: the actor of an entry is the caller, whatever the handler sets.
#[tokio::test]
async fn the_caller_is_the_actor_of_what_it_writes() {
    for database in database::each_engine().await {
        let server = server_with(&database.db, &ACTOR, post(write_something)).await;
        let dan = server.person("dan", |_| {}).await;
        assert_eq!(
            server.post_as(&dan, ACTOR.path, &json!({})).await.status(),
            0
        );
        let written = entries(server.db()).await;
        assert_eq!(written.len(), 1);
        assert_eq!(written[0].actor_id.as_deref(), Some(&*dan.id));
        assert_eq!(written[0].account_id, None);
        assert_eq!(written[0].address.as_deref(), Some("127.0.0.1"));
    }
}

/// Counts an account's sign-ins, has another request commit one more, and counts again.
async fn look_twice(State(state): State<Arc<AppState>>, mut caller: Caller) -> Answered<Value> {
    let (id, now) = (caller.account().id.clone(), caller.now);
    let known = caller.account().login_count;
    let (counted, db) = (id.clone(), state.db.clone());
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { directory::record_sign_in(tx, &counted, now).await })
    })
    .await?;
    let seen = directory::find(caller.view(), &id)
        .await?
        .ok_or(ApiError::Internal)?;
    Ok(Answer(json!([known, seen.login_count])))
}

/// One read view: guard and handler see the same state, even if others commit meanwhile.
#[tokio::test]
async fn guard_and_handler_see_the_same_moment() {
    for database in database::each_engine().await {
        let server = server_with(&database.db, &VIEW, post(look_twice)).await;
        let dan = server.person("dan", |_| {}).await;
        let looked = async || server.post_as(&dan, VIEW.path, &json!({})).await.data();
        assert_eq!(looked().await, json!([0, 0]));
        assert_eq!(looked().await, json!([1, 1]));
    }
}

/// Everything for which a call may need the database, with one connection: a call that waits for a second one
/// while it has the first would wait three seconds and get "busy".
#[tokio::test]
async fn no_call_holds_a_connection_while_it_waits_for_another() {
    for database in database::each_engine().await {
        let server = Server::start(&database.narrow().await).await;
        let mut product = access::product(1);
        product.everyone = true;
        product.client_id = Some("old-query".into());
        product.link = "http://localhost:8082/".into();
        access::save(server.db(), product, &[]).await;
        let dan = server.person("dan", |_| {}).await;
        let (_, token) = server.user_token(&dan.id).await;
        let header = [("access-token", token.as_str())];
        for round in 0..3 {
            // The time is late enough for the use of the session to be noted too.
            server.clock.advance(2 * MINUTE);
            let lang = ["zh-cn", "en-us"][round % 2];
            let path = "/api/security/user/set-lang";
            let set = server.post_as(&dan, path, &json!({ "lang": lang })).await;
            assert_eq!(set.status(), 0, "{set:?}");
            let path = "/api/security/app/login-count";
            let opened = server.post(path, &header, &json!({ "productId": 1 })).await;
            let launch = opened.data()["token"].as_str().unwrap().to_owned();
            let info = "/api/security/user/info";
            let body = json!({ "appName": "OLDQUERY" });
            let response = server.post(info, &[("access-token", &launch)], &body).await;
            assert_eq!(response.status(), 0, "{response:?}");
        }
        let out = "/api/security/logout";
        for answer in [
            server.post(out, &header, &json!({})).await,
            server.post_as(&dan, out, &json!({})).await,
        ] {
            assert_eq!(answer.status(), 0, "{answer:?}");
        }
    }
}

/// Attack 44: a slow sender of a body holds no database connection.
#[tokio::test]
async fn a_slow_body_holds_no_connection() {
    let database: &TestDatabase = &database::each_engine().await[0];
    let server = Server::start(&database.narrow().await).await;
    let dan = server.person("dan", |_| {}).await;
    let path = "/api/security/user/info";
    let headers = server.dpop(&dan, "POST", path, &json!({}));
    let never = futures_util::stream::once(async { Ok::<_, std::io::Error>("{") })
        .chain(futures_util::stream::pending());
    let mut request = Request::post(path).header("content-type", "application/json");
    for (name, value) in borrowed(&headers) {
        request = request.header(name, value);
    }
    let slow = server.send(request.body(Body::from_stream(never)).unwrap());
    let body = json!({});
    let other = server.post_as(&dan, path, &body);
    tokio::select! {
        biased;
        answer = slow => panic!("an answer to half a request: {answer:?}"),
        answer = other => assert_eq!(answer.status(), 0, "{answer:?}"),
    }
}
