//! The layer around every request: finds the client's address, assigns the request id, and logs and
//! completes the response. This is one layer, because each layer costs every request time.

use std::sync::Arc;

use atrium_listener::peer::{self, Proxies};
use axum::extract::{Request, State};
use axum::http::header::{HeaderName, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use crate::http::request_id;
use crate::random::Random;
use crate::state::AppState;
use crate::telemetry::access;

/// The settings of this layer.
#[derive(Clone, Debug)]
pub struct RequestLayer {
    /// The trusted proxies.
    pub proxies: Proxies,
    /// Source of request ids.
    pub random: Random,
    /// True when this server is reached over https only.
    pub https: bool,
}

impl RequestLayer {
    pub fn of(state: &AppState) -> Arc<Self> {
        Arc::new(Self {
            proxies: state.proxies.clone(),
            random: state.random.clone(),
            https: state.cookies.secure,
        })
    }
}

/// Finds the client's address and assigns the request id; logs the response and completes its headers.
pub async fn around(
    State(layer): State<Arc<RequestLayer>>,
    mut request: Request,
    next: Next,
) -> Response {
    peer::locate(&layer.proxies, &mut request);
    let id = request_id::assign(&layer.proxies, &layer.random, &mut request);
    let mut response = access::record(request, next).await;
    let headers = response.headers_mut();
    if let Some(id) = id {
        headers.insert(request_id::HEADER, id);
    }
    or_insert(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    if layer.https {
        or_insert(headers, STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    response
}

/// Keeps a header that the endpoint has set.
fn or_insert(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers
        .entry(name)
        .or_insert(HeaderValue::from_static(value));
}
