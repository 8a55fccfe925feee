//! Checks the public address against the listener, the certificate, the port and the mail server.

use std::{io::ErrorKind, net::TcpListener, sync::Arc, time::Duration};

use atrium_listener::{Certificate, read_chain};
use rustls::{
    CertificateError, RootCertStore,
    client::{verify_server_cert_signed_by_trust_anchor, verify_server_name},
    pki_types::{ServerName, UnixTime},
    server::ParsedCertificate,
};

use super::finding::Finding;
use crate::{clock::Clock, config::Config, oidc::discovery};

/// How long before its expiry a certificate gets a note.
const RENEWAL: Duration = Duration::from_secs(21 * 86_400);
/// Time limit for the mail server's response.
const PATIENCE: Duration = Duration::from_secs(3);

pub(super) async fn look(config: &Config) -> Vec<Finding> {
    let mut findings = vec![public_url(config), port(config)];
    findings.extend(path(config));
    findings.extend(certificate(config));
    findings.extend(mail(config).await);
    findings
}

fn public_url(config: &Config) -> Finding {
    let server = &config.server;
    let (url, what) = (&server.public_url, "public_url");
    if server.tls_cert.is_none() && url.is_https() && server.trusted_proxies.is_empty() {
        return Finding::note(
            what,
            format!("{url} is https, and Atrium itself serves http: it needs a proxy in front"),
            "name the proxy in server.trusted_proxies, or set server.tls_cert and server.tls_key",
        );
    }
    if url.is_loopback() && !server.listen.ip().is_loopback() {
        return Finding::fault(
            what,
            format!(
                "{url} is this machine alone, but Atrium listens on {} for others too",
                server.listen
            ),
            "set server.public_url to the https address people use, or listen on 127.0.0.1",
        );
    }
    let expected = url.url().port_or_known_default();
    if server.trusted_proxies.is_empty()
        && expected != Some(server.listen.port())
        && server.listen.port() != 0
    {
        return Finding::note(
            what,
            format!(
                "{url} names another port than server.listen ({})",
                server.listen
            ),
            "right behind a forwarding proxy; else make the ports the same",
        );
    }
    Finding::good(what, url.to_string())
}

/// Browsers know origins, not paths.
fn path(config: &Config) -> Option<Finding> {
    let url = &config.server.public_url;
    let path = url.path();
    if path.is_empty() {
        return None;
    }
    let origin = url.origin();
    Some(Finding::note(
        "path",
        format!("Atrium shares {origin}: every program there is trusted as Atrium is"),
        format!(
            "give Atrium a host of its own, or share it only with programs that are as well guarded; the proxy must \
             forward {path}/ unchanged, and {}{path} and {}{path} at the root",
            discovery::OAUTH,
            discovery::OPENID
        ),
    ))
}

fn port(config: &Config) -> Finding {
    let listen = config.server.listen;
    match TcpListener::bind(listen) {
        Ok(_) => Finding::good("listen", format!("{listen} is free")),
        Err(why) if why.kind() == ErrorKind::AddrInUse => Finding::note(
            "listen",
            format!("{listen} is in use: by a running Atrium, or by another program"),
            format!(
                "find out which program uses it: ss -ltnp 'sport = :{}'",
                listen.port()
            ),
        ),
        Err(why) => Finding::fault(
            "listen",
            format!("{listen}: {why}"),
            "set server.listen to an address of this machine; ports below 1024 need CAP_NET_BIND_SERVICE",
        ),
    }
}

fn certificate(config: &Config) -> Option<Finding> {
    let (cert, key) = (
        config.server.tls_cert.as_ref()?,
        config.server.tls_key.as_ref()?,
    );
    let what = "certificate";
    if let Err(why) = Certificate::load(cert, key) {
        let fix = "name the PEM files of one chain and its key, readable by this user";
        return Some(Finding::fault(what, why.to_string(), fix));
    }
    let host = config
        .server
        .public_url
        .url()
        .host_str()
        .unwrap_or_default()
        .to_owned();
    let now = u64::try_from(Clock::system().now() / 1_000).unwrap_or_default();
    let now = Duration::from_secs(now);
    let renew = "renew it and replace the files; a running Atrium loads them within a minute";
    Some(
        match (
            verdict(cert, &host, now),
            verdict(cert, &host, now + RENEWAL),
        ) {
            (Some(CertificateError::Expired | CertificateError::ExpiredContext { .. }), _) => {
                Finding::fault(what, "it has expired", renew)
            }
            (
                Some(CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. }),
                _,
            ) => Finding::fault(what, "it is not valid yet", "check the machine's clock"),
            (
                Some(
                    CertificateError::NotValidForName
                    | CertificateError::NotValidForNameContext { .. },
                ),
                _,
            ) => Finding::fault(
                what,
                format!("it is not for {host}, the host of server.public_url"),
                renew,
            ),
            (_, Some(CertificateError::Expired | CertificateError::ExpiredContext { .. })) => {
                Finding::note(what, "it expires within 21 days", renew)
            }
            _ => Finding::good(what, format!("valid for {host}")),
        },
    )
}

/// The fault that a client would find in the certificate at `at`, not counting its issuer.
fn verdict(cert: &std::path::Path, host: &str, at: Duration) -> Option<CertificateError> {
    let chain = read_chain(cert).ok()?;
    let (own, rest) = chain.split_first()?;
    let mut roots = RootCertStore::empty();
    let _ = roots.add(chain.last()?.clone());
    let parsed = ParsedCertificate::try_from(own).ok()?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let schemes = provider.signature_verification_algorithms.all;
    let time = UnixTime::since_unix_epoch(at);
    let by_time = verify_server_cert_signed_by_trust_anchor(&parsed, &roots, rest, time, schemes);
    let name = ServerName::try_from(host.trim_matches(['[', ']']).to_owned()).ok()?;
    let by_name = verify_server_name(&parsed, &name);
    let of_interest = |error| match error {
        rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer) => None,
        rustls::Error::InvalidCertificate(why) => Some(why),
        _ => None,
    };
    by_time
        .err()
        .and_then(of_interest)
        .or_else(|| by_name.err().and_then(of_interest))
}

async fn mail(config: &Config) -> Option<Finding> {
    let url = url::Url::parse(config.mail.url.expose()).ok()?;
    let usual = match url.scheme() {
        "smtp" => 587,
        "smtps" => 465,
        _ => return None,
    };
    let (host, port) = (url.host_str()?.to_owned(), url.port().unwrap_or(usual));
    let connected = tokio::time::timeout(
        PATIENCE,
        tokio::net::TcpStream::connect((host.as_str(), port)),
    )
    .await;
    Some(match connected {
        Ok(Ok(_)) => Finding::good("mail", format!("{host}:{port} answers")),
        Ok(Err(why)) => Finding::fault(
            "mail",
            format!("{host}:{port}: {why}"),
            "correct mail.url, or let this machine reach the mail server",
        ),
        Err(_) => Finding::fault(
            "mail",
            format!("{host}:{port} does not answer"),
            "correct mail.url, or let this machine reach the mail server",
        ),
    })
}
