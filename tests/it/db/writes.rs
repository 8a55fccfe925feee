//! Writes: group commit, rollback, and the effect of a failed job on its neighbours.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use atrium::db::{
    Conn, Db, DbError, DbOptions, Engine, Reads as _, SqlQuery, WriteTx, installation,
};
use futures_util::future::BoxFuture;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::support::database;

#[derive(Debug)]
enum WriteFailed {
    ByJob,
    Db(DbError),
}

impl From<DbError> for WriteFailed {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

/// A failed job rolls back only its own changes. Actions after the commit of a job are done before its caller
/// continues, and not after a failed job.
#[tokio::test]
async fn a_failing_job_undoes_only_itself() {
    for database in database::each_engine().await {
        let committed: Arc<Mutex<BTreeSet<i32>>> = Arc::default();
        let jobs = (0..64).map(|n| {
            let (db, committed) = (database.db.clone(), Arc::clone(&committed));
            tokio::spawn(async move {
                let noted = Arc::clone(&committed);
                let done = db.write(move |tx| {
                    Box::pin(async move {
                        tx.after_commit(move || {
                            noted.lock().unwrap().insert(n);
                        });
                        installation::save(tx, &format!("fact {n}"), "kept").await?;
                        if n % 8 == 3 {
                            Err(WriteFailed::ByJob)
                        } else {
                            Ok(())
                        }
                    })
                });
                let done = done.await;
                assert_eq!(committed.lock().unwrap().contains(&n), done.is_ok(), "{n}");
                done
            })
        });
        let mut refused = 0;
        for job in jobs.collect::<Vec<_>>() {
            match job.await.unwrap() {
                Ok(()) => {}
                Err(WriteFailed::ByJob) => refused += 1,
                Err(WriteFailed::Db(error)) => panic!("{error:?}"),
            }
        }
        assert_eq!(refused, 8);
        let mut tx = database.db.read().await.unwrap();
        for n in 0..64 {
            let kept = installation::find(&mut tx, &format!("fact {n}"))
                .await
                .unwrap();
            assert_eq!(
                kept.is_some(),
                n % 8 != 3,
                "fact {n} on {:?}",
                database.db.engine()
            );
        }
    }
}

#[tokio::test]
async fn a_panicking_job_is_undone_and_the_writer_goes_on() {
    for database in database::each_engine().await {
        let db = database.db.clone();
        let panicked = tokio::spawn(async move {
            db.write::<(), DbError, _>(|tx| {
                Box::pin(async move {
                    installation::save(tx, "half", "done").await?;
                    panic!("a defect in a job");
                })
            })
            .await
        })
        .await;
        assert!(!matches!(panicked, Ok(Ok(()))));
        save(&database.db, "after", "fine").await;
        let mut tx = database.db.read().await.unwrap();
        assert_eq!(installation::find(&mut tx, "half").await.unwrap(), None);
        assert_eq!(
            installation::find(&mut tx, "after")
                .await
                .unwrap()
                .as_deref(),
            Some("fine")
        );
    }
}

#[tokio::test]
async fn a_lease_has_one_holder_until_it_ends() {
    for database in database::each_engine().await {
        assert!(take(&database.db, "a", 100, 0).await);
        assert!(!take(&database.db, "b", 150, 50).await);
        assert!(take(&database.db, "b", 250, 100).await);
    }
}

#[tokio::test]
async fn what_was_acknowledged_is_there_after_the_close() {
    for database in database::each_engine().await {
        save(&database.db, "kept", "yes").await;
        database.db.close().await;
        let again = atrium::db::Db::connect(&atrium::db::DbOptions::new(database.url.clone()))
            .await
            .unwrap();
        let mut tx = again.read().await.unwrap();
        assert_eq!(
            installation::find(&mut tx, "kept")
                .await
                .unwrap()
                .as_deref(),
            Some("yes")
        );
    }
}

async fn take(db: &atrium::db::Db, holder: &'static str, until: i64, now: i64) -> bool {
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { installation::take_lease(tx, "keys", holder, until, now).await })
    })
    .await
    .unwrap()
}

async fn save(db: &atrium::db::Db, name: &'static str, value: &'static str) {
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { installation::save(tx, name, value).await })
    })
    .await
    .unwrap();
}

