//! Changes reach other processes (within a second).

use std::time::{Duration, Instant};

use atrium::db::{Db, DbError, DbOptions, feed};
use tokio_util::sync::CancellationToken;

use crate::support::database;

async fn bump(db: &Db, topic: &'static str) {
    db.write::<_, DbError, _>(move |tx| {
        tx.changed(topic);
        Box::pin(async { Ok(()) })
    })
    .await
    .unwrap();
}

/// Every other process sees a change within a second.
#[tokio::test]
async fn another_process_hears_of_a_change_within_a_second() {
    for database in database::each_engine().await {
        let other = Db::connect(&DbOptions::new(database.url.clone()))
            .await
            .unwrap();
        let changes = feed::ChangeFeed::new(other);
        let mut clients = changes.topic("clients");
        let mut keys = changes.topic("keys");
        let stop = CancellationToken::new();
        let running = tokio::spawn({
            let (changes, stop) = (changes.clone(), stop.clone());
            async move { changes.run(stop).await }
        });
        tokio::time::sleep(Duration::from_millis(100)).await;
        for _ in 0..3 {
            let bumped = Instant::now();
            bump(&database.db, "clients").await;
            tokio::time::timeout(Duration::from_secs(1), clients.changed())
                .await
                .unwrap_or_else(|_| panic!("not heard on {:?}", database.db.engine()))
                .unwrap();
            println!("{:?}: {:?}", database.db.engine(), bumped.elapsed());
        }
        assert_eq!(*clients.borrow_and_update(), 3);
        assert!(!keys.has_changed().unwrap());
        assert_eq!(*keys.borrow_and_update(), 0);
        stop.cancel();
        running.await.unwrap();
    }
}

/// A change that was rolled back is not announced.
#[tokio::test]
async fn an_undone_write_changes_nothing() {
    for database in database::each_engine().await {
        let undone = database
            .db
            .write::<(), DbError, _>(|tx| {
                Box::pin(async move {
                    tx.changed("clients");
                    Err(DbError::WriterGone)
                })
            })
            .await;
        assert!(undone.is_err());
        let changes = feed::ChangeFeed::new(database.db.clone());
        let clients = changes.topic("clients");
        changes.poll().await.unwrap();
        assert_eq!(*clients.borrow(), 0);
    }
}

/// A cache that failed to read tries again and does not stay stale.
#[tokio::test]
async fn a_failed_refresh_is_tried_again() {
    for database in database::each_engine().await {
        let changes = feed::ChangeFeed::new(database.db.clone());
        let stop = CancellationToken::new();
        let tries = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
        bump(&database.db, "clients").await;
        let following = tokio::spawn({
            let (changes, stop, tries) = (changes.clone(), stop.clone(), tries.clone());
            async move {
                let refresh = || {
                    let first = tries.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
                    async move { if first { Err("away") } else { Ok(()) } }
                };
                changes.follow("clients", stop, refresh).await;
            }
        });
        while tries.load(std::sync::atomic::Ordering::SeqCst) < 2 {
            changes.poll().await.unwrap();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        stop.cancel();
        following.await.unwrap();
    }
}

/// A cache sees a change of its own process before the write is answered, and changes of
/// others by polling.
#[tokio::test]
async fn an_epoch_moves_with_its_topics() {
    for database in database::each_engine().await {
        let (own, other) = (&database.db, &database.again().await);
        let changes = feed::ChangeFeed::new(own.clone());
        let epoch = changes.epoch(&["tokens", "keys"]);
        assert_eq!(epoch.now(), None, "nobody was heard yet");
        for (db, topic, polled, moves) in [
            (own, "tokens", false, true),
            (own, "keys", false, true),
            (own, "clients", true, false),
            (other, "tokens", true, true),
            (other, "clients", true, false),
        ] {
            let moved = loop {
                changes.poll().await.unwrap();
                let before = epoch.now();
                bump(db, topic).await;
                if polled {
                    changes.poll().await.unwrap();
                }
                // On a slow machine the last poll may be too old; then the database is read again.
                if let (Some(before), Some(after)) = (before, epoch.now()) {
                    break before != after;
                }
            };
            assert_eq!(moved, moves, "{topic} on {:?}", own.engine());
        }
    }
}

/// Two writers that change the same topics in a different order do not deadlock.
#[tokio::test]
async fn topics_are_written_in_one_order() {
    for database in database::each_engine().await {
        let changing = |first: &'static str, second: &'static str| {
            let db = database.db.clone();
            async move {
                for _ in 0..20 {
                    bump_both(&db, first, second).await;
                }
            }
        };
        tokio::join!(changing("a", "b"), changing("b", "a"));
        let changes = feed::ChangeFeed::new(database.db.clone());
        let topics = [changes.topic("a"), changes.topic("b")];
        changes.poll().await.unwrap();
        for topic in topics {
            // On SQLite writers share commits; each commit counts as one change.
            assert!((20..=40).contains(&*topic.borrow()));
        }
    }
}

async fn bump_both(db: &Db, first: &'static str, second: &'static str) {
    db.write::<_, DbError, _>(move |tx| {
        tx.changed(first);
        tx.changed(second);
        Box::pin(async { Ok(()) })
    })
    .await
    .unwrap();
}

async fn change(db: &Db, subjects: Vec<String>, keep: bool) {
    let done = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for subject in subjects {
                tx.changed_subject("access", subject);
            }
            keep.then_some(()).ok_or(DbError::WriterGone)
        })
    });
    assert_eq!(done.await.is_ok(), keep);
}

