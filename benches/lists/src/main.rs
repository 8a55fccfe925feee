//! `make bench-lists`: how long the pages of lists take on each engine, with a million accounts and as many audit entries
//! as wanted. Prints the median and the slowest time of each line, and the strategy that found the page; then the times of the
//! searches of the palette, of home and of the announcements. Ends with an error if another strategy found a page, or if the
//! palette is too slow.
//!
//! Arguments: `--sqlite FILE` and `--postgres URL` (filled once and then only queried), `--accounts
//! N` and `--entries N` (of the audit log), `--ask TEXT` (only lines whose name contains it),
//! `--postgres-pid PID` (also measure this server's processor time).

mod entries;
mod fill;
mod home;
mod lines;
mod news;
mod palette;
mod questions;
mod timing;

use std::time::Instant;

use atrium::cli::seed::scale::{self, Scale, TimeZone};
use atrium::db::{Db, DbOptions};

/// Groups and products beside the accounts.
const GROUPS: i64 = 10_000;
const PRODUCTS: i64 = 3_000;
/// 2026-11-22.
const NOW: i64 = 1_795_300_000_000;

type Fault = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Fault> {
    let accounts = word("--accounts").map_or(Ok(1_000_000), |text| text.parse())?;
    let entries = word("--entries").map_or(Ok(5_000_000), |text| text.parse())?;
    let rows = (accounts, entries);
    let mut drifted = Vec::new();
    if let Some(server) = word("--postgres") {
        drifted.extend(measure(&server, rows).await?);
    }
    if let Some(file) = word("--sqlite") {
        drifted.extend(measure(&format!("sqlite:{file}"), rows).await?);
    }
    if drifted.is_empty() {
        return Ok(());
    }
    Err(format!("found in another way:\n{}", drifted.join("\n")).into())
}

/// The value of the argument `name`.
fn word(name: &str) -> Option<String> {
    std::env::args().skip_while(|word| word != name).nth(1)
}

/// Fills the database at `url` if it is empty, and asks all lines. Returns those that another strategy answered.
async fn measure(url: &str, (accounts, entries): (i64, i64)) -> Result<Vec<String>, Fault> {
    let db = Db::connect(&DbOptions::new(url)).await?;
    db.migrate().await?;
    let engine = db.engine();
    println!("\n## {engine:?}, {accounts} accounts, {GROUPS} groups, {PRODUCTS} products\n");
    if !scale::is_filled(&db).await? {
        let scale = Scale {
            accounts,
            groups: GROUPS,
            products: PRODUCTS,
        };
        scale::fill(&db, scale, (NOW, &TimeZone::UTC), |line| {
            eprintln!("{line}");
        })
        .await?;
        fill::analyse(
            &db,
            &["VACUUM ANALYZE accounts", "VACUUM ANALYZE search_grams"],
        )
        .await?;
    }
    let mut drifted = questions::ask(&db, lines::PEOPLE_LINES).await?;
    drifted.extend(palette::ask(&db).await?);
    home::ask(&db).await?;
    println!("\n## {:?}, {entries} audit entries\n", db.engine());
    let begun = Instant::now();
    if entries::fill(&db, entries).await? {
        println!("filled in {:.0} s\n", begun.elapsed().as_secs_f64());
    }
    drifted.extend(questions::ask(&db, lines::AUDIT_LINES).await?);
    db.close().await;
    Ok(drifted)
}
