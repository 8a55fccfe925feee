//! HTTPS served directly when `server.tls_cert` is set.

use std::{path::Path, sync::Arc, time::Duration};

use atrium::{
    app::{serve::Listener, shutdown::Shutdown},
    config::ServerConfig,
    http::peer::ClientAddress,
};
use axum::{Router, extract::Request, routing::get};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::Notify,
};

use super::support::{exchange, serve, settings};

fn router() -> Router {
    let version = |request: Request| async move { format!("{:?}", request.version()) };
    let client = |client: ClientAddress| async move { client.to_string() };
    Router::new()
        .route("/", get(version))
        .route("/client", get(client))
}

/// Writes a certificate for localhost and its key into `folder`; returns the certificate.
pub fn certificate(folder: &Path, config: &mut ServerConfig) -> String {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let (cert, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    std::fs::write(&cert, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    config.tls_cert = Some(cert);
    config.tls_key = Some(key);
    made.cert.pem()
}

/// A client that trusts only this certificate.
pub fn client(
    authority: &str,
    versions: &[&'static rustls::SupportedProtocolVersion],
    http1: bool,
) -> reqwest::Client {
    use rustls::pki_types::pem::PemObject as _;
    let mut roots = rustls::RootCertStore::empty();
    roots
        .add(rustls::pki_types::CertificateDer::from_pem_slice(authority.as_bytes()).unwrap())
        .unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(versions)
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    if !http1 {
        tls.alpn_protocols = vec![b"h2".to_vec()];
    }
    let builder = reqwest::Client::builder().tls_backend_preconfigured(tls);
    if http1 { builder.http1_only() } else { builder }
        .build()
        .unwrap()
}

/// TLS 1.2 and 1.3, HTTP/2 and HTTP/1.1 by ALPN.
#[tokio::test]
async fn https_is_served_in_both_versions() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = settings();
    let authority = certificate(folder.path(), &mut config);
    let running = serve(&config, router()).await;
    let url = format!("https://localhost:{}/", running.address.port());
    for version in [&rustls::version::TLS12, &rustls::version::TLS13] {
        for (http1, expected) in [(true, "HTTP/1.1"), (false, "HTTP/2.0")] {
            let client = client(&authority, &[version], http1);
            let answer = client.get(&url).send().await.unwrap().text().await.unwrap();
            assert_eq!(answer, expected);
            let answer = client.get(format!("{url}client")).send().await.unwrap();
            assert_eq!(answer.text().await.unwrap(), "127.0.0.1");
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
    let folder = tempfile::tempdir().unwrap();
    let mut config = settings();
    certificate(folder.path(), &mut config);
    let running = serve(&config, router()).await;
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
    let held = atrium::app::tls::Certificate::load(
        config.tls_cert.as_ref().unwrap(),
        config.tls_key.as_ref().unwrap(),
    );
    for suite in &held
        .unwrap()
        .server()
        .unwrap()
        .crypto_provider()
        .cipher_suites
    {
        let name = format!("{:?}", suite.suite());
        let forward_secret = name.starts_with("TLS13_") || name.starts_with("TLS_ECDHE_");
        let aead = name.contains("_GCM_") || name.contains("_CHACHA20_POLY1305_");
        assert!(forward_secret && aead, "{name}");
    }
}

/// A stop also finishes an active HTTP/2 connection.
#[tokio::test]
async fn http2_stops_gracefully() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = settings();
    let authority = certificate(folder.path(), &mut config);
    let began = Arc::new(Notify::new());
    let begins = Arc::clone(&began);
    let slow = move || async move {
        begins.notify_one();
        tokio::time::sleep(Duration::from_millis(500)).await;
        "finished"
    };
    let running = serve(&config, Router::new().route("/", get(slow))).await;
    let client = client(&authority, rustls::ALL_VERSIONS, false);
    let url = format!("https://localhost:{}/", running.address.port());
    let request = tokio::spawn(async move { client.get(url).send().await.unwrap().text().await });
    began.notified().await;
    running.shutdown.begin(Duration::ZERO).await;
    assert_eq!(request.await.unwrap().unwrap(), "finished");
    running.ended.await.unwrap();
}

/// An invalid file is reported with its setting, without its content.
#[tokio::test]
async fn certificates_that_cannot_be_used_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = settings();
    certificate(folder.path(), &mut config);
    let other = folder.path().join("other.pem");
    let key = rcgen::KeyPair::generate().unwrap();
    std::fs::write(&other, key.serialize_pem()).unwrap();
    let fault = |config: ServerConfig| async move {
        Listener::bind(&config).await.err().unwrap().to_string()
    };

    let mut no_pair = config.clone();
    no_pair.tls_key = Some(other.clone());
    assert!(fault(no_pair).await.contains("do not belong together"));
    let mut no_cert = config.clone();
    no_cert.tls_cert = Some(other);
    assert!(fault(no_cert).await.contains("it contains no certificate"));
    config.tls_key = Some(folder.path().join("absent.pem"));
    assert!(fault(config).await.contains("server.tls_key"));
}

/// A renewal needs no restart: the next handshake uses the new files, and files that cannot be used
/// change nothing.
#[tokio::test]
async fn a_renewed_certificate_is_taken_without_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = settings();
    let before = certificate(folder.path(), &mut config);
    let listener = Listener::bind(&config).await.unwrap();
    let held = listener.certificate().unwrap().clone();
    let url = format!(
        "https://localhost:{}/",
        listener.local_addr().unwrap().port()
    );
    tokio::spawn(listener.run(router(), Shutdown::new()));
    let answers = async |authority: &str| {
        let client = client(authority, rustls::ALL_VERSIONS, true);
        client.get(&url).send().await.is_ok()
    };
    assert!(answers(&before).await);
    assert!(!held.look().unwrap(), "nothing changed");

    std::fs::write(config.tls_key.as_ref().unwrap(), "half a file").unwrap();
    assert!(held.look().is_err());
    assert!(answers(&before).await, "the old one stays");

    let after = certificate(folder.path(), &mut config);
    assert!(held.look().unwrap());
    assert!(answers(&after).await);
    assert!(!answers(&before).await, "the old one is no longer shown");
}
