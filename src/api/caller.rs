//! Who makes a call, and what a handler needs of the request: one read view, the time, the language and
//! the context of its audit entries.
//!
//! A handler of a call that reads takes a [`Caller`], one of a call that writes a [`WritingCaller`]. For a
//! call that also goes without a session it takes `Option<…>` of them. Only the guard makes them.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use futures_util::future::BoxFuture;

use super::calls::Effect;
use super::rights::Judged;
use crate::access::{Action, Decision, Object, Rights, may};
use crate::audit::AuditContext;
use crate::clients::Client;
use crate::clock::Millis;
use crate::db::{Db, DbError, ReadTx, WriteTx};
use crate::directory::Account;
use crate::http::envelope::ApiError;
use crate::i18n::language::Language;
use crate::sessions::sso::SsoSession;

/// The credential that a call was made with.
#[derive(Clone)]
pub enum CallerCredential {
    /// An access token bound to a key.
    Dpop,
    /// A userToken.
    UserToken(String),
    /// A launch token of this application.
    Launch {
        /// The application.
        client: Arc<Client>,
        /// The token to go on with.
        token: String,
    },
}

/// What the guard found out about a call: who makes it, when and from where.
#[derive(Clone)]
pub struct CallerFacts {
    pub(super) account: Arc<Account>,
    pub(super) session: Arc<SsoSession>,
    pub(super) judged: Arc<Judged>,
    pub(super) credential: CallerCredential,
    /// When the request came; the only time that a handler uses.
    pub now: Millis,
    /// The language to answer in: the cookie's, the account's or the browser's.
    pub language: Language,
    /// What the audit entries of this call have in common; the caller is their actor.
    pub audit: AuditContext,
}

impl CallerFacts {
    /// Whose session it is, as the read view has it.
    pub fn account(&self) -> Arc<Account> {
        Arc::clone(&self.account)
    }

    /// The live session.
    pub fn session(&self) -> Arc<SsoSession> {
        Arc::clone(&self.session)
    }

    /// The thing that the request names, as the guard found it (`Call::object`).
    pub fn object(&self) -> &Object {
        &self.judged.object
    }

    /// The decision that let the caller in, and its rule.
    pub fn decision(&self) -> Decision {
        self.judged.decision
    }

    /// With what the call was made.
    pub fn credential(&self) -> &CallerCredential {
        &self.credential
    }
}

/// The caller of a call, for its handler to take once.
pub struct Caller {
    facts: CallerFacts,
    view: ReadTx,
    db: Db,
}

impl Caller {
    pub(super) fn new(facts: CallerFacts, view: ReadTx, db: &Db) -> Self {
        let db = db.clone();
        Self { facts, view, db }
    }

    /// What the caller may do: for [`may`](crate::access::may), where the right to the call is not all
    /// that a handler must ask.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn rights(&mut self) -> Result<Rights, DbError> {
        if self.judged.is_complete {
            return Ok(self.judged.rights.clone());
        }
        let account = self.account();
        Rights::of(&mut self.view, &account).await
    }

    /// Refuses (100013) unless the caller may do `action` with `object` too.
    ///
    /// # Errors
    /// The caller may not, or the database does not answer.
    pub async fn require(&mut self, action: Action, object: &Object) -> Result<(), ApiError> {
        let rights = self.rights().await?;
        if may(&rights, action, object).allowed {
            Ok(())
        } else {
            Err(ApiError::NotAuthorized)
        }
    }

    /// The read view of this call: the guard judged by it, and all that the handler reads in it fits
    /// together.
    pub fn view(&mut self) -> &mut ReadTx {
        &mut self.view
    }
}

impl Deref for Caller {
    type Target = CallerFacts;

    fn deref(&self) -> &CallerFacts {
        &self.facts
    }
}

/// The caller of a call that is declared as writing. The guard gives none for any other.
pub struct WritingCaller(Caller);

impl WritingCaller {
    /// Runs `job` in a transaction, as [`Db::write`] does, with the audit context of this call. The read
    /// view is given back first: a call never holds one connection while it waits for another.
    pub async fn write<T, E, F>(self, job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx, &'t AuditContext) -> BoxFuture<'t, Result<T, E>>
            + Send
            + 'static,
    {
        self.end_view().write(job).await
    }

    /// Gives the read view back before something that takes time, such as hashing a password. What is
    /// left can write.
    pub fn end_view(self) -> Writer {
        let Caller { facts, view, db } = self.0;
        drop(view);
        Writer { facts, db }
    }
}

impl Deref for WritingCaller {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}

impl DerefMut for WritingCaller {
    fn deref_mut(&mut self) -> &mut Caller {
        &mut self.0
    }
}

/// A caller that has given its read view back.
pub struct Writer {
    facts: CallerFacts,
    db: Db,
}

impl Writer {
    /// A new read view for one part of a streamed answer, so that a client that reads it
    /// slowly holds no connection meanwhile.
    pub async fn view(&self) -> Result<ReadTx, DbError> {
        self.db.read().await
    }

    /// Runs `job` in a transaction with the audit context of this call.
    pub async fn write<T, E, F>(&self, job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx, &'t AuditContext) -> BoxFuture<'t, Result<T, E>>
            + Send
            + 'static,
    {
        let audit = self.facts.audit.clone();
        let written = self
            .db
            .write(move |tx| Box::pin(async move { job(tx, &audit).await }));
        written.await
    }
}

impl Deref for Writer {
    type Target = CallerFacts;

    fn deref(&self) -> &CallerFacts {
        &self.facts
    }
}

/// Where the guard leaves the caller for the extractors. A read view cannot be cloned, so the first
/// extractor takes it.
#[derive(Clone)]
pub(super) struct Admitted {
    effect: Effect,
    caller: Arc<Mutex<Option<Caller>>>,
}

impl Admitted {
    /// Stores `caller` for a call with this `effect`.
    pub fn new(effect: Effect, caller: Caller) -> Self {
        let caller = Arc::new(Mutex::new(Some(caller)));
        Self { effect, caller }
    }

    fn take(&self) -> Result<Caller, ApiError> {
        let mut caller = self.caller.lock().unwrap_or_else(PoisonError::into_inner);
        caller.take().ok_or_else(|| {
            tracing::error!("a handler takes its caller twice");
            ApiError::Internal
        })
    }

    fn take_writing(&self) -> Result<WritingCaller, ApiError> {
        if self.effect != Effect::Writes {
            tracing::error!("a handler writes whose call is declared as reading");
            return Err(ApiError::Internal);
        }
        self.take().map(WritingCaller)
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let admitted = parts.extensions.get::<Admitted>();
        admitted.ok_or(ApiError::NeedLogin)?.take()
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, ApiError> {
        let admitted = parts.extensions.get::<Admitted>();
        admitted.map(Admitted::take).transpose()
    }
}

impl<S: Sync> FromRequestParts<S> for WritingCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let admitted = parts.extensions.get::<Admitted>();
        admitted.ok_or(ApiError::NeedLogin)?.take_writing()
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for WritingCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, ApiError> {
        let admitted = parts.extensions.get::<Admitted>();
        admitted.map(Admitted::take_writing).transpose()
    }
}
