//! Attack 33 and T8: the guard itself, before calls that no screen asks for yet.

use std::sync::Arc;

use atrium::access::SSO;
use atrium::access::store::rights as store;
use atrium::api::calls::{Call, Credential, Effect, Scripts, Verb, Who};
use atrium::api::{Caller, guarded};
use atrium::db::{Db, DbError};
use axum::Router;
use axum::routing::post;
use serde_json::json;

use crate::access;
use crate::support::database;
use crate::support::product_api::{Person, Server, borrowed};

const fn probe(path: &'static str, who: Who) -> Call {
    Call::new(
        "T8",
        Verb::Post,
        path,
        Credential::Session,
        who,
        Effect::Writes,
        Scripts::Ours,
    )
}

static PROBES: [Call; 5] = [
    probe("/probe/member", Who::Member),
    probe("/probe/holder", Who::Holds("user.list")),
    probe("/probe/manager", Who::Manager),
    probe("/probe/admin", Who::Admin),
    probe("/probe/super", Who::SuperAdmin),
];

/// Puts a person into an access group of `app` that brings `code`.
async fn give_code(db: &Db, person: &Person, app: &'static str, code: &'static str) {
    let id = person.id.clone();
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            store::save_code(tx, app, "SSAG", code).await?;
            store::give_group(tx, &id, app, "SSAG").await
        })
    })
    .await
    .unwrap();
}

async fn ask(server: &Server, person: &Person, path: &str, group: &str) -> bool {
    let headers = server.dpop(person, "POST", path, &json!({}));
    let body = json!({ "groupId": group });
    let answer = server.post(path, &borrowed(&headers), &body).await;
    if answer.text == person.id {
        return true;
    }
    assert_eq!(answer.status(), 100_013, "{path}: {answer:?}");
    false
}

#[tokio::test]
async fn a_hand_reaches_as_far_as_its_row() {
    for database in database::each_engine().await {
        let mut server = Server::start(&database.db).await;
        let state = Arc::clone(server.app.state());
        let probes = PROBES.iter().fold(Router::new(), |router, call| {
            let handler = post(async |caller: Caller| caller.account().id.clone());
            router.route(call.path, guarded(&state, call, handler))
        });
        server.router = probes.with_state(state);
        let db = server.db();
        let mut sso = access::product(1);
        sso.app_name = "SSO".into();
        access::save(db, sso, &[]).await;
        access::save(db, access::product(2), &[]).await;
        access::group(db, "mine", &[]).await;
        access::group(db, "other", &[]).await;
        let member = server.person("member", |_| {}).await;
        let holder = server.person("holder", |_| {}).await;
        let manager = server.person("manager", |_| {}).await;
        let elsewhere = server.person("elsewhere", |_| {}).await;
        let admin = server.person("admin", |_| {}).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        access::appoint(db, &access::find(db, &manager.id).await, "mine").await;
        access::administers(db, &access::find(db, &admin.id).await, 1).await;
        give_code(db, &holder, SSO, "user.list").await;
        // The same code in another application is another right.
        give_code(db, &elsewhere, "ELSEWHERE", "user.list").await;
        // An administrator of another product is none of Atrium's.
        access::administers(db, &access::find(db, &elsewhere.id).await, 2).await;
        for (person, reach) in [
            (&member, [true, false, false, false, false]),
            (&holder, [true, true, false, false, false]),
            (&manager, [true, false, true, false, false]),
            (&elsewhere, [true, false, false, false, false]),
            (&admin, [true, false, true, true, false]),
            (&ada, [true, true, true, true, true]),
        ] {
            for (call, may) in PROBES.iter().zip(reach) {
                assert_eq!(
                    ask(&server, person, call.path, "mine").await,
                    may,
                    "{}",
                    call.path
                );
            }
        }
        for group in ["other", "none", "", "mine "] {
            assert!(
                !ask(&server, &manager, "/probe/manager", group).await,
                "{group}"
            );
        }
    }
}
