//! HTTPS served directly when `server.tls_cert` is set.

use std::{path::Path, sync::Arc, time::Duration};

use atrium::{
    app::{serve::Listener, shutdown::Shutdown},
    config::ServerConfig,
    http::peer::ClientAddress,
};
use axum::{Router, extract::Request, routing::get};

use super::support::{exchange, serve, settings};

fn router() -> Router {
    let version = |request: Request| async move { format!("{:?}", request.version()) };
    let client = |client: ClientAddress| async move { client.to_string() };
    Router::new()
        .route("/", get(version))
        .route("/client", get(client))
}

/// Writes a certificate for localhost and its key into `folder`, and gives the certificate.
pub fn certificate(folder: &Path, config: &mut ServerConfig) -> String {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let (cert, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    std::fs::write(&cert, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    config.tls_cert = Some(cert);
    config.tls_key = Some(key);
    made.cert.pem()
}

fn client(
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

/// An HTTP/2 connection under way is finished at the stop as well.
#[tokio::test]
async fn http2_stops_gracefully() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = settings();
    let authority = certificate(folder.path(), &mut config);
    let slow = || async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        "finished"
    };
    let running = serve(&config, Router::new().route("/", get(slow))).await;
    let client = client(&authority, rustls::ALL_VERSIONS, false);
    let url = format!("https://localhost:{}/", running.address.port());
    let request = tokio::spawn(async move { client.get(url).send().await.unwrap().text().await });
    tokio::time::sleep(Duration::from_millis(250)).await;
    running.shutdown.begin(Duration::ZERO).await;
    assert_eq!(request.await.unwrap().unwrap(), "finished");
    running.ended.await.unwrap();
}

/// A wrong file is named with its setting, and nothing of its content is shown.
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
    assert!(fault(no_pair).await.contains("are no pair"));
    let mut no_cert = config.clone();
    no_cert.tls_cert = Some(other);
    assert!(fault(no_cert).await.contains("it holds no certificate"));
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
