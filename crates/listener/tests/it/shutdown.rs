//! Graceful stop: not ready, finish, end within the grace period.

use std::sync::Arc;
use std::time::{Duration, Instant};

use atrium_listener::Limits;
use axum::{Router, routing::get};
use tokio::{io::AsyncWriteExt as _, net::TcpStream, sync::Notify};

use super::support::{exchange, read_to_end, serve};

/// A router whose handler takes this long, and a notice of its beginning.
fn router(takes: Duration) -> (Router, Arc<Notify>) {
    let began = Arc::new(Notify::new());
    let begins = Arc::clone(&began);
    let slow = move || async move {
        begins.notify_one();
        tokio::time::sleep(takes).await;
        "finished"
    };
    (Router::new().route("/", get(slow)), began)
}

/// An active request gets its complete answer, an idle connection is closed, a new one is refused.
#[tokio::test]
async fn active_requests_finish_and_no_new_ones_begin() {
    let (router, began) = router(Duration::from_millis(600));
    let running = serve(&Limits::default(), router).await;
    let mut idle = TcpStream::connect(running.address).await.unwrap();
    let mut busy = TcpStream::connect(running.address).await.unwrap();
    busy.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n")
        .await
        .unwrap();
    began.notified().await;

    assert!(!running.shutdown.is_leaving());
    running.shutdown.begin(Duration::ZERO).await;
    assert!(running.shutdown.is_leaving());
    let (at_idle, at_busy) = tokio::join!(read_to_end(&mut idle), read_to_end(&mut busy));
    assert_eq!(at_idle, "");
    assert!(at_busy.ends_with("finished"), "{at_busy}");
    running.ended.await.unwrap();
    assert!(TcpStream::connect(running.address).await.is_err());
}

/// The server first reports not ready until a load balancer has noticed. The listener still serves.
#[tokio::test]
async fn not_ready_comes_before_the_end() {
    let running = serve(&Limits::default(), router(Duration::ZERO).0).await;
    let shutdown = running.shutdown.clone();
    let stopping = tokio::spawn(async move { shutdown.begin(Duration::from_secs(2)).await });
    while !running.shutdown.is_leaving() {
        tokio::task::yield_now().await;
    }
    let answer = exchange(
        running.address,
        b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
    )
    .await;
    assert!(answer.ends_with("finished"), "{answer}");
    stopping.await.unwrap();
    running.ended.await.unwrap();
}

/// Requests that do not finish within `shutdown_grace` are cut off.
#[tokio::test]
async fn the_grace_ends() {
    let limits = Limits {
        shutdown_grace: Duration::from_millis(300),
        ..Limits::default()
    };
    let (router, called) = router(Duration::from_secs(60));
    let running = serve(&limits, router).await;
    let mut busy = TcpStream::connect(running.address).await.unwrap();
    busy.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n")
        .await
        .unwrap();
    called.notified().await;
    let began = Instant::now();
    running.shutdown.begin(Duration::ZERO).await;
    running.ended.await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(3));
    assert_eq!(read_to_end(&mut busy).await, "");
}
