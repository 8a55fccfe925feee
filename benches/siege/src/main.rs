//! `make siege`: floods against the release binary, and a table of each figure beside its bound; then the times of answers
//! about what is known and what is not.

use std::path::PathBuf;
use std::process::ExitCode;

use atrium_siege::{Outcome, Plan};
use clap::Parser;

#[derive(Parser)]
struct Arguments {
    /// The binary of Atrium.
    #[arg(long, default_value = "target/release/atrium")]
    atrium: PathBuf,
    /// An empty PostgreSQL database; without it a new SQLite file.
    #[arg(long)]
    database: Option<String>,
    /// A few hundred requests of each kind.
    #[arg(long)]
    short: bool,
    /// Only floods and comparisons whose name contains this.
    #[arg(long, default_value = "")]
    flood: String,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let plan = Plan {
        atrium: arguments.atrium,
        database: arguments.database,
        short: arguments.short,
        flood: arguments.flood,
    };
    match atrium_siege::run(&plan).await {
        Ok(outcome) => report(&outcome),
        Err(why) => {
            eprintln!("siege: {why}");
            ExitCode::FAILURE
        }
    }
}

fn report(outcome: &Outcome) -> ExitCode {
    println!("{outcome}");
    for row in outcome.passed() {
        eprintln!("siege: {} is past its bound", row.flood);
    }
    for comparison in outcome.differing() {
        eprintln!("siege: {} differs from unknown", comparison.compared);
    }
    if outcome.passed().is_empty() && outcome.differing().is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