fn named(name: &str) -> Vec<String> {
    vec![name.to_owned()]
}

/// Decision 0012: a cache sees exactly the subjects that changed: its own process's changes at once, others' by
/// polling, and none that were rolled back.
#[tokio::test]
async fn a_memory_hears_which_subjects_changed() {
    for database in database::each_engine().await {
        let (own, other) = (&database.db, &database.again().await);
        change(own, named("long ago"), true).await;
        let changes = feed::ChangeFeed::new(own.clone());
        let subjects = changes.subjects("access");
        changes.poll().await.unwrap();
        for (db, keep) in [(own, true), (other, true), (other, false)] {
            let position = subjects.position();
            change(db, named("ann"), keep).await;
            if std::ptr::eq(db, other) {
                changes.poll().await.unwrap();
            }
            assert_eq!(subjects.unchanged_since(position, &named("ann")), !keep);
            assert!(
                subjects.unchanged_since(position, &named("bob")),
                "{:?}",
                own.engine()
            );
        }
        // One write can announce many subjects. If there are too many, all subjects count as
        // changed.
        let crowd = |size: usize| (0..size).map(|number| number.to_string()).collect();
        for (size, singly) in [(1_000, true), (1_001, false)] {
            let position = subjects.position();
            change(other, crowd(size), true).await;
            changes.poll().await.unwrap();
            assert!(!subjects.unchanged_since(position, &named(&(size - 1).to_string())));
            assert_eq!(subjects.unchanged_since(position, &named("bob")), singly);
        }
    }
}

/// Parallel writers: a process that polls between them misses no subject of either.
#[tokio::test]
async fn no_subject_is_missed_among_parallel_writers() {
    for database in database::each_engine().await {
        let there = database.again().await;
        let changes = feed::ChangeFeed::new(database.db.clone());
        let subjects = changes.subjects("access");
        changes.poll().await.unwrap();
        let position = subjects.position();
        let writers = (0..40).map(|number| {
            let there = there.clone();
            tokio::spawn(async move { change(&there, named(&number.to_string()), true).await })
        });
        let writers: Vec<_> = writers.collect();
        for _ in 0..20 {
            changes.poll().await.unwrap();
        }
        for writer in writers {
            writer.await.unwrap();
        }
        changes.poll().await.unwrap();
        for number in 0..40 {
            assert!(
                !subjects.unchanged_since(position, &named(&number.to_string())),
                "{number}"
            );
        }
        assert!(subjects.unchanged_since(position, &named("40")));
    }
}
