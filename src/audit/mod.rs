//! Audit: an append-only record of sign-ins, refusals, grants and changes.
//!
//! An entry of something that is written anyway is written inside the same transaction
//! ([`record`]), so that neither exists without the other. An entry of something that writes
//! nothing (a signed token without a row, a refused request) goes through the [`Recorder`], which
//! writes many with one commit, and of a flood of refusals only so many.

mod changes;
mod context;
mod event;
mod list;
mod object;
mod recorder;
pub mod store;
mod throttle;

use std::net::IpAddr;

pub(crate) use changes::changes;
pub use changes::{Changes, Field};
pub use context::{AuditContext, CLI, SERVER, SavedAuditContext};
pub use event::{Change, Event, PasswordChange, SignInRefusal};
pub use list::{AuditFilter, EXPORTED_AT_ONCE, Export, history, page};
pub use object::ObjectKind;
pub use recorder::Recorder;
pub use store::{STATEMENTS, batch_statement};
pub use throttle::{KEPT, SPAN};

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::random::Random;
use object::About;

/// Most entries that one [`list`] answers.
pub const PAGE: i64 = 200;

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
    id: String,
    at: Millis,
    event: Event,
    actor: Option<String>,
    account: Option<String>,
    client: Option<String>,
    session: Option<String>,
    object: Option<(ObjectKind, String)>,
    origin: Origin,
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

    /// The id of the account that acted, such as an administrator's, or of a client, or [`CLI`].
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
    fn about(&self) -> Option<(ObjectKind, &str)> {
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

/// An entry as it was kept.
#[derive(Clone, Debug, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct Recorded {
    /// Its id, a UUID of version 7.
    pub id: String,
    /// When it happened.
    pub at: Millis,
    /// What happened ([`Event::kind`]).
    pub kind: String,
    /// The id of the account or client that acted, [`CLI`] or [`SERVER`].
    pub actor_id: Option<String>,
    /// The id of the account that it is about.
    pub account_id: Option<String>,
    /// The `client_id` that it is about.
    pub client_id: Option<String>,
    /// The session.
    pub session_id: Option<String>,
    /// The kind of the object ([`ObjectKind::as_str`]).
    pub object_kind: Option<String>,
    /// The id of the object.
    pub object_id: Option<String>,
    /// Which call was made ([`Origin::call`]).
    pub call: Option<String>,
    /// The address it came from.
    pub address: Option<String>,
    /// The request's id in the log.
    pub request_id: Option<String>,
    /// The details, a JSON object.
    pub detail: String,
}

/// Which entries to list, newest first.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only entries about this account.
    pub account: Option<String>,
    /// Only entries about this client.
    pub client: Option<String>,
    /// Only entries of this kind.
    pub kind: Option<String>,
    /// Only entries at or after this moment.
    pub since: Millis,
    /// Only entries older than this one: the last of the page before.
    pub before: Option<(Millis, String)>,
    /// How many, 1 to [`PAGE`].
    pub limit: i64,
}

/// Writes an entry inside the caller's transaction.
pub async fn record(tx: &mut WriteTx, entry: &Entry) -> Result<(), DbError> {
    store::insert(tx, entry).await
}

/// Deletes at most `most` entries older than `before`; answers how many.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    store::sweep(tx, before, most).await
}

/// The newest entries that `filter` lets through.
pub async fn list(tx: &mut impl Reads, filter: &Filter) -> Result<Vec<Recorded>, DbError> {
    store::list(tx, filter).await
}
