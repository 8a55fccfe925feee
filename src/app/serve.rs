//! The listener: accepts connections, limits them, serves TLS and HTTP, and shuts down gracefully.
//!
//! Plain connections use HTTP/1.1; TLS connections use what ALPN chose. The protocol is never guessed from the first
//! bytes, because that guess has no time limit (attack 44, slow heads).

use std::{convert::Infallible, io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, body::Body};
use hyper::{
    Request, Response, StatusCode,
    body::{Body as _, Incoming},
    header::COOKIE,
    server::conn::{http1, http2},
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tokio_rustls::TlsAcceptor;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::Service as _;

use super::{
    active_requests::Activity,
    arriving::{Arriving, CONNECTION_WINDOW, STREAM_WINDOW},
    connection_limit::{ConnectionLimit, ConnectionPermit},
    exchange::{Exchange, SteadyBody},
    open_connections::{OpenConnection, OpenConnections},
    shutdown::Shutdown,
    tls::{Certificate, TlsError},
    write_timeout::WriteTimeout,
};
use crate::{
    config::ServerConfig,
    http::peer::{Peer, Proxies},
};

/// Why the server cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is in use, not of this machine, or not permitted.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        address: SocketAddr,
        source: io::Error,
    },
    #[error(transparent)]
    Tls(#[from] TlsError),
}

/// A bound address that does not serve yet.
pub struct Listener {
    tcp: TcpListener,
    tls: Option<TlsAcceptor>,
    certificate: Option<Certificate>,
    bounds: Bounds,
    by_address: ConnectionLimit,
    proxies: Proxies,
}

/// The limits of a connection, from the section `[server]`.
#[derive(Clone, Copy)]
struct Bounds {
    connections: usize,
    arriving: usize,
    /// Most bytes of it for one network behind trusted proxies: an eighth, and at least a whole body.
    arriving_share: usize,
    header_bytes: usize,
    header_lines: usize,
    header_time: Duration,
    idle_time: Duration,
    write_time: Duration,
    grace: Duration,
}

impl Listener {
    /// Binds `config.listen` and reads the certificate, if one is set.
    ///
    /// # Errors
    /// The address cannot be bound, or the certificate cannot be used.
    pub async fn bind(config: &ServerConfig) -> Result<Self, ServeError> {
        let certificate = match (&config.tls_cert, &config.tls_key) {
            (Some(cert), Some(key)) => Some(Certificate::load(cert, key)?),
            _ => None,
        };
        let tls = certificate.as_ref().map(Certificate::server).transpose()?;
        let mut listener = Self::bind_plain(config.listen, config).await?;
        listener.tls = tls.map(TlsAcceptor::from);
        listener.certificate = certificate;
        Ok(listener)
    }

    /// Binds an address with the same limits and without TLS, for `/metrics`.
    ///
    /// # Errors
    /// The address cannot be bound.
    pub async fn bind_plain(
        address: SocketAddr,
        config: &ServerConfig,
    ) -> Result<Self, ServeError> {
        let tcp = TcpListener::bind(address)
            .await
            .map_err(|source| ServeError::Bind { address, source })?;
        let bounds = Bounds {
            connections: config.max_connections,
            arriving: config.arriving_limit,
            arriving_share: (config.arriving_limit / 8)
                .max(config.body_limit + config.header_limit + STREAM_WINDOW as usize),
            header_bytes: config.header_limit,
            header_lines: config.header_count,
            header_time: config.header_timeout,
            idle_time: config.idle_timeout,
            write_time: config.write_timeout,
            grace: config.shutdown_grace,
        };
        let proxies = Proxies::new(&config.trusted_proxies);
        let (most, all) = (config.max_connections_per_address, config.max_connections);
        let by_address = ConnectionLimit::new(most, all, proxies.clone());
        Ok(Self {
            tcp,
            tls: None,
            certificate: None,
            bounds,
            by_address,
            proxies,
        })
    }

    /// The TLS certificate, if there is one.
    pub fn certificate(&self) -> Option<&Certificate> {
        self.certificate.as_ref()
    }

