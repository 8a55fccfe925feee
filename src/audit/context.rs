//! What all audit entries of one request or command have in common: time, origin and actor.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use super::{Entry, Event, Origin};
use crate::clock::Millis;
use crate::random::Random;

/// The actor for commands on the command line.
pub const CLI: &str = "cli";

/// The actor for changes that the server makes by itself.
pub const SERVER: &str = "server";

/// The time, origin and actor of a request or command, for every function that writes audit
/// entries.
#[derive(Clone)]
pub struct AuditContext {
    /// The time of the request or command, read once.
    pub now: Millis,
    /// The source of ids and secrets.
    pub random: Random,
    /// The call and its origin.
    pub origin: Origin,
    actor: Option<String>,
}

impl AuditContext {
    /// The context of a request. Unless [`AuditContext::by`] sets one, the actor is the account of
    /// each entry.
    pub fn new(now: Millis, random: &Random, origin: &Origin) -> Self {
        Self {
            now,
            random: random.clone(),
            origin: origin.clone(),
            actor: None,
        }
    }

    /// The context of the command `command` (`user add`). Its actor is [`CLI`].
    pub fn of_operator(now: Millis, random: &Random, command: &str) -> Self {
        Self::without_request(now, random, format!("cli {command}")).by(CLI)
    }

    /// The context of `task`, which the server does by itself (`expired sessions`).
    pub fn of_server(now: Millis, random: &Random, task: &str) -> Self {
        Self::without_request(now, random, format!("server: {task}")).by(SERVER)
    }

    fn without_request(now: Millis, random: &Random, call: String) -> Self {
        let origin = Origin {
            call: Some(call),
            ..Origin::default()
        };
        Self::new(now, random, &origin)
    }

    /// Sets the actor: the id of an account or client, [`CLI`] or [`SERVER`].
    #[must_use]
    pub fn by(self, actor: impl Into<String>) -> Self {
        Self {
            actor: Some(actor.into()),
            ..self
        }
    }

    /// The id of the acting account or client, [`CLI`] or [`SERVER`]; `None` if the account of each
    /// entry is the actor.
    pub fn actor(&self) -> Option<&str> {
        self.actor.as_deref()
    }

    /// A new entry of `event`. The caller adds whom it is about.
    pub fn entry(&self, event: Event) -> Entry {
        let entry = Entry::new(event, &self.random, self.now).origin(&self.origin);
        match &self.actor {
            Some(actor) => entry.actor(actor),
            None => entry,
        }
    }
}

/// A context as stored in a job, for entries that the job writes later.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedAuditContext {
    at: Millis,
    actor: Option<String>,
    call: Option<String>,
    address: Option<IpAddr>,
    request_id: Option<String>,
}

impl AuditContext {
    /// The context for storage in a job.
    pub fn save(&self) -> SavedAuditContext {
        SavedAuditContext {
            at: self.now,
            actor: self.actor.clone(),
            call: self.origin.call.clone(),
            address: self.origin.address,
            request_id: self.origin.request_id.clone(),
        }
    }
}

impl SavedAuditContext {
    /// Restores a stored context. Its entries have the time of the request or command, not of the
    /// job.
    pub fn restore(self, random: &Random) -> AuditContext {
        let origin = Origin {
            call: self.call,
            address: self.address,
            request_id: self.request_id,
            browser: None,
        };
        let audit = AuditContext::new(self.at, random, &origin);
        match self.actor {
            Some(actor) => audit.by(actor),
            None => audit,
        }
    }
}

impl std::fmt::Debug for AuditContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AuditContext(at {})", self.now)
    }
}
