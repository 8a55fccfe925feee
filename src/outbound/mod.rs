//! Every HTTP request that Atrium itself makes. The targets are registered URLs, so each is checked against private
//! networks after its name is resolved (attack 39). Only this module uses reqwest.

mod address;
mod allow;
mod arriving;
mod error;
mod objects;
mod resolver;

use std::{sync::Arc, time::Duration};

use axum::http;
use reqwest::{Client, Request, RequestBuilder, header, redirect};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject as _},
};
use serde::de::DeserializeOwned;
use url::{Host, Url};

use allow::Allow;
pub use arriving::ArrivingResponse;
pub use error::OutboundError;
pub use objects::ObjectRequests;
use resolver::Guard;
pub use resolver::{Lookup, SystemLookup};

/// Time limit for connecting, including DNS and TLS.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// Time limit for the whole exchange.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(10);
/// Idle connections per host that are kept open.
const IDLE_PER_HOST: usize = 2;

/// Longest response body, in bytes: a JWK Set or a discovery document is far smaller.
pub const BODY_MAX: usize = 256 * 1024;

/// A complete response with any status except a redirect.
#[derive(Debug, Clone)]
pub struct ReceivedResponse {
    pub status: u16,
    /// `Content-Type`, if it was sent and is ASCII.
    pub content_type: Option<String>,
    /// At most [`BODY_MAX`] bytes, or those of a file.
    pub body: Vec<u8>,
}

/// The HTTP client; cheap to clone.
#[derive(Clone)]
pub struct Outbound {
    allow: Arc<Allow>,
    lookup: Arc<dyn Lookup>,
    /// For hosts that are not in `outbound.allow`: its resolver refuses private addresses.
    guarded: Client,
    /// For hosts in `outbound.allow`: they may have any address.
    named: Client,
}

impl Outbound {
    /// A client for the settings `outbound.allow` and, as PEM, the content of `outbound.ca_file`, whose authorities are
    /// trusted in addition to Mozilla's list.
    ///
    /// # Errors
    /// [`OutboundError::Address`] for an entry of `allow` that is neither host nor network,
    /// [`OutboundError::Certificates`].
    pub fn new(allow: &[String], ca_pem: Option<&[u8]>) -> Result<Self, OutboundError> {
        Self::with_lookup(allow, ca_pem, Arc::new(SystemLookup))
    }

    /// Like [`Outbound::new`], with another resolver.
    ///
    /// # Errors
    /// As [`Outbound::new`].
    pub fn with_lookup(
        allow: &[String],
        ca_pem: Option<&[u8]>,
        lookup: Arc<dyn Lookup>,
    ) -> Result<Self, OutboundError> {
        let allow = Arc::new(Allow::parse(allow.iter().map(String::as_str))?);
        let tls = tls(ca_pem)?;
        let guarded = Guard {
            lookup: Arc::clone(&lookup),
            allow: Some(Arc::clone(&allow)),
        };
        let named = Guard {
            lookup: Arc::clone(&lookup),
            allow: None,
        };
        Ok(Self {
            allow,
            lookup,
            guarded: client(tls.clone(), guarded)?,
            named: client(tls, named)?,
        })
    }

