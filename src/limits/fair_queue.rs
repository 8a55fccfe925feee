//! A bounded queue whose places are shared fairly, so that a flood from one network delays nobody else (attack 44).
//!
//! Known people and strangers each have a part. Within each part the networks take turns, and so do the narrower
//! networks within them, so frequent askers wait longest. When the queue is full, the network with the most places
//! loses its newest one.

use std::collections::VecDeque;
use std::net::IpAddr;

use atrium_listener::network::nested_networks;

/// While strangers wait too, this many known people go before each of them.
const KNOWN_TURNS: usize = 3;

/// Who waits in a [`FairQueue`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asker {
    /// A person by the id of the account: signed in, or in a browser in which the account has signed in before. All
    /// browsers of an account share its turn, because its owner can have any number of them.
    Known(String),
    /// Anybody else, by address.
    Stranger(IpAddr),
}

impl Asker {
    /// The operator who runs a command in a separate process.
    pub fn operator() -> Self {
        Self::Known("operator".to_owned())
    }

    /// The names by which turns are taken, the widest first.
    fn path(&self) -> Vec<String> {
        match self {
            Self::Known(account_id) => vec![account_id.clone()],
            Self::Stranger(address) => nested_networks(*address),
        }
    }
}

/// The queue. It is full at `most` places.
#[derive(Debug)]
pub struct FairQueue<T> {
    known: Branch<T>,
    strangers: Branch<T>,
    most: usize,
    /// The number of known people served since the last stranger.
    known_turns: usize,
    /// How many have ever joined.
    joined: u64,
}

impl<T> FairQueue<T> {
    pub fn new(most: usize) -> Self {
        Self {
            known: Branch::default(),
            strangers: Branch::default(),
            most,
            known_turns: 0,
            joined: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.known.places + self.strangers.places
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn is_full(&self) -> bool {
        self.len() >= self.most
    }

    /// Adds `item`, and returns the item that loses its place for it, if the queue was full. This is `item` itself if
    /// nobody has more places than its asker.
    #[must_use = "what loses its place must be refused"]
    pub fn push(&mut self, asker: &Asker, item: T) -> Option<T> {
        let full = self.is_full();
        self.joined += 1;
        let part = match asker {
            Asker::Known(_) => &mut self.known,
            Asker::Stranger(_) => &mut self.strangers,
        };
        part.push(&asker.path(), self.joined, item);
        full.then(|| self.shed()).flatten()
    }

    /// The next in turn.
    pub fn pop(&mut self) -> Option<T> {
        let strangers_turn = self.known_turns >= KNOWN_TURNS && self.strangers.places > 0;
        if !strangers_turn && let Some(item) = self.known.pop() {
            self.known_turns += 1;
            return Some(item);
        }
        self.known_turns = 0;
        self.strangers.pop()
    }

    /// Removes what `keep` does not want.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.known.retain(&keep);
        self.strangers.retain(&keep);
    }

    /// Known people may hold more places than strangers, in the ratio of their turns.
    fn shed(&mut self) -> Option<T> {
        if self.known.places > KNOWN_TURNS * self.strangers.places {
            self.known.shed()
        } else {
            self.strangers.shed()
        }
    }
}

/// The places of a network and of the narrower networks in it.
#[derive(Debug)]
struct Branch<T> {
    /// The items without a narrower network, the oldest first.
    waiting: VecDeque<T>,
    /// The narrower networks, the next in turn first. None is empty.
    narrower: VecDeque<(String, Branch<T>)>,
    places: usize,
    /// The number of the item that joined last.
    joined: u64,
}

impl<T> Default for Branch<T> {
    fn default() -> Self {
        Self {
            waiting: VecDeque::new(),
            narrower: VecDeque::new(),
            places: 0,
            joined: 0,
        }
    }
}

impl<T> Branch<T> {
    fn push(&mut self, path: &[String], number: u64, item: T) {
        self.places += 1;
        self.joined = number;
        let Some((name, rest)) = path.split_first() else {
            self.waiting.push_back(item);
            return;
        };
        if let Some((_, branch)) = self.narrower.iter_mut().find(|(own, _)| own == name) {
            branch.push(rest, number, item);
            return;
        }
        let mut branch = Self::default();
        branch.push(rest, number, item);
        self.narrower.push_back((name.clone(), branch));
    }

    fn pop(&mut self) -> Option<T> {
        let item = match self.narrower.pop_front() {
            None => self.waiting.pop_front()?,
            Some((name, mut branch)) => {
                let item = branch.pop()?;
                if branch.places > 0 {
                    self.narrower.push_back((name, branch));
                }
                item
            }
        };
        self.places -= 1;
        Some(item)
    }

    /// The newest place of the network with the most; among equals, of the network that was joined last.
    fn shed(&mut self) -> Option<T> {
        let weights = self.narrower.iter().enumerate();
        let heaviest = weights.max_by_key(|(_, (_, branch))| (branch.places, branch.joined));
        let item = match heaviest.map(|(at, _)| at) {
            None => self.waiting.pop_back()?,
            Some(at) => {
                let (_, branch) = self.narrower.get_mut(at)?;
                let item = branch.shed()?;
                if branch.places == 0 {
                    self.narrower.remove(at);
                }
                item
            }
        };
        self.places -= 1;
        Some(item)
    }

