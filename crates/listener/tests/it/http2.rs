//! Attack 44 over HTTP/2, where the client decides how many bytes it accepts: answers that nobody
//! reads, answers that are read slowly, and heads that are too large.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use atrium_listener::Limits;
use axum::{
    Router,
    body::{Body, Bytes},
    routing::{get, post},
};
use futures_util::future::try_join_all;
use h2::{
    RecvStream, SendStream,
    client::{ResponseFuture, SendRequest},
};
use hyper::{Request, Response};
use tokio::{sync::Semaphore, task::JoinHandle, time::timeout};

use super::support::{Protocol, Running, bind, connect_tls, run, serve_tls, with_tls};

/// Larger than a client's first window and the buffers between.
const LONG: usize = 2 << 20;
/// Longest wait for what must happen.
const WAIT: Duration = Duration::from_secs(10);
/// Smaller than the server's send buffer.
const SHORT: usize = 10_000;

fn router() -> Router {
    let long = Bytes::from(vec![b'x'; LONG]);
    let parts = long.clone();
    let in_parts = move || {
        let parts: Vec<_> = parts.chunks(9_999).map(Bytes::copy_from_slice).collect();
        let parts = parts.into_iter().map(Ok::<_, std::convert::Infallible>);
        async { Body::from_stream(futures_util::stream::iter(parts)) }
    };
    Router::new()
        .route("/", get(|| async { "here" }))
        .route("/nothing", get(|| async {}))
        .route("/short", get(|| async { "x".repeat(SHORT) }))
        .route("/long", get(move || async { long }))
        .route("/parts", get(in_parts))
}

/// A server and what its clients need to speak HTTP/2 with it.
struct Server {
    running: Running,
    authority: String,
}

impl Server {
    async fn start(limits: Limits) -> Self {
        Self::serving(limits, router()).await
    }

    async fn serving(limits: Limits, router: Router) -> Self {
        let (running, authority) = serve_tls(&limits, router).await;
        Self { running, authority }
    }

    /// A client that accepts `window` bytes of each answer until it reads some of them.
    async fn client(&self, window: u32) -> Client {
        let (address, versions) = (self.running.address, rustls::ALL_VERSIONS);
        let stream = connect_tls(address, &self.authority, versions, Protocol::Http2).await;
        let (requests, connection) = h2::client::Builder::new()
            .initial_window_size(window)
            .initial_connection_window_size(64 << 20)
            .handshake::<_, Bytes>(stream.unwrap())
            .await
            .unwrap();
        Client {
            requests,
            connection: tokio::spawn(async { drop(connection.await) }),
        }
    }
}

struct Client {
    requests: SendRequest<Bytes>,
    /// Ends with the connection.
    connection: JoinHandle<()>,
}

impl Client {
    async fn get(&self, path: &str) -> Result<Response<RecvStream>, h2::Error> {
        self.get_with(path, &[]).await
    }