    /// Checks an address at registration, as far as possible without the network.
    ///
    /// # Errors
    /// [`OutboundError::Address`], [`OutboundError::Scheme`], [`OutboundError::Forbidden`].
    pub fn check(&self, address: &str) -> Result<Url, OutboundError> {
        let url = Url::parse(address).map_err(|_| OutboundError::Address)?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(OutboundError::Address);
        }
        let host = url.host().ok_or(OutboundError::Address)?;
        // A literal address never reaches the resolver, so it is checked here; `url` has already converted decimal,
        // octal and hexadecimal spellings.
        let literal = match host {
            Host::Domain(_) => None,
            Host::Ipv4(v4) => Some(v4.into()),
            Host::Ipv6(v6) => Some(v6.into()),
        };
        let named = self.allow.names(&url);
        let allowed = named || literal.is_some_and(|ip| self.allow.has_network_of(ip));
        match url.scheme() {
            "https" => {}
            "http" if allowed => {}
            _ => return Err(OutboundError::Scheme),
        }
        if literal.is_some_and(|ip| !named && !self.allow.reaches(ip)) {
            return Err(OutboundError::Forbidden);
        }
        Ok(url)
    }

    /// Checks an address as a request would, with a DNS lookup but without a connection, for advice about settings.
    /// Accepts a name that cannot be resolved, or not in time.
    ///
    /// # Errors
    /// As [`Outbound::check`].
    pub async fn check_resolved(&self, address: &str) -> Result<(), OutboundError> {
        let url = self.check(address)?;
        let Some(Host::Domain(name)) = url.host() else {
            return Ok(());
        };
        if self.allow.names(&url) {
            return Ok(());
        }
        let lookup = self.lookup.lookup(name.to_owned());
        let found = tokio::time::timeout(CONNECT_TIMEOUT, lookup).await;
        let Ok(Ok(found)) = found else {
            return Ok(());
        };
        if found.iter().all(|address| self.allow.reaches(*address)) {
            return Ok(());
        }
        Err(OutboundError::Forbidden)
    }

    /// Fetches JSON, for example a client's `jwks_uri`.
    ///
    /// # Errors
    /// The failure; [`OutboundError::Unexpected`] unless the response is 200 with JSON of the expected shape.
    pub async fn get_json<T: DeserializeOwned>(&self, address: &str) -> Result<T, OutboundError> {
        let answer = self.get(address).await?;
        if answer.status != 200 {
            return Err(OutboundError::Unexpected);
        }
        serde_json::from_slice(&answer.body).map_err(|_| OutboundError::Unexpected)
    }

    /// Fetches a document.
    ///
    /// # Errors
    /// The failure.
    pub async fn get(&self, address: &str) -> Result<ReceivedResponse, OutboundError> {
        let url = self.check(address)?;
        let request = self.client(&url).get(url);
        send(request.header(header::ACCEPT, "application/json")).await
    }

    /// Fetches a file of at most `most` bytes, for example a picture.
    ///
    /// # Errors
    /// The failure; [`OutboundError::Unexpected`] unless the response is 200.
    pub async fn get_file(&self, address: &str, most: usize) -> Result<Vec<u8>, OutboundError> {
        let url = self.check(address)?;
        let request = self.client(&url).get(url).header(header::ACCEPT, "image/*");
        let answer = send_within(request, most).await?;
        if answer.status != 200 {
            return Err(OutboundError::Unexpected);
        }
        Ok(answer.body)
    }

    /// Posts a form, for example a logout token (OIDC Back-Channel Logout section 2.5).
    ///
    /// # Errors
    /// The failure.
    pub async fn post_form(
        &self,
        address: &str,
        fields: &[(&str, &str)],
    ) -> Result<ReceivedResponse, OutboundError> {
        let url = self.check(address)?;
        send(self.client(&url).post(url).form(fields)).await
    }

    /// Posts JSON.
    ///
    /// # Errors
    /// The failure.
    pub async fn post_json(
        &self,
        address: &str,
        body: &serde_json::Value,
    ) -> Result<ReceivedResponse, OutboundError> {
        let url = self.check(address)?;
        let request = self.client(&url).post(url);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        send(request.body(body.to_string())).await
    }

    /// Posts JSON, and returns once the head of the response is there. Everything ends within `limit`. `bearer` is sent as
    /// the credential (RFC 6750).
    ///
    /// # Errors
    /// The failure.
    pub async fn post_json_arriving(
        &self,
        address: &str,
        bearer: Option<&str>,
        body: &serde_json::Value,
        limit: Duration,
    ) -> Result<ArrivingResponse, OutboundError> {
        let url = self.check(address)?;
        let request = self.client(&url).post(url).timeout(limit);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        let request = match bearer {
            Some(key) => request.bearer_auth(key),
            None => request,
        };
        arriving::send(request.body(body.to_string())).await
    }

    /// Sends a request that a protocol library has made.
    ///
    /// # Errors
    /// The failure.
    pub async fn send(
        &self,
        request: http::Request<Vec<u8>>,
    ) -> Result<http::Response<Vec<u8>>, OutboundError> {
        let url = self.check(&request.uri().to_string())?;
        let client = self.client(&url);
        let mut request = Request::try_from(request).map_err(|_| OutboundError::Address)?;
        *request.url_mut() = url;
        let received = send(RequestBuilder::from_parts(client.clone(), request)).await?;
        let response = http::Response::builder().status(received.status);
        let response = match received.content_type {
            Some(content_type) => response.header(header::CONTENT_TYPE, content_type),
            None => response,
        };
        response
            .body(received.body)
            .map_err(|_| OutboundError::Unexpected)
    }

    fn client(&self, url: &Url) -> &Client {
        if self.allow.names(url) {
            &self.named
        } else {
            &self.guarded
        }
    }
}

impl std::fmt::Debug for Outbound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Outbound({:?})", self.allow)
    }
}

fn tls(ca_pem: Option<&[u8]>) -> Result<ClientConfig, OutboundError> {
    let mut roots = RootCertStore::empty();
    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    if let Some(pem) = ca_pem {
        let before = roots.len();
        for certificate in CertificateDer::pem_slice_iter(pem) {
            let certificate = certificate.map_err(|_| OutboundError::Certificates)?;
            roots
                .add(certificate)
                .map_err(|_| OutboundError::Certificates)?;
        }
        if roots.len() == before {
            return Err(OutboundError::Certificates);
        }
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|_| OutboundError::Certificates)?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// Without redirects, proxies from the environment (they would resolve names themselves) and decompression (the limit
/// counts the bytes read).
fn client(tls: ClientConfig, guard: Guard) -> Result<Client, OutboundError> {
    Client::builder()
        .tls_backend_preconfigured(tls)
        .dns_resolver(Arc::new(guard))
        .redirect(redirect::Policy::none())
        .no_proxy()
        .no_gzip()
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(TOTAL_TIMEOUT)
        .pool_max_idle_per_host(IDLE_PER_HOST)
        .user_agent(concat!("Atrium/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|_| OutboundError::Certificates)
}

async fn send(request: RequestBuilder) -> Result<ReceivedResponse, OutboundError> {
    send_within(request, BODY_MAX).await
}

/// Sends the request; the response has at most `most` bytes.
async fn send_within(
    request: RequestBuilder,
    most: usize,
) -> Result<ReceivedResponse, OutboundError> {
    let mut response = arriving::send(request).await?;
    Ok(ReceivedResponse {
        status: response.status,
        content_type: response.content_type.take(),
        body: response.rest(most).await?,
    })
}
