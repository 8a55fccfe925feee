//! Entries where they arrive, and their move into the indexed table (decision 0098).

use std::collections::BTreeSet;

use atrium::audit::{self, AuditFilter, Entry};
use atrium::db::list::Paging;
use atrium::db::{Db, DbError, Engine};
use atrium::random::Random;

use super::{START, grant, record, refusal};
use crate::support::{database, rows, trail};

const ARRIVED: &str = "SELECT COUNT(*) FROM audit_arrivals WHERE id <> $1";
const SORTED: &str = "SELECT COUNT(*) FROM audit_entries WHERE id <> $1";

const BOTH: &str =
    "SELECT (SELECT COUNT(*) FROM audit_arrivals) + COUNT(*) FROM audit_entries WHERE id <> $1";

async fn run(db: &Db, sql: &'static str) {
    let ran = db.write::<_, DbError, _>(|tx| Box::pin(rows::run(tx, sql.to_owned())));
    ran.await.unwrap();
}

async fn count(db: &Db, sql: &'static str) -> i64 {
    let mut view = db.read().await.unwrap();
    rows::number(&mut view, sql, "").await.unwrap()
}

/// The ids of the entries that match `filter`, newest first, read in pages of seven.
async fn by_pages(db: &Db, filter: &AuditFilter) -> Vec<String> {
    let (mut ids, mut paging) = (Vec::new(), Paging::default());
    paging.page_size = 7;
    loop {
        audit::settle(db).await.unwrap();
        let mut view = db.read().await.unwrap();
        let page = audit::page(&mut view, filter, &paging).await.unwrap();
        ids.extend(page.rows.into_iter().map(|entry| entry.id));
        match page.next {
            Some(next) => paging.cursor = Some(next),
            None => return ids,
        }
    }
}

/// A reader sees an entry once from its commit on, in its place, and each filter finds it.
#[tokio::test]
async fn entries_that_arrive_join_the_log_in_order() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        for part in 0..4_i64 {
            let at = |n: i64| START + 10 * (n % 5) + part;
            let entries = (0..15_i64).map(|n| match n % 3 {
                0 => grant(&random, at(n)).account("ada"),
                _ => refusal(&random, at(n)).account("dan"),
            });
            record(db, entries.collect()).await;
            let sorted = 15 * part;
            let before = (count(db, ARRIVED).await, count(db, SORTED).await);
            assert_eq!(before, (15, sorted));
            let read = trail::all(db).await.len();
            assert_eq!(i64::try_from(read).unwrap(), sorted + 15);
        }
        assert_eq!((count(db, ARRIVED).await, count(db, SORTED).await), (0, 60));
        let all = trail::all(db).await;
        let order: Vec<_> = all
            .iter()
            .map(|entry| (entry.at, entry.id.clone()))
            .collect();
        assert!(
            order.is_sorted_by(|one, next| one > next),
            "newest first, each once"
        );
        let filters = [
            (AuditFilter::default(), 60),
            (
                AuditFilter {
                    kind: Some("token.granted".to_owned()),
                    ..AuditFilter::default()
                },
                20,
            ),
            (
                AuditFilter {
                    account_id: Some("dan".to_owned()),
                    ..AuditFilter::default()
                },
                40,
            ),
            (
                AuditFilter {
                    from: Some(START + 20),
                    until: Some(START + 40),
                    ..AuditFilter::default()
                },
                24,
            ),
        ];
        for (filter, many) in &filters {
            let ids = by_pages(db, filter).await;
            let whole = trail::entries(db, filter).await;
            assert_eq!(ids.len(), *many, "{filter:?}");
            assert!(whole.iter().map(|entry| &entry.id).eq(&ids), "{filter:?}");
        }
    }
}

/// While two processes move entries and others arrive, each reader sees every committed entry once.
#[tokio::test]
async fn nothing_is_missed_or_doubled_while_entries_move() {
    for database in database::each_engine().await {
        let (db, beside) = (&database.db, database.again().await);
        let random = Random::seeded(1);
        let write = async {
            for part in 0..40_i64 {
                let entries = (0..30_i64).map(|n| refusal(&random, START + part * 30 + n));
                record(db, entries.collect()).await;
            }
        };
        let moves = async |db: &Db| {
            for _ in 0..60 {
                audit::settle(db).await.unwrap();
                tokio::task::yield_now().await;
            }
        };
        let reads = async {
            let mut known = 0;
            while known < 1_200 {
                let committed = count(db, BOTH).await;
                let all = trail::all(&beside).await;
                let ids: BTreeSet<_> = all.iter().map(|entry| &entry.id).collect();
                assert_eq!(ids.len(), all.len(), "an entry is there twice");
                let seen = i64::try_from(ids.len()).unwrap();
                assert!(
                    seen >= committed && committed >= known,
                    "{seen} {committed} {known}"
                );
                known = committed;
            }
        };
        tokio::join!(write, moves(db), moves(&beside), reads);
        audit::settle(db).await.unwrap();
        assert_eq!(
            (count(db, ARRIVED).await, count(db, SORTED).await),
            (0, 1_200)
        );
    }
}

/// A move that ends in the middle, as by `kill -9`, leaves each entry in one place.
#[tokio::test]
async fn a_move_that_is_cut_off_loses_nothing() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        record(db, (0..20).map(|n| refusal(&random, START + n)).collect()).await;
        let (hold, release) = match db.engine() {
            Engine::Sqlite => (
                &[
                    "CREATE TRIGGER cut BEFORE DELETE ON audit_arrivals BEGIN SELECT RAISE(ABORT, 'cut'); END",
                ][..],
                "DROP TRIGGER cut",
            ),
            Engine::Postgres => (
                &[
                    "CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''cut''; END'",
                    "CREATE TRIGGER cut BEFORE DELETE ON audit_arrivals FOR EACH ROW EXECUTE FUNCTION cut()",
                ][..],
                "DROP TRIGGER cut ON audit_arrivals",
            ),
        };
        for sql in hold {
            run(db, sql).await;
        }
        audit::settle(db).await.unwrap_err();
        assert_eq!((count(db, ARRIVED).await, count(db, SORTED).await), (20, 0));
        run(db, release).await;
        audit::settle(db).await.unwrap();
        assert_eq!(trail::all(db).await.len(), 20);
    }
}

/// A commit that was not confirmed is tried again, perhaps after its entries were moved; the log has each once.
#[tokio::test]
async fn an_entry_that_is_written_twice_is_there_once() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        let entries: Vec<Entry> = (0..3).map(|n| refusal(&random, START + n)).collect();
        record(db, entries.clone()).await;
        record(db, entries.clone()).await;
        assert_eq!(trail::all(db).await.len(), 3);
        record(db, entries).await;
        assert_eq!(count(db, ARRIVED).await, 3);
        assert_eq!(trail::all(db).await.len(), 3);
        assert_eq!(count(db, ARRIVED).await, 0);
    }
}
