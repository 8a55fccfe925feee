//! `make siege`: floods against the release binary, and a table of each figure beside its bound.

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
    /// Only floods whose name contains this.
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
    if outcome.passed().is_empty() {
        return ExitCode::SUCCESS;
    }
    for row in outcome.passed() {
        eprintln!("siege: {} is past its bound", row.flood);
    }
    ExitCode::FAILURE
}
