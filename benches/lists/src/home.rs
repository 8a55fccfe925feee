//! Asks what home and the pages of announcements ask, each part alone.

use atrium::announcements::{
    self, AnnouncementFilter, AnnouncementListRow, AnnouncementReaderRow, HistoryQuery, Reader,
    ReaderFilter,
};
use atrium::catalogue::{HomeProducts, home};
use atrium::clients::Registry;
use atrium::config::AccountsConfig;
use atrium::db::Db;
use atrium::db::list::{FoundPage, Paging};
use atrium::directory::{self, Account, AccountFilter};
use atrium::groups::{self, OwnRequestFilter, QueueFilter, RequestRow, RequestState, WaitsFor};

use super::timing::timed;
use super::{Fault, NOW, news, word};

/// Prints a row of a table for each part. Members and administrators differ in what waits for them.
///
/// # Errors
/// The database failed.
pub async fn ask(db: &Db) -> Result<(), Fault> {
    let clients = Registry::load(db).await?;
    let account = member(db).await?;
    news::fill(db, &account, &clients).await?;
    println!("\n| home and announcements | found | median ms | slowest ms |");
    println!("|---|---|---|---|");
    cards(db, &account, &clients).await?;
    requests(db, &account).await?;
    read(db, &account, &clients).await?;
    listed(db).await?;
    println!();
    Ok(())
}

/// Prints the row of one question, which gives how many things it found.
async fn line(name: &str, ask: impl AsyncFnMut() -> Result<usize, Fault>) -> Result<(), Fault> {
    if word("--ask").is_some_and(|part| !name.contains(&part)) {
        return Ok(());
    }
    let (found, [median, slowest]) = timed(ask).await?;
    println!("| {name} | {found} | {median:.1} | {slowest:.1} |");
    Ok(())
}

/// A person of the largest group.
async fn member(db: &Db) -> Result<Account, Fault> {
    let filter = AccountFilter {
        agency_id: Some("agency0".to_owned()),
        ..AccountFilter::default()
    };
    let mut view = db.read().await?;
    let page = directory::accounts_page(&mut view, &filter, &Paging::default()).await?;
    let row = page.rows.first().ok_or("nobody is in the first agency")?;
    let account = directory::find(&mut view, &row.id).await?;
    Ok(account.ok_or("the account is gone")?)
}

async fn cards(db: &Db, account: &Account, clients: &Registry) -> Result<(), Fault> {
    let products = HomeProducts::new(&[], clients);
    line("home: cards, pins, recent and team", async || {
        let home = home::of(&mut db.view().await?, account, &products).await?;
        Ok(home.cards.len())
    })
    .await?;
    line("favourites", async || {
        let mut view = db.view().await?;
        Ok(home::favourites(&mut view, account, &products).await?.len())
    })
    .await
}

async fn requests(db: &Db, account: &Account) -> Result<(), Fault> {
    let zone = AccountsConfig::default().zone()?;
    for (who, administers) in [("member", false), ("administrator", true)] {
        line(&format!("home: badge, {who}"), async || {
            let mut view = db.view().await?;
            let when = (&zone, NOW);
            let notice = groups::notice(&mut view, &account.id, administers, when).await?;
            Ok(usize::try_from(notice.waiting)?)
        })
        .await?;
        line(&format!("home: requests that wait, {who}"), async || {
            let filter = QueueFilter {
                status: Some(RequestState::Pending),
                waits_for: Some(WaitsFor::new(&account.id, administers, &zone, NOW)),
                ..QueueFilter::default()
            };
            let query = filter.query(&few("due"))?;
            let page = query.page::<RequestRow>(&mut db.view().await?).await?;
            Ok(page.rows.len())
        })
        .await?;
    }
    line("home: own requests", async || {
        let filter = OwnRequestFilter {
            state: Some(RequestState::Pending),
            account_id: Some(account.id.clone()),
            ..OwnRequestFilter::default()
        };
        let mut view = db.view().await?;
        let page = groups::own_requests_page(&mut view, &filter, &few("-created")).await?;
        Ok(page.rows.len())
    })
    .await
}

fn few(sort: &str) -> Paging {
    Paging {
        page_size: 3,
        sort: Some(sort.to_owned()),
        ..Paging::default()
    }
}

async fn read(db: &Db, account: &Account, clients: &Registry) -> Result<(), Fault> {
    let reader = Reader { account, clients };
    line("home: announcement that is due", async || {
        let due = announcements::due(&mut db.view().await?, reader, None, NOW).await?;
        Ok(usize::from(due.is_some()))
    })
    .await?;
    for words in ["", "maintenance", "维护", "zebra"] {
        let query = HistoryQuery {
            search: Some(words.to_owned()),
            page_num: 1,
            page_size: 10,
            ..HistoryQuery::default()
        };
        line(&format!("history `{words}`"), async || {
            let mut view = db.view().await?;
            Ok(announcements::history(&mut view, reader, &query, NOW)
                .await?
                .total)
        })
        .await?;
    }
    Ok(())
}

async fn listed(db: &Db) -> Result<(), Fault> {
    for words in ["", "maintenance", "维护"] {
        line(&format!("announcements `{words}`"), async || {
            Ok(usize::try_from(page(db, words).await?.total)?)
        })
        .await?;
    }
    let all = page(db, "").await?.rows;
    let id = all.first().map(|row| row.id.clone());
    let filter = ReaderFilter { id };
    line("readers of an announcement", async || {
        let query = filter.query(&Paging::default())?;
        let mut view = db.read().await?;
        let readers = query.page::<AnnouncementReaderRow>(&mut view).await?;
        Ok(usize::try_from(readers.total)?)
    })
    .await
}

/// The first announcements with these words in the title, the latest first.
async fn page(db: &Db, words: &str) -> Result<FoundPage<AnnouncementListRow>, Fault> {
    let filter = AnnouncementFilter {
        context: Some(words.to_owned()),
        ..AnnouncementFilter::default()
    };
    let query = filter.query(&Paging::default())?;
    Ok(query.page(&mut db.read().await?).await?)
}
