//! An entry before it is written, and the origin of its request or command.

use std::net::IpAddr;

use serde_json::{Map, Value};

use super::event::{Change, Event};
use super::object::{About, ObjectKind};
use super::own::is_own;
use crate::clock::Millis;
use crate::random::Random;

/// The most characters that are stored of a name.
const LONGEST_NAME: usize = 200;

/// The call of an entry and its origin. A door creates it once per request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The call: method and route of a request (`POST /oauth2/token`), a command (`cli user add`)
    /// or a task of the server (`server: expired sessions`).
    pub call: Option<String>,
    /// The client's address; behind a trusted proxy, the address that it reports.
    pub address: Option<IpAddr>,
    /// The id in the log lines of the request.
    pub request_id: Option<String>,
    /// The browser's name for itself (`User-Agent`): for the session that begins with the request, and for the entries
    /// that the owner of an account reads.
    pub browser: Option<String>,
}

/// An entry, created by [`Entry::new`] and completed by the other methods.
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

    /// Sets the account that the entry is about. It is also the actor unless [`Entry::actor`] sets
    /// another.
    #[must_use]
    pub fn account(mut self, id: impl Into<String>) -> Self {
        let id = plain(id.into());
        self.actor.get_or_insert_with(|| id.clone());
        self.account = Some(id);
        self
    }

    /// Sets the actor: the id of an account, such as an administrator's, of a client, or
    /// [`super::CLI`].
    #[must_use]
    pub fn actor(mut self, id: impl Into<String>) -> Self {
        self.actor = Some(plain(id.into()));
        self
    }

    /// Sets the `client_id` that the entry is about.
    #[must_use]
    pub fn client(mut self, id: impl Into<String>) -> Self {
        self.client = Some(plain(id.into()));
        self
    }

    /// Sets the session (`sid`).
    #[must_use]
    pub fn session(mut self, id: impl Into<String>) -> Self {
        self.session = Some(plain(id.into()));
        self
    }

    /// Sets an object other than the event's own (`Event::about`).
    #[must_use]
    pub fn object(mut self, kind: ObjectKind, id: impl Into<String>) -> Self {
        self.object = Some((kind, plain(id.into())));
        self
    }

    /// Sets the call and its origin.
    #[must_use]
    pub fn origin(mut self, origin: &Origin) -> Self {
        self.origin = Origin {
            call: origin.call.clone().map(plain),
            address: origin.address,
            request_id: origin.request_id.clone().map(plain),
            browser: origin.browser.clone().map(plain),
        };
        self
    }

    /// The details of the event as a JSON object, with the browser if owners read such entries.
    pub(super) fn detail(&self) -> String {
        let detail = self.event.detail();
        let browser = self.origin.browser.as_deref();
        let Some(browser) = browser.filter(|_| is_own(self.event.kind())) else {
            return detail;
        };
        let mut members: Map<String, Value> = serde_json::from_str(&detail).unwrap_or_default();
        members.insert("browser".to_owned(), browser.into());
        Value::Object(members).to_string()
    }

    /// The name that the object loses with this entry, because it gets another one or is deleted. The published name of an
    /// access right follows its draft, so a confirmation takes none.
    pub(super) fn lost_name(&self) -> Option<(ObjectKind, &str, &str)> {
        let (change, changes) = self.event.changes()?;
        if change == Change::Confirmed {
            return None;
        }
        let (kind, id) = self.about()?;
        Some((kind, id, changes.former(kind.name_field()?)?))
    }

    /// Kind and id of the object: the one from [`Entry::object`], otherwise the event's own. `None`
    /// for a refused sign-in with an unknown name.
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

/// A name that may come from outside, such as an unknown `client_id`: shortened, and without
/// control characters, which a database or terminal may not handle.
fn plain(mut name: String) -> String {
    name.retain(|c| !c.is_control());
    if let Some((end, _)) = name.char_indices().nth(LONGEST_NAME) {
        name.truncate(end);
    }
    name
}
