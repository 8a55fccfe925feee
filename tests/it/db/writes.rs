//! Writes: group commit, rollback, and the effect of a failed job on its neighbours.

use atrium::db::{Conn, Db, DbError, DbOptions, Reads as _, WriteTx, installation};
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

/// Design 6: a failed job rolls back its own changes and none of its neighbours'.
#[tokio::test]
async fn a_failing_job_undoes_only_itself() {
    for database in database::each_engine().await {
        let jobs = (0..64).map(|n| {
            let db = database.db.clone();
            tokio::spawn(async move {
                db.write(move |tx| {
                    Box::pin(async move {
                        installation::save(tx, &format!("fact {n}"), "kept").await?;
                        if n % 8 == 3 {
                            Err(WriteFailed::ByJob)
                        } else {
                            Ok(())
                        }
                    })
                })
                .await
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
    Ok(match tx.conn() {
        Conn::Sqlite(conn) => {
            let level: i64 = sqlx::query_scalar("PRAGMA synchronous")
                .fetch_one(conn)
                .await?;
            assert!([1, 2].contains(&level), "{level}");
            level == 2
        }
        Conn::Postgres(conn) => {
            // The server of the tests waits for no disk at all, so only a setting of the transaction counts.
            let sql = "SELECT setting = 'off' AND source = 'session' FROM pg_settings \
                WHERE name = 'synchronous_commit'";
            let is_off: bool = sqlx::query_scalar(sql).fetch_one(conn).await?;
            !is_off
        }
    })
}

async fn save_and_ask(tx: &mut WriteTx, fact: &str) -> Result<bool, DbError> {
    installation::save(tx, fact, "kept").await?;
    waits_for_the_disk(tx).await
}

/// Issue 13, section 3: a write that need not wait for the disk does not, unless it shares the commit of one that must; each
/// other write waits, whichever comes before it. All of them are there afterwards, in their order.
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
        assert!(!alone.await.unwrap(), "{:?}", database.db.engine());
        let mut view = database.db.read().await.unwrap();
        for n in 0..200 {
            let found = installation::find(&mut view, &format!("fact {n}")).await;
            assert_eq!(found.unwrap().as_deref(), Some("kept"), "{n}");
            let lost = installation::find(&mut view, &format!("lost {n}")).await;
            assert_eq!(lost.unwrap(), None, "{n}");
        }
    }
}

/// What was answered before the end of the server is there afterwards, whether or not it waited for the disk.
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