/// True when the write that runs in `tx` waits for the disk.
async fn waits_for_the_disk(tx: &mut WriteTx) -> Result<bool, DbError> {
    // 2 if it waits, 1 if it does not, as SQLite has it. The server of the tests waits for no disk at all, so only a setting
    // of the transaction counts.
    let sql = match tx.engine() {
        Engine::Sqlite => "PRAGMA synchronous",
        Engine::Postgres => {
            "SELECT 2 - COUNT(*) FROM pg_settings \
                WHERE name = 'synchronous_commit' AND setting = 'off' AND source = 'session'"
        }
    };
    let (level,): (i64,) = SqlQuery::kept(sql).fetch_one(tx).await?;
    assert!([1, 2].contains(&level), "{level}");
    Ok(level == 2)
}

async fn save_and_ask(tx: &mut WriteTx, fact: &str) -> Result<bool, DbError> {
    installation::save(tx, fact, "kept").await?;
    waits_for_the_disk(tx).await
}

/// On PostgreSQL a write that need not wait for the disk does not; each other write waits, whichever
/// comes before it. All of them exist after the writes.
#[tokio::test]
async fn a_write_waits_for_the_disk_when_it_must() {
    for database in database::each_engine().await {
        let mut running = JoinSet::new();
        for n in 0..200 {
            let db = database.db.clone();
            running.spawn(async move {
                let fact = format!("fact {n}");
                let synced = n % 3 == 0;
                let waited: Result<bool, DbError> = if synced {
                    db.write(move |tx| Box::pin(async move { save_and_ask(tx, &fact).await }))
                        .await
                } else {
                    db.write_unsynced(move |tx| {
                        Box::pin(async move { save_and_ask(tx, &fact).await })
                    })
                    .await
                };
                assert!(waited.unwrap() || !synced, "{n}");
            });
            let db = database.db.clone();
            running.spawn(async move {
                let failed = db.write_unsynced(move |tx| {
                    Box::pin(async move {
                        save_and_ask(tx, &format!("lost {n}")).await?;
                        Err::<(), _>(WriteFailed::ByJob)
                    })
                });
                assert!(matches!(failed.await, Err(WriteFailed::ByJob)));
            });
        }
        running.join_all().await;
        let alone = database.db.write_unsynced::<_, DbError, _>(|tx| {
            Box::pin(async move { save_and_ask(tx, "alone").await })
        });
        let waits = database.db.engine() == Engine::Sqlite;
        assert_eq!(alone.await.unwrap(), waits, "{:?}", database.db.engine());
        let mut view = database.db.read().await.unwrap();
        for n in 0..200 {
            let found = installation::find(&mut view, &format!("fact {n}")).await;
            assert_eq!(found.unwrap().as_deref(), Some("kept"), "{n}");
            let lost = installation::find(&mut view, &format!("lost {n}")).await;
            assert_eq!(lost.unwrap(), None, "{n}");
        }
    }
}

/// Writes that were answered before the server's end are kept, whether or not they waited for the disk.
#[tokio::test]
async fn an_unsynced_write_outlives_the_close() {
    for database in database::each_engine().await {
        let written = database.db.write_unsynced::<_, DbError, _>(|tx| {
            Box::pin(async move { save_and_ask(tx, "unsynced").await })
        });
        written.await.unwrap();
        database.db.close().await;
        let again = Db::connect(&DbOptions::new(database.url.clone()))
            .await
            .unwrap();
        let mut view = again.read().await.unwrap();
        let found = installation::find(&mut view, "unsynced").await.unwrap();
        assert_eq!(found.as_deref(), Some("kept"));
    }
}

/// A job that waits for something else fails at once and leaves nothing, and the writer continues with the next jobs.
#[tokio::test]
async fn a_job_that_waits_does_not_hold_up_the_writer() {
    let database = database::sqlite().await;
    let never = database.db.write::<(), DbError, _>(|tx| {
        Box::pin(async move {
            installation::save(tx, "waited", "yes").await?;
            std::future::pending().await
        })
    });
    let (waited, ()) = tokio::join!(never, save(&database.db, "behind it", "kept"));
    assert!(matches!(waited, Err(DbError::Waited)), "{waited:?}");
    save(&database.db, "later", "kept").await;
    let mut view = database.db.read().await.unwrap();
    let mut found = Vec::new();
    for name in ["waited", "behind it", "later"] {
        found.push(installation::find(&mut view, name).await.unwrap());
    }
    let kept = Some("kept".to_owned());
    assert_eq!(found, [None, kept.clone(), kept]);
}

