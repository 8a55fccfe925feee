//! A serving listener, and clients for it.

use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};

use atrium_listener::{Certificate, Limits, Listener, Proxies, Shutdown};
use axum::Router;
use rustls::{
    RootCertStore, SupportedProtocolVersion,
    pki_types::{CertificateDer, ServerName, pem::PemObject as _},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinHandle,
};
use tokio_rustls::{TlsConnector, client::TlsStream};

/// A serving listener.
pub struct Running {
    pub address: SocketAddr,
    pub shutdown: Shutdown,
    pub ended: JoinHandle<()>,
}

/// A listener on a free port that trusts `proxy`, if there is one.
pub async fn bind(limits: &Limits, proxy: Option<&str>) -> Listener {
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let trusted: Vec<_> = proxy.iter().map(|proxy| proxy.parse().unwrap()).collect();
    let proxies = Proxies::new(&trusted);
    Listener::bind(any, limits.clone(), proxies).await.unwrap()
}

/// Serves `router` until the test ends or stops it.
pub async fn serve(limits: &Limits, router: Router) -> Running {
    run(bind(limits, None).await, router)
}

/// `listener` with a new certificate, which its clients must trust.
pub fn with_tls(listener: Listener) -> (Listener, String) {
    let folder = tempfile::tempdir().unwrap();
    let (certificate, pem) = certificate(folder.path());
    (listener.with_tls(certificate).unwrap(), pem)
}

/// Serves `router` with TLS; also gives the certificate.
pub async fn serve_tls(limits: &Limits, router: Router) -> (Running, String) {
    let (listener, pem) = with_tls(bind(limits, None).await);
    (run(listener, router), pem)
}

pub fn run(listener: Listener, router: Router) -> Running {
    let address = listener.local_addr().unwrap();
    let shutdown = Shutdown::new();
    let ended = tokio::spawn(listener.run(router, shutdown.clone()));
    Running {
        address,
        shutdown,
        ended,
    }
}

/// Writes a new certificate for localhost and its key into `folder`.
pub fn write_certificate(folder: &Path) -> String {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(folder.join("cert.pem"), made.cert.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    made.cert.pem()
}

/// A new certificate in `folder`, and its text.
pub fn certificate(folder: &Path) -> (Certificate, String) {
    let pem = write_certificate(folder);
    let loaded = Certificate::load(&folder.join("cert.pem"), &folder.join("key.pem"));
    (loaded.unwrap(), pem)
}

/// What a client speaks over TLS. One that offers nothing speaks HTTP/1.1.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    Http1,
    Http2,
}

/// Connects with TLS, trusting only the certificate `authority`, and offers `protocol` by ALPN.
pub async fn connect_tls(
    address: SocketAddr,
    authority: &str,
    versions: &[&'static SupportedProtocolVersion],
    protocol: Protocol,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    let authority = CertificateDer::from_pem_slice(authority.as_bytes()).unwrap();
    roots.add(authority).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(versions)
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    if protocol == Protocol::Http2 {
        tls.alpn_protocols = vec![b"h2".to_vec()];
    }
    let stream = TcpStream::connect(address).await?;
    let name = ServerName::try_from("localhost").unwrap();
    TlsConnector::from(Arc::new(tls))
        .connect(name, stream)
        .await
}

/// Sends `bytes` and reads until the server closes; fails after ten seconds.
pub async fn exchange(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may close before it has read everything.
    let _ = stream.write_all(bytes).await;
    read_to_end(&mut stream).await
}

/// What the server sends until it closes; fails after ten seconds.
pub async fn read_to_end(stream: &mut (impl AsyncRead + Unpin)) -> String {
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut answer));
    let _ = read.await.expect("the server neither answers nor closes");
    String::from_utf8_lossy(&answer).into_owned()
}
