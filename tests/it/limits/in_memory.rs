//! Pending attempts on SQLite, which are in memory alone (decision 0005).

use std::sync::mpsc;

use atrium::clock::{Clock, MINUTE};
use atrium::db::{Conn, DbError, Reads as _, WriteTx};
use atrium::limits::{self, Counter, Gate, Rule};
use tokio::task::JoinSet;

use super::{START, at, counters, fail, right_at, wrong};
use crate::support::{database, rows};

const ONE: Rule = Rule {
    failures: 1,
    window: 15 * MINUTE,
    delay: None,
};

/// An attempt before its hash and a right one write nothing. A wrong one writes its counters.
#[tokio::test]
async fn only_a_failure_writes_counters() {
    let database = database::sqlite().await;
    let (db, clock, gate) = (&database.db, Clock::fixed(START), Gate::default());
    let from = counters("ada", at(1), None);
    let written = async || {
        let sql = "SELECT COUNT(*) FROM limit_counters WHERE name <> $1";
        let mut view = db.read().await.unwrap();
        rows::number(&mut view, sql, "").await.unwrap()
    };
    let tried = gate.admit(db, &clock, &from).await.unwrap();
    assert_eq!(written().await, 0, "before the hash");
    limits::release(db, tried).await.unwrap();
    right_at(&gate, db, &clock, &from).await.unwrap();
    assert_eq!(written().await, 0, "after a right password");
    let tried = gate.admit(db, &clock, &from).await.unwrap();
    fail(db, tried, START).await;
    assert_eq!(written().await, 5, "after a wrong one");
}

/// Attack 15: an attempt is pending until its failure is committed, even if the write has released it before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_attempt_is_pending_until_its_failure_is_stored() {
    let database = database::sqlite().await;
    let (db, clock, gate) = (&database.db, Clock::fixed(START), Gate::default());
    // An unseen counter has no queue, so the next attempt is decided at once.
    let counter = [Counter::new("account", &["ada"], ONE).unseen()];
    let tried = gate.admit(db, &clock, &counter).await.unwrap();
    assert!(!tried.is_barred());
    let (counted, is_counted) = tokio::sync::oneshot::channel();
    let (go_on, may_go_on) = mpsc::channel::<()>();
    let failing = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            limits::failed(tx, &tried, START).await?;
            drop(tried);
            counted.send(()).unwrap();
            // The writer's own thread, which nothing else runs on.
            may_go_on.recv().unwrap();
            Ok(())
        })
    });
    let second = async {
        is_counted.await.unwrap();
        let second = gate.admit(db, &clock, &counter).await.unwrap();
        go_on.send(()).unwrap();
        second
    };
    let (failed, second) = tokio::join!(failing, second);
    failed.unwrap();
    assert!(second.is_barred(), "before the commit");
    limits::release(db, second).await.unwrap();
    let third = gate.admit(db, &clock, &counter).await.unwrap();
    assert!(third.is_barred(), "after it");
    limits::release(db, third).await.unwrap();
}

/// Attack 15: a failure that is not committed stays pending until it is stored: the next attempt waits for its place, and
/// is
/// then delayed, here and in another process.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failure_that_is_not_committed_is_stored_later() {
    for broken in [true, false] {
        let database = database::sqlite().await;
        let (db, clock, gate) = (&database.db, Clock::fixed(START), Gate::default());
        let counter = [Counter::new("name", &["ada"], ONE)];
        let tried = gate.admit(db, &clock, &counter).await.unwrap();
        let lost = db.write::<(), DbError, _>(move |tx| {
            Box::pin(async move {
                limits::failed(tx, &tried, START).await?;
                if broken {
                    // The behaviour of SQLite when the disk is full.
                    execute(tx, "ROLLBACK");
                }
                Err(DbError::WriterGone)
            })
        });
        lost.await.unwrap_err();
        for gate in [gate, Gate::default()] {
            let next = right_at(&gate, db, &clock, &counter).await;
            assert_eq!(next, Err(START + 15 * MINUTE));
        }
    }
}

/// Attack 15: the failure also stays pending while the disk is full for longer than one try.
#[tokio::test]
async fn a_failure_is_stored_again_until_it_is() {
    let database = database::sqlite().await;
    let (db, clock, gate) = (&database.db, Clock::fixed(START), Gate::default());
    let counter = [Counter::new("name", &["ada"], ONE)];
    let run = async |sql: &'static str| {
        let done = db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                execute(tx, sql);
                Ok(())
            })
        });
        done.await.unwrap();
    };
    let full = "CREATE TRIGGER full BEFORE INSERT ON limit_counters \
                BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    run(full).await;
    drop(gate.admit(db, &clock, &counter).await.unwrap());
    // The task that stores it gets its turn, and the writer runs it before the next job.
    tokio::task::yield_now().await;
    run("DROP TRIGGER full").await;
    let elsewhere = Gate::default().admit(db, &clock, &counter).await;
    limits::release(db, elsewhere.expect("it is stored already"))
        .await
        .unwrap();
    for gate in [gate, Gate::default()] {
        let next = right_at(&gate, db, &clock, &counter).await;
        assert_eq!(next, Err(START + 15 * MINUTE));
    }
}

/// Runs `sql` on the writer of SQLite.
fn execute(tx: &mut WriteTx, sql: &str) {
    if let Conn::SqliteWriter(conn) = tx.conn() {
        conn.execute_batch(sql).unwrap();
    }
}

/// An attempt that ends without a failure makes room for the next one.
#[tokio::test]
async fn an_attempt_that_ends_makes_room() {
    let database = database::sqlite().await;
    let (db, clock, gate) = (&database.db, Clock::fixed(START), Gate::default());
    let counter = [Counter::new("account", &["ada"], ONE).unseen()];
    for _ in 0..3 {
        let first = gate.admit(db, &clock, &counter).await.unwrap();
        let second = gate.admit(db, &clock, &counter).await.unwrap();
        assert!(!first.is_barred());
        assert!(second.is_barred(), "beside the first");
        limits::release(db, first).await.unwrap();
        limits::release(db, second).await.unwrap();
    }
}

/// Attack 15: two servers on one file, as during an update, do not see each other's pending attempts, but count their
/// failures together. So each admits at most its limit, and none after that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_on_one_file_count_failures_together() {
    let database = database::sqlite().await;
    let other = database.again().await;
    let clock = Clock::fixed(START);
    let from = counters("ada", at(1), None);
    let mut tries = JoinSet::new();
    for db in [database.db.clone(), other] {
        let gate = Gate::default();
        for _ in 0..20 {
            let (db, gate, from) = (db.clone(), gate.clone(), from.clone());
            let clock = clock.clone();
            tries.spawn(async move {
                let Ok(tried) = gate.admit(&db, &clock, &from).await else {
                    return 0;
                };
                fail(&db, tried, START).await;
                1
            });
        }
    }
    let hashed: i32 = tries.join_all().await.into_iter().sum();
    assert!((5..=10).contains(&hashed), "{hashed}");
    let again = wrong(&database.db, &clock, &from).await;
    assert_eq!(again, Err(START + 15 * MINUTE));
}
