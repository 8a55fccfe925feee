//! How to connect an application to Atrium, or to any other OpenID provider.
//!
//! The connection is in five files:
//!
//! - `provider.rs`: the requests to the provider: sign-in, tokens, sign-out;
//! - `provider/discovery.rs`: the provider's description of itself;
//! - `sessions.rs`: who is signed in here, and which sign-ins are pending;
//! - `routes.rs`: the addresses of this application, one function each;
//! - `pages.rs`: what the browser shows.
//!
//! `tools.rs` is only for the demonstration.
//!
//! The sessions are in memory: a restart signs everybody out of this application, but not of
//! Atrium, so the next sign-in asks for no password.

mod pages;
mod provider;
mod routes;
mod sessions;
mod tools;

use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;

use clap::Parser;

/// The settings. Everything else comes from discovery.
#[derive(Debug, Clone, Parser)]
#[command(about = "A sample relying application: sign in with OpenID Connect")]
pub struct Settings {
    /// The issuer of the OpenID provider.
    #[arg(long, env = "ISSUER", default_value = "http://localhost:8080")]
    pub issuer: String,
    /// The port of this application on the loopback address.
    #[arg(long, env = "PORT", default_value_t = 8081)]
    pub port: u16,
    /// The address at which browsers see this application; `http://localhost:<port>` if not set.
    #[arg(long, env = "PUBLIC_URL")]
    pub public_url: Option<String>,
    /// The id of this application at the provider.
    #[arg(long, env = "CLIENT_ID", default_value = "demo-app")]
    pub client_id: String,
    /// The secret with which this application authenticates itself to the provider.
    #[arg(
        long,
        env = "CLIENT_SECRET",
        hide_env_values = true,
        hide_default_value = true,
        default_value = "demo-app-secret-0123456789abcdef"
    )]
    pub client_secret: String,
    /// The scopes that it asks for in addition to `openid`, separated by spaces.
    #[arg(long, env = "SCOPES", default_value = "profile email")]
    pub scopes: String,
}

impl Settings {
    /// The address at which browsers see this application, without a trailing slash.
    pub fn public_url(&self) -> String {
        let url = self.public_url.clone();
        let url = url.unwrap_or_else(|| format!("http://localhost:{}", self.port));
        url.trim_end_matches('/').to_owned()
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Settings::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("relying-app: {reason}");
            ExitCode::FAILURE
        }
    }
}

async fn run(settings: Settings) -> Result<(), Box<dyn std::error::Error>> {
    // reqwest is built without a cryptography provider, so the process has to choose one.
    let _ = rustls::crypto::ring::default_provider().install_default();

    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, settings.port));
    let listener = tokio::net::TcpListener::bind(address)
        .await
        .map_err(|reason| format!("cannot listen on {address}: {reason}"))?;

    tokio::select! {
        served = serve(listener, &settings) => served,
        () = stop_signal() => Ok(()),
    }
}

async fn serve(
    listener: tokio::net::TcpListener,
    settings: &Settings,
) -> Result<(), Box<dyn std::error::Error>> {
    let provider = provider::Provider::discover_patiently(settings).await?;
    println!(
        "relying-app: {} signs in with {}",
        settings.public_url(),
        settings.issuer
    );
    axum::serve(listener, routes::router(provider)).await?;
    Ok(())
}

/// Returns when the process gets Ctrl-C or a stop signal from its parent.
async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}
