//! The open connections of a listener. When there is no room for another, the network with the most gives up the one
//! that has waited longest for its client (attack 44).

use std::{
    cmp::Reverse,
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{sync::Notify, time::Instant};
use tokio_util::sync::CancellationToken;

/// The open connections of one listener; cheap to clone.
#[derive(Clone, Default)]
pub struct OpenConnections(Arc<Mutex<Open>>);

#[derive(Default)]
struct Open {
    /// How many connections there have been.
    opened: u64,
    connections: HashMap<u64, Arc<ConnectionState>>,
    /// Notified when a connection has answered its requests.
    answered: Arc<Notify>,
}

/// A connection, until this is dropped.
pub struct OpenConnection {
    all: OpenConnections,
    waits: Arc<ConnectionState>,
}

/// What a connection waits for; cheap to share with its requests.
pub struct ConnectionState {
    number: u64,
    /// Whose it is; `None` for a trusted proxy, which carries the requests of many clients.
    network: Option<String>,
    state: Mutex<State>,
    close: CancellationToken,
    answered: Arc<Notify>,
}

struct State {
    /// Requests that were received whole and have no response yet. While there is one, the client waits for us.
    answering: usize,
    /// When the client last got something or began a request.
    since: Instant,
}

/// A request that was received whole, until its response is made.
pub struct Answering(Arc<ConnectionState>);

impl OpenConnections {
    /// Counts a connection from `network` as open until the value is dropped; `None` is a trusted proxy.
    pub fn open(&self, network: Option<String>) -> OpenConnection {
        let mut open = self.lock();
        open.opened += 1;
        let number = open.opened;
        let waits = Arc::new(ConnectionState {
            number,
            network,
            state: Mutex::new(State {
                answering: 0,
                since: Instant::now(),
            }),
            close: CancellationToken::new(),
            answered: Arc::clone(&open.answered),
        });
        open.connections.insert(number, Arc::clone(&waits));
        drop(open);
        OpenConnection {
            all: self.clone(),
            waits,
        }
    }

    /// Closes a connection that waits for its client: idle, or with a head or a body that is not whole, or with a response
    /// that is not read. It is the longest waiting one of the network that has the most of them, so that nobody
    /// who keeps many busy closes those of others. False while each one has a request to answer.
    pub fn close_longest_waiting(&self) -> bool {
        let open = self.lock();
        while let Some(state) = open.longest_waiting() {
            // It may have begun to answer a request meanwhile.
            if state.close() {
                return true;
            }
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
    /// The longest waiting connection of the network that has the most that wait. One of a trusted proxy comes last.
    fn longest_waiting(&self) -> Option<&ConnectionState> {
        let states = self.connections.values();
        let waiting: Vec<_> = states
            .filter_map(|state| Some((state.waiting_since()?, &**state)))
            .collect();
        let mut of_network: HashMap<&str, usize> = HashMap::new();
        for network in waiting
            .iter()
            .filter_map(|(_, state)| state.network.as_deref())
        {
            *of_network.entry(network).or_default() += 1;
        }
        let many = |state: &ConnectionState| {
            let network = state.network.as_deref();
            network.map_or(0, |network| of_network[network])
        };
        let first = waiting
            .iter()
            .min_by_key(|(since, state)| (Reverse(many(state)), *since));
        first.map(|(_, state)| *state)
    }
}

impl OpenConnection {
    /// Its state, for its stream and its requests.
    pub fn waits(&self) -> Arc<ConnectionState> {
        Arc::clone(&self.waits)
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.all.lock().connections.remove(&self.waits.number);
    }
}

impl ConnectionState {
    /// Its number among those of its listener.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whose it is; `None` for a trusted proxy.
    pub fn network(&self) -> Option<&str> {
        self.network.as_deref()
    }

    /// Closes the connection, whatever it does.
    pub fn give_up(&self) {
        self.close.cancel();
    }

    /// The client got bytes or began a request: it waits from now on.
    pub fn progressed(&self) {
        self.lock().since = Instant::now();
    }

    /// Returns once another connection needs the room.
    pub async fn must_close(&self) {
        self.close.cancelled().await;
    }

    /// A request is whole, so the connection does not wait for its client until the value is dropped.
    pub fn answering(self: &Arc<Self>) -> Answering {
        self.lock().answering += 1;
        Answering(Arc::clone(self))
    }

    /// Closes the connection if it still waits for its client.
    fn close(&self) -> bool {
        let state = self.lock();
        let waits = state.answering == 0 && !self.close.is_cancelled();
        if waits {
            self.close.cancel();
        }
        waits
    }

    /// True once the connection must close, so no further request is answered.
    pub fn is_closing(&self) -> bool {
        self.close.is_cancelled()
    }

    /// `None` while a request is answered, or once the connection must close.
    fn waiting_since(&self) -> Option<Instant> {
        let state = self.lock();
        let waits = state.answering == 0 && !self.close.is_cancelled();
        waits.then_some(state.since)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.answering -= 1;
        state.since = Instant::now();
        drop(state);
        self.0.answered.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn must_close(connection: &OpenConnection) -> bool {
        connection.waits.close.is_cancelled()
    }

    /// Attack 44: one more connection closes the one that has waited longest, and none that is answered.
    #[tokio::test]
    async fn the_longest_waiting_connection_goes_first() {
        let all = OpenConnections::default();
        let open = || all.open(Some("192.0.2.1".to_owned()));
        let answered = open();
        let request = answered.waits().answering();
        let (first, second) = (open(), open());
        first.waits().progressed();

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

    /// Attack 44: who has the most connections gives one up, however short it has waited. A trusted proxy comes last.
    #[tokio::test]
    async fn the_network_with_the_most_connections_gives_one_up() {
        let all = OpenConnections::default();
        let open = |network: Option<&str>| all.open(network.map(str::to_owned));
        let (proxy, quiet) = (open(None), open(Some("192.0.2.1")));
        let flood = [open(Some("192.0.2.2")), open(Some("192.0.2.2"))];
        quiet.waits().progressed();
        flood[0].waits().progressed();

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
}
