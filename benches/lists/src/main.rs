//! How long the pages of lists take at a million accounts (and as many audit entries as wanted), on each
//! engine: `make bench-lists`. It fills a database, and prints the median and the slowest of each question.
//!
//! Words: `--sqlite FILE` and `--postgres URL`, which are filled once and then only asked; `--accounts N`; `--ask TEXT`
//! for the questions with this text; `--postgres-pid PID` of a server whose work is to be told too.

mod fill;
mod people;
mod questions;

use std::time::Instant;

use atrium::db::{Db, DbOptions};

type Fault = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Fault> {
    let accounts = word("--accounts").map_or(Ok(1_000_000), |text| text.parse())?;
    if let Some(server) = word("--postgres") {
        measure(&server, accounts).await?;
    }
    if let Some(file) = word("--sqlite") {
        measure(&format!("sqlite:{file}"), accounts).await?;
    }
    Ok(())
}

/// What stands behind `name` on the command line.
fn word(name: &str) -> Option<String> {
    std::env::args().skip_while(|word| word != name).nth(1)
}

/// Fills the database at `url` unless it is full, and asks it everything.
async fn measure(url: &str, accounts: i64) -> Result<(), Fault> {
    let db = Db::connect(&DbOptions::new(url)).await?;
    db.migrate().await?;
    println!("\n## {:?}, {accounts} accounts\n", db.engine());
    let begun = Instant::now();
    if fill::accounts(&db, accounts).await? {
        println!("filled in {:.0} s", begun.elapsed().as_secs_f64());
    }
    questions::ask(&db).await?;
    db.close().await;
    Ok(())
}
