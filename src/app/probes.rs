//! The operator's routes: `/healthz`, `/readyz` and `/metrics`.

use std::sync::Arc;

use atrium_listener::Shutdown;
use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::json;

use crate::{
    clock::Clock,
    config::Secret,
    db::Db,
    directory::password_pool::HashPool,
    http::routing::get,
    jobs,
    telemetry::metrics::{self, Metrics},
};

/// The paths for the main listener. Probes ask the machine and not `server.public_url`, so they are at the root too.
pub const PATHS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// What the probes check.
#[derive(Clone)]
pub struct Probes {
    pub db: Db,
    /// For how long jobs are overdue.
    pub clock: Clock,
    /// True when the signing keys are loaded and usable.
    pub keys_usable: Arc<dyn Fn() -> bool + Send + Sync>,
    /// `/readyz` fails as soon as the shutdown begins.
    pub shutdown: Shutdown,
    pub metrics: Metrics,
    /// Its queue length is one of the metrics.
    pub hashing: HashPool,
    /// The bearer token for `/metrics`.
    pub metrics_token: Option<Secret>,
}

/// The routes for the main listener.
pub fn routes(probes: Probes) -> Router {
    Router::new()
        .route(PATHS[0], get(healthz))
        .route(PATHS[1], get(readyz))
        .route(PATHS[2], get(guarded_metrics))
        .with_state(probes)
}

/// The only route of `metrics.listen`, open to everyone who can reach that listener.
pub fn metrics_routes(probes: Probes) -> Router {
    let open = |State(probes): State<Probes>| async move { page(&probes).await };
    Router::new()
        .route("/metrics", get(open))
        .with_state(probes)
}

/// Liveness: the process responds. It does not check the database, because a restart would not help.
async fn healthz() -> &'static str {
    "ok\n"
}

/// Readiness: the database responds, the keys are usable and the server is not shutting down.
async fn readyz(State(probes): State<Probes>) -> Response {
    let parts = [
        ("serving", !probes.shutdown.is_leaving()),
        ("database", probes.db.answers().await),
        ("keys", (probes.keys_usable)()),
    ];
    let ready = parts.iter().all(|(_, good)| *good);
    let status = if ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let body: serde_json::Map<_, _> = parts
        .iter()
        .map(|(name, good)| ((*name).to_owned(), json!(good)))
        .collect();
    (status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

/// Without the token `/metrics` responds 404.
async fn guarded_metrics(State(probes): State<Probes>, headers: HeaderMap) -> Response {
    if metrics::opens(probes.metrics_token.as_ref(), &headers) {
        page(&probes).await
    } else {
        StatusCode::NOT_FOUND.into_response()
    }
}

async fn page(probes: &Probes) -> Response {
    metrics::hashing_queue(probes.hashing.waiting());
    metrics::write_queue(probes.db.waiting_writes());
    // Without the database the other metrics are still shown.
    if let Ok(mut view) = probes.db.read().await {
        let counted = jobs::count(&mut view, probes.clock.now()).await;
        if let Err(error) = counted {
            tracing::warn!(%error, "the queue of jobs was not counted for /metrics");
        }
    }
    let headers = [
        (
            header::CONTENT_TYPE,
            "text/plain; version=0.0.4; charset=utf-8",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, probes.metrics.render()).into_response()
}
