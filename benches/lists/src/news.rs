//! Fills what home and the announcements show: who has read them, and what one person has pinned, opened and read.

use atrium::announcements::{self, AnnouncementError, HistoryQuery, Reader};
use atrium::catalogue::{ArrangementError, HomeProducts, home, openings};
use atrium::clients::Registry;
use atrium::clock::HOUR;
use atrium::db::{Db, DbError};
use atrium::directory::Account;

use super::fill::{analyse, run};
use super::{Fault, NOW};

/// The most announcements of the scale's seed.
const ANNOUNCEMENTS: usize = 200;
/// How many the person has not read.
const UNREAD: usize = 3;
const PINS: usize = 12;
const OPENED: usize = 40;

/// Adds all of it for `account`, unless an earlier run did.
///
/// # Errors
/// The database failed.
pub async fn fill(db: &Db, account: &Account, clients: &Registry) -> Result<(), Fault> {
    let mut view = db.view().await?;
    let before = home::of(&mut view, account, &HomeProducts::new(&[], clients)).await?;
    drop(view);
    if !before.arrangement.pins.is_empty() {
        return Ok(());
    }
    read_by_many(db).await?;
    let open = before.cards.iter().filter(|card| card.has_access());
    let open = open.map(|card| card.id).take(OPENED).collect();
    arrange(db, account, clients, open).await?;
    let tables = [
        "VACUUM ANALYZE announcements",
        "VACUUM ANALYZE announcement_reads",
    ];
    analyse(db, &tables).await
}

/// Notes that one account of a hundred has read each announcement, some minutes apart.
async fn read_by_many(db: &Db) -> Result<(), Fault> {
    let reads = format!(
        "INSERT INTO announcement_reads (account_id, announcement_id, read_at) \
         SELECT a.id, n.id, {NOW} - a.search_number * 60000 FROM announcements n CROSS JOIN accounts a \
         WHERE a.search_number % 100 = n.search_number % 100"
    );
    let counts = "INSERT INTO announcement_read_counts (announcement_id, part, readers) \
        SELECT announcement_id, 0, COUNT(*) FROM announcement_reads GROUP BY announcement_id";
    Ok(run(db, vec![reads, counts.to_owned()]).await?)
}

/// Opens the products in `open` and pins the first of them; reads all announcements but a few.
async fn arrange(
    db: &Db,
    account: &Account,
    clients: &Registry,
    open: Vec<i64>,
) -> Result<(), Fault> {
    let (person, known, opened) = (account.clone(), clients.clone(), open.clone());
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for (at, id) in (0..).zip(opened) {
                openings::open(tx, &person, id, &known, NOW - at * HOUR).await?;
            }
            Ok(())
        })
    })
    .await?;
    let (person, known) = (account.clone(), clients.clone());
    db.write::<_, ArrangementError, _>(move |tx| {
        Box::pin(async move {
            for id in open.into_iter().take(PINS) {
                home::pin(tx, &person, (id, true), &known).await?;
            }
            Ok(())
        })
    })
    .await?;
    let everything = HistoryQuery {
        page_num: 1,
        page_size: ANNOUNCEMENTS,
        ..HistoryQuery::default()
    };
    let reader = Reader { account, clients };
    let mut view = db.view().await?;
    let history = announcements::history(&mut view, reader, &everything, NOW).await?;
    drop(view);
    let unread = history.list.into_iter().filter(|one| one.read_at.is_none());
    let ids: Vec<String> = unread.map(|one| one.announcement.id).collect();
    let (person, known) = (account.clone(), clients.clone());
    db.write::<_, AnnouncementError, _>(move |tx| {
        Box::pin(async move {
            let reader = Reader {
                account: &person,
                clients: &known,
            };
            for id in ids.iter().skip(UNREAD) {
                announcements::mark_read(tx, reader, id, NOW).await?;
            }
            Ok(())
        })
    })
    .await?;
    Ok(())
}
