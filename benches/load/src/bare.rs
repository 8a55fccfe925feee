//! A minimal handler on the HTTP stack of Atrium, with answers of the same sizes: the upper limit
//! for any server.

use std::net::{Ipv4Addr, SocketAddr};

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::{get, post};

use crate::http::Result;
use crate::provider::{CLIENT, Provider};

/// Sizes of bodies in bytes.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Sizes {
    #[arg(long)]
    pub discovery: usize,
    #[arg(long)]
    pub userinfo: usize,
    #[arg(long)]
    pub token: usize,
}

/// Serves these answers on the loopback address.
pub async fn serve(port: u16, sizes: Sizes) -> Result<()> {
    let json = |size: usize| {
        let body = Bytes::from(vec![b' '; size]);
        move || std::future::ready(([(CONTENT_TYPE, "application/json")], body.clone()))
    };
    let token = json(sizes.token);
    let router = Router::new()
        .route("/discovery", get(json(sizes.discovery)))
        .route("/userinfo", get(json(sizes.userinfo)))
        .route("/token", post(move |_form: Bytes| token()));
    let listener =
        tokio::net::TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?;
    Ok(axum::serve(listener, router).await?)
}

/// The sizes of the bodies of a server.
pub async fn sizes(provider: &Provider) -> Result<Sizes> {
    let mut connection = provider.connect().await?;
    let tokens = provider.tokens(false).await?;
    let discovery = connection.send(&provider.discovery()).await?.body.len();
    let userinfo = connection
        .send(&provider.userinfo(&tokens.access))
        .await?
        .body
        .len();
    let form = [("grant_type", "client_credentials")];
    let token = connection
        .send(&provider.token(CLIENT, &form))
        .await?
        .body
        .len();
    Ok(Sizes {
        discovery,
        userinfo,
        token,
    })
}
