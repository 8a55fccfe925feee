//! Floods of connections from clients that connect themselves.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use h2::SendStream;
use hyper::Request;
use rustls::ClientConfig;
use rustls::pki_types::{CertificateDer, ServerName, pem::PemObject as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::{TlsConnector, client::TlsStream};

use crate::server::Server;
use crate::{Plan, Result, Row};

const BODIES: &str = "HTTP/2 connections of 100 streams that hold back their bodies";
const HALF_HEADS: &str = "ten addresses hold every connection with half heads, and more come";
const HALF_BODIES: &str = "ten addresses hold every connection with half bodies, and more come";

/// The floods.
pub const NAMES: &[&str] = &[HALF_HEADS, HALF_BODIES, BODIES];

/// Half a head, and a head with half of its body.
const STARTS: [(&str, &[u8]); 2] = [
    (HALF_HEADS, b"GET /login HTTP/1.1\r\nhost: loc"),
    (
        HALF_BODIES,
        b"POST /oauth2/token HTTP/1.1\r\nhost: localhost\r\n\
          content-type: application/x-www-form-urlencoded\r\ncontent-length: 64\r\n\r\n\
          grant_type=client_credentials&id",
    ),
];

/// Streams of a connection: the number that Chromium opens.
const STREAMS: usize = 100;
/// What a stream announces.
const BODY: usize = 64 * 1024;
/// Most MiB of memory for a connection: 100 MiB for 290.
const EACH: f64 = 100.0 / 290.0;
/// MiB for any number of connections in the short form, where arriving requests may hold 2 MiB: the C library keeps
/// more than that.
const ANY: usize = 8;

pub async fn floods(plan: &Plan, server: &Server) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (flood, start) in STARTS {
        if plan.wants_one(flood) {
            rows.push(half_requests(plan, server, (flood, start)).await?);
        }
    }
    if plan.wants_one(BODIES) {
        rows.extend(held_bodies(plan, server).await?);
    }
    Ok(rows)
}

/// Connects over TLS from an address of this machine.
async fn connect(server: &Server, from: Ipv4Addr, alpn: &[u8]) -> Result<TlsStream<TcpStream>> {
    let mut roots = rustls::RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(
        server.certificate.as_bytes(),
    )?)?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut tls = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    tls.alpn_protocols = vec![alpn.to_vec()];
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(IpAddr::V4(from), 0))?;
    let to = SocketAddr::from((Ipv4Addr::LOCALHOST, server.port));
    let stream = socket.connect(to).await?;
    let name = ServerName::try_from("localhost")?;
    Ok(TlsConnector::from(Arc::new(tls))
        .connect(name, stream)
        .await?)
}

/// Keeps the server full, and measures how long others wait for an answer.
async fn half_requests(plan: &Plan, server: &Server, (flood, start): (&str, &[u8])) -> Result<Row> {
    let (all, mut held) = (plan.connections(), VecDeque::new());
    // Each connection of the last quarter displaces another.
    for n in 0..all + all / 4 {
        // By default an address may have 512 connections, and all of them 4,096.
        let from = Ipv4Addr::new(127, 0, 0, 2 + u8::try_from(n % 10)?);
        let mut stream = connect(server, from, b"http/1.1").await?;
        stream.write_all(start).await?;
        stream.flush().await?;
        if held.len() == all {
            held.pop_front();
        }
        held.push_back(stream);
    }
    let mut slowest = 0;
    for n in 0..5 {
        let since = Instant::now();
        let mut stream = connect(server, Ipv4Addr::new(127, 0, 1, n), b"http/1.1").await?;
        let request = b"GET /.well-known/openid-configuration HTTP/1.1\r\nhost: localhost\r\n\
                        connection: close\r\n\r\n";
        stream.write_all(request).await?;
        let mut answer = Vec::new();
        // A server may close without TLS's own goodbye.
        let _ = stream.read_to_end(&mut answer).await;
        if !answer.starts_with(b"HTTP/1.1 200") {
            let text = String::from_utf8_lossy(&answer);
            return Err(format!("{flood}: others get {text:.200}").into());
        }
        slowest = slowest.max(since.elapsed().as_millis());
    }
    Ok(Row {
        flood: format!("{flood}: another address waits"),
        unit: "ms",
        figure: slowest as f64,
        bound: plan.second(),
    })
}

/// Measures the memory of bodies whose last byte never arrives.
async fn held_bodies(plan: &Plan, server: &Server) -> Result<Vec<Row>> {
    let many = plan.count(290, 32);
    let (of_all, any) = (many as f64 * EACH, plan.count(0, ANY) as f64);
    let (most, most_after) = (of_all + any, of_all / 2.0 + any);
    let body = Bytes::from(vec![b'x'; BODY - 1]);
    // The first connection of a server loads code, which is no cost of a flood.
    release(vec![
        hold(server, Ipv4Addr::new(127, 0, 2, 200), &body).await?,
    ]);
    // Waits until the server has noticed that it is closed.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let before = server.memory()?;
    let mut held = Vec::new();
    for n in 0..many {
        let from = Ipv4Addr::new(127, 0, 2, u8::try_from(n % 8)?);
        held.push(hold(server, from, &body).await?);
    }
    // Until the last bodies have arrived.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let during = server.memory()?;
    release(held);
    let mut after = server.memory()?;
    let since = Instant::now();
    while after - before > most_after && since.elapsed() < Duration::from_secs(15) {
        tokio::time::sleep(Duration::from_millis(500)).await;
        after = server.memory()?;
    }
    let row = |what: &str, figure, bound| Row {
        flood: format!("{many} {BODIES}: {what}"),
        unit: "MiB",
        figure,
        bound,
    };
    Ok(vec![
        row("more memory", during - before, most),
        row("more memory after them", after - before, most_after),
    ])
}

fn release(held: Vec<SlowConnection>) {
    for slow in held {
        slow.connection.abort();
    }
}

/// A connection whose streams each wait to send the rest of a body.
struct SlowConnection {
    connection: JoinHandle<()>,
    _streams: Vec<SendStream<Bytes>>,
}

async fn hold(server: &Server, from: Ipv4Addr, body: &Bytes) -> Result<SlowConnection> {
    let stream = connect(server, from, b"h2").await?;
    let (requests, connection) = h2::client::handshake(stream).await?;
    let connection = tokio::spawn(async { drop(connection.await) });
    let mut streams = Vec::new();
    for _ in 0..STREAMS {
        let request = Request::post("https://localhost/oauth2/token")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("content-length", BODY)
            .body(())?;
        // The server may allow fewer streams at once, and close a connection that holds many.
        let ready = tokio::time::timeout(Duration::from_millis(200), requests.clone().ready());
        let Ok(Ok(mut ready)) = ready.await else {
            break;
        };
        let Ok((_, mut stream)) = ready.send_request(request, false) else {
            break;
        };
        if stream.send_data(body.clone(), false).is_err() {
            break;
        }
        streams.push(stream);
    }
    Ok(SlowConnection {
        connection,
        _streams: streams,
    })
}
