//! The operator's routes: who may read the metrics, and what the probes say while the server stops.

use std::sync::Arc;
use std::time::Duration;

use atrium::app::probes::{self, Probes};
use atrium::clock::DAY;
use atrium::config::Secret;
use atrium::db::DbError;
use atrium::telemetry::metrics::Metrics;
use atrium_listener::Shutdown;
use axum::Router;
use axum::body::Body;
use http_body_util::BodyExt as _;
use hyper::Request;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::support::app::TestApp;
use crate::support::rows;

const TOKEN: &str = "the token of whoever draws the figures";

fn looked_at(app: &TestApp, shutdown: &Shutdown) -> Probes {
    Probes {
        metrics_token: Some(Secret::new(TOKEN)),
        ..app.app.probes(Metrics::install(), shutdown)
    }
}

async fn get(router: &Router, path: &str, bearer: Option<&str>) -> (u16, String) {
    let mut request = Request::get(path);
    if let Some(bearer) = bearer {
        request = request.header("authorization", format!("Bearer {bearer}"));
    }
    let request = request.body(Body::empty()).unwrap();
    let answer = router.clone().oneshot(request).await.unwrap();
    let status = answer.status().as_u16();
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

/// The metrics need their token; on a separate listener, everyone who reaches it can read them.
#[tokio::test]
async fn the_figures_open_to_their_token() {
    let app = TestApp::start().await;
    let shutdown = Shutdown::new();
    let router = probes::routes(looked_at(&app, &shutdown));
    for refused in [None, Some("another"), Some("")] {
        assert_eq!(
            get(&router, "/metrics", refused).await.0,
            404,
            "{refused:?}"
        );
    }
    app.rp("machine")
        .token(&[("grant_type", "client_credentials")])
        .await;
    let (status, figures) = get(&router, "/metrics", Some(TOKEN)).await;
    assert_eq!(status, 200);
    assert!(
        figures.contains("# TYPE atrium_http_requests_total counter"),
        "{figures}"
    );
    assert!(figures.contains("atrium_hashing_queue"), "{figures}");
    assert!(figures.contains("atrium_db_write_queue"), "{figures}");
    // The queue is counted when it is asked for.
    // Another process holds the job, so that the worker of this one does not claim it.
    let now = app.clock.now();
    let job = json!({
        "id": "held", "kind": "test.metrics", "payload": "null", "queued_at": now - 5_000,
        "run_at": now - 5_000, "attempts": 1, "lease_holder": "another", "lease_until": now + DAY,
    });
    let queued = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::insert(tx, "jobs", &job).await })
    });
    queued.await.unwrap();
    let (_, figures) = get(&router, "/metrics", Some(TOKEN)).await;
    for line in [
        r#"atrium_jobs_waiting{kind="test.metrics"} 1"#,
        r#"atrium_jobs_given_up{kind="test.metrics"} 0"#,
        r#"atrium_jobs_overdue_seconds{kind="test.metrics"} 5"#,
    ] {
        assert!(figures.contains(line), "{line} in {figures}");
    }
    let inner = probes::metrics_routes(looked_at(&app, &shutdown));
    assert_eq!(get(&inner, "/metrics", None).await.0, 200);
    assert_eq!(
        get(&inner, "/readyz", None).await.0,
        404,
        "the figures alone"
    );
}

/// While the server stops, it is alive and not ready, and `/readyz` names the part that causes it.
#[tokio::test]
async fn a_leaving_server_is_alive_and_not_ready() {
    let app = TestApp::start().await;
    let shutdown = Shutdown::new();
    let router = probes::routes(looked_at(&app, &shutdown));
    let (status, report) = get(&router, "/readyz", None).await;
    let report: Value = serde_json::from_str(&report).unwrap();
    let good = json!({"serving": true, "database": true, "keys": true});
    assert_eq!((status, report), (200, good));
    shutdown.begin(Duration::ZERO).await;
    let (status, report) = get(&router, "/readyz", None).await;
    let report: Value = serde_json::from_str(&report).unwrap();
    let leaving = json!({"serving": false, "database": true, "keys": true});
    assert_eq!((status, report), (503, leaving));
    assert_eq!(
        get(&router, "/healthz", None).await,
        (200, "ok\n".to_owned())
    );
    app.db().close().await;
    let (status, report) = get(&router, "/readyz", None).await;
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((status, report["database"].as_bool()), (503, Some(false)));
}

/// Without usable signing keys `/readyz` is not ready, because nothing can be served.
#[tokio::test]
async fn a_server_without_usable_keys_is_not_ready() {
    let app = TestApp::start().await;
    let router = probes::routes(Probes {
        keys_usable: Arc::new(|| false),
        ..looked_at(&app, &Shutdown::new())
    });
    let (status, report) = get(&router, "/readyz", None).await;
    let report: Value = serde_json::from_str(&report).unwrap();
    let keyless = json!({"serving": true, "database": true, "keys": false});
    assert_eq!((status, report), (503, keyless));
}
