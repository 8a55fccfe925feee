//! One connection, from its TLS handshake to its last response.
//!
//! Plain connections use HTTP/1.1; TLS connections use what ALPN chose. The protocol is never guessed from the first
//! bytes, because that guess has no time limit (attack 44, slow heads).

use std::{convert::Infallible, net::SocketAddr, sync::Arc};

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
    net::TcpStream,
    sync::Semaphore,
    time::timeout,
};
use tokio_rustls::TlsAcceptor;
use tower::Service as _;

use crate::{
    body_memory::{BodyMemory, CONNECTION_WINDOW, STREAM_WINDOW},
    connections::OpenConnection,
    limits::Limits,
    peer::{Peer, Proxies},
    request::{ActiveRequest, StreamedBody},
    request_body::RequestBody,
    shutdown::Shutdown,
    streams::Streams,
    write_timeout::WriteTimeout,
};

/// Streams of an HTTP/2 connection at once: the minimum that RFC 9113 section 6.5.2 recommends.
const STREAMS: u32 = 100;
/// Bodies that an HTTP/2 connection may send at once.
const BODIES: usize = 2;

/// hyper keeps up to this many header lines on the stack.
const HYPER_HEADER_LINES: usize = 100;

/// A connection and what it needs to serve its requests.
pub struct Connection {
    pub peer: SocketAddr,
    pub router: Router,
    pub limits: Arc<Limits>,
    pub shutdown: Shutdown,
    pub open: OpenConnection,
    /// Of all connections.
    pub body_memory: BodyMemory,
    pub proxies: Proxies,
}

impl Connection {
    /// Serves until the client, the shutdown or a limit ends it.
    pub async fn serve(self, stream: TcpStream, tls: Option<TlsAcceptor>) {
        let stream = WriteTimeout::new(stream, self.limits.write_timeout, self.open.state());
        let Some(tls) = tls else {
            return self.http1(stream).await;
        };
        // A client that does not finish its handshake counts as a slow head.
        let handshake = timeout(self.limits.header_timeout, tls.accept(stream));
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
        let limits = &self.limits;
        let mut http = http1::Builder::new();
        // hyper's time for a head begins with the wait for it. The buffer size alone is not an exact limit: one read may
        // exceed it.
        http.timer(TokioTimer::new())
            .header_read_timeout(limits.idle_timeout)
            .max_buf_size(limits.header_limit)
            .max_header_size(limits.header_limit);
        if limits.header_count != HYPER_HEADER_LINES {
            http.max_headers(limits.header_count);
        }
        let service = service_fn(|request| self.respond(request, None));
        let connection = http.serve_connection(TokioIo::new(stream), service);
        tokio::pin!(connection);
        let state = self.open.state();
        state.head.begins();
        let late = state.head.is_late(limits.header_timeout);
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
        let limits = &self.limits;
        let streams = Streams::default();
        // h2 also refuses a list that is exactly as large as the limit.
        let header_bound = limits.header_limit.saturating_add(1);
        let mut builder = http2::Builder::new(streams.executor(limits.write_timeout));
        builder
            .timer(TokioTimer::new())
            .max_header_list_size(u32::try_from(header_bound).unwrap_or(u32::MAX))
            .max_concurrent_streams(STREAMS)
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .keep_alive_interval(limits.header_timeout)
            .keep_alive_timeout(limits.header_timeout);
        let bodies = Arc::new(Semaphore::new(self.bodies()));
        let service = service_fn(|request: Request<Incoming>| {
            let stream = streams.open();
            let too_many = lines(&request) > limits.header_count;
            let response = self.respond(request, Some(&bodies));
            async move {
                let response = if too_many {
                    empty(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE)
                } else {
                    response.await?
                };
                Ok::<_, Infallible>(response.map(|body| stream.track(body)))
            }
        });
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        tokio::pin!(connection);
        tokio::select! {
            _ = connection.as_mut() => return,
            () = streams.silent_for(limits.header_timeout) => {}
            () = streams.idle_for(limits.idle_timeout) => {}
            () = streams.stalled_for(2 * limits.write_timeout) => {}
            () = self.shutdown.begun() => {}
        }
        connection.as_mut().graceful_shutdown();
        // Drop a client that was idle or does not read, and does not react to the graceful shutdown.
        let last = limits.shutdown_grace.max(limits.header_timeout);
        let _ = timeout(last, connection).await;
    }

    /// How many bodies the streams of an HTTP/2 connection may send at once. A trusted proxy sends those of many clients.
    fn bodies(&self) -> usize {
        if self.proxies.trusts(self.peer.ip()) {
            STREAMS as usize
        } else {
            BODIES
        }
    }

    /// The response to a request whose head has arrived. Its body waits for one of the permits `bodies`; until then
    /// HTTP/2 holds its bytes back.
    fn respond(
        &self,
        request: Request<Incoming>,
        bodies: Option<&Arc<Semaphore>>,
    ) -> impl Future<Output = Result<Response<Body>, Infallible>> + Send + use<> {
        let active = ActiveRequest::begin(self.open.state());
        let behind = || {
            let peer = self.peer.ip();
            self.proxies.network_behind(peer, request.headers())
        };
        let has_room = active.has_room(&self.body_memory, &request, behind);
        let bodies = bodies.filter(|_| !request.body().is_end_stream()).cloned();
        let pause = self.limits.header_timeout;
        let body = |body| Body::new(RequestBody::new(body, Arc::clone(&active), pause));
        let mut request = request.map(body);
        request.extensions_mut().insert(Peer(self.peer));
        request.extensions_mut().insert(StreamedBody::of(&active));
        let mut router = self.router.clone();
        async move {
            if !has_room {
                return Ok(empty(StatusCode::SERVICE_UNAVAILABLE));
            }
            if let Some(bodies) = bodies {
                active.keep(bodies.acquire_owned().await.ok());
            }
            if active.is_closing() {
                // The room goes to another connection; the client sends the request again.
                return Ok(empty(StatusCode::SERVICE_UNAVAILABLE));
            }
            let response = router.call(request).await?;
            Ok(active.answered(response))
        }
    }
}

/// The number of header lines that an HTTP/2 request would have over HTTP/1.1, where a cookie is never split (RFC 9113
/// section 8.2.3).
fn lines<B>(request: &Request<B>) -> usize {
    let headers = request.headers();
    let pieces = headers.get_all(COOKIE).iter().count();
    headers.len() - pieces.saturating_sub(1)
}

/// A response of the listener itself, such as hyper's to too many header lines (RFC 6585 section 5).
fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}
