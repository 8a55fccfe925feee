//! The short form of `make siege`: floods against the debug binary, each with its bound (attack 44), and answers about known
//! and unknown names, which are the same (attack 14). Their times are compared by the long form.

use atrium_siege::{Plan, run};

use crate::support::database;

async fn every_bound_is_kept(database: Option<String>) {
    let plan = Plan {
        atrium: env!("CARGO_BIN_EXE_atrium").into(),
        database,
        short: true,
        flood: String::new(),
    };
    let outcome = run(&plan).await.unwrap();
    println!("{outcome}");
    assert!(outcome.passed().is_empty(), "{outcome}");
    assert_eq!(outcome.rows.len(), 25, "{outcome}");
    assert_eq!(outcome.comparisons.len(), 8, "{outcome}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_44_floods_keep_their_bounds_on_sqlite() {
    every_bound_is_kept(None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_44_floods_keep_their_bounds_on_postgresql() {
    if let Some(database) = database::postgres_if_available().await {
        every_bound_is_kept(Some(database.url.clone())).await;
    }
}
