//! Asks every corporate provider, of the settings and of the database, whether it can be used.

use std::sync::Arc;

use super::finding::Finding;
use crate::app::start;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::federation::{self, Checked, Outcome, Point, Provider, ProviderSecrets, Providers};
use crate::outbound::Outbound;
use crate::random::Random;

const WHAT: &str = "providers";

/// One finding for each check that is not good, and for each provider without one. Another check reports a master secret
/// that cannot be read.
pub(super) async fn look(db: &Db, config: &Config) -> Vec<Finding> {
    let stored = match db.read().await {
        Ok(mut tx) => federation::stored(&mut tx).await.unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    if stored.is_empty() && config.federation.provider.is_empty() {
        return Vec::new();
    }
    let random = Random::system();
    let (Ok(master), Ok(outbound)) = (start::master(config, db, &random), outbound(config)) else {
        return Vec::new();
    };
    let secrets = ProviderSecrets::new(Arc::new(master), random);
    let public_url = config.server.public_url.as_str();
    let providers = match Providers::of(&config.federation, public_url, &outbound, (db, secrets)) {
        Ok(providers) => providers,
        Err(why) => {
            let fix = "atrium serve would not start: correct the entry in the settings";
            return vec![Finding::fault(WHAT, why.to_string(), fix)];
        }
    };
    let mut findings = Vec::new();
    for provider in providers.all_of_file() {
        findings.extend(asked(db, provider).await);
    }
    for one in stored.iter().filter(|one| one.enabled) {
        let id = &one.settings.id;
        let found = match db.read().await {
            Ok(mut tx) => providers.any(&mut tx, id).await,
            Err(why) => Err(why.into()),
        };
        match found {
            Ok(provider) => findings.extend(asked(db, &provider).await),
            Err(why) => {
                let fix = "enter its secret or key again on the providers page";
                findings.push(Finding::fault(WHAT, format!("{id}: {why}"), fix));
            }
        }
    }
    findings
}

fn outbound(config: &Config) -> Result<Outbound, start::StartError> {
    let authorities = start::authorities(config)?;
    Ok(Outbound::new(
        &config.outbound.allow,
        authorities.as_deref(),
    )?)
}

async fn asked(db: &Db, provider: &Provider) -> Vec<Finding> {
    let mut checks = provider.examine(Clock::system().now()).await;
    // Another check reports a database that cannot be read.
    if let Ok(mut view) = db.read().await {
        checks.extend(provider.examine_places(&mut view).await.unwrap_or_default());
    }
    let finding = |check: &Checked| {
        let found = match check.found.as_str() {
            "" => String::new(),
            found => format!(" ({found})"),
        };
        let words = format!("{}: {}{found}", provider.id(), check.words());
        let fix = match check.point {
            Point::Certificate => "renew the certificate, and register the new one at the provider",
            Point::Agency | Point::Groups => "correct the entry, or the agency or groups",
            _ => "compare the entry with what the provider says about itself",
        };
        match check.outcome {
            Outcome::Good => None,
            Outcome::Note => Some(Finding::note(WHAT, words, fix)),
            Outcome::Fault => Some(Finding::fault(WHAT, words, fix)),
        }
    };
    let bad: Vec<Finding> = checks.iter().filter_map(finding).collect();
    if bad.is_empty() {
        let words = format!("{} can be used ({})", provider.id(), provider.issuer());
        return vec![Finding::good(WHAT, words)];
    }
    bad
}
