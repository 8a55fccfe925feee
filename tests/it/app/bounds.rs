//! Attack 44: slow heads, huge heads, many sockets; and bytes that are no request at all.

use std::time::{Duration, Instant};

use axum::{Router, routing::get};
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

use super::support::{exchange, read_to_end, serve, settings};

fn router() -> Router {
    Router::new().route("/", get(|| async { "here" }))
}

/// Attack 44: a head that drips is cut off after `server.header_timeout`, a silent connection too.
#[tokio::test]
async fn slow_heads_are_cut_off() {
    let mut config = settings();
    config.header_timeout = Duration::from_millis(400);
    let running = serve(&config, router()).await;
    let began = Instant::now();
    let mut silent = TcpStream::connect(running.address).await.unwrap();
    let mut dripping = TcpStream::connect(running.address).await.unwrap();
    dripping.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    let drip = async {
        for _ in 0..100 {
            tokio::time::sleep(Duration::from_millis(50)).await;
            if dripping.write_all(b"x: y\r\n").await.is_err() {
                break;
            }
        }
        began.elapsed()
    };
    let (answer, dripped) = tokio::join!(read_to_end(&mut silent), drip);
    assert_eq!(answer, "");
    assert!(dripped < Duration::from_secs(2), "{dripped:?}");
}

/// Attack 44: heads have a largest size and a largest number of lines.
#[tokio::test]
async fn huge_heads_are_refused() {
    let running = serve(&settings(), router()).await;
    let long = format!(
        "GET / HTTP/1.1\r\nhost: a\r\nx: {}\r\n\r\n",
        "y".repeat(64 * 1024)
    );
    let many = format!(
        "GET / HTTP/1.1\r\nhost: a\r\n{}\r\n",
        "x: y\r\n".repeat(200)
    );
    let address = format!("GET /{} HTTP/1.1\r\nhost: a\r\n\r\n", "z".repeat(70_000));
    for head in [long, many, address] {
        let answer = exchange(running.address, head.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 4"), "{answer:?}");
    }
}

/// The "any bytes at any door": no answer but an error or a closed connection, and the next client is served.
#[tokio::test]
async fn bytes_that_are_no_request_do_no_harm() {
    let running = serve(&settings(), router()).await;
    let tls_hello = [
        0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0d, 0x0a,
    ];
    for bytes in [
        &tls_hello[..],
        b"\0\0\0\0\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\xff\xfe\r\n\r\n",
    ] {
        let answer = exchange(running.address, bytes).await;
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
            "{bytes:?}: {answer:?}"
        );
    }
    let answer = exchange(
        running.address,
        b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
    )
    .await;
    assert!(answer.ends_with("here"), "{answer}");
}

/// Attack 44: above `server.max_connections` a client waits, and is served when another leaves.
#[tokio::test]
async fn connections_above_the_limit_wait() {
    let mut config = settings();
    config.max_connections = 1;
    config.header_timeout = Duration::from_secs(5);
    let running = serve(&config, router()).await;
    let holder = TcpStream::connect(running.address).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let waiting = exchange(
        running.address,
        b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
    );
    tokio::pin!(waiting);
    let early = tokio::time::timeout(Duration::from_millis(300), waiting.as_mut()).await;
    assert!(
        early.is_err(),
        "a second connection was served beside the first"
    );
    drop(holder);
    assert!(waiting.await.ends_with("here"));
}