    fn retain(&mut self, keep: &impl Fn(&T) -> bool) {
        self.waiting.retain(keep);
        for (_, branch) in &mut self.narrower {
            branch.retain(keep);
        }
        self.narrower.retain(|(_, branch)| branch.places > 0);
        let narrower: usize = self.narrower.iter().map(|(_, branch)| branch.places).sum();
        self.places = self.waiting.len() + narrower;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(id: &str) -> Asker {
        Asker::Known(id.to_owned())
    }

    fn stranger(address: &str) -> Asker {
        Asker::Stranger(address.parse().unwrap())
    }

    fn queue(most: usize, waiting: &[(&str, &'static str)]) -> FairQueue<&'static str> {
        let mut queue = FairQueue::new(most);
        for &(address, item) in waiting {
            assert_eq!(queue.push(&stranger(address), item), None);
        }
        queue
    }

    fn rest<T>(mut queue: FairQueue<T>) -> Vec<T> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    /// Attack 44: networks take turns at each width, /48, /56 and /64; IPv4 by /24 and address.
    #[test]
    fn networks_take_turns() {
        let six = [
            ("2001:db8:0:100::1", "a1"),
            ("2001:db8:0:101::1", "a2"),
            ("2001:db8:0:101::2", "a3"),
            ("2001:db8:0:200::1", "b1"),
            ("2001:db8:1::1", "c1"),
        ];
        assert_eq!(rest(queue(9, &six)), ["a1", "c1", "b1", "a2", "a3"]);
        let four = [
            ("192.0.2.1", "a1"),
            ("192.0.2.1", "a2"),
            ("192.0.2.2", "b1"),
            ("198.51.100.1", "c1"),
        ];
        assert_eq!(rest(queue(9, &four)), ["a1", "c1", "b1", "a2"]);
        let mapped = [("192.0.2.1", "a1"), ("::ffff:192.0.2.1", "a2")];
        assert_eq!(rest(queue(9, &mapped)), ["a1", "a2"]);
    }

    /// Attack 44: the network with the most places loses its newest; a newcomer from an equally heavy network loses its
    /// own.
    #[test]
    fn the_heaviest_network_gives_up_a_place() {
        let flood = [
            ("2001:db8:0:1::1", "a1"),
            ("2001:db8:0:2::1", "a2"),
            ("2001:db8:0:100::1", "b1"),
        ];
        let mut queue = queue(3, &flood);
        assert!(queue.is_full());
        assert_eq!(queue.push(&stranger("192.0.2.1"), "c1"), Some("a2"));
        assert_eq!(queue.push(&stranger("2001:db8:0:3::1"), "a3"), Some("a3"));
        assert_eq!(queue.push(&stranger("192.0.2.2"), "c2"), Some("c2"));
        assert_eq!(queue.push(&stranger("198.51.100.1"), "d1"), Some("a1"));
        assert_eq!(queue.push(&stranger("203.0.113.1"), "e1"), Some("e1"));
        assert_eq!(queue.len(), 3);
        assert_eq!(rest(queue), ["b1", "c1", "d1"]);
    }

    /// Attack 44: strangers wait for few known people, and known people for one stranger at a time.
    #[test]
    fn known_people_and_strangers_share_the_turns() {
        let mut queue = queue(99, &[("192.0.2.1", "s1"), ("192.0.2.2", "s2")]);
        for (who, item) in [
            ("ada", "a1"),
            ("ada", "a2"),
            ("ada", "a3"),
            ("ben", "b1"),
            ("cat", "c1"),
        ] {
            assert_eq!(queue.push(&known(who), item), None);
        }
        assert_eq!(rest(queue), ["a1", "b1", "c1", "s1", "a2", "a3", "s2"]);
    }

    /// Attack 44: a stranger never takes the place of a known person; known people have a separate limit.
    #[test]
    fn strangers_give_way_to_known_people() {
        let mut queue = queue(4, &[("192.0.2.1", "s1"), ("198.51.100.1", "s2")]);
        assert_eq!(queue.push(&known("ada"), "a1"), None);
        assert_eq!(queue.push(&known("ben"), "b1"), None);
        assert_eq!(queue.push(&known("ben"), "b2"), Some("s2"));
        assert_eq!(queue.push(&stranger("203.0.113.1"), "s3"), Some("s3"));
        assert_eq!(queue.push(&known("ben"), "b3"), Some("b3"));
        assert_eq!(rest(queue), ["a1", "b1", "b2", "s1"]);
    }

    #[test]
    fn what_nobody_wants_leaves_its_place() {
        let mut queue = queue(3, &[("192.0.2.1", "a1"), ("192.0.2.1", "a2")]);
        assert_eq!(queue.push(&known("ada"), "k1"), None);
        queue.retain(|item| *item == "a2");
        assert_eq!((queue.len(), queue.is_full()), (1, false));
        assert_eq!(rest(queue), ["a2"]);
    }

    #[test]
    fn a_queue_without_room_refuses() {
        let mut queue = FairQueue::new(0);
        assert_eq!(queue.push(&known("ada"), 1), Some(1));
        assert!(queue.is_empty());
    }
}
