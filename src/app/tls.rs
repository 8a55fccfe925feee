//! The certificate that Atrium serves https with.

use std::{path::Path, sync::Arc};

use rustls::{
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    server::ServerConfig,
};

/// Why certificate and key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file is missing, unreadable or not PEM.
    #[error("{setting} {path} cannot be read: {why}")]
    File {
        /// The setting that names the file.
        setting: &'static str,
        /// The file.
        path: String,
        /// The reason, without anything of the file's content.
        why: String,
    },
    /// The two files do not belong together, or hold something that TLS cannot use.
    #[error("server.tls_cert and server.tls_key are no pair: {0}")]
    Pair(rustls::Error),
}

/// TLS 1.2 and 1.3 with this chain and key, offering HTTP/2 and HTTP/1.1.
///
/// # Errors
/// A file that cannot be read, or two that do not belong together.
pub fn load(cert: &Path, key: &Path) -> Result<Arc<ServerConfig>, TlsError> {
    let chain = read_chain(cert)?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(|why| TlsError::File {
        setting: "server.tls_key",
        path: key.display().to_string(),
        why: why.to_string(),
    })?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(TlsError::Pair)?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .map_err(TlsError::Pair)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

/// The certificates of a PEM file, the server's own first.
///
/// # Errors
/// The file cannot be read or holds none.
pub fn read_chain(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let fault = |why: String| TlsError::File {
        setting: "server.tls_cert",
        path: path.display().to_string(),
        why,
    };
    let certificates = CertificateDer::pem_file_iter(path)
        .map_err(|why| fault(why.to_string()))?
        .collect::<Result<Vec<_>, _>>()
        .map_err(|why| fault(why.to_string()))?;
    if certificates.is_empty() {
        return Err(fault("it holds no certificate".to_owned()));
    }
    Ok(certificates)
}
