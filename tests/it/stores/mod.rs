//! Every store behaves the same on both engines.
//!
//! Two engines can prepare the same statement and still differ: in the order, in the winner of two
//! writers, in the error. [`BEHAVIOUR`] names for each store the tests of its behaviour. Each test
//! runs on a new database of each engine. Stores are private, so a test calls the nearest public
//! function of the module.

mod behaviour;
mod codes;
mod grants;
mod numbers;
mod order;
mod references;
mod sessions;

use atrium::clock::Millis;
use atrium::db::{Db, DbError, WriteTx};
use atrium::random::Random;
use atrium::sessions::refresh_tokens::{self, Presentation, Recovery, RefreshTokenRules};
use atrium::sessions::sso::{Authentication, SsoSession};
use futures_util::future::BoxFuture;

use behaviour::BEHAVIOUR;

use crate::support::rows;

/// A time in 2026.
const NOW: Millis = 1_795_000_000_000;

/// Uses a refresh token without a key.
async fn recover(
    tx: &mut WriteTx,
    token: &str,
    client_id: &str,
    rules: RefreshTokenRules,
    now: Millis,
) -> Result<Recovery, DbError> {
    let presented = Presentation {
        client_id,
        dpop_jkt: None,
        rules,
        now,
    };
    refresh_tokens::recover(tx, token, presented, &Random::system()).await
}

/// A file is a store if it contains SQL.
const STATEMENTS: &str = "statements! {";
/// A list is tested by its case in `api/lists.rs`; `db::lists::no_list_is_forgotten` requires one.
const LIST: &str = ": List = List {";

#[test]
fn no_store_is_without_its_behaviour() {
    let mut wrong = Vec::new();
    let mut stores = Vec::new();
    super::db::statements::walk(&mut |store, text| {
        let is_known = BEHAVIOUR.iter().any(|(known, _)| *known == store);
        if text.contains(STATEMENTS) && !is_known {
            let line = "write a line with the tests of what it does into BEHAVIOUR";
            wrong.push(format!("{store}: {line} of tests/it/stores/mod.rs"));
        }
        if text.contains(STATEMENTS) || text.contains(LIST) {
            stores.push(store);
        }
    });
    for (store, tests) in BEHAVIOUR {
        if !stores.iter().any(|known| known == store) || tests.is_empty() {
            wrong.push(format!("{store}: no such store, or no test"));
        }
        wrong.extend(
            tests
                .iter()
                .filter(|test| !runs_on_both(test))
                .map(|test| format!("{store}: {test} does not run on both engines")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// True if `test`, a file and a function, exists and uses a database of each engine.
fn runs_on_both(test: &str) -> bool {
    let (file, name) = test.split_once(' ').unwrap();
    let text = std::fs::read_to_string(format!("tests/it/{file}")).unwrap_or_default();
    let heads = ["async ", ""].map(|word| format!("\n{word}fn {name}() {{\n"));
    let Some((before, rest)) = heads.iter().find_map(|head| text.split_once(head)) else {
        return false;
    };
    let body = rest.split("\n}\n").next().unwrap();
    let asks = [
        "each_engine()",
        "each_and_one_of_a_language()",
        "Place::each()",
        "Room::each()",
        "Team::each()",
    ];
    let engines = ["database::sqlite()", "database::postgres_if_available()"];
    before.ends_with("test]") | before.ends_with(")]")
        && (asks.iter().any(|asks| body.contains(asks))
            || engines.iter().all(|engine| body.contains(engine)))
}

#[test]
fn the_guard_sees_a_test_that_is_gone_or_runs_on_one_engine() {
    assert!(runs_on_both("stores/sessions.rs a_session_ends_once"));
    assert!(!runs_on_both("stores/sessions.rs a_session_ends_twice"));
    assert!(!runs_on_both("stores/nowhere.rs a_session_ends_once"));
    assert!(!runs_on_both(
        "directory/order.rs the_order_is_that_of_folded_names"
    ));
    assert!(!runs_on_both("directory/order.rs fill"));
}

/// Runs `job` in a transaction of its own, which is committed.
async fn commit<T: Send + 'static>(
    db: &Db,
    job: impl for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, DbError>> + Send + 'static,
) -> T {
    db.write(job).await.unwrap()
}

/// The number of announced changes that tokens depend on.
async fn token_changes(db: &Db) -> i64 {
    let sql = "SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) FROM changes WHERE topic = $1";
    let version = rows::number(&mut db.read().await.unwrap(), sql, "tokens").await;
    version.unwrap()
}

/// A session of `ada` that begins at [`NOW`].
async fn session(db: &Db, random: &Random) -> SsoSession {
    let session = SsoSession::begin(&Authentication::password("ada"), NOW, random);
    let kept = session.clone();
    commit(db, move |tx| {
        Box::pin(async move { rows::session(tx, &kept).await })
    })
    .await;
    session
}
