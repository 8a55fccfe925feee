//! The open connections of a listener. When there is no room for another, the network with the most loses the one that
//! has waited longest for its client (attack 44).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{sync::Notify, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    head_time::HeadTime,
    ranks::{Network, Ranks},
};

/// The open connections of one listener; cheap to clone.
#[derive(Clone, Default)]
pub struct Connections(Arc<Mutex<Open>>);

#[derive(Default)]
struct Open {
    /// How many connections there have been.
    opened: u64,
    connections: HashMap<u64, Arc<ConnectionState>>,
    /// The connections that wait for their client, the longest waiting first, by the time of their rank. Trusted
    /// proxies' connections weigh nothing, so they come last.
    waiting: Ranks<Instant>,
    /// Notified when a connection has answered its requests.
    answered: Arc<Notify>,
}

/// A connection, until this is dropped.
pub struct OpenConnection {
    state: Arc<ConnectionState>,
}

/// What a connection does; its stream and its requests share it.
pub struct ConnectionState {
    number: u64,
    /// Its network; `None` for a trusted proxy, which carries the requests of many clients.
    network: Network,
    state: Mutex<State>,
    /// When the head of its next request began.
    pub head: HeadTime,
    must_close: CancellationToken,
    all: Connections,
}

struct State {
    /// Requests that were received whole and have no response yet. While there is one, the client waits for us.
    answering: usize,
    /// When the client last got something or began a request.
    since: Instant,
    /// The time of its rank while it waits: `since` when it began to wait, or was last checked. So a client that gets
    /// bytes changes no rank.
    ranked: Option<Instant>,
}

/// A request that was received whole, until its response is made.
pub struct Answering(Arc<ConnectionState>);

impl Connections {
    /// Counts a connection from `network` as open until the value is dropped; `None` is a trusted proxy.
    pub fn open(&self, network: Option<String>) -> OpenConnection {
        let mut open = self.lock();
        open.opened += 1;
        let state = Arc::new(ConnectionState {
            number: open.opened,
            network: network.map(Arc::from),
            state: Mutex::new(State {
                answering: 0,
                since: Instant::now(),
                ranked: None,
            }),
            head: HeadTime::default(),
            must_close: CancellationToken::new(),
            all: self.clone(),
        });
        open.connections.insert(state.number, Arc::clone(&state));
        open.rank(&state, &mut state.lock());
        drop(open);
        OpenConnection { state }
    }

    /// Closes a connection that waits for its client: idle, or with a head or a body that is not whole, or with a response
    /// that is not read. The network with the most of them loses the longest waiting one, so that a network with many busy
    /// connections does not close the connections of others. A trusted proxy's comes last. False while each connection has
    /// a request to answer.
    pub fn close_longest_waiting(&self) -> bool {
        let mut open = self.lock();
        while let Some((_, (ranked, number))) = open.waiting.first() {
            let Some(connection) = open.connections.get(&number).map(Arc::clone) else {
                tracing::error!("a closed connection waits");
                return false;
            };
            let mut state = connection.lock();
            open.unrank(&connection, &mut state);
            if state.since == ranked {
                connection.must_close.cancel();
                return true;
            }
            // Its client received bytes meanwhile.
            open.rank(&connection, &mut state);
        }
        false
    }

    /// Returns once a connection may have begun to wait for its client.
    pub async fn one_waits(&self) {
        let answered = Arc::clone(&self.lock().answered);
        answered.notified().await;
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Ranks a connection that waits from now on, unless it is closed or must close.
    fn rank(&mut self, connection: &ConnectionState, state: &mut State) {
        let is_open = self.connections.contains_key(&connection.number);
        if is_open && !connection.is_closing() && state.answering == 0 {
            let member = (state.since, connection.number);
            let network = &connection.network;
            self.waiting.add(network, weight(network), member);
            state.ranked = Some(state.since);
        }
    }

    fn unrank(&mut self, connection: &ConnectionState, state: &mut State) {
        if let Some(ranked) = state.ranked.take() {
            let member = (ranked, connection.number);
            let network = &connection.network;
            self.waiting.remove(network, weight(network), member);
        }
    }
}

/// What a connection weighs.
fn weight(network: &Network) -> usize {
    usize::from(network.is_some())
}

impl OpenConnection {
    /// Its state, for its stream and its requests.
    pub fn state(&self) -> Arc<ConnectionState> {
        Arc::clone(&self.state)
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let state = &self.state;
        let mut open = state.all.lock();
        open.unrank(state, &mut state.lock());
        open.connections.remove(&state.number);
    }
}

impl ConnectionState {
    /// Its number in its listener.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Its network; `None` for a trusted proxy.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Closes the connection in any state.
    pub fn close(&self) {
        let mut open = self.all.lock();
        open.unrank(self, &mut self.lock());
        self.must_close.cancel();
    }

