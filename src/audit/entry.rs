//! One entry before it is written, and where the request or command it tells of came from.

use std::net::IpAddr;

use super::event::Event;
use super::object::{About, ObjectKind};
use crate::clock::Millis;
use crate::random::Random;

/// Characters that are kept of a name.
const LONGEST_NAME: usize = 200;

/// Which call was made and where it came from; doors make it once for each request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The call: method and route of a request (`POST /oauth2/token`), a command (`cli user add`) or
    /// what the server does by itself (`server: expired sessions`).
    pub call: Option<String>,
    /// The address, behind trusted proxies the one that they name.
    pub address: Option<IpAddr>,
    /// The id that the log lines of the request carry.
    pub request_id: Option<String>,
}

/// One entry, made by [`Entry::new`] and the methods that say whom and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub(super) id: String,
    pub(super) at: Millis,
    pub(super) event: Event,
    pub(super) actor: Option<String>,
    pub(super) account: Option<String>,
    pub(super) client: Option<String>,
    pub(super) session: Option<String>,
    pub(super) object: Option<(ObjectKind, String)>,
    pub(super) origin: Origin,
}

impl Entry {
    /// An entry of `event` at `now`.
    pub fn new(event: Event, random: &Random, now: Millis) -> Self {
        Self {
            id: random.uuid_v7(now).to_string(),
            at: now,
            event,
            actor: None,
            account: None,
            client: None,
            session: None,
            object: None,
            origin: Origin::default(),
        }
    }

    /// The id of the account that it is about, which also acted unless [`Entry::actor`] says
    /// otherwise.
    #[must_use]
    pub fn account(mut self, id: impl Into<String>) -> Self {
        let id = plain(id.into());
        self.actor.get_or_insert_with(|| id.clone());
        self.account = Some(id);
        self
    }

    /// The id of the account that acted, such as an administrator's, or of a client, or [`super::CLI`].
    #[must_use]
    pub fn actor(mut self, id: impl Into<String>) -> Self {
        self.actor = Some(plain(id.into()));
        self
    }

    /// The `client_id` that it is about.
    #[must_use]
    pub fn client(mut self, id: impl Into<String>) -> Self {
        self.client = Some(plain(id.into()));
        self
    }

    /// The id of the session (`sid`).
    #[must_use]
    pub fn session(mut self, id: impl Into<String>) -> Self {
        self.session = Some(plain(id.into()));
        self
    }

    /// The object, where it is another than the event's own (`Event::about`).
    #[must_use]
    pub fn object(mut self, kind: ObjectKind, id: impl Into<String>) -> Self {
        self.object = Some((kind, plain(id.into())));
        self
    }

    /// Which call was made and where it came from.
    #[must_use]
    pub fn origin(mut self, origin: &Origin) -> Self {
        self.origin = Origin {
            call: origin.call.clone().map(plain),
            address: origin.address,
            request_id: origin.request_id.clone().map(plain),
        };
        self
    }

    /// Kind and id of the object: what [`Entry::object`] said, else what the event is about. The
    /// refusal of a name that nobody has is about no object.
    pub(super) fn about(&self) -> Option<(ObjectKind, &str)> {
        if let Some((kind, id)) = &self.object {
            return Some((*kind, id));
        }
        let (kind, id) = match self.event.about() {
            About::Account => (ObjectKind::Account, self.account.as_deref()),
            About::Client => (ObjectKind::Client, self.client.as_deref()),
            About::Session => (ObjectKind::Session, self.session.as_deref()),
            About::This(kind, id) => (kind, Some(id)),
            About::Nothing => return None,
        };
        Some((kind, id?))
    }
}

/// A name that may come from outside, such as the `client_id` of no client: short, and without the
/// control characters that a database or a terminal would stumble over.
fn plain(mut name: String) -> String {
    name.retain(|c| !c.is_control());
    if let Some((end, _)) = name.char_indices().nth(LONGEST_NAME) {
        name.truncate(end);
    }
    name
}
