//! The metrics of `/metrics` in Prometheus' text format, and who may read them.

use std::{sync::OnceLock, time::Duration};

use hyper::{HeaderMap, Method, header::AUTHORIZATION};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use subtle::ConstantTimeEq as _;

use crate::config::Secret;

/// Responses, by method, route and status.
const REQUESTS: &str = "atrium_http_requests_total";
/// Seconds until the response, by method and route.
const REQUEST_SECONDS: &str = "atrium_http_request_seconds";
/// Passwords waiting for a hashing thread.
const HASHING_QUEUE: &str = "atrium_hashing_queue";
/// Writes waiting for the SQLite writer.
const WRITE_QUEUE: &str = "atrium_db_write_queue";
/// Jobs in one commit of the SQLite writer.
const WRITE_GROUP: &str = "atrium_db_write_group";

/// Buckets of the histogram of seconds: from a cached document to a slow sign-in.
const SECONDS: [f64; 11] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0,
];
/// Buckets of the histogram of jobs per commit.
const JOBS: [f64; 8] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];

#[derive(Clone)]
pub struct Metrics(Option<PrometheusHandle>);

impl Metrics {
    /// Starts counting for the whole process; every call returns the same counters.
    pub fn install() -> Self {
        static INSTALLED: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
        Self(INSTALLED.get_or_init(start).clone())
    }

    /// The metrics in Prometheus' text format.
    pub fn render(&self) -> String {
        self.0
            .as_ref()
            .map(PrometheusHandle::render)
            .unwrap_or_default()
    }

    /// Updates the histograms with what was counted since the last call; call it every few seconds.
    pub fn upkeep(&self) {
        if let Some(handle) = &self.0 {
            handle.run_upkeep();
        }
    }
}

/// `None` when the process already has another recorder, for example one of an embedding program.
fn start() -> Option<PrometheusHandle> {
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Full(REQUEST_SECONDS.to_owned()), &SECONDS)
        .and_then(|b| b.set_buckets_for_metric(Matcher::Full(WRITE_GROUP.to_owned()), &JOBS))
        .ok()?;
    let recorder = builder.build_recorder();
    let handle = recorder.handle();
    metrics::set_global_recorder(recorder).ok()?;
    describe();
    Some(handle)
}

fn describe() {
    metrics::describe_counter!(REQUESTS, "Requests answered, by method, route and status");
    metrics::describe_histogram!(
        REQUEST_SECONDS,
        "Seconds until the answer, by method and route"
    );
    metrics::describe_gauge!(HASHING_QUEUE, "Passwords waiting for a hashing thread");
    metrics::describe_gauge!(WRITE_QUEUE, "Writes waiting for the SQLite writer");
    metrics::describe_histogram!(
        WRITE_GROUP,
        "Jobs that one commit of the SQLite writer carried"
    );
}

/// Counts one response.
pub(super) fn request(method: &'static str, route: &str, status: u16, took: Duration) {
    let route = route.to_owned();
    metrics::histogram!(REQUEST_SECONDS, "method" => method, "route" => route.clone())
        .record(took.as_secs_f64());
    metrics::counter!(REQUESTS, "method" => method, "route" => route, "status" => status_text(status))
        .increment(1);
}

/// Records how many passwords wait for a hashing thread.
pub fn hashing_queue(waiting: usize) {
    metrics::gauge!(HASHING_QUEUE).set(number(waiting));
}

/// Records how many writes wait for the SQLite writer.
pub fn write_queue(waiting: usize) {
    metrics::gauge!(WRITE_QUEUE).set(number(waiting));
}

fn number(waiting: usize) -> f64 {
    f64::from(u32::try_from(waiting).unwrap_or(u32::MAX))
}

/// The method as a label; unknown methods share one label.
pub(super) fn method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::HEAD => "HEAD",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}

fn status_text(status: u16) -> String {
    status.to_string()
}

/// True when the headers carry the token for `/metrics`. Without a configured token nobody may read it.
pub fn opens(token: Option<&Secret>, headers: &HeaderMap) -> bool {
    let given = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer "));
    match (token, given) {
        (Some(token), Some(given)) => bool::from(token.expose().as_bytes().ct_eq(given.as_bytes())),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn the_page_shows_what_was_counted() {
        let metrics = Metrics::install();
        request("GET", "/oauth2/token", 200, Duration::from_millis(3));
        metrics::histogram!(WRITE_GROUP).record(5.0);
        hashing_queue(2);
        write_queue(3);
        metrics.upkeep();
        let page = Metrics::install().render();
        assert!(
            page.contains(
                r#"atrium_http_requests_total{method="GET",route="/oauth2/token",status="200"} 1"#
            ),
            "{page}"
        );
        assert!(page.contains("atrium_db_write_group_bucket"), "{page}");
        assert!(page.contains("atrium_hashing_queue 2"), "{page}");
        assert!(page.contains("atrium_db_write_queue 3"), "{page}");
    }

    #[test]
    fn the_page_opens_to_its_token_alone() {
        let token = Secret::new("0123456789abcdef");
        let with = |value: &'static str| {
            HeaderMap::from_iter([(AUTHORIZATION, HeaderValue::from_static(value))])
        };
        assert!(opens(Some(&token), &with("Bearer 0123456789abcdef")));
        assert!(!opens(Some(&token), &with("Bearer 0123456789abcdeF")));
        assert!(!opens(Some(&token), &with("0123456789abcdef")));
        assert!(!opens(Some(&token), &HeaderMap::new()));
        assert!(!opens(None, &with("Bearer ")));
    }
}
