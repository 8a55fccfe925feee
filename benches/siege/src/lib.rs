//! Floods against a running server, each with the bound that it must keep (attack 44), and comparisons of the times of
//! answers (attack 14). `make siege` runs them at full size against the release binary; a test runs the short form against
//! the debug binary.
//!
//! The server is another process whose clock cannot be moved, so the floods wait in real time: for entries that it gathers, for
//! the pause between two fetches of keys, and for memory that it frees.
//!
//! The short form sends less, so it shows each fault in another way:
//! - The bound of what is stored follows the number of requests. It is counted in bytes of rows, because the pages of a
//!   database hide what two hundred requests leave.
//! - The cap of stored sign-in flows, and the memory of arriving requests, are smaller settings there.
//! - A slow server of keys and half requests hold others up for 8 and 30 s, so 5 s is a bound even on a busy machine.
//! - How long a browser waits beside guesses depends on the machine, so it is compared with how long the guesses wait.
//! - How long a write waits beside a file of accounts depends on the machine and the build, so the bound is far above
//!   the time of one piece, and below the time of the whole file.
//! - The cap of counters cannot be set below 10,000, so only the long form has that row.
//! - A few answers are compared with each other, but not their times.

mod anonymous;
mod assertions;
mod browser;
mod connections;
mod imports;
mod questions;
mod refreshes;
mod server;
mod signed_in;
mod timing;

use std::fmt;
use std::path::PathBuf;

use assertions::KeyServer;
use server::{Door, Installation};

pub use timing::Comparison;

pub type Error = Box<dyn std::error::Error + Send + Sync>;
pub type Result<T> = std::result::Result<T, Error>;

/// What to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The binary of Atrium.
    pub atrium: PathBuf,
    /// An empty PostgreSQL database; without it a new SQLite file.
    pub database: Option<String>,
    /// A few hundred requests of each kind.
    pub short: bool,
    /// Only floods and comparisons whose name contains this.
    pub flood: String,
}

/// One figure and the most that it may be.
#[derive(Clone, Debug)]
pub struct Row {
    pub flood: String,
    pub unit: &'static str,
    pub figure: f64,
    pub bound: f64,
}

/// All figures.
#[derive(Clone, Debug)]
pub struct Outcome {
    engine: &'static str,
    pub rows: Vec<Row>,
    pub comparisons: Vec<Comparison>,
}

impl Outcome {
    /// The rows whose figure is past its bound.
    pub fn passed(&self) -> Vec<&Row> {
        let past = |row: &&Row| row.figure > row.bound;
        self.rows.iter().filter(past).collect()
    }

    /// The comparisons in which known and unknown take different times.
    pub fn differing(&self) -> Vec<&Comparison> {
        let all = self.comparisons.iter();
        all.filter(|comparison| comparison.differs()).collect()
    }

    fn write_rows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| flood, on {} | figure | bound | |", self.engine)?;
        writeln!(f, "|---|---|---|---|")?;
        for row in &self.rows {
            let Row {
                flood,
                unit,
                figure,
                bound,
            } = row;
            let kept = if figure > bound { "**past**" } else { "kept" };
            writeln!(
                f,
                "| {flood} | {figure:.0} {unit} | {bound:.0} {unit} | {kept} |"
            )?;
        }
        Ok(())
    }

    fn write_comparisons(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| compared, on {} | unknown | known | difference | runs alike | |",
            self.engine
        )?;
        writeln!(f, "|---|---|---|---|---|---|")?;
        for comparison in &self.comparisons {
            writeln!(f, "{}", comparison.row())?;
        }
        Ok(())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.rows.is_empty() {
            self.write_rows(f)?;
        }
        if self.comparisons.is_empty() {
            return Ok(());
        }
        if !self.rows.is_empty() {
            writeln!(f)?;
        }
        self.write_comparisons(f)
    }
}

/// Runs the floods and comparisons of `plan`, one after the other.
pub async fn run(plan: &Plan) -> Result<Outcome> {
    let keys = KeyServer::start()?;
    let place = Installation::seeded(plan, keys.port)?;
    let mut rows = Vec::new();
    if plan.wants(anonymous::NAMES) {
        let server = place.start(Door::BehindProxy).await?;
        rows.extend(anonymous::floods(plan, &server).await?);
    }
    if plan.wants(signed_in::NAMES) || plan.wants(assertions::NAMES) {
        let server = place.start(Door::BehindProxy).await?;
        // A client's keys are fetched at most twice a minute, so other floods run between the two. In the long form
        // they may take longer than keys are kept.
        let early = plan.short && plan.wants(assertions::NAMES);
        let fetched = if early {
            Some(assertions::fetched(&server, &keys).await?)
        } else {
            None
        };
        rows.extend(signed_in::floods(plan, &server).await?);
        rows.extend(assertions::floods(plan, &server, &keys, fetched).await?);
    }
    if plan.wants(refreshes::NAMES) {
        // A new process, in which no account has used any of its limit.
        let server = place.start(Door::BehindProxy).await?;
        rows.extend(refreshes::floods(plan, &server).await?);
    }
    if plan.wants(imports::NAMES) {
        place.fill()?;
        let server = place.start(Door::BehindProxy).await?;
        rows.extend(imports::floods(plan, &server).await?);
    }
    if plan.wants(connections::NAMES) {
        let server = place.start(Door::Direct).await?;
        rows.extend(connections::floods(plan, &server).await?);
    }
    let mut comparisons = Vec::new();
    if plan.wants(&timing::NAMES) {
        place.fill()?;
        let server = place.start(Door::Unlimited).await?;
        comparisons = timing::comparisons(plan, &server).await?;
    }
    Ok(Outcome {
        engine: place.engine(),
        rows,
        comparisons,
    })
}

impl Plan {
    /// `many` in the long form, `few` in the short one.
    fn count(&self, many: usize, few: usize) -> usize {
        if self.short { few } else { many }
    }

    /// How many connections the server may have: the default of the setting, eight times what one address may have, and what
    /// the short form sets.
    fn connections(&self) -> usize {
        self.count(4_096, 64)
    }

    /// The milliseconds that others may wait. The short form runs with a debug build, beside other tests, and its floods hold
    /// others up for longer.
    fn second(&self) -> f64 {
        self.count(1_000, 5_000) as f64
    }

    /// How often an account may write in ten minutes: the default of the setting, and what the short form sets.
    fn writes(&self) -> usize {
        self.count(600, 60)
    }

    /// How many MiB of sign-in flows are kept that nobody holds: the default of the setting, and what the short form sets.
    fn flows_mib(&self) -> usize {
        self.count(64, 1)
    }

    /// How many accounts there are when a file is imported.
    fn accounts(&self) -> usize {
        self.count(50_000, 1_000)
    }

    fn wants(&self, names: &[&str]) -> bool {
        names.iter().any(|name| name.contains(&self.flood))
    }

    fn wants_one(&self, name: &str) -> bool {
        self.wants(&[name])
    }
}