/// A clean stop leaves one complete file: the writer is the last that closes it.
#[tokio::test]
async fn a_closed_database_is_one_file() {
    let database = database::sqlite().await;
    save(&database.db, "kept", "yes").await;
    drop(database.db.read().await.unwrap());
    database.db.close().await;
    let file = atrium::db::sqlite_file(&database.url).unwrap();
    assert!(file.exists());
    assert!(!file.with_file_name("atrium.db-wal").exists());
}

/// Each job of a group fails alone, at any position: at its beginning, between others, after others that failed.
#[tokio::test]
async fn a_failed_job_leaves_those_beside_it() {
    let database = database::sqlite().await;
    let (reached, open) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (begun, waits) = (reached.clone(), open.clone());
    // The others wait together while this one runs.
    let first = database.db.write::<(), WriteFailed, _>(move |tx| {
        Box::pin(async move {
            installation::save(tx, "first", "lost").await?;
            begun.notify_one();
            database::hold(Engine::Sqlite, waits.notified()).await;
            Err(WriteFailed::ByJob)
        })
    });
    let others = async {
        reached.notified().await;
        let jobs = [
            "lost", "kept", "lost", "panics", "waits", "kept", "waits", "panics", "lost",
        ]
        .into_iter()
        .enumerate();
        let jobs = jobs.map(|(at, fate)| {
            database.db.write::<(), WriteFailed, _>(move |tx| {
                Box::pin(async move {
                    installation::save(tx, &format!("job {at}"), fate).await?;
                    match fate {
                        "kept" => Ok(()),
                        "panics" => panic!("as it should"),
                        "waits" => std::future::pending().await,
                        _ => Err(WriteFailed::ByJob),
                    }
                })
            })
        });
        let all = futures_util::future::join_all(jobs);
        let (done, ()) = tokio::join!(all, async { open.notify_one() });
        done
    };
    let (first, others) = tokio::join!(first, others);
    assert!(first.is_err());
    let fates: Vec<bool> = others.iter().map(Result::is_ok).collect();
    let kept = [1, 5];
    assert!(
        (0..fates.len()).all(|at| fates[at] == kept.contains(&at)),
        "{fates:?}"
    );
    let mut view = database.db.read().await.unwrap();
    assert_eq!(installation::find(&mut view, "first").await.unwrap(), None);
    for (at, kept) in fates.into_iter().enumerate() {
        let found = installation::find(&mut view, &format!("job {at}")).await;
        assert_eq!(found.unwrap().is_some(), kept, "{at}");
    }
}

/// Writes before and after the end of the transaction, and returns success.
fn end_inside(tx: &mut WriteTx) -> BoxFuture<'_, Result<(), DbError>> {
    Box::pin(async move {
        installation::save(tx, "before", "lost").await?;
        let Conn::SqliteWriter(conn) = tx.conn() else {
            unreachable!("the database is SQLite");
        };
        conn.execute_batch("ROLLBACK").unwrap();
        installation::save(tx, "after", "by itself").await
    })
}

/// SQLite rolls back everything by itself when the disk is full, for example. Then no job of the group is acknowledged
/// or kept, with any result, and the writer continues on a new connection that waits for the disk.
#[tokio::test]
async fn a_transaction_that_sqlite_ended_is_acknowledged_to_nobody() {
    let database = database::sqlite().await;
    let done = database.db.write(end_inside).await;
    assert!(matches!(done, Err(DbError::WriterGone)), "{done:?}");
    let next = database
        .db
        .write::<_, DbError, _>(|tx| Box::pin(async move { save_and_ask(tx, "next").await }));
    assert!(next.await.unwrap());
    let mut view = database.db.read().await.unwrap();
    assert_eq!(installation::find(&mut view, "before").await.unwrap(), None);
}

/// A write names the column of a value that is no text too, and other columns of its row can be read.
#[tokio::test]
async fn a_damaged_text_names_its_column_to_a_write() {
    let database = database::sqlite().await;
    let read = database.db.write::<_, DbError, _>(|tx| {
        Box::pin(async move {
            let sql = "SELECT 'good' AS a, CAST(x'ff' AS TEXT) AS b";
            let first: (String,) = SqlQuery::kept(sql).fetch_one(tx).await?;
            let both = SqlQuery::kept(sql).fetch_one::<(String, String)>(tx).await;
            Ok((first.0, both))
        })
    });
    let (first, both) = read.await.unwrap();
    assert_eq!(first, "good");
    assert_eq!(both.unwrap_err().damaged_column(), Some("1"));
}
