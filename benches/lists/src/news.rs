//! Fills what home and the announcements show: 200 announcements for everybody and for parts of the people, who has read
//! them, and what one person has pinned, opened and read.

use atrium::announcements::{
    self, AnnouncementError, AnnouncementFilter, AnnouncementForm, AnnouncementLimits,
    AnnouncementListRow, AnnouncementStatus, HistoryQuery, Reader,
};
use atrium::audit::AuditContext;
use atrium::catalogue::{ArrangementError, home, openings};
use atrium::clients::Registry;
use atrium::clock::{DAY, HOUR};
use atrium::db::list::{FoundPage, Paging};
use atrium::db::{Db, DbError};
use atrium::directory::Account;
use atrium::random::Random;

use super::fill::{analyse, run};
use super::{Fault, NOW};

/// Announcements in all.
const ANNOUNCEMENTS: i64 = 200;
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
    let before = home::of(&mut view, account, &[], clients).await?;
    drop(view);
    if !before.arrangement.pins.is_empty() {
        return Ok(());
    }
    let total = listed(db).await?.total;
    db.write::<_, AnnouncementError, _>(move |tx| {
        Box::pin(async move {
            let audit = AuditContext::of_operator(NOW, &Random::system(), "bench");
            for n in total..ANNOUNCEMENTS {
                announcements::add_announcement(tx, form(n), EVERY_PART, &audit).await?;
            }
            Ok(())
        })
    })
    .await?;
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

const EVERY_PART: AnnouncementLimits = AnnouncementLimits {
    status: true,
    sign_in_line: true,
};

/// The first page of all announcements, the latest first.
///
/// # Errors
/// The database failed.
pub async fn listed(db: &Db) -> Result<FoundPage<AnnouncementListRow>, Fault> {
    let query = AnnouncementFilter::default().query(&Paging::default())?;
    Ok(query.page(&mut db.read().await?).await?)
}

/// The announcement with this number. Two of five are for everybody, the others for agencies, for groups or about a product.
/// Half of them have ended.
fn form(n: i64) -> AnnouncementForm {
    let kind = match n % 4 {
        0 => "Planned maintenance",
        1 => "New version",
        2 => "Training",
        _ => "Survey",
    };
    let text = "## What changes\n\nThe reports of last month are in the new place, and the old address leads there.\n\n\
        - Nothing is lost.\n- Ask your manager for access.\n\n";
    let three = |name: &str| [0, 7, 13].map(|more| format!("{name}{}", (n + more) % 40));
    let launch_at = NOW - (ANNOUNCEMENTS - n) * DAY;
    AnnouncementForm {
        title: Some(format!("{kind} of week {n}")),
        title_zh: Some(format!("第 {n} 周的通知")),
        content: Some(text.repeat(8)),
        content_zh: Some("上个月的报表已移至新的位置，旧地址会自动跳转。\n\n".repeat(20)),
        launch_at: Some(launch_at),
        ends_at: (n % 2 == 1).then_some(Some(launch_at + HOUR)),
        status: Some(AnnouncementStatus::On),
        must_read: Some(n % 10 == 0),
        agency_ids: (n % 5 == 0).then(|| three("agency").to_vec()),
        group_ids: (n % 5 == 1).then(|| three("scale").to_vec()),
        app_name: (n % 5 == 2).then(|| format!("SCALE{n}")),
        ..AnnouncementForm::default()
    }
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
        page_size: usize::try_from(ANNOUNCEMENTS)?,
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
