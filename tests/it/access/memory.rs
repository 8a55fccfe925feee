//! Decision 0006: a change of access takes effect within a second in every process, and
//! tokens that it does not affect stay in memory.

use std::sync::Arc;
use std::time::{Duration, Instant};

use atrium::catalogue::products;
use atrium::clients::Access;
use atrium::directory::Status;
use atrium::directory::organisations;
use atrium::groups::{self, GroupStatus};
use atrium::sessions::live_tokens::GoodToken;
use futures_util::future::BoxFuture;

use super::{doors, stage};
use crate::support::app::TestApp;
use crate::support::database;

/// An access token of `client` for `name`.
async fn token(app: &TestApp, name: &str, client: &str) -> String {
    let browser = stage::signed_in(app, name).await;
    let tokens = app.rp(client).tokens(&browser, "openid").await;
    tokens["access_token"].as_str().unwrap().to_owned()
}

async fn found(app: &TestApp, token: &str) -> Option<Arc<GoodToken>> {
    let found = app.state().live_tokens.find(token, app.now());
    found.await.unwrap()
}

/// The token in memory; repeats until it is there.
async fn remembered(app: &TestApp, token: &str) -> Arc<GoodToken> {
    let begun = Instant::now();
    loop {
        let (first, again) = (found(app, token).await, found(app, token).await);
        if let (Some(first), Some(again)) = (first, again)
            && Arc::ptr_eq(&first, &again)
        {
            return again;
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "not remembered");
    }
}

/// A change that takes away Dan's access to `basic`, and the change that gives it back.
type Change = (
    &'static str,
    for<'a> fn(&'a TestApp) -> BoxFuture<'a, ()>,
    for<'a> fn(&'a TestApp) -> BoxFuture<'a, ()>,
);

/// Each concerns `basic` or Dan alone.
const CHANGES: &[Change] = &[
    (
        "membership",
        |app| Box::pin(stage::join(app, "DanMember", Status::Disabled)),
        |app| Box::pin(stage::join(app, "DanMember", Status::Enabled)),
    ),
    (
        "product off",
        |app| Box::pin(stage::switch_off(app)),
        |app| Box::pin(stage::change_products(app, |_| {})),
    ),
    (
        "group off",
        |app| Box::pin(set_group(app, GroupStatus::Off)),
        |app| Box::pin(set_group(app, GroupStatus::On)),
    ),
    (
        "product names another",
        |app| {
            Box::pin(async move {
                doors::declare(app, Some(Access::Product)).await;
                stage::change_products(app, |row| row.client_id = Some("nobody".to_owned())).await;
            })
        },
        |app| {
            Box::pin(async move {
                stage::change_products(app, |_| {}).await;
                doors::declare(app, None).await;
            })
        },
    ),
    // No store function can undo this, so it is last.
    (
        "agency",
        |app| Box::pin(to_another_agency(app)),
        |app| Box::pin(doors::declare(app, Some(Access::Everyone))),
    ),
    (
        "the entry's key",
        |app| Box::pin(doors::declare(app, Some(Access::Product))),
        |app| Box::pin(doors::declare(app, Some(Access::Everyone))),
    ),
];

async fn set_group(app: &TestApp, status: GroupStatus) {
    app.write(move |tx| Box::pin(async move { groups::set_status(tx, "team", status).await }))
        .await;
}

async fn to_another_agency(app: &TestApp) {
    let now = app.now();
    app.write(move |tx| {
        Box::pin(async move {
            let saved = organisations::save_agency(tx, "south", "South", now).await;
            saved.map_err(|_| atrium::db::DbError::WriterGone)?;
            products::allow_agency(tx, 71, "south").await
        })
    })
    .await;
}

/// Attack 24: it takes effect at once in the process that made the change.
#[tokio::test]
async fn lost_access_takes_effect_at_once_in_its_own_process() {
    for database in database::each_engine().await {
        let app = stage::set(&database).await;
        stage::join(&app, "DanMember", Status::Enabled).await;
        let dan = token(&app, "DanMember", "basic").await;
        for (what, lose, regain) in CHANGES {
            remembered(&app, &dan).await;
            lose(&app).await;
            assert_eq!(stage::userinfo(&app, &dan).await, 401, "{what}");
            regain(&app).await;
            assert_eq!(stage::userinfo(&app, &dan).await, 200, "{what}");
        }
    }
}

/// And within a second in every other process.
#[tokio::test]
async fn lost_access_takes_effect_in_another_process_within_a_second() {
    for database in database::each_engine().await {
        let here = stage::set(&database).await;
        stage::join(&here, "DanMember", Status::Enabled).await;
        let there = TestApp::beside(&here, database.again().await).await;
        let dan = token(&here, "DanMember", "basic").await;
        for (what, lose, regain) in CHANGES {
            remembered(&there, &dan).await;
            lose(&here).await;
            becomes(&there, &dan, 401, what).await;
            regain(&here).await;
            becomes(&there, &dan, 200, what).await;
        }
    }
}

async fn becomes(app: &TestApp, token: &str, status: u16, what: &str) {
    let changed = Instant::now();
    loop {
        let asked = changed.elapsed();
        if stage::userinfo(app, token).await == status {
            return;
        }
        // An answer from memory never waits, so this lets the other tasks of the process run.
        tokio::task::yield_now().await;
        assert!(asked < Duration::from_secs(1), "{what}: not {status}");
    }
}

/// A change for one person leaves the tokens of all other people in memory; a change of a product keeps the tokens of
/// other applications. This holds in the process that made the change and in another.
#[tokio::test]
async fn the_tokens_of_others_stay_remembered() {
    for database in database::each_engine().await {
        let here = stage::set(&database).await;
        for name in ["DanMember", "ChloeManager"] {
            stage::join(&here, name, Status::Enabled).await;
        }
        let there = TestApp::beside(&here, database.again().await).await;
        let dan = token(&here, "DanMember", "basic").await;
        let chloe = token(&here, "ChloeManager", "basic").await;
        let elsewhere = token(&here, "DanMember", "post").await;
        let (lose, regain) = (CHANGES[0].1, CHANGES[0].2);
        for app in [&here, &there] {
            stays(app, &here, (&dan, &chloe), (lose, regain)).await;
        }
        let (lose, regain) = (CHANGES[1].1, CHANGES[1].2);
        for app in [&here, &there] {
            stays(app, &here, (&dan, &elsewhere), (lose, regain)).await;
        }
    }
}

type AccessChange = for<'a> fn(&'a TestApp) -> BoxFuture<'a, ()>;

/// `here` removes the access of `lost`: the process `app` refuses it and still has `kept` in
/// memory.
async fn stays(
    app: &TestApp,
    here: &TestApp,
    (lost, kept): (&str, &str),
    (lose, regain): (AccessChange, AccessChange),
) {
    for _ in 0..20 {
        let before = remembered(app, kept).await;
        lose(here).await;
        becomes(app, lost, 401, "lost").await;
        let after = found(app, kept).await.unwrap();
        regain(here).await;
        becomes(app, lost, 200, "regained").await;
        if Arc::ptr_eq(&before, &after) {
            return;
        }
        // Memory also drops tokens after five seconds, and while no other process is heard. So this
        // tries once more.
    }
    panic!("never remembered");
}
