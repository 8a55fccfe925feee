//! The caller of a call, and what a handler needs of the request: one read view, the time, the
//! language and the audit context.
//!
//! The handler of a call that reads takes a [`Caller`], that of a call that writes a
//! [`WritingCaller`]. If the call is also allowed without a session, it takes an `Option` of them.
//! Only the guard creates them.

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

/// The credential of the request.
#[derive(Clone)]
pub enum CallerCredential {
    /// An access token that is bound to a DPoP key.
    Dpop,
    UserToken(String),
    /// A launch token of this application.
    Launch {
        client: Arc<Client>,
        /// The token to use from now on.
        token: String,
    },
}

/// The guard's findings about a call: who makes it, when and from where.
#[derive(Clone)]
pub struct CallerFacts {
    pub(super) account: Arc<Account>,
    pub(super) session: Arc<SsoSession>,
    pub(super) judged: Arc<Judged>,
    pub(super) credential: CallerCredential,
    /// The time of the request. A handler uses no other time.
    pub now: Millis,
    /// The language of the answer: from the cookie, the account or the browser.
    pub language: Language,
    /// The audit context of this call, with the caller as the actor.
    pub audit: AuditContext,
}

impl CallerFacts {
    /// The account of the session, as the read view has it.
    pub fn account(&self) -> Arc<Account> {
        Arc::clone(&self.account)
    }

    pub fn session(&self) -> Arc<SsoSession> {
        Arc::clone(&self.session)
    }

    /// The object that the request names, as the guard found it (`Call::object`).
    pub fn object(&self) -> &Object {
        &self.judged.object
    }

    /// The decision that allowed the call.
    pub fn decision(&self) -> Decision {
        self.judged.decision
    }

    pub fn credential(&self) -> &CallerCredential {
        &self.credential
    }
}

/// The caller, which the handler takes once.
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

    /// The rights of the caller, for [`may`](crate::access::may) if a handler has to check more
    /// than the right to the call.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rights(&mut self) -> Result<Rights, DbError> {
        if self.judged.is_complete {
            return Ok(self.judged.rights.clone());
        }
        let account = self.account();
        Rights::of(&mut self.view, &account).await
    }

    /// Refuses (100013) unless the caller may also do `action` with `object`.
    ///
    /// # Errors
    /// The caller may not, or the database failed.
    pub async fn require(&mut self, action: Action, object: &Object) -> Result<(), ApiError> {
        let rights = self.rights().await?;
        if may(&rights, action, object).allowed {
            Ok(())
        } else {
            Err(ApiError::NotAuthorized)
        }
    }

    /// The read view of this call. The guard read in it too, so all that the handler reads is
    /// consistent with the guard's decision.
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

/// The caller of a call that writes. The guard creates none for other calls.
pub struct WritingCaller(Caller);

impl WritingCaller {
    /// Runs `job` in a transaction, like [`Db::write`], with the audit context of this call. Drops
    /// the read view first: a call must not hold one connection while it waits for another.
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

    /// Drops the read view before slow work, such as hashing a password. The result can still
    /// write.
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

/// A caller without its read view.
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

/// Passes the caller from the guard to the extractors. A read view cannot be cloned, so the first
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