    /// The bound address, with the actual port if the settings say 0.
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
        let room = Room::for_connections(self.bounds.connections);
        let arriving = Arriving::new(self.bounds.arriving, self.bounds.arriving_share);
        if let Some(certificate) = self.certificate {
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
                bounds: self.bounds,
                shutdown: shutdown.clone(),
                open: room.open.open(self.by_address.network_of(peer.ip())),
                arriving: arriving.clone(),
                proxies: self.proxies.clone(),
                bodies: Arc::new(Semaphore::new(bodies(&self.proxies, peer))),
            };
            let (tls, grace_over) = (self.tls.clone(), grace_over.clone());
            tasks.spawn(async move {
                let waits = connection.open.waits();
                tokio::select! {
                    () = connection.serve(stream, tls) => {}
                    () = waits.must_close() => {
                        tracing::debug!(%peer, "closed a connection: others need its room");
                    }
                    () = grace_over.cancelled() => {}
                }
                drop::<(OwnedSemaphorePermit, ConnectionPermit)>((permit, of_address));
            });
        }
        drop(self.tcp);
        tasks.close();
        if timeout(self.bounds.grace, tasks.wait()).await.is_err() {
            tracing::warn!(
                connections = tasks.len(),
                "the grace period is over: closing the remaining connections"
            );
            grace_over.cancel();
            tasks.wait().await;
        }
    }
}

/// How many bodies an HTTP/2 connection of `peer` may send at once. A proxy sends those of many clients.
fn bodies(proxies: &Proxies, peer: SocketAddr) -> usize {
    if proxies.trusts(peer.ip()) {
        STREAMS as usize
    } else {
        BODIES
    }
}

/// The room for connections.
struct Room {
    free: Arc<Semaphore>,
    open: OpenConnections,
}

impl Room {
    fn for_connections(most: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(most)),
            open: OpenConnections::default(),
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

/// A connection and what it needs to serve its requests.
struct Connection {
    peer: SocketAddr,
    router: Router,
    bounds: Bounds,
    shutdown: Shutdown,
    open: OpenConnection,
    /// The requests of all connections whose bodies arrive.
    arriving: Arriving,
    proxies: Proxies,
    /// One permit for each body that its HTTP/2 streams may send at once.
    bodies: Arc<Semaphore>,
}

impl Connection {
    async fn serve(self, stream: TcpStream, tls: Option<TlsAcceptor>) {
        let stream = WriteTimeout::new(stream, self.bounds.write_time, self.open.waits());
        let Some(tls) = tls else {
            return self.http1(stream).await;
        };
        // A client that does not finish its handshake counts as a slow head.
        let handshake = timeout(self.bounds.header_time, tls.accept(stream));
        let Ok(Ok(stream)) = handshake.await else {
            return;
        };
        if stream.get_ref().1.alpn_protocol() == Some(b"h2") {
            self.http2(stream).await;
        } else {
            self.http1(stream).await;
        }
    }

    async fn http1(self, stream: impl AsyncRead + AsyncWrite + Unpin + 'static) {
        let mut http = http1::Builder::new();
        // hyper's time for a head begins with the wait for it. The buffer size alone is not an exact limit: one read may
        // exceed it.
        http.timer(TokioTimer::new())
            .header_read_timeout(self.bounds.idle_time)
            .max_buf_size(self.bounds.header_bytes)
            .max_header_size(self.bounds.header_bytes);
        if self.bounds.header_lines != HYPER_HEADER_LINES {
            http.max_headers(self.bounds.header_lines);
        }
        let service = service_fn(|request| self.respond(request, None));
        let connection = http.serve_connection(TokioIo::new(stream), service);
        tokio::pin!(connection);
        let waits = self.open.waits();
        waits.head.begins();
        let late = waits.head.is_late(self.bounds.header_time);
        tokio::pin!(late);
        tokio::select! {
            _ = connection.as_mut() => return,
            () = late.as_mut() => return,
            () = self.shutdown.begun() => connection.as_mut().graceful_shutdown(),
        }
        tokio::select! {
            _ = connection => {}
            () = late => {}
        }
    }

