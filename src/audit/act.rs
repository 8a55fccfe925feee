//! An act: one request or command that writes, and the entries that tell of it.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use super::{Entry, Event, Origin};
use crate::clock::Millis;
use crate::random::Random;

/// The actor of what is done on the command line.
pub const CLI: &str = "cli";

/// The actor of what a server does by itself, as time passes.
pub const SERVER: &str = "server";

/// When something is done, from where and by whom; handed down whole to whatever writes.
#[derive(Clone)]
pub struct Act {
    /// When, taken once.
    pub now: Millis,
    /// Where its ids and secrets come from.
    pub random: Random,
    /// Where its request came from.
    pub origin: Origin,
    actor: Option<String>,
}

impl Act {
    /// An act of a request; whoever an entry is about acted, unless [`Act::by`] says otherwise.
    pub fn new(now: Millis, random: &Random, origin: &Origin) -> Self {
        Self {
            now,
            random: random.clone(),
            origin: origin.clone(),
            actor: None,
        }
    }

    /// An act on the command line: no person of the directory did it.
    pub fn of_operator(now: Millis, random: &Random) -> Self {
        Self::new(now, random, &Origin::default()).by(CLI)
    }

    /// An act of a running server: nobody asked for it.
    pub fn of_server(now: Millis, random: &Random) -> Self {
        Self::new(now, random, &Origin::default()).by(SERVER)
    }

    /// The same act, done by `actor`: the id of an account or client, [`CLI`] or [`SERVER`].
    #[must_use]
    pub fn by(self, actor: impl Into<String>) -> Self {
        Self {
            actor: Some(actor.into()),
            ..self
        }
    }

    /// An entry of `event`, which still has to say whom it is about.
    pub fn entry(&self, event: Event) -> Entry {
        let entry = Entry::new(event, &self.random, self.now).origin(&self.origin);
        match &self.actor {
            Some(actor) => entry.actor(actor),
            None => entry,
        }
    }
}

/// An act as a job keeps it that writes later what follows from it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Doing {
    at: Millis,
    actor: Option<String>,
    address: Option<IpAddr>,
    request_id: Option<String>,
}

impl Act {
    /// The act, to be kept.
    pub fn doing(&self) -> Doing {
        Doing {
            at: self.now,
            actor: self.actor.clone(),
            address: self.origin.address,
            request_id: self.origin.request_id.clone(),
        }
    }
}

impl Doing {
    /// The act that was kept; its entries bear its own time.
    pub fn act(self, random: &Random) -> Act {
        let origin = Origin {
            address: self.address,
            request_id: self.request_id,
        };
        let act = Act::new(self.at, random, &origin);
        match self.actor {
            Some(actor) => act.by(actor),
            None => act,
        }
    }
}

impl std::fmt::Debug for Act {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Act(at {})", self.now)
    }
}
