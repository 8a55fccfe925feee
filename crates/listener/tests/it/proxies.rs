//! Trusted proxies, which carry the requests of many clients (attack 44).

use std::{sync::Arc, time::Duration};

use atrium_listener::{Limits, Peer};
use axum::{
    Extension, Router,
    body::to_bytes,
    extract::Request,
    routing::{get, post},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    sync::Semaphore,
    time::timeout,
};

use super::support::{bind, exchange, read_to_end, run, serve};

const LENGTH: usize = 60_000;

/// The head of a request of a client behind a proxy, without its body.
fn head(client: &str) -> String {
    format!(
        "POST / HTTP/1.1\r\nhost: a\r\nx-forwarded-for: {client}\r\nconnection: close\r\n\
         content-length: {LENGTH}\r\n\r\n"
    )
}

fn whole(client: &str) -> Vec<u8> {
    (head(client) + &"x".repeat(LENGTH)).into_bytes()
}

/// Answers with the length of the body; `called` has a permit for each request that began.
fn router(called: &Arc<Semaphore>) -> Router {
    let called = Arc::clone(called);
    let length = post(move |request: Request| async move {
        called.add_permits(1);
        let body = to_bytes(request.into_body(), LENGTH).await;
        body.map_or(0, |body| body.len()).to_string()
    });
    Router::new().route("/", length)
}

/// Attack 44: one network behind a trusted proxy holds no more than its share of the memory for bodies. Its further
/// requests are refused, and those of another network are served.
#[tokio::test]
async fn attack_44_a_network_behind_a_proxy_has_a_share_of_the_memory() {
    let limits = Limits {
        body_memory: 1 << 20,
        body_limit: 64 * 1024,
        ..Limits::default()
    };
    let called = Arc::new(Semaphore::new(0));
    let running = run(bind(&limits, Some("127.0.0.1/32")).await, router(&called));
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        stream
            .write_all(head("192.0.2.1").as_bytes())
            .await
            .unwrap();
        called.acquire().await.unwrap().forget();
        held.push(stream);
    }
    let refused = exchange(running.address, head("192.0.2.1").as_bytes()).await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    let served = exchange(running.address, &whole("192.0.2.2")).await;
    assert!(served.ends_with("60000"), "{served}");

    drop(held);
    let again = async {
        while !exchange(running.address, &whole("192.0.2.1"))
            .await
            .ends_with("60000")
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let freed = timeout(Duration::from_secs(10), again).await;
    assert!(freed.is_ok(), "a request that ended still counts");
}

/// Attack 44: a trusted proxy has as many connections as it opens; another address has its limit.
#[tokio::test]
async fn a_trusted_proxy_has_no_limit_of_its_own() {
    let limits = Limits {
        max_connections_per_address: 1,
        ..Limits::default()
    };
    let router = router(&Arc::new(Semaphore::new(0)));
    let running = run(bind(&limits, Some("127.0.0.2/32")).await, router);
    let open = async || {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        socket.connect(running.address).await.unwrap()
    };
    let (_first, mut second) = (open().await, open().await);
    second.write_all(&whole("192.0.2.2")).await.unwrap();
    assert!(read_to_end(&mut second).await.ends_with("60000"));

    let _one = TcpStream::connect(running.address).await.unwrap();
    let mut another = TcpStream::connect(running.address).await.unwrap();
    assert_eq!(another.read(&mut [0; 1]).await.unwrap(), 0, "it is closed");
}

/// Each request carries the other end of its connection.
#[tokio::test]
async fn a_request_names_its_peer() {
    let peer = |Extension(peer): Extension<Peer>| async move { peer.0.ip().to_string() };
    let router = Router::new().route("/", get(peer));
    let running = serve(&Limits::default(), router).await;
    let request = b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";
    let answer = exchange(running.address, request).await;
    assert!(answer.ends_with("127.0.0.1"), "{answer}");
}