    async fn get_with(
        &self,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<Response<RecvStream>, h2::Error> {
        let address = format!("https://localhost{path}");
        let mut request = Request::get(address);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(()).unwrap();
        let mut requests = self.requests.clone().ready().await?;
        requests.send_request(request, true)?.0.await
    }

    async fn read(&self, path: &str) -> usize {
        let answer = self.get(path).await.unwrap();
        read(answer.into_body(), Duration::ZERO).await.unwrap()
    }
}

/// Reads to the end and returns the number of bytes, with at most about 40 pauses of `pause`.
async fn read(mut body: RecvStream, pause: Duration) -> Result<usize, h2::Error> {
    let (mut read, mut rested) = (0, 0);
    while let Some(part) = body.data().await {
        let part = part?;
        read += part.len();
        body.flow_control().release_capacity(part.len())?;
        if read / (LONG / 40) > rested {
            rested = read / (LONG / 40);
            tokio::time::sleep(pause).await;
        }
    }
    Ok(read)
}

fn hasty() -> Limits {
    Limits {
        header_timeout: Duration::from_millis(300),
        idle_timeout: Duration::from_millis(300),
        write_timeout: Duration::from_secs(2),
        shutdown_grace: Duration::from_millis(300),
        ..Limits::default()
    }
}

/// Every answer arrives completely, with its length if that is known.
#[tokio::test]
async fn answers_come_whole() {
    let server = Server::start(Limits::default()).await;
    let client = server.client(65_535).await;
    for (path, length) in [
        ("/", 4),
        ("/nothing", 0),
        ("/short", SHORT),
        ("/long", LONG),
    ] {
        let answer = client.get(path).await.unwrap();
        assert_eq!(answer.headers()["content-length"], length.to_string());
        let read = read(answer.into_body(), Duration::ZERO).await;
        assert_eq!(read.unwrap(), length, "{path}");
    }
    assert_eq!(client.read("/parts").await, LONG);
}

/// Attack 44: an answer that is read slowly is active until its last byte, not idle.
#[tokio::test]
async fn a_slow_reader_is_given_everything() {
    let limits = hasty();
    let server = Server::start(limits.clone()).await;
    for path in ["/long", "/parts"] {
        let client = server.client(65_535).await;
        let began = Instant::now();
        let answer = client.get(path).await.unwrap();
        let read = read(answer.into_body(), Duration::from_millis(50)).await;
        assert_eq!(read.unwrap(), LONG, "{path}");
        let longest_idle = 2 * limits.idle_timeout + limits.shutdown_grace;
        assert!(began.elapsed() > longest_idle, "it was not slow");
    }
}

/// A router that gives each body back, with a permit for each one that it begins to read.
fn counting() -> (Arc<Semaphore>, Router) {
    let called = Arc::new(Semaphore::new(0));
    let calls = Arc::clone(&called);
    let post = post(move |request: axum::extract::Request| async move {
        calls.add_permits(1);
        let body = axum::body::to_bytes(request.into_body(), SHORT).await;
        body.unwrap()
    });
    (called, router().route("/", post))
}

type HalfBody = (ResponseFuture, SendStream<Bytes>);

impl Client {
    /// Begins requests with a body, each of another client, and holds the last byte of each back.
    async fn half_bodies(&self, many: usize) -> Vec<HalfBody> {
        let mut bodies = Vec::new();
        for number in 0..many {
            let request = Request::post("https://localhost/");
            let request = request.header("x-forwarded-for", format!("192.0.2.{number}"));
            let request = request.body(()).unwrap();
            let mut requests = self.requests.clone().ready().await.unwrap();
            let (answer, mut body) = requests.send_request(request, false).unwrap();
            body.send_data(Bytes::from_static(b"half"), false).unwrap();
            bodies.push((answer, body));
        }
        bodies
    }
}

/// Attack 44: a connection sends two bodies at once. The streams behind them wait, and continue when one has ended.
#[tokio::test]
async fn a_connection_holds_few_unfinished_bodies() {
    let (called, router) = counting();
    let server = Server::serving(Limits::default(), router).await;
    let client = server.client(65_535).await;
    let bodies = client.half_bodies(3).await;
    let two = timeout(WAIT, called.acquire_many(2)).await;
    two.expect("two are read at once").unwrap().forget();
    assert_eq!(
        client.read("/").await,
        4,
        "a request without a body waits for none"
    );
    assert_eq!(called.available_permits(), 0, "the third waits");

    for (answer, mut body) in bodies {
        body.send_data(Bytes::from_static(b"s"), true).unwrap();
        let answer = timeout(WAIT, answer).await.expect("an answer").unwrap();
        let read = read(answer.into_body(), Duration::ZERO).await;
        assert_eq!(read.unwrap(), "halfs".len());
    }
}

/// Attack 44: a trusted proxy sends the bodies of many clients, so as many at once as it has streams.
#[tokio::test]
async fn a_trusted_proxy_sends_as_many_bodies_as_streams() {
    let (called, router) = counting();
    let listener = bind(&Limits::default(), Some("127.0.0.1/32")).await;
    let (listener, authority) = with_tls(listener);
    let server = Server {
        running: run(listener, router),
        authority,
    };
    let client = server.client(65_535).await;
    let _bodies = client.half_bodies(100).await;
    let all = timeout(WAIT, called.acquire_many(100)).await;
    assert!(all.is_ok(), "{} are read", called.available_permits());
}

/// Opens streams until the server allows no more or closes the connection; each holds back the end of its body.
async fn hold_bodies(client: &Client) -> Vec<SendStream<Bytes>> {
    let mut held = Vec::new();
    for _ in 0..100 {
        let ready = timeout(WAIT, client.requests.clone().ready()).await;
        let Ok(Ok(mut requests)) = ready else { break };
        let request = Request::post("https://localhost/").body(()).unwrap();
        let Ok((_, body)) = requests.send_request(request, false) else {
            break;
        };
        held.push(body);
    }
    held
}

/// Attack 44: connections that hold back bodies take a bounded memory. The connections that hold the most are closed,
/// and a client with one slow body keeps its connection.
#[tokio::test]
async fn attack_44_a_flood_of_unfinished_bodies_closes_its_own_connections() {
    let limits = Limits {
        // There is room for one connection with a hundred bodies, not for two.
        body_memory: 1 << 20,
        ..Limits::default()
    };
    let echo = post(|body: Bytes| async { body });
    let server = Server::serving(limits, router().route("/", echo)).await;
    let quiet = server.client(65_535).await;
    let request = Request::post("https://localhost/").body(()).unwrap();
    let mut requests = quiet.requests.clone().ready().await.unwrap();
    let (answer, mut body) = requests.send_request(request, false).unwrap();
    body.send_data(Bytes::from_static(b"half"), false).unwrap();

    let (mut clients, mut held) = (Vec::new(), Vec::new());
    for _ in 0..4 {
        let client = server.client(65_535).await;
        held.push(hold_bodies(&client).await);
        clients.push(client);
    }
    let last = clients.pop().unwrap();
    for closed in clients {
        let closed = timeout(WAIT, closed.connection).await;
        assert!(closed.is_ok(), "the flood keeps what it holds");
    }
    assert!(!last.connection.is_finished(), "the last has room");
    body.send_data(Bytes::from_static(b"s"), true).unwrap();
    let answer = timeout(WAIT, answer).await.expect("an answer").unwrap();
    let read = read(answer.into_body(), Duration::ZERO).await;
    assert_eq!(read.unwrap(), "halfs".len());
}

/// Attack 44: answers that nobody reads are reset after `write_timeout`, in any number. Other answers on the
/// connection continue.
#[tokio::test]
async fn answers_that_are_not_read_are_reset_alone() {
    let server = Server::start(hasty()).await;
    let client = server.client(65_535).await;
    // Windows of 9,999 bytes stay open for a part of a piece; a piece of 65,535 bytes closes one.
    let unread = (0..60).map(|n| client.get(if n % 2 == 0 { "/long" } else { "/parts" }));
    let unread = try_join_all(unread).await.unwrap();
    let slow = client.get("/long").await.unwrap();
    let slow = tokio::spawn(read(slow.into_body(), Duration::from_millis(40)));
    for answer in unread {
        let mut body = answer.into_body();
        let why = async {
            loop {
                match body.data().await {
                    Some(Ok(_)) => {}
                    Some(Err(why)) => return why,
                    None => panic!("an answer that was not read ended well"),
                }
            }
        };
        let why = tokio::time::timeout(Duration::from_secs(30), why).await;
        assert!(why.expect("it is not reset").is_reset());
    }
    assert_eq!(client.read("/short").await, SHORT);
    assert_eq!(slow.await.unwrap().unwrap(), LONG);
}

/// Attack 44: a window that never opens, or closes before an answer's last bytes, holds its
/// connection for a limited time. Here it occupies the only place.
#[tokio::test]
async fn a_client_that_opens_no_window_is_let_go() {
    let held = async |window, path| {
        let limits = Limits {
            max_connections: 1,
            ..hasty()
        };
        let server = Server::start(limits).await;
        let client = server.client(window).await;
        // Kept without reading: dropping an answer would reset its stream.
        let answers = try_join_all((0..50).map(|_| client.get(path))).await;
        let ended = tokio::time::timeout(Duration::from_secs(30), client.connection).await;
        assert!(ended.is_ok(), "{path} with a window of {window} is held");
        assert_eq!(answers.unwrap().len(), 50);
        assert_eq!(server.client(65_535).await.read("/").await, 4);
    };
    tokio::join!(
        held(0, "/long"),
        held(0, "/parts"),
        held(0, "/short"),
        held(9, "/short"),
    );
}

/// Attack 44: an idle connection is also closed after answers that were all read.
#[tokio::test]
async fn an_idle_connection_is_let_go() {
    let server = Server::start(hasty()).await;
    let client = server.client(65_535).await;
    for path in ["/short", "/long", "/parts"] {
        client.read(path).await;
    }
    let ended = tokio::time::timeout(Duration::from_secs(30), client.connection).await;
    assert!(ended.is_ok(), "an idle connection is held");
}

/// Attack 44: HTTP/2 heads have the size limit `header_limit` too, with one long line or
/// many short ones. The connection continues, and a head just below the limit is served.
#[tokio::test]
async fn huge_heads_are_refused() {
    let limits = Limits {
        header_limit: 8 * 1024,
        ..Limits::default()
    };
    let server = Server::start(limits.clone()).await;
    let client = server.client(65_535).await;
    let (long, below) = (
        "y".repeat(limits.header_limit),
        "y".repeat(limits.header_limit - 1_000),
    );
    let many = vec![("x", "y"); limits.header_limit / 32];
    for head in [&[("x", long.as_str())][..], &many] {
        let code = match client.get_with("/", head).await {
            Ok(answer) => answer.status().as_u16(),
            Err(why) => panic!("the connection does not go on: {why}"),
        };
        assert_eq!(code, 431, "RFC 6585 section 5");
        assert_eq!(client.read("/").await, 4);
    }
    let served = client.get_with("/", &[("x", &below)]).await.unwrap();
    assert_eq!(served.status(), 200);
}

/// Fields that make a header list of `size` bytes by the count of RFC 9113 section 6.5.2 (name,
/// value and 32 for each), with the four pseudo-header fields that [`Client::get_with`] sends to
/// `/`.
fn fields(size: usize, many: usize) -> Vec<(&'static str, String)> {
    const PSEUDO: usize = (7 + 3) + (7 + 5) + (10 + 9) + (5 + 1) + 4 * 32;
    let short = many * (1 + 1 + 32);
    let long = size - PSEUDO - short - (1 + 32);
    let mut fields = vec![("x", "y".to_owned()); many];
    fields.push(("z", "y".repeat(long)));
    fields
}

impl Client {
    async fn status(&self, headers: &[(&str, String)]) -> u16 {
        let headers: Vec<_> = headers
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let answer = self.get_with("/", &headers).await;
        answer.expect("the connection goes on").status().as_u16()
    }
}

/// Attack 44, RFC 6585 section 5: a header list of `header_limit` bytes, by the count of RFC
/// 9113 section 6.5.2, is served. One more byte is refused.
#[tokio::test]
async fn a_header_list_may_be_as_large_as_the_limit_and_no_larger() {
    for limit in [8 * 1024, 32 * 1024, 50_000] {
        let limits = Limits {
            header_limit: limit,
            ..Limits::default()
        };
        let server = Server::start(limits).await;
        let client = server.client(65_535).await;
        for many in [0, 90] {
            for (size, expected) in [(limit, 200), (limit + 1, 431), (limit, 200)] {
                let code = client.status(&fields(size, many)).await;
                assert_eq!(code, expected, "{size} of {limit}");
            }
        }
    }
}

/// Attack 44: `header_count` fields are served, one more is refused. A cookie in several
/// fields (RFC 9113 section 8.2.3) counts as one, as over HTTP/1.1.
#[tokio::test]
async fn a_header_list_may_have_as_many_fields_as_the_limit_and_no_more() {
    for count in [32, 100, 150] {
        let limits = Limits {
            header_count: count,
            ..Limits::default()
        };
        let server = Server::start(limits).await;
        let client = server.client(65_535).await;
        let fields = |name: &'static str, many| vec![(name, "y".to_owned()); many];
        assert_eq!(client.status(&fields("x", count)).await, 200);
        assert_eq!(client.status(&fields("x", count + 1)).await, 431);
        let mut pieces = fields("cookie", 200);
        pieces.extend(fields("x", count - 1));
        assert_eq!(client.status(&pieces).await, 200);
        pieces.extend(fields("x", 1));
        assert_eq!(client.status(&pieces).await, 431);
    }
}
