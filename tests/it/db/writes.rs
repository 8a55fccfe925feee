//! Writes: group commit, rollback, and the effect of a failed job on its neighbours.

use atrium::db::{DbError, installation};

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
