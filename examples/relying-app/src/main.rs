//! How to connect an application to Atrium, or to any other OpenID provider.
//!
//! The whole of it is in five files:
//!
//! - `provider.rs`: what is said to the provider: sign-in, tokens, sign-out;
//! - `provider/discovery.rs`: what the provider says of itself;
//! - `sessions.rs`: who is signed in here, and which sign-ins are under way;
//! - `routes.rs`: the addresses of this application, one function each;
//! - `pages.rs`: what the browser is shown.
//!
//! `tools.rs` is the demonstration's and has nothing to do with it.
//!
//! It keeps its sessions in memory: restart it and everybody is signed out of *it*, though not
//! of Atrium, so that the next sign-in asks no password.

mod pages;
mod provider;
mod routes;
mod sessions;
mod tools;

use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;

use clap::Parser;

/// What this application has to know beforehand. Everything else it learns by discovery.
#[derive(Debug, Clone, Parser)]
#[command(about = "A sample relying application: sign in with OpenID Connect")]
pub struct Settings {
    /// The OpenID provider.
    #[arg(long, env = "ISSUER", default_value = "http://localhost:8080")]
    pub issuer: String,
    /// The port of this application, on the loopback address.
    #[arg(long, env = "PORT", default_value_t = 8081)]
    pub port: u16,
    /// The address at which browsers see this application; `http://localhost:<port>` when left out.
    #[arg(long, env = "PUBLIC_URL")]
    pub public_url: Option<String>,
    /// The name under which the provider knows this application.
    #[arg(long, env = "CLIENT_ID", default_value = "demo-app")]
    pub client_id: String,
    /// The secret by which this application proves to the provider that it is itself.
    #[arg(
        long,
        env = "CLIENT_SECRET",
        hide_env_values = true,
        hide_default_value = true,
        default_value = "demo-app-secret-0123456789abcdef"
    )]
    pub client_secret: String,
}

impl Settings {
    /// The address at which browsers see this application, without a slash at its end.
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
    // reqwest is built without a cryptography provider of its own: the process chooses one.
    let _ = rustls::crypto::ring::default_provider().install_default();

    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, settings.port));
    let listener = tokio::net::TcpListener::bind(address)
        .await
        .map_err(|reason| format!("cannot listen on {address}: {reason}"))?;

    tokio::select! {
        served = serve(listener, &settings) => served,
        () = told_to_stop() => Ok(()),
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

/// Ends when the process is asked to end, by Ctrl-C or by its parent.
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}
