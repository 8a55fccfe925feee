//! The operator's routes: `/healthz`, `/readyz` and `/metrics`.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::json;

use super::shutdown::Shutdown;
use crate::{
    config::Secret,
    db::Db,
    directory::password_pool::HashPool,
    telemetry::metrics::{self, Metrics},
};

/// What the probes look at.
#[derive(Clone)]
pub struct Probes {
    /// Must answer.
    pub db: Db,
    /// Whether the signing keys are loaded and usable.
    pub keys_usable: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Says no as soon as the server is leaving.
    pub shutdown: Shutdown,
    /// The figures.
    pub metrics: Metrics,
    /// Whose queue is one of them.
    pub hashing: HashPool,
    /// The bearer token that opens the figures.
    pub metrics_token: Option<Secret>,
}

/// The routes for the main listener.
pub fn routes(probes: Probes) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(guarded_metrics))
        .with_state(probes)
}

/// The one route of `metrics.listen`, open to whoever reaches that listener.
pub fn metrics_routes(probes: Probes) -> Router {
    let open = |State(probes): State<Probes>| async move { page(&probes) };
    Router::new()
        .route("/metrics", get(open))
        .with_state(probes)
}

/// Alive: the process answers. Says nothing of the database, so that no restart is tried for it.
async fn healthz() -> &'static str {
    "ok\n"
}

/// Ready: the database answers, the keys are usable and the server is not leaving.
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

/// Without the token the page does not exist.
async fn guarded_metrics(State(probes): State<Probes>, headers: HeaderMap) -> Response {
    if metrics::opens(probes.metrics_token.as_ref(), &headers) {
        page(&probes)
    } else {
        StatusCode::NOT_FOUND.into_response()
    }
}

fn page(probes: &Probes) -> Response {
    metrics::hashing_queue(probes.hashing.waiting());
    let headers = [
        (
            header::CONTENT_TYPE,
            "text/plain; version=0.0.4; charset=utf-8",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, probes.metrics.render()).into_response()
}
