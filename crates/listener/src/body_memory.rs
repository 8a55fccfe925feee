//! The memory of requests whose bodies have not arrived. When they take more than the limit, the network that holds the
//! most loses the connection that holds the most (attack 44).

use std::{
    cmp::Reverse,
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::body::HttpBody;
use hyper::Request;

use crate::{connections::ConnectionState, limits::Limits, ranks::Ranks};

/// Unread bytes of one stream and of one HTTP/2 connection that are kept for it (RFC 9113 section 6.9).
pub const STREAM_WINDOW: u32 = 64 * 1024;
pub const CONNECTION_WINDOW: u32 = 256 * 1024;

/// The cost of a request other than head and body: its stream, its task and its future.
const REQUEST: usize = 4 * 1024;
/// The cost of a header line other than its bytes (RFC 9113 section 6.5.2).
const LINE: usize = 32;

/// The memory of all connections of a listener; cheap to clone.
#[derive(Clone)]
pub struct BodyMemory(Arc<Mutex<Requests>>);

struct Requests {
    /// Most bytes of all together.
    most: usize,
    /// Most bytes of one network behind trusted proxies.
    share: usize,
    bytes: usize,
    of_connection: HashMap<u64, ConnectionRequests>,
    /// The connections that hold bytes, the largest first. Connections of trusted proxies are not among them.
    ranks: Ranks<Reverse<usize>>,
    /// The bytes of each network behind trusted proxies.
    behind_proxies: HashMap<String, usize>,
}

/// What the requests of one connection hold.
struct ConnectionRequests {
    connection: Arc<ConnectionState>,
    requests: usize,
    size: Size,
}

/// What requests hold, in bytes.
#[derive(Clone, Copy, Default)]
struct Size {
    /// Requests, their heads, and what was read of their bodies.
    read: usize,
    /// The bytes that their client may send before they are read. A connection has one window for all of them.
    unread: usize,
}

/// What one request holds, until its body has arrived or its response is made.
pub struct HeldMemory {
    all: BodyMemory,
    connection: Arc<ConnectionState>,
    behind: Option<String>,
    size: Size,
    /// True if the handler keeps nothing of the body: then its bytes are gone as soon as they were read.
    is_streamed: bool,
}

impl BodyMemory {
    pub fn new(limits: &Limits) -> Self {
        let share = limits.body_memory_behind_proxy(STREAM_WINDOW as usize);
        Self::of(limits.body_memory, share)
    }

    /// `most` bytes, and `share` of them for one network behind trusted proxies.
    fn of(most: usize, share: usize) -> Self {
        Self(Arc::new(Mutex::new(Requests {
            most,
            share,
            bytes: 0,
            of_connection: HashMap::new(),
            ranks: Ranks::default(),
            behind_proxies: HashMap::new(),
        })))
    }

    /// Counts `request` of `connection`, and makes room for it. `None` if it gets no room. `behind` is the network of
    /// its client if `connection` is a trusted proxy's.
    pub fn begin<B: HttpBody>(
        &self,
        connection: &Arc<ConnectionState>,
        request: &Request<B>,
        behind: Option<String>,
    ) -> Option<HeldMemory> {
        let size = Size::of(request);
        let mut requests = self.lock();
        if connection.is_closing() {
            return None;
        }
        let held = requests.of_connection.entry(connection.number());
        let held = held.or_insert_with(|| ConnectionRequests::by(connection));
        held.requests += 1;
        drop(requests);
        let mut request = HeldMemory {
            all: self.clone(),
            connection: Arc::clone(connection),
            behind,
            size: Size::default(),
            is_streamed: false,
        };
        request.grow(size).then_some(request)
    }

    fn lock(&self) -> MutexGuard<'_, Requests> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HeldMemory {
    /// Counts `bytes` more of its body. False if there is no room for them.
    pub fn received(&mut self, bytes: usize) -> bool {
        if self.is_streamed {
            return !self.connection.is_closing();
        }
        self.grow(Size {
            read: bytes,
            unread: 0,
        })
    }

    /// The handler keeps nothing of the body: its bytes count no longer, except those that it has not read yet.
    pub fn stream(&mut self) {
        self.is_streamed = true;
    }

    fn grow(&mut self, by: Size) -> bool {
        self.size = self.size.plus(by);
        let mut requests = self.all.lock();
        requests.change(self.connection.number(), |held| {
            held.size = held.size.plus(by);
        });
        let behind = self.behind.as_deref();
        let behind = behind.map(|network| requests.hold_behind(network, by));
        requests.make_room(behind) && !self.connection.is_closing()
    }
}

impl Drop for HeldMemory {
    fn drop(&mut self) {
        let number = self.connection.number();
        let mut requests = self.all.lock();
        requests.change(number, |held| {
            held.size = held.size.minus(self.size);
            held.requests -= 1;
        });
        if let Some(network) = &self.behind
            && let Some(held) = requests.behind_proxies.get_mut(network)
        {
            *held -= self.size.sum();
            if *held == 0 {
                requests.behind_proxies.remove(network);
            }
        }
        let of_connection = &mut requests.of_connection;
        if of_connection
            .get(&number)
            .is_some_and(ConnectionRequests::is_over)
        {
            of_connection.remove(&number);
        }
    }
}

impl Requests {
    /// Changes what a connection holds, unless it must close.
    fn change(&mut self, number: u64, change: impl FnOnce(&mut ConnectionRequests)) {
        let Some(held) = self.of_connection.get_mut(&number) else {
            return;
        };
        let before = held.bytes();
        change(held);
        let (after, connection) = (held.bytes(), Arc::clone(&held.connection));
        self.count(&connection, before, after);
    }

    /// Counts `after` instead of `before` bytes of a connection.
    fn count(&mut self, connection: &ConnectionState, before: usize, after: usize) {
        self.bytes = self.bytes - before + after;
        let (network, number) = (connection.network(), connection.number());
        if network.is_none() || before == after {
            return;
        }
        if before > 0 {
            let member = (Reverse(before), number);
            self.ranks.remove(network, before, member);
        }
        if after > 0 {
            let member = (Reverse(after), number);
            self.ranks.add(network, after, member);
        }
    }

    /// Counts more for a network behind trusted proxies; gives what it holds now.
    fn hold_behind(&mut self, network: &str, by: Size) -> usize {
        if let Some(held) = self.behind_proxies.get_mut(network) {
            *held += by.sum();
            return *held;
        }
        self.behind_proxies.insert(network.to_owned(), by.sum());
        by.sum()
    }

    /// Closes connections until the rest has room, but never one of a trusted proxy, which carries the requests of many
    /// clients. `behind` is what the network of a request holds behind such a proxy. False if the request gets no room:
    /// that network is over its share, or holds as much as the one that would lose a connection, or only proxies are left.
    fn make_room(&mut self, behind: Option<usize>) -> bool {
        if behind.is_some_and(|held| held > self.share) {
            return false;
        }
        while self.bytes > self.most {
            let Some((of_network, (_, number))) = self.ranks.first() else {
                return false;
            };
            if behind.is_some_and(|held| held >= of_network) {
                return false;
            }
            if let Some(held) = self.of_connection.remove(&number) {
                self.count(&held.connection, held.bytes(), 0);
                held.connection.close();
            }
        }
        true
    }
}

impl ConnectionRequests {
    fn by(connection: &Arc<ConnectionState>) -> Self {
        Self {
            connection: Arc::clone(connection),
            requests: 0,
            size: Size::default(),
        }
    }

    fn is_over(&self) -> bool {
        self.requests == 0
    }

    fn bytes(&self) -> usize {
        self.size.read + self.size.unread.min(CONNECTION_WINDOW as usize)
    }
}

impl Size {
    fn of<B: HttpBody>(request: &Request<B>) -> Self {
        let lines = request.headers().iter();
        let head: usize = lines
            .map(|(name, value)| name.as_str().len() + value.len() + LINE)
            .sum();
        let address = request.uri().path_and_query();
        let address = address.map_or(0, |address| address.as_str().len());
        let window = u64::from(STREAM_WINDOW);
        let body = request.body().size_hint().upper().unwrap_or(window);
        Self {
            read: REQUEST + head + address,
            unread: usize::try_from(body.min(window)).unwrap_or(usize::MAX),
        }
    }

    fn sum(self) -> usize {
        self.read + self.unread
    }

    fn plus(self, other: Self) -> Self {
        Self {
            read: self.read + other.read,
            unread: self.unread + other.unread,
        }
    }

    fn minus(self, other: Self) -> Self {
        Self {
            read: self.read - other.read,
            unread: self.unread - other.unread,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connections::{Connections, OpenConnection};
    use axum::body::Body;

    /// Room for four requests with a long body.
    const MOST: usize = 4 * (STREAM_WINDOW as usize + REQUEST + 100);

    fn long() -> Request<Body> {
        let chunks = futures_util::stream::pending::<Result<&'static [u8], std::io::Error>>();
        Request::new(Body::from_stream(chunks))
    }

    fn is_open(connection: &OpenConnection) -> bool {
        !connection.state().is_closing()
    }

    /// Attack 44: the network with the most loses its heaviest connection, and a small one stays.
    #[test]
    fn the_heaviest_connection_of_the_heaviest_network_goes() {
        let (all, open) = (BodyMemory::of(MOST, MOST), Connections::default());
        let connection = |network: &str| open.open(Some(network.to_owned()));
        let begin = |connection: &OpenConnection| all.begin(&connection.state(), &long(), None);
        let quiet = connection("192.0.2.1");
        let flood = [connection("192.0.2.2"), connection("192.0.2.2")];
        let kept = [
            begin(&quiet),
            begin(&flood[0]),
            begin(&flood[1]),
            begin(&flood[1]),
        ];
        assert!(kept.iter().all(Option::is_some));

        let next = begin(&quiet);
        assert!(next.is_some(), "there is room again");
        assert_eq!(
            [&quiet, &flood[0], &flood[1]].map(is_open),
            [true, true, false]
        );
        assert!(begin(&flood[1]).is_none(), "it gets no further request");

        drop((kept, next));
        let requests = all.lock();
        assert_eq!((requests.bytes, requests.of_connection.len()), (0, 0));
    }

    /// Attack 44: bytes that were read of a body count too, and a client that holds everything loses its own
    /// connection.
    #[test]
    fn bytes_that_were_read_count() {
        let (all, open) = (BodyMemory::of(MOST, MOST), Connections::default());
        let connection = open.open(Some("192.0.2.1".to_owned()));
        let mut request = all.begin(&connection.state(), &long(), None).unwrap();
        assert!(request.received(MOST / 2) && is_open(&connection));
        assert!(!request.received(MOST / 2), "no room for the rest");
        assert!(!is_open(&connection));
        drop(request);
        assert_eq!(all.lock().bytes, 0);
    }

    /// The unread bytes of one connection are never more than its window.
    #[test]
    fn a_connection_has_one_window() {
        let (all, open) = (
            BodyMemory::of(usize::MAX, usize::MAX),
            Connections::default(),
        );
        let connection = open.open(None);
        let requests: Vec<_> = (0..100)
            .map(|_| all.begin(&connection.state(), &long(), None).unwrap())
            .collect();
        let most = 100 * (REQUEST + 100) + CONNECTION_WINDOW as usize;
        assert!(all.lock().bytes <= most);
        let small = all.begin(&connection.state(), &Request::new(Body::from("four")), None);
        let before = all.lock().bytes;
        drop((requests, small));
        assert!(before <= most + REQUEST + 100);
        assert_eq!(all.lock().bytes, 0);
    }

    /// Attack 44: a network behind a trusted proxy holds no more than its share. It is refused as soon as it holds the
    /// most, before somebody else loses a connection.
    #[test]
    fn a_network_behind_a_proxy_has_a_share() {
        let (all, open) = (BodyMemory::of(MOST, MOST / 2), Connections::default());
        let (proxy, direct) = (open.open(None), open.open(Some("192.0.2.9".to_owned())));
        let begin = |network: &str| {
            let behind = Some(network.to_owned());
            all.begin(&proxy.state(), &long(), behind)
        };
        let flood = [begin("192.0.2.1"), begin("192.0.2.1")];
        assert!(flood.iter().all(Option::is_some));
        assert!(begin("192.0.2.1").is_none(), "more than its share");
        let quiet = begin("192.0.2.2");
        assert!(quiet.is_some());
        let of_direct = all.begin(&direct.state(), &long(), None);
        assert!(of_direct.is_some());
        assert!(begin("192.0.2.2").is_none(), "more than the direct one");
        assert!(is_open(&direct) && is_open(&proxy));
        drop((flood, quiet, of_direct));
        let requests = all.lock();
        assert_eq!((requests.bytes, requests.behind_proxies.len()), (0, 0));
    }

    /// A trusted proxy keeps its connection; the newest of its requests is refused.
    #[test]
    fn a_proxy_keeps_its_connection() {
        let (all, open) = (BodyMemory::of(MOST, MOST), Connections::default());
        let proxy = open.open(None);
        let begin = || all.begin(&proxy.state(), &long(), None);
        let kept = [begin(), begin(), begin(), begin()];
        assert!(kept.iter().all(Option::is_some));
        assert!(begin().is_none());
        assert!(is_open(&proxy));
        drop(kept);
        assert!(begin().is_some());
    }
}