    async fn http2(self, stream: impl AsyncRead + AsyncWrite + Unpin + 'static) {
        let activity = Activity::default();
        let write_time = self.bounds.write_time;
        // h2 also refuses a list that is exactly as large as the limit.
        let header_bound = self.bounds.header_bytes.saturating_add(1);
        let mut builder = http2::Builder::new(activity.streams(write_time));
        builder
            .timer(TokioTimer::new())
            .max_header_list_size(u32::try_from(header_bound).unwrap_or(u32::MAX))
            .max_concurrent_streams(STREAMS)
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .keep_alive_interval(self.bounds.header_time)
            .keep_alive_timeout(self.bounds.header_time);
        let seen = activity.clone();
        let most = self.bounds.header_lines;
        let service = service_fn(|request: Request<Incoming>| {
            let active = seen.begin();
            let too_many = lines(&request) > most;
            let answer = self.respond(request, Some(&self.bodies));
            async move {
                let answer = if too_many {
                    too_many_lines()
                } else {
                    answer.await?
                };
                Ok::<_, Infallible>(answer.map(|body| active.track(body)))
            }
        });
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        tokio::pin!(connection);
        tokio::select! {
            _ = connection.as_mut() => return,
            () = activity.silent_for(self.bounds.header_time) => {}
            () = activity.idle_for(self.bounds.idle_time) => {}
            () = activity.stalled_for(2 * write_time) => {}
            () = self.shutdown.begun() => {}
        }
        connection.as_mut().graceful_shutdown();
        // Drop a client that was idle or does not read, and does not react to the graceful shutdown.
        let _ = timeout(self.bounds.grace.max(self.bounds.header_time), connection).await;
    }

    /// The response to a request whose head has arrived. Its body waits for one of the permits `bodies`; until then
    /// HTTP/2 holds its bytes back.
    fn respond(
        &self,
        request: Request<Incoming>,
        bodies: Option<&Arc<Semaphore>>,
    ) -> impl Future<Output = Result<Response<Body>, Infallible>> + Send + use<> {
        let exchange = Exchange::begin(self.open.waits());
        let behind = || {
            let peer = self.peer.ip();
            self.proxies.network_behind(peer, request.headers())
        };
        let has_room = exchange.has_room(&self.arriving, &request, behind);
        let bodies = bodies.filter(|_| !request.body().is_end_stream()).cloned();
        let pause = self.bounds.header_time;
        let body = |body| Body::new(SteadyBody::new(body, Arc::clone(&exchange), pause));
        let mut request = request.map(body);
        request.extensions_mut().insert(Peer(self.peer));
        let mut router = self.router.clone();
        async move {
            if !has_room {
                return Ok(unavailable());
            }
            if let Some(bodies) = bodies {
                exchange.keep(bodies.acquire_owned().await.ok());
            }
            if exchange.is_closing() {
                // Another connection gets the room; its client sends the request again.
                return Ok(unavailable());
            }
            let response = router.call(request).await?;
            Ok(exchange.answered(response))
        }
    }
}

/// Streams of an HTTP/2 connection at once, as many as RFC 9113 section 6.5.2 recommends at least.
const STREAMS: u32 = 100;
/// Bodies that an HTTP/2 connection may send at once.
const BODIES: usize = 2;

/// hyper keeps up to this many header lines on the stack.
const HYPER_HEADER_LINES: usize = 100;

/// The number of header lines that an HTTP/2 request would have over HTTP/1.1, where a cookie is never split (RFC 9113
/// section 8.2.3).
fn lines<B>(request: &Request<B>) -> usize {
    let headers = request.headers();
    let pieces = headers.get_all(COOKIE).iter().count();
    headers.len() - pieces.saturating_sub(1)
}

/// The response where there is no room, such as on a connection that is closed.
fn unavailable() -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    response
}

/// The response that hyper sends to too many header lines over HTTP/1.1 (RFC 6585 section 5).
fn too_many_lines() -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
    response
}
