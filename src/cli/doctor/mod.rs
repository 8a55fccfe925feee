//! `atrium doctor`: looks for faults of an installation, and says how to fix them.
//!
//! It changes nothing, and does not create a missing database.

mod files;
mod finding;
mod network;
mod passkeys;
mod providers;
mod storage;
mod uploads;

use super::{
    failure::Failure,
    opened::{advice, compare_clients, read_clients},
};
use crate::{
    clients::{Advice, SyncError},
    config::{Config, IgnoredVariable, Source},
};

use finding::{Finding, Level};

/// Checks settings, files, database, addresses and certificate, and names each fault with its fix.
///
/// Exits with code 1 if there are faults; notes alone are not faults. Changes nothing.
#[derive(Debug, clap::Args)]
pub struct Args {}

pub async fn run(_: Args, source: &Source) -> Result<(), Failure> {
    let mut findings = vec![];
    match Config::load(source) {
        Ok(config) => {
            findings.push(settings(source));
            findings.extend(source.ignored_variables().iter().map(ignored_variable));
            findings.extend(files::look(&config));
            findings.extend(storage::look(&config).await);
            findings.extend(uploads::look(&config).await);
            findings.extend(network::look(&config).await);
            findings.extend(applications(&config).await);
        }
        Err(faults) => findings.extend(faults.list().iter().map(|fault| {
            let fix = format!("set it to {}", fault.allowed);
            Finding::fault("settings", format!("{} {}", fault.key, fault.problem), fix)
        })),
    }
    findings.iter().for_each(Finding::say);
    let faults = findings
        .iter()
        .filter(|finding| finding.level == Level::Fault)
        .count();
    match faults {
        0 => Ok(()),
        1 => Err(Failure::of("1 fault")),
        more => Err(Failure::of(format_args!("{more} faults"))),
    }
}

/// What `atrium client check` says. Another check reports faults of the file itself.
async fn applications(config: &Config) -> Vec<Finding> {
    let Ok(declared) = read_clients(config) else {
        return Vec::new();
    };
    // Another check reports a database that cannot be read.
    let refused = compare_clients(config, &declared).await.err();
    let refused = refused.filter(|why| !matches!(why, SyncError::Db(_)));
    let refused = refused.map(|why| {
        let fix = "atrium serve would not start: correct the entry in the clients file";
        Finding::fault("clients", why.to_string(), fix)
    });
    let advice = advice(config, &declared).await;
    let note = |advice: Advice| Finding::note("clients", advice.to_string(), advice.fix);
    refused
        .into_iter()
        .chain(advice.into_iter().map(note))
        .collect()
}

fn ignored_variable(variable: &IgnoredVariable) -> Finding {
    let fix = match variable.meant {
        Some(_) => "write two underscores between section and key",
        None => "",
    };
    Finding::note("settings", variable.to_string(), fix)
}

fn settings(source: &Source) -> Finding {
    let from = source.path().map_or_else(
        || "no file, defaults and variables".to_owned(),
        |path| path.display().to_string(),
    );
    Finding::good("settings", from)
}
