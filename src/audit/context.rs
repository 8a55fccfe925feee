//! What the audit entries of one request or command have in common: time, origin and actor.

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
pub struct AuditContext {
    /// When, taken once.
    pub now: Millis,
    /// Where its ids and secrets come from.
    pub random: Random,
    /// Which call it belongs to, and where that came from.
    pub origin: Origin,
    actor: Option<String>,
}

impl AuditContext {
    /// The context of a request. Without [`AuditContext::by`], the actor is whoever an entry is about.
    pub fn new(now: Millis, random: &Random, origin: &Origin) -> Self {
        Self {
            now,
            random: random.clone(),
            origin: origin.clone(),
            actor: None,
        }
    }

    /// The context of a `command` (`user add`): no person of the directory is the actor.
    pub fn of_operator(now: Millis, random: &Random, command: &str) -> Self {
        Self::without_request(now, random, format!("cli {command}")).by(CLI)
    }

    /// The context of a `task` that a server does unasked, as time passes (`expired sessions`).
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

    /// The same context with this actor: the id of an account or client, [`CLI`] or [`SERVER`].
    #[must_use]
    pub fn by(self, actor: impl Into<String>) -> Self {
        Self {
            actor: Some(actor.into()),
            ..self
        }
    }

    /// The id of the account or client that acts, [`CLI`] or [`SERVER`]; none where whoever an entry is
    /// about does.
    pub fn actor(&self) -> Option<&str> {
        self.actor.as_deref()
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

/// A context as a job keeps it, for the entries that the job writes later.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedAuditContext {
    at: Millis,
    actor: Option<String>,
    /// Absent in a job that an older version queued.
    #[serde(default)]
    call: Option<String>,
    address: Option<IpAddr>,
    request_id: Option<String>,
}

impl AuditContext {
    /// The context, for a job to keep.
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
    /// The context that was kept. Its entries carry the time of the request or command, not of the job.
    pub fn restore(self, random: &Random) -> AuditContext {
        let origin = Origin {
            call: self.call,
            address: self.address,
            request_id: self.request_id,
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
