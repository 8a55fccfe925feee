//! HTTPS: versions, cipher suites, slow handshakes and renewed certificates.

use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use atrium_listener::{Certificate, ClientAddress, Limits};
use axum::{Router, extract::Request, routing::get};
use rustls::SupportedProtocolVersion;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::Notify,
};

use super::support::{
    Protocol, bind, certificate, connect_tls, exchange, read_to_end, run, serve_tls,
    write_certificate,
};

fn router() -> Router {
    let version = |request: Request| async move { format!("{:?}", request.version()) };
    let client = |client: ClientAddress| async move { client.to_string() };
    Router::new()
        .route("/", get(version))
        .route("/client", get(client))
}

/// The body of the answer to a request over TLS.
async fn ask(
    address: SocketAddr,
    authority: &str,
    version: &'static SupportedProtocolVersion,
    protocol: Protocol,
    path: &str,
) -> std::io::Result<String> {
    let mut stream = connect_tls(address, authority, &[version], protocol).await?;
    if protocol == Protocol::Http1 {
        let request = format!("GET {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let answer = read_to_end(&mut stream).await;
        let body = answer.rsplit("\r\n").next().unwrap_or_default();
        return Ok(body.to_owned());
    }
    let (requests, connection) = h2::client::handshake(stream).await.unwrap();
    tokio::spawn(async { drop(connection.await) });
    let request = hyper::Request::get(format!("https://localhost{path}"));
    let request = request.body(()).unwrap();
    let mut requests = requests.ready().await.unwrap();
    let answer = requests.send_request(request, true).unwrap().0;
    let mut body = answer.await.unwrap().into_body();
    let mut text = String::new();
    while let Some(part) = body.data().await {
        text.push_str(std::str::from_utf8(&part.unwrap()).unwrap());
    }
    Ok(text)
}

/// TLS 1.2 and 1.3, HTTP/2 and HTTP/1.1 by ALPN.
#[tokio::test]
async fn https_is_served_in_both_versions() {
    let (running, authority) = serve_tls(&Limits::default(), router()).await;
    for version in [&rustls::version::TLS12, &rustls::version::TLS13] {
        for (protocol, expected) in [(Protocol::Http1, "HTTP/1.1"), (Protocol::Http2, "HTTP/2.0")] {
            for (path, expected) in [("/", expected), ("/client", "127.0.0.1")] {
                let answer = ask(running.address, &authority, version, protocol, path).await;
                assert_eq!(answer.unwrap(), expected);
            }
        }
    }
    // Plain HTTP on the TLS port gets nothing that a browser could take for a page.
    let plain = exchange(running.address, b"GET / HTTP/1.1\r\nhost: a\r\n\r\n").await;
    assert!(!plain.contains("HTTP/1.1"), "{plain:?}");
}

/// A `ClientHello` (RFC 5246 section 7.4.1.2) of up to TLS 1.2 that offers this one cipher suite.
fn hello(version: [u8; 2], suite: [u8; 2]) -> Vec<u8> {
    let extensions = [
        &[0x00, 0x0a, 0, 4, 0, 2, 0x00, 0x17][..], // supported_groups: secp256r1
        &[0x00, 0x0b, 0, 2, 1, 0],                 // ec_point_formats: uncompressed
        &[0x00, 0x0d, 0, 6, 0, 4, 0x04, 0x03, 0x08, 0x04], // signature_algorithms: ECDSA and RSA-PSS
    ]
    .concat();
    let mut body = version.to_vec();
    body.extend([7; 32]); // random
    body.extend([0, 0, 2, suite[0], suite[1], 1, 0]); // no session id; the suite; no compression
    body.extend([0, u8::try_from(extensions.len()).unwrap()]);
    body.extend(extensions);
    let length = u8::try_from(body.len()).unwrap();
    [&[0x16, 3, 1, 0, length + 4, 1, 0, 0, length][..], &body].concat()
}

/// only TLS 1.2 and 1.3, only with AEAD suites and forward secrecy.
#[tokio::test]
async fn weak_ciphers_and_old_versions_are_not_spoken() {
    const ALERT: u8 = 0x15;
    const HANDSHAKE: u8 = 0x16;
    let (running, _) = serve_tls(&Limits::default(), router()).await;
    let (tls12, tls11) = ([3, 3], [3, 2]);
    for (version, suite, name, expected) in [
        (
            tls12,
            [0xc0, 0x2b],
            "ECDHE_ECDSA_AES_128_GCM_SHA256",
            HANDSHAKE,
        ),
        (
            tls12,
            [0xcc, 0xa9],
            "ECDHE_ECDSA_CHACHA20_POLY1305",
            HANDSHAKE,
        ),
        (tls11, [0xc0, 0x2b], "TLS 1.1", ALERT),
        (tls12, [0xc0, 0x23], "ECDHE_ECDSA_AES_128_CBC_SHA256", ALERT),
        (tls12, [0xc0, 0x09], "ECDHE_ECDSA_AES_128_CBC_SHA", ALERT),
        (tls12, [0x00, 0x9c], "RSA_AES_128_GCM_SHA256", ALERT),
        (tls12, [0x00, 0x2f], "RSA_AES_128_CBC_SHA", ALERT),
        (tls12, [0x00, 0x0a], "RSA_3DES_EDE_CBC_SHA", ALERT),
        (tls12, [0x00, 0x05], "RSA_RC4_128_SHA", ALERT),
        (tls12, [0xc0, 0x06], "ECDHE_ECDSA_NULL_SHA", ALERT),
        (tls12, [0xc0, 0x18], "ECDH_anon_AES_128_CBC_SHA", ALERT),
    ] {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        stream.write_all(&hello(version, suite)).await.unwrap();
        assert_eq!(stream.read_u8().await.unwrap(), expected, "{name}");
    }
    let folder = tempfile::tempdir().unwrap();
    let tls = certificate(folder.path()).0.server().unwrap();
    for suite in &tls.crypto_provider().cipher_suites {
        let name = format!("{:?}", suite.suite());
        let forward_secret = name.starts_with("TLS13_") || name.starts_with("TLS_ECDHE_");
        let aead = name.contains("_GCM_") || name.contains("_CHACHA20_POLY1305_");
        assert!(forward_secret && aead, "{name}");
    }
}

/// Attack 44: a handshake that stops or drips is cut off after `header_timeout`, and so is a connection that has none.
#[tokio::test]
async fn attack_44_slow_handshakes_are_cut_off() {
    let limits = Limits {
        header_timeout: Duration::from_millis(400),
        ..Limits::default()
    };
    let (running, _) = serve_tls(&limits, router()).await;
    let hello = hello([3, 3], [0xc0, 0x2b]);
    let began = Instant::now();
    let mut silent = TcpStream::connect(running.address).await.unwrap();
    let mut stopped = TcpStream::connect(running.address).await.unwrap();
    stopped.write_all(&hello[..20]).await.unwrap();
    let mut dripping = TcpStream::connect(running.address).await.unwrap();
    let drip = async {
        for byte in &hello {
            tokio::time::sleep(Duration::from_millis(50)).await;
            if dripping.write_all(&[*byte]).await.is_err() {
                break;
            }
        }
        began.elapsed()
    };
    let (silent, stopped, dripped) =
        tokio::join!(read_to_end(&mut silent), read_to_end(&mut stopped), drip);
    assert_eq!((silent.as_str(), stopped.as_str()), ("", ""));
    assert!(dripped < Duration::from_secs(2), "{dripped:?}");
}

/// A stop also finishes an active HTTP/2 connection.
#[tokio::test]
async fn http2_stops_gracefully() {
    let began = Arc::new(Notify::new());
    let begins = Arc::clone(&began);
    let slow = move || async move {
        begins.notify_one();
        tokio::time::sleep(Duration::from_millis(500)).await;
        "finished"
    };
    let router = Router::new().route("/", get(slow));
    let (running, authority) = serve_tls(&Limits::default(), router).await;
    let (address, version) = (running.address, &rustls::version::TLS13);
    let answer =
        tokio::spawn(async move { ask(address, &authority, version, Protocol::Http2, "/").await });
    began.notified().await;
    running.shutdown.begin(Duration::ZERO).await;
    assert_eq!(answer.await.unwrap().unwrap(), "finished");
    running.ended.await.unwrap();
}

/// A file that cannot be used is named, without its content.
#[tokio::test]
async fn certificates_that_cannot_be_used_are_named() {
    let folder = tempfile::tempdir().unwrap();
    write_certificate(folder.path());
    let at = |name: &str| folder.path().join(name);
    let (cert, key, other) = (at("cert.pem"), at("key.pem"), at("other.pem"));
    let of_other = rcgen::KeyPair::generate().unwrap();
    std::fs::write(&other, of_other.serialize_pem()).unwrap();
    for (cert, key, words) in [
        (&cert, &other, "certificate and key do not belong together"),
        (
            &other,
            &key,
            "other.pem cannot be read: it contains no certificate",
        ),
        (&cert, &at("absent.pem"), "absent.pem cannot be read"),
        (&at("absent.pem"), &key, "absent.pem cannot be read"),
    ] {
        let fault = Certificate::load(cert, key).unwrap_err().to_string();
        assert!(fault.contains(words), "{fault}");
        assert!(!fault.contains("BEGIN"), "{fault}");
    }
}

/// A renewal needs no restart: the next handshake uses the new files, and files that cannot be used change nothing.
#[tokio::test]
async fn a_renewed_certificate_is_taken_without_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (held, before) = certificate(folder.path());
    let listener = bind(&Limits::default(), None).await;
    let running = run(listener.with_tls(held.clone()).unwrap(), router());
    let is_answered = async |authority: &str| {
        let version = &rustls::version::TLS13;
        let answer = ask(running.address, authority, version, Protocol::Http1, "/").await;
        answer.is_ok()
    };
    assert!(is_answered(&before).await);
    assert!(!held.look().unwrap(), "nothing changed");

    std::fs::write(folder.path().join("key.pem"), "half a file").unwrap();
    assert!(held.look().is_err());
    assert!(is_answered(&before).await, "the old one stays");

    let after = write_certificate(folder.path());
    assert!(held.look().unwrap());
    assert!(is_answered(&after).await);
    assert!(
        !is_answered(&before).await,
        "the old one is no longer shown"
    );
}
