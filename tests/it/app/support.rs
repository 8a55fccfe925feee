//! A listener around a router of the test's own.

use std::{net::SocketAddr, time::Duration};

use atrium::{
    app::{serve::Listener, shutdown::Shutdown},
    config::ServerConfig,
};
use axum::Router;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinHandle,
};

/// A serving listener.
pub struct Running {
    pub address: SocketAddr,
    pub shutdown: Shutdown,
    pub ended: JoinHandle<()>,
}

/// The default settings on a free port.
pub fn settings() -> ServerConfig {
    crate::support::config::in_folder(std::path::Path::new("/nonexistent")).server
}

/// Serves `router` until the test ends or tells it to stop.
pub async fn serve(config: &ServerConfig, router: Router) -> Running {
    let listener = Listener::bind(config).await.unwrap();
    let address = listener.local_addr().unwrap();
    let shutdown = Shutdown::new();
    let ended = tokio::spawn(listener.run(router, shutdown.clone()));
    Running {
        address,
        shutdown,
        ended,
    }
}

/// Sends `bytes` and reads until the server closes; fails after ten seconds.
pub async fn exchange(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may close before it has read everything.
    let _ = stream.write_all(bytes).await;
    read_to_end(&mut stream).await
}

/// What the server sends until it closes; fails after ten seconds.
pub async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut answer));
    let _ = read.await.expect("the server neither answers nor closes");
    String::from_utf8_lossy(&answer).into_owned()
}
