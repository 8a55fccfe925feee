//! What every request passes before its door: who sends it, what it is called, and what is told of
//! its answer. One layer, because each costs every request the same again.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HeaderName, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use crate::http::peer::{self, Proxies};
use crate::http::request_id;
use crate::random::Random;
use crate::telemetry::access;

/// What the layer needs to know.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The proxies that are believed.
    pub proxies: Proxies,
    /// Where names of requests come from.
    pub random: Random,
    /// True when this server is reached by https alone.
    pub https: bool,
}

/// Finds out who sends the request and names it, for log and doors; records and completes the answer.
pub async fn arrive(
    State(arrival): State<Arc<Arrival>>,
    mut request: Request,
    next: Next,
) -> Response {
    peer::locate(&arrival.proxies, &mut request);
    let id = request_id::assign(&arrival.proxies, &arrival.random, &mut request);
    let mut response = access::record(request, next).await;
    let headers = response.headers_mut();
    if let Some(id) = id {
        headers.insert(request_id::HEADER, id);
    }
    or_insert(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    if arrival.https {
        or_insert(headers, STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    response
}

/// A door that says something else knows better.
fn or_insert(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers
        .entry(name)
        .or_insert(HeaderValue::from_static(value));
}
