//! One log line and one count per request, with the route's template, never with the values of the path or the query. The line of
//! a refused call of the product API has the status of its envelope, because most have the HTTP status 200.

use std::time::{Duration, Instant};

use atrium_listener::ClientAddress;
use axum::{
    extract::{MatchedPath, Request},
    middleware::Next,
    response::Response,
};
use tracing::Instrument as _;

use super::metrics;
use crate::http::{envelope::Outcome, request_id::RequestId};

/// Stands for every path without a route: the portal's pages and files, and unknown paths.
const UNNAMED: &str = "(other)";

/// Runs the request inside a span with its id, then logs and counts the response.
///
/// Must run after `atrium_listener::peer::locate` and `http::request_id::assign`, around the routes.
pub async fn record(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = metrics::method(request.method());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let client = request.extensions().get::<ClientAddress>().copied();
    let span = match request.extensions().get::<RequestId>() {
        Some(id) => tracing::error_span!("request", id = id.0),
        None => tracing::Span::none(),
    };
    async move {
        let response = next.run(request).await;
        let route = route.as_ref().map_or(UNNAMED, MatchedPath::as_str);
        let status = response.status().as_u16();
        let took = began.elapsed();
        metrics::request(method, route, status, took);
        let outcome = response
            .extensions()
            .get::<Outcome>()
            .map(|outcome| outcome.code());
        log((method, route), (status, outcome), took, client);
        response
    }
    .instrument(span)
    .await
}

fn log(
    (method, route): (&str, &str),
    (status, outcome): (u16, Option<i64>),
    took: Duration,
    client: Option<ClientAddress>,
) {
    let ms = millis(took);
    let client = client.map(tracing::field::display);
    if status >= 500 {
        tracing::warn!(method, route, status, outcome, ms, client, "answered");
    } else if route == UNNAMED || route == "/healthz" || route == "/readyz" || route == "/metrics" {
        tracing::debug!(method, route, status, outcome, ms, client, "answered");
    } else {
        tracing::info!(method, route, status, outcome, ms, client, "answered");
    }
}

/// Milliseconds with three decimals.
fn millis(took: Duration) -> f64 {
    (took.as_secs_f64() * 1e6).round() / 1e3
}
