//! A certificate of a test, and a client that trusts it alone.

use std::path::Path;
use std::sync::Arc;

use atrium::config::ServerConfig;
use rustls::pki_types::{CertificateDer, pem::PemObject as _};

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

pub fn client(authority: &str) -> reqwest::Client {
    let mut roots = rustls::RootCertStore::empty();
    let authority = CertificateDer::from_pem_slice(authority.as_bytes()).unwrap();
    roots.add(authority).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let builder = reqwest::Client::builder().tls_backend_preconfigured(tls);
    builder.build().unwrap()
}
