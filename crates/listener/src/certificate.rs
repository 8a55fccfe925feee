//! The TLS certificate, reloaded when its files change.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::{Duration, SystemTime},
};

use rustls::{
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    server::{ClientHello, ResolvesServerCert, ServerConfig},
    sign::CertifiedKey,
};

/// Why certificate and key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file of the chain is missing, unreadable or without a certificate; the reason has none of its content.
    #[error("the certificate {path} cannot be read: {why}")]
    Chain { path: String, why: String },
    /// The file of the key is missing, unreadable or without a key; the reason has none of its content.
    #[error("the key {path} cannot be read: {why}")]
    Key { path: String, why: String },
    /// Certificate and key do not belong together, or TLS does not support them.
    #[error("certificate and key do not belong together: {0}")]
    Pair(rustls::Error),
}

/// How often the files are checked; a renewal replaces them.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// The certificate in use and its two files. Clones share them.
#[derive(Clone, Debug)]
pub struct Certificate {
    cert: PathBuf,
    key: PathBuf,
    current: Arc<CurrentPair>,
}

/// What the next handshake uses, and the state of the files it was read from.
#[derive(Debug)]
struct CurrentPair {
    pair: RwLock<Arc<CertifiedKey>>,
    state: Mutex<[Option<State>; 2]>,
}

/// Modification time and length of a file, by which a change is noticed.
type State = (SystemTime, u64);

impl Certificate {
    /// Loads certificate chain and key.
    ///
    /// # Errors
    /// A file cannot be read, or the two do not belong together.
    pub fn load(cert: &Path, key: &Path) -> Result<Self, TlsError> {
        let state = [cert, key].map(state);
        let pair = RwLock::new(Arc::new(read(cert, key)?));
        let state = Mutex::new(state);
        Ok(Self {
            cert: cert.to_owned(),
            key: key.to_owned(),
            current: Arc::new(CurrentPair { pair, state }),
        })
    }

    /// A TLS configuration for TLS 1.2 and 1.3, offering HTTP/2 and HTTP/1.1.
    ///
    /// # Errors
    /// TLS cannot be set up.
    pub fn server(&self) -> Result<Arc<ServerConfig>, TlsError> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let current: Arc<CurrentPair> = Arc::clone(&self.current);
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(TlsError::Pair)?
            .with_no_client_auth()
            .with_cert_resolver(current);
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }

    /// Reloads the files if they changed; true when the next handshake uses the new ones. Unusable files change
    /// nothing: they may be half written.
    ///
    /// # Errors
    /// Why they cannot be used; reported at each check until they can.
    pub fn look(&self) -> Result<bool, TlsError> {
        let found = [self.cert.as_path(), self.key.as_path()].map(state);
        let mut known = self
            .current
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if *known == found {
            return Ok(false);
        }
        let pair = Arc::new(read(&self.cert, &self.key)?);
        *self
            .current
            .pair
            .write()
            .unwrap_or_else(PoisonError::into_inner) = pair;
        *known = found;
        Ok(true)
    }

    /// Checks the files periodically, for ever.
    pub async fn keep_up(&self) {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            match self.look() {
                Ok(false) => {}
                Ok(true) => tracing::info!("loaded the renewed TLS certificate"),
                Err(error) => {
                    tracing::warn!(%error, "the new certificate cannot be used; the old one stays in use");
                }
            }
        }
    }
}

impl ResolvesServerCert for CurrentPair {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let pair = self.pair.read().unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(&pair))
    }
}

fn state(file: &Path) -> Option<State> {
    let data = std::fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
}

fn read(cert: &Path, key: &Path) -> Result<CertifiedKey, TlsError> {
    let chain = read_chain(cert)?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(|why| TlsError::Key {
        path: key.display().to_string(),
        why: why.to_string(),
    })?;
    let provider = rustls::crypto::ring::default_provider();
    CertifiedKey::from_der(chain, key, &provider).map_err(TlsError::Pair)
}

/// The certificates of a PEM file, the server's own first.
///
/// # Errors
/// The file cannot be read or contains none.
pub fn read_chain(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let fault = |why: String| TlsError::Chain {
        path: path.display().to_string(),
        why,
    };
    let certificates = CertificateDer::pem_file_iter(path)
        .map_err(|why| fault(why.to_string()))?
        .collect::<Result<Vec<_>, _>>()
        .map_err(|why| fault(why.to_string()))?;
    if certificates.is_empty() {
        return Err(fault("it contains no certificate".to_owned()));
    }
    Ok(certificates)
}
