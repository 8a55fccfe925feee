//! Accepts connections, makes room for them, and drains them at the shutdown.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::Router;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tokio_rustls::TlsAcceptor;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    body_memory::BodyMemory,
    certificate::{Certificate, TlsError},
    connection::Connection,
    connection_limit::{ConnectionLimit, ConnectionPermit},
    connections::Connections,
    limits::Limits,
    peer::Proxies,
    shutdown::Shutdown,
};

/// A bound address that does not serve yet.
pub struct Listener {
    tcp: TcpListener,
    tls: Option<Tls>,
    limits: Arc<Limits>,
    by_address: ConnectionLimit,
    proxies: Proxies,
}

struct Tls {
    acceptor: TlsAcceptor,
    certificate: Certificate,
}

impl Listener {
    /// Binds `address`. Connections of `proxies` carry the requests of many clients.
    ///
    /// # Errors
    /// The address is in use, not of this machine, or not permitted.
    pub async fn bind(address: SocketAddr, limits: Limits, proxies: Proxies) -> io::Result<Self> {
        let (most, all) = (limits.max_connections_per_address, limits.max_connections);
        Ok(Self {
            tcp: TcpListener::bind(address).await?,
            tls: None,
            limits: Arc::new(limits),
            by_address: ConnectionLimit::new(most, all, proxies.clone()),
            proxies,
        })
    }

    /// The listener, with TLS. It looks for a renewed certificate while it serves.
    ///
    /// # Errors
    /// TLS cannot be set up.
    pub fn with_tls(mut self, certificate: Certificate) -> Result<Self, TlsError> {
        let acceptor = TlsAcceptor::from(certificate.server()?);
        self.tls = Some(Tls {
            acceptor,
            certificate,
        });
        Ok(self)
    }

    /// The bound address, with the actual port if 0 was asked for.
    ///
    /// # Errors
    /// The system does not know the socket any more.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.tcp.local_addr()
    }

    /// Serves `router` until `shutdown` begins, then finishes active requests within the grace period.
    pub async fn run(self, router: Router, shutdown: Shutdown) {
        let tasks = TaskTracker::new();
        let grace_over = CancellationToken::new();
        let room = Room::for_connections(self.limits.max_connections);
        let body_memory = BodyMemory::new(&self.limits);
        let tls = self.tls.as_ref().map(|tls| tls.acceptor.clone());
        if let Some(Tls { certificate, .. }) = self.tls {
            let stop = shutdown.clone();
            tasks.spawn(async move {
                tokio::select! {
                    () = certificate.keep_up() => {}
                    () = stop.begun() => {}
                }
            });
        }
        loop {
            let accepted = tokio::select! {
                accepted = accept(&self.tcp) => accepted,
                () = shutdown.begun() => break,
            };
            let Some((stream, peer)) = accepted else {
                continue;
            };
            // Close it at once: only addresses below their limit may wait for a connection slot.
            let Some(of_address) = self.by_address.take(peer.ip()) else {
                tracing::debug!(%peer, "closed a connection: its address has reached its limit");
                continue;
            };
            let permit = tokio::select! {
                permit = room.take() => permit,
                () = shutdown.begun() => break,
            };
            let connection = Connection {
                peer,
                router: router.clone(),
                limits: Arc::clone(&self.limits),
                shutdown: shutdown.clone(),
                open: room.open.open(self.by_address.network_of(peer.ip())),
                body_memory: body_memory.clone(),
                proxies: self.proxies.clone(),
            };
            let (tls, grace_over) = (tls.clone(), grace_over.clone());
            tasks.spawn(async move {
                let state = connection.open.state();
                tokio::select! {
                    () = connection.serve(stream, tls) => {}
                    () = state.must_close() => {
                        tracing::debug!(%peer, "closed a connection: others need its room");
                    }
                    () = grace_over.cancelled() => {}
                }
                drop::<(OwnedSemaphorePermit, ConnectionPermit)>((permit, of_address));
            });
        }
        drop(self.tcp);
        tasks.close();
        if timeout(self.limits.shutdown_grace, tasks.wait())
            .await
            .is_err()
        {
            tracing::warn!(
                connections = tasks.len(),
                "the grace period is over: closing the remaining connections"
            );
            grace_over.cancel();
            tasks.wait().await;
        }
    }
}

/// The room for connections.
struct Room {
    free: Arc<Semaphore>,
    open: Connections,
}

impl Room {
    fn for_connections(most: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(most)),
            open: Connections::default(),
        }
    }

    /// Room for one connection, made by closing another if there is none. Waiting for it does not fail, because nobody
    /// closes the semaphore.
    async fn take(&self) -> OwnedSemaphorePermit {
        loop {
            if let Ok(permit) = Arc::clone(&self.free).try_acquire_owned() {
                return permit;
            }
            let free = Arc::clone(&self.free).acquire_owned();
            let is_made = self.open.close_longest_waiting();
            tokio::select! {
                free = free => if let Ok(permit) = free {
                    return permit;
                },
                () = self.open.one_waits(), if !is_made => {}
            }
        }
    }
}

/// Accepts the next connection. `None` after a temporary error.
async fn accept(tcp: &TcpListener) -> Option<(TcpStream, SocketAddr)> {
    match tcp.accept().await {
        Ok((stream, peer)) => {
            // Responses are written whole; waiting to fill a packet only adds delay.
            let _ = stream.set_nodelay(true);
            Some((stream, peer))
        }
        Err(why) if is_of_one_connection(&why) => None,
        Err(why) => {
            // Usually "too many open files": other connections must end first.
            tracing::error!(error = %why, "cannot accept a connection");
            tokio::time::sleep(Duration::from_millis(200)).await;
            None
        }
    }
}

fn is_of_one_connection(why: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        why.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}
