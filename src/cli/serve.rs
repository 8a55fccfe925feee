//! `atrium serve`: the server itself.

use std::{net::IpAddr, sync::Arc, time::Duration};

use atrium_listener::{Listener, Shutdown};
use axum::Router;
use tokio::task::JoinHandle;

use super::{failure::Failure, opened, unusable};
use crate::{
    app::{
        listener,
        probes::{self, Probes},
        signals,
        start::{App, STRANGER},
    },
    clock::Clock,
    config::{Config, Source},
    db::{Db, DbError, installation},
    random::Random,
    state::AppState,
    telemetry::{log, metrics::Metrics},
};

/// How often the metrics are updated.
const UPKEEP: Duration = Duration::from_secs(5);

/// Serves until stopped by SIGTERM or Ctrl-C; then finishes active requests and exits.
///
/// Reports all wrong settings at once, with the allowed values, and exits with code 2.
#[derive(Debug, clap::Args)]
pub struct Args {}

pub async fn run(_: Args, config: Config, source: &Source) -> Result<(), Failure> {
    log::init(&config.log, log::Output::Stdout);
    for variable in source.ignored_variables() {
        tracing::warn!("{variable}; it is ignored");
    }
    let metrics = Metrics::install();
    // Bind the address first: a process that cannot bind must not touch the database.
    let listener = listener::bind(&config.server)
        .await
        .map_err(|error| unusable::listener("server.listen", &error))?;
    let figures = match config.metrics.listen {
        Some(address) => Some(
            listener::bind_plain(address, &config.server)
                .await
                .map_err(|error| unusable::listener("metrics.listen", &error))?,
        ),
        None => None,
    };
    let shutdown = Shutdown::new();
    signals::stop_at(shutdown.clone(), config.server.drain).map_err(Failure::of)?;

    let db = opened::migrated(&config).await?;
    let app = App::start(config.clone(), db, Clock::system(), Random::system())
        .await
        .map_err(|error| unusable::start(&config, error))?;
    let probes = app.probes(metrics.clone(), &shutdown);
    let router = app.served(&probes);
    say_where(&config, &listener);
    let upkeep = tokio::spawn(keep_up(metrics, Arc::clone(app.state())));
    let figures = figures.map(|listener| serve_figures(listener, probes, shutdown.clone()));
    listener.run(router, shutdown).await;
    if let Some(figures) = figures {
        let _ = figures.await;
    }
    upkeep.abort();
    let _ = upkeep.await;
    let state = app.state();
    if let Some(stranger) = state.proxies.stranger() {
        let _ = remember(&state.db, stranger).await;
    }
    app.stop().await;
    tracing::info!("stopped");
    Ok(())
}

fn serve_figures(listener: Listener, probes: Probes, shutdown: Shutdown) -> JoinHandle<()> {
    let router: Router = probes::metrics_routes(probes);
    tokio::spawn(listener.run(router, shutdown))
}

async fn keep_up(metrics: Metrics, state: Arc<AppState>) {
    let mut tick = tokio::time::interval(UPKEEP);
    let mut remembered = None;
    loop {
        tick.tick().await;
        metrics.upkeep();
        let Some(stranger) = state.proxies.stranger() else {
            continue;
        };
        if remembered != Some(stranger) && remember(&state.db, stranger).await.is_ok() {
            remembered = Some(stranger);
        }
    }
}

/// Stores the untrusted peer that sent a forwarded header, for `atrium doctor` to report.
async fn remember(db: &Db, stranger: IpAddr) -> Result<(), DbError> {
    let address = stranger.to_string();
    db.write(move |tx| Box::pin(async move { installation::save(tx, STRANGER, &address).await }))
        .await
}

fn say_where(config: &Config, listener: &Listener) {
    let address = listener
        .local_addr()
        .map(|address| address.to_string())
        .unwrap_or_default();
    let (public_url, database) = (config.server.public_url.as_str(), config.database.shown());
    tracing::info!(address, public_url, database, "serving");
}
