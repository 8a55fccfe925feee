//! The bounds over HTTP/1.1 (attack 44): slow heads, huge heads, many sockets; and bytes that are no request.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use atrium_listener::Limits;
use axum::{
    Router,
    body::{Body, Bytes},
    routing::{get, post},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    sync::{Notify, mpsc},
};

use super::support::{exchange, read_to_end, serve};

fn router() -> Router {
    Router::new().route("/", get(|| async { "here" }))
}

const KEPT_ALIVE: &[u8] = b"GET / HTTP/1.1\r\nhost: a\r\n\r\n";
const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";

/// Attack 44: a slow head is cut off after `header_timeout`, and so is a silent connection.
#[tokio::test]
async fn slow_heads_are_cut_off() {
    let limits = Limits {
        header_timeout: Duration::from_millis(400),
        ..Limits::default()
    };
    let running = serve(&limits, router()).await;
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
    let running = serve(&Limits::default(), router()).await;
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

/// A head of exactly `size` bytes: the request line, `first`, one long line, and the empty line.
fn head(size: usize, first: &str) -> String {
    let around = format!("{first}x: \r\n\r\n").len();
    format!("{first}x: {}\r\n\r\n", "y".repeat(size - around))
}

/// The status codes of the answers, in order.
fn statuses(answers: &str) -> Vec<&str> {
    let found = answers.split("HTTP/1.1 ").skip(1);
    found.map(|answer| &answer[..3]).collect()
}

/// Attack 44, RFC 6585 section 5: `header_limit` counts every byte of a head, from the
/// request line to the empty line. A head of that size is served, and one more byte is refused, in any split into
/// lines, packets and requests.
#[tokio::test]
async fn a_head_may_be_as_large_as_the_limit_and_no_larger() {
    const START: &str = "GET / HTTP/1.1\r\nhost: a\r\n";
    const LAST: &str = "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n";
    for limit in [8 * 1024, 32 * 1024, 50_000] {
        let limits = Limits {
            header_limit: limit,
            ..Limits::default()
        };
        let running = serve(&limits, router()).await;
        let many = format!("{LAST}{}", "a: b\r\n".repeat(90));
        let blanks = format!("{LAST}a:{}b\r\n", " ".repeat(2_000));
        let fragment = format!(
            "GET /#{} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n",
            "z".repeat(2_000)
        );
        for first in [LAST, &many, &blanks, &fragment] {
            for (size, expected) in [(limit, "200"), (limit + 1, "431")] {
                let bytes = head(size, first).into_bytes();
                assert_eq!(bytes.len(), size);
                let whole = exchange(running.address, &bytes).await;
                assert_eq!(
                    statuses(&whole),
                    [expected],
                    "{size} of {limit}: {first:.80}"
                );

                let mut stream = TcpStream::connect(running.address).await.unwrap();
                stream.set_nodelay(true).unwrap();
                for part in bytes.chunks(3_000) {
                    let _ = stream.write_all(part).await;
                    tokio::task::yield_now().await;
                }
                let parts = read_to_end(&mut stream).await;
                assert_eq!(statuses(&parts), [expected], "in parts: {size} of {limit}");
            }
        }
        let several = [
            head(limit, START),
            head(limit, START),
            head(limit + 1, LAST),
        ]
        .concat();
        let answers = exchange(running.address, several.as_bytes()).await;
        assert_eq!(statuses(&answers), ["200", "200", "431"], "{limit}");
        let body = "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 9000\r\n";
        let with_body = head(limit, body) + &"z".repeat(9_000);
        let answer = exchange(running.address, with_body.as_bytes()).await;
        assert_eq!(
            statuses(&answer),
            ["200"],
            "the body is no part of the head"
        );
    }
}

/// Attack 44: `header_count` lines are served, one more is not.
#[tokio::test]
async fn a_head_may_have_as_many_lines_as_the_limit_and_no_more() {
    for count in [32, 100, 150] {
        let limits = Limits {
            header_count: count,
            ..Limits::default()
        };
        let running = serve(&limits, router()).await;
        for (lines, expected) in [(count, "200"), (count + 1, "431")] {
            let head = format!(
                "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n{}\r\n",
                "x: y\r\n".repeat(lines - 2)
            );
            let answer = exchange(running.address, head.as_bytes()).await;
            assert_eq!(statuses(&answer), [expected], "{lines} of {count}");
        }
    }
}

/// Any bytes are answered by an error or a closed connection, and the next client is served.
#[tokio::test]
async fn bytes_that_are_no_request_do_no_harm() {
    let running = serve(&Limits::default(), router()).await;
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

/// Attack 44: when every connection is taken by clients that are idle or send half heads or half bodies, the one that has
/// waited longest is closed for the next client.
#[tokio::test]
async fn half_requests_hold_no_room_that_another_needs() {
    const HALVES: [&[u8]; 3] = [
        b"",
        b"GET / HTTP/1.1\r\nhost: a\r\n",
        b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf",
    ];
    let limits = Limits {
        max_connections: HALVES.len(),
        ..Limits::default()
    };
    let router = router().route("/", post(|body: Bytes| async move { body }));
    let running = serve(&limits, router).await;
    let mut held = Vec::new();
    for half in HALVES {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        stream.write_all(half).await.unwrap();
        held.push(stream);
    }
    let mut served = Vec::new();
    for closed in &mut held {
        let began = Instant::now();
        let mut next = TcpStream::connect(running.address).await.unwrap();
        next.write_all(KEPT_ALIVE).await.unwrap();
        next.read_exact(&mut [0; 1]).await.unwrap();
        assert!(
            began.elapsed() < Duration::from_secs(1),
            "{:?}",
            began.elapsed()
        );
        assert_eq!(
            read_to_end(closed).await,
            "",
            "the longest waiting one is closed"
        );
        served.push(next);
    }
}

/// Attack 44: a client whose request is answered keeps its connection; the next one waits until that answer is made.
#[tokio::test]
async fn a_connection_whose_request_is_answered_is_not_closed() {
    let limits = Limits {
        max_connections: 1,
        ..Limits::default()
    };
    let (called, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (call, wait) = (Arc::clone(&called), Arc::clone(&go));
    let slow = get(move || async move {
        call.notify_one();
        wait.notified().await;
        "done"
    });
    let running = serve(&limits, router().route("/slow", slow)).await;
    let mut first = TcpStream::connect(running.address).await.unwrap();
    first
        .write_all(b"GET /slow HTTP/1.1\r\nhost: a\r\n\r\n")
        .await
        .unwrap();
    called.notified().await;
    let mut second = pin!(exchange(running.address, REQUEST));
    let early = tokio::time::timeout(Duration::from_millis(300), second.as_mut()).await;
    assert!(early.is_err(), "served without room: {early:?}");
    go.notify_one();
    // Once its answer is complete, it is idle and is closed.
    assert!(read_to_end(&mut first).await.ends_with("done"));
    assert!(second.await.ends_with("here"));
}

/// Attack 44: a body that stops, or that drips, ends with an error long before `request_timeout`.
#[tokio::test]
async fn slow_bodies_are_cut_off() {
    let limits = Limits {
        header_timeout: Duration::from_millis(400),
        ..Limits::default()
    };
    let router = Router::new().route("/", post(|body: Bytes| async move { body }));
    let running = serve(&limits, router).await;
    let head = b"POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 99\r\n\r\n";
    let began = Instant::now();
    let mut stopped = TcpStream::connect(running.address).await.unwrap();
    stopped.write_all(head).await.unwrap();
    let mut dripping = TcpStream::connect(running.address).await.unwrap();
    dripping.write_all(head).await.unwrap();
    let (mut answers, mut drips) = dripping.split();
    let drip = async {
        for _ in 0..90 {
            tokio::time::sleep(Duration::from_millis(50)).await;
            if drips.write_all(b"x").await.is_err() {
                break;
            }
        }
    };
    let mut first = [0; 12];
    let (stopped, read) = tokio::select! {
        both = async { tokio::join!(read_to_end(&mut stopped), answers.read_exact(&mut first)) } => both,
        () = drip => panic!("a body of 90 bytes that took 4.5 s was read"),
    };
    read.unwrap();
    assert!(stopped.starts_with("HTTP/1.1 400"), "{stopped}");
    assert_eq!(&first, b"HTTP/1.1 400");
    assert!(
        began.elapsed() < Duration::from_secs(3),
        "{:?}",
        began.elapsed()
    );
}

/// More than the buffers of both ends of a connection on this machine.
const LONG: usize = 32 << 20;

/// Reports when it is dropped.
struct ReportsEnd(mpsc::UnboundedSender<()>);

impl Drop for ReportsEnd {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

/// Attack 44: an answer that nobody reads holds its connection for `write_timeout`. An answer that is read
/// slowly is sent completely.
#[tokio::test]
async fn an_answer_that_is_not_read_is_cut_off() {
    let limits = Limits {
        max_connections: 1,
        write_timeout: Duration::from_millis(500),
        ..Limits::default()
    };
    let (report, mut ends) = mpsc::unbounded_channel();
    let long = get(move || {
        let end = ReportsEnd(report.clone());
        let parts = std::iter::repeat_n(Bytes::from(vec![b'x'; LONG / 32]), 32);
        let parts = parts.map(move |part| {
            let _kept = &end;
            Ok::<_, Infallible>(part)
        });
        async { Body::from_stream(futures_util::stream::iter(parts)) }
    });
    let running = serve(&limits, router().route("/long", long)).await;
    let request = b"GET /long HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";

    let mut slow = TcpStream::connect(running.address).await.unwrap();
    slow.write_all(request).await.unwrap();
    let (mut part, mut read) = (vec![0; LONG / 16], 0);
    let began = Instant::now();
    loop {
        let more = slow.read(&mut part).await.unwrap();
        read += more;
        if more == 0 {
            break;
        }
        if began.elapsed() < 2 * limits.write_timeout {
            tokio::time::sleep(limits.write_timeout / 5).await;
        }
    }
    assert!(read > LONG, "{read} bytes of a slow reader's answer");

    let mut deaf = TcpStream::connect(running.address).await.unwrap();
    deaf.write_all(request).await.unwrap();
    deaf.read_exact(&mut [0; 1]).await.unwrap();
    for answer in ["the slow reader's", "the other"] {
        let ended = tokio::time::timeout(Duration::from_secs(20), ends.recv()).await;
        ended.expect(answer).expect(answer);
    }
    let mut rest = Vec::new();
    let _ = deaf.read_to_end(&mut rest).await;
    assert!(rest.len() < LONG, "{} bytes after the timeout", rest.len());
}

/// Attack 44: an address has its share of the connections and cannot take others' shares.
#[tokio::test]
async fn one_address_cannot_take_every_connection() {
    let limits = Limits {
        max_connections_per_address: 1,
        ..Limits::default()
    };
    let running = serve(&limits, router()).await;
    let mut holder = TcpStream::connect(running.address).await.unwrap();
    holder
        .write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n")
        .await
        .unwrap();
    holder.read_exact(&mut [0; 1]).await.unwrap();

    assert_eq!(exchange(running.address, REQUEST).await, "");
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    let mut other = socket.connect(running.address).await.unwrap();
    other.write_all(REQUEST).await.unwrap();
    assert!(read_to_end(&mut other).await.ends_with("here"));

    drop(holder);
    let again = async {
        while !exchange(running.address, REQUEST).await.ends_with("here") {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let freed = tokio::time::timeout(Duration::from_secs(10), again).await;
    assert!(freed.is_ok(), "a closed connection still counts");
}