    /// The client got bytes or began a request: it waits from now on.
    pub fn progressed(&self) {
        self.lock().since = Instant::now();
    }

    /// Returns once another connection needs the room.
    pub async fn must_close(&self) {
        self.must_close.cancelled().await;
    }

    /// A request is whole, so the connection does not wait for its client until the value is dropped.
    pub fn answering(self: &Arc<Self>) -> Answering {
        let mut open = self.all.lock();
        let mut state = self.lock();
        open.unrank(self, &mut state);
        state.answering += 1;
        drop((state, open));
        Answering(Arc::clone(self))
    }

    /// True once the connection must close, so no further request is answered.
    pub fn is_closing(&self) -> bool {
        self.must_close.is_cancelled()
    }

    /// Lock this after the connections of the listener.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let connection = &self.0;
        let mut open = connection.all.lock();
        let mut state = connection.lock();
        state.answering -= 1;
        state.since = Instant::now();
        open.rank(connection, &mut state);
        drop(state);
        open.answered.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn must_close(connection: &OpenConnection) -> bool {
        connection.state.is_closing()
    }

    /// Attack 44: one more connection closes the one that has waited longest, and no connection that is being answered.
    #[tokio::test]
    async fn the_longest_waiting_connection_goes_first() {
        let all = Connections::default();
        let open = || all.open(Some("192.0.2.1".to_owned()));
        let answered = open();
        let request = answered.state().answering();
        let (first, second) = (open(), open());
        first.state().progressed();

        assert!(all.close_longest_waiting());
        assert_eq!(
            [&answered, &first, &second].map(must_close),
            [false, false, true]
        );
        assert!(all.close_longest_waiting());
        assert_eq!([&answered, &first].map(must_close), [false, true]);
        assert!(!all.close_longest_waiting(), "its client waits for us");
        drop(request);
        all.one_waits().await;
        assert!(all.close_longest_waiting());
        assert!(must_close(&answered));
        drop((answered, first, second));
        assert!(all.lock().connections.is_empty(), "nothing is kept");
    }

    /// Attack 44: the network with the most connections gives one up, even one that has just begun to wait. A trusted
    /// proxy comes last.
    #[tokio::test]
    async fn the_network_with_the_most_connections_loses_one() {
        let all = Connections::default();
        let open = |network: Option<&str>| all.open(network.map(str::to_owned));
        let (proxy, quiet) = (open(None), open(Some("192.0.2.1")));
        let flood = [open(Some("192.0.2.2")), open(Some("192.0.2.2"))];
        quiet.state().progressed();
        flood[0].state().progressed();

        assert!(all.close_longest_waiting());
        assert_eq!([&flood[0], &flood[1]].map(must_close), [false, true]);
        assert!(all.close_longest_waiting());
        assert!(
            must_close(&quiet),
            "the older of two networks with one each"
        );
        assert!(all.close_longest_waiting());
        assert!(must_close(&flood[0]) && !must_close(&proxy));
        assert!(all.close_longest_waiting());
        assert!(must_close(&proxy));
    }

    /// Attack 44: the connection to close is found without checking each one, which would take minutes. Their clients
    /// get bytes meanwhile.
    #[tokio::test]
    async fn one_goes_in_no_time_of_any_number() {
        let all = Connections::default();
        let many: Vec<_> = (0..30_000)
            .map(|n| all.open(Some(format!("192.0.2.{}", n % 8))))
            .collect();
        let begun = Instant::now();
        for connection in &many[..many.len() / 2] {
            connection.state().progressed();
            let answering = connection.state().answering();
            assert!(all.close_longest_waiting());
            drop(answering);
        }
        let closed = many.iter().filter(|one| must_close(one)).count();
        assert_eq!(closed, many.len() / 2);
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
}
