//! Request ids and client addresses through the server's layers.

use std::net::SocketAddr;
use std::sync::Arc;

use atrium::{
    app::request_layer::{self, RequestLayer},
    http::request_id::RequestId,
    random::Random,
    telemetry::metrics::Metrics,
};
use atrium_listener::{ClientAddress, Peer, Proxies};
use axum::{Extension, Router, body::Body, extract::Request, middleware, routing::get};
use http_body_util::BodyExt as _;
use tower::ServiceExt as _;

fn router() -> Router {
    let layer = Arc::new(RequestLayer {
        proxies: Proxies::new(&["10.0.0.0/8".parse().unwrap()]),
        random: Random::system(),
        https: false,
    });
    let show = |client: ClientAddress, Extension(id): Extension<RequestId>| async move {
        format!("{client} {}", id.0)
    };
    Router::new()
        .route("/shown/{secret}", get(show))
        .layer(middleware::from_fn_with_state(layer, request_layer::around))
}

async fn ask(peer: &str, headers: &[(&str, &str)]) -> (String, String) {
    let peer: SocketAddr = format!("{peer}:4711").parse().unwrap();
    let mut request = Request::builder()
        .uri("/shown/hush?token=hush")
        .extension(Peer(peer));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = router()
        .oneshot(request.body(Body::empty()).unwrap())
        .await
        .unwrap();
    let id = answer.headers()["x-request-id"]
        .to_str()
        .unwrap()
        .to_owned();
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    (String::from_utf8(body.to_vec()).unwrap(), id)
}

/// Attack 12: only a trusted proxy names the client and the request.
#[tokio::test]
async fn only_a_trusted_proxy_is_believed() {
    let sent = [
        ("x-forwarded-for", "198.51.100.7"),
        ("x-request-id", "proxy-0001"),
    ];
    let (shown, id) = ask("10.1.2.3", &sent).await;
    assert_eq!(
        (shown.as_str(), id.as_str()),
        ("198.51.100.7 proxy-0001", "proxy-0001")
    );

    let (shown, id) = ask("203.0.113.5", &sent).await;
    assert_eq!(shown, format!("203.0.113.5 {id}"));
    assert_ne!(id, "proxy-0001");

    let (_, id) = ask("10.1.2.3", &[("x-request-id", "no words, please")]).await;
    assert_eq!(id.len(), 32);
}

/// The metrics name the route's template, so that no secret and no invented path becomes a label.
#[tokio::test]
async fn figures_name_templates_only() {
    let metrics = Metrics::install();
    ask("203.0.113.5", &[]).await;
    metrics.upkeep();
    let page = metrics.render();
    assert!(page.contains("route=\"/shown/{secret}\""), "{page}");
    assert!(!page.contains("hush"), "{page}");
}
