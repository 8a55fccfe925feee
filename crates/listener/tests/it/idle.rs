//! How long a connection may wait for its next request: `idle_timeout`, which proxies must not reach.

use std::time::{Duration, Instant};

use atrium_listener::Limits;
use axum::{Router, routing::get};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::support::{read_to_end, serve};

const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: a\r\n\r\n";

/// Far more time for an idle connection than for a head. The listener waits in real time, so the tests do too; a slow
/// machine may stop for two seconds before a request comes too late.
fn patient() -> Limits {
    Limits {
        header_timeout: Duration::from_millis(300),
        idle_timeout: Duration::from_secs(3),
        ..Limits::default()
    }
}

fn router() -> Router {
    Router::new().route("/", get(|| async { "here" }))
}

async fn ask(stream: &mut TcpStream) {
    stream.write_all(REQUEST).await.unwrap();
    let mut answer = [0; 512];
    let read = stream.read(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer[..read]);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

/// Behind nginx, a request that met the end of an idle connection was answered with 502.
#[tokio::test]
async fn an_idle_connection_outlives_the_time_of_a_head() {
    let running = serve(&patient(), router()).await;
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    for _ in 0..3 {
        ask(&mut stream).await;
        tokio::time::sleep(Duration::from_millis(700)).await;
    }
    ask(&mut stream).await;
    let began = Instant::now();
    assert_eq!(read_to_end(&mut stream).await, "");
    let idle = began.elapsed();
    assert!(idle > Duration::from_millis(2_700), "{idle:?}");
    assert!(idle < Duration::from_secs(10), "{idle:?}");
}

/// Attack 44: the head of a later request has no more time than the first one's.
#[tokio::test]
async fn a_slow_head_on_an_idle_connection_is_cut_off() {
    let limits = Limits {
        idle_timeout: Duration::from_secs(60),
        ..patient()
    };
    let running = serve(&limits, router()).await;
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    ask(&mut stream).await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    let began = Instant::now();
    let (mut answers, mut drips) = stream.split();
    let drip = async {
        drips.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
        for _ in 0..600 {
            tokio::time::sleep(Duration::from_millis(50)).await;
            if drips.write_all(b"x: y\r\n").await.is_err() {
                break;
            }
        }
    };
    let mut rest = Vec::new();
    tokio::select! {
        _ = answers.read_to_end(&mut rest) => {}
        () = drip => {}
    }
    assert!(
        began.elapsed() < Duration::from_secs(6),
        "{:?}",
        began.elapsed()
    );
    assert!(rest.is_empty(), "{rest:?}");
}
