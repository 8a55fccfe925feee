//! A caller without a read view: writes, and repeats the checks of the guard and the handler in each write.

use std::ops::Deref;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::caller_facts::CallerFacts;
use super::repetition::{self, Creation};
use super::rights::{self, Allowed};
use crate::access::Object;
use crate::audit::{self, AuditContext, Event};
use crate::clock::seconds_left;
use crate::db::{DbError, ReadTx, WriteTx};
use crate::http::envelope::ApiError;
use crate::i18n::texts::Key;
use crate::limits::{self, Counter, LimitError, RunningCall};
use crate::state::AppState;

/// A caller who has closed the read view.
#[derive(Clone)]
pub struct Writer {
    facts: CallerFacts,
    allowed: Arc<[Allowed]>,
    state: Arc<AppState>,
}

/// Somebody who reads an answer that is streamed, and cannot write.
pub struct StreamReader(Writer);

impl StreamReader {
    pub(super) const fn of(writer: Writer) -> Self {
        Self(writer)
    }

    /// Repeats every check of the guard and the handler; gives the view in which it was done, for further checks.
    ///
    /// # Errors
    /// The session or the account is gone, the caller no longer has the right, or the database failed.
    pub async fn checked_view(&self) -> Result<ReadTx, ApiError> {
        let mut view = self.0.uncounted_view().await?;
        self.0.still_allowed(&mut view).await?;
        Ok(view)
    }

    /// The id of the reader's account.
    pub fn account_id(&self) -> &str {
        &self.0.facts.account.id
    }
}

/// Why a write failed.
enum NotWritten<E> {
    /// The caller no longer has the right.
    Refused(ApiError),
    /// The job itself failed.
    Failed(E),
}

impl<E: Into<ApiError>> NotWritten<E> {
    fn answer(self) -> ApiError {
        match self {
            Self::Refused(error) => error,
            Self::Failed(error) => error.into(),
        }
    }
}

impl<E: From<DbError>> From<DbError> for NotWritten<E> {
    fn from(error: DbError) -> Self {
        Self::Failed(error.into())
    }
}

/// Why nothing was created.
enum NotCreated<E> {
    Failed(E),
    /// Another call with the same key was faster. The guard answers what that was answered.
    Outrun,
}

impl<E: From<DbError>> From<DbError> for NotCreated<E> {
    fn from(error: DbError) -> Self {
        Self::Failed(error.into())
    }
}

impl<E: Into<ApiError>> From<NotCreated<E>> for ApiError {
    fn from(error: NotCreated<E>) -> Self {
        match error {
            NotCreated::Failed(error) => error.into(),
            NotCreated::Outrun => Self::Busy(1),
        }
    }
}

/// What a call writes in its transaction: a function of the transaction and the audit context of the call.
pub trait Writes<T, E>:
    for<'t> FnOnce(&'t mut WriteTx, &'t AuditContext) -> BoxFuture<'t, Result<T, E>> + Send + 'static
{
}

impl<T, E, F> Writes<T, E> for F where
    F: for<'t> FnOnce(&'t mut WriteTx, &'t AuditContext) -> BoxFuture<'t, Result<T, E>>
        + Send
        + 'static
{
}

/// How the write of a call fails: like the database, or with an answer of its own.
pub trait WriteError: From<DbError> + Into<ApiError> + Send + 'static {}

impl<E: From<DbError> + Into<ApiError> + Send + 'static> WriteError for E {}

impl Writer {
    pub(super) fn new(facts: CallerFacts, allowed: Vec<Allowed>, state: Arc<AppState>) -> Self {
        Self {
            facts,
            allowed: allowed.into(),
            state,
        }
    }

    /// The same caller, for a write that concerns only these of the accounts that were asked about: it repeats the checks of
    /// these, and those without an account.
    #[must_use]
    pub fn about(&self, accounts: &[&str]) -> Self {
        let concerns = |asked: &&Allowed| match &asked.object {
            Object::Account { id, .. } => accounts.contains(&id.as_str()),
            _ => true,
        };
        let allowed = self.allowed.iter().filter(concerns).cloned();
        Self {
            allowed: allowed.collect(),
            ..self.clone()
        }
    }

    /// A new read view for a short read, such as one piece of a streamed answer, whose reader may be slow and must hold
    /// no connection meanwhile. It does not count among the person's concurrent calls.
    pub async fn uncounted_view(&self) -> Result<ReadTx, DbError> {
        self.state.db.read().await
    }

    /// Sorts the audit entries that have just arrived, for a call that has written and then reads the audit log.
    ///
    /// # Errors
    /// The database failed.
    pub async fn settle_audit(&self) -> Result<(), DbError> {
        audit::settle(&self.state.db).await
    }

    /// A new read view for the rest of a call that has written, with its place among the person's concurrent calls.
    ///
    /// # Errors
    /// The database failed.
    pub async fn counted_view(&self) -> Result<(ReadTx, RunningCall), DbError> {
        let running = self.state.concurrent_calls.begin(&self.account().id).await;
        Ok((self.state.db.view().await?, running))
    }

    /// Repeats in `view` every check that the guard and the handler made, at the present time: a streamed answer
    /// continues long after its request was allowed (attack 24).
    ///
    /// # Errors
    ///
    /// The session or the account is gone, the caller no longer has the right, or the database
    /// failed.
    pub async fn still_allowed(&self, view: &mut ReadTx) -> Result<(), ApiError> {
        let by = (&*self.facts.session, self.state.clock.now());
        let checked = rights::check_again(view, by, &self.allowed, &self.state).await;
        checked.map_err(|error| self.facts.lost(error))
    }

    /// Records that this call is refused because of `limit`; `account_id` is the account that was
    /// acted on, or the caller's own.
    pub fn note_limit(&self, limit: &'static str, account_id: &str) {
        let entry = self.facts.audit.entry(Event::LimitReached { limit });
        self.state.recorder.refuse(entry.account(account_id));
    }

    /// Counts this call of the caller.
    ///
    /// # Errors
    /// A limit of a day is reached, which is recorded as `limit`, or the database failed.
    pub async fn spend(&self, counters: Vec<Counter>, limit: &'static str) -> Result<(), ApiError> {
        let now = self.facts.now;
        let counted = self
            .state
            .db
            .write(move |tx| Box::pin(async move { limits::spend(tx, &counters, now).await }));
        match counted.await {
            Ok(()) => Ok(()),
            Err(LimitError::Delayed { until }) => {
                self.note_limit(limit, &self.facts.account.id);
                let words = Key("api.too_many_in_a_day");
                Err(ApiError::LimitReached(words, seconds_left(until, now)))
            }
            Err(LimitError::Busy) => Err(ApiError::Busy(1)),
            Err(LimitError::Db(error)) => Err(error.into()),
        }
    }

    /// Runs `job` in a transaction, like [`Db::write`], with the audit context of this call. The
    /// transaction first repeats every check that the guard and the handler made in the older read
    /// view.
    ///
    /// [`Db::write`]: crate::db::Db::write
    ///
    /// # Errors
    ///
    /// The caller no longer has the right, or the job failed.
    pub async fn write<T, E, F>(&self, job: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        E: WriteError,
        F: Writes<T, E>,
    {
        let writer = self.clone();
        let written = self
            .state
            .db
            .write(move |tx| Box::pin(writer.checked(tx, job)));
        written.await.map_err(NotWritten::answer)
    }

    /// Runs `job` like [`Self::write`], and again after a PostgreSQL deadlock ([`Db::write_with_retry`]).
    ///
    /// [`Db::write_with_retry`]: crate::db::Db::write_with_retry
    ///
    /// # Errors
    /// Those of [`Self::write`].
    pub async fn write_with_retry<T, E, F>(&self, job: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        E: WriteError,
        F: Writes<T, E> + Clone,
    {
        let writer = self.clone();
        let written = self
            .state
            .db
            .write_with_retry(move |tx| Box::pin(writer.checked(tx, job)));
        written.await.map_err(NotWritten::answer)
    }

    /// Runs `job`, which creates something, like [`Self::write_with_retry`]. Its answer is kept in the same transaction, so
    /// that a repetition of the call creates nothing.
    ///
    /// # Errors
    /// Those of [`Self::write`], or another call with the same key has created it meanwhile.
    pub async fn create<A, E, F>(&self, job: F) -> Result<A, ApiError>
    where
        A: Creation,
        E: WriteError,
        F: Writes<A, E> + Clone,
    {
        let repeatable = self.facts.repeatable.clone();
        self.write_with_retry::<A, NotCreated<E>, _>(move |tx, audit| {
            Box::pin(async move {
                let created = job(tx, audit).await.map_err(NotCreated::Failed)?;
                if let Some(call) = repeatable {
                    let answer = repetition::kept(&created);
                    if !call.keep(tx, &answer, audit.now).await? {
                        return Err(NotCreated::Outrun);
                    }
                }
                Ok(created)
            })
        })
        .await
    }

    /// Runs `job` in `tx` if the caller still has the rights.
    async fn checked<T, E, F>(self, tx: &mut WriteTx, job: F) -> Result<T, NotWritten<E>>
    where
        F: Writes<T, E>,
    {
        let Self {
            facts,
            allowed,
            state,
        } = &self;
        let checked = rights::check_and_hold(tx, (&*facts.session, facts.now), allowed, state);
        let checked = checked.await;
        checked.map_err(|error| NotWritten::Refused(facts.lost(error)))?;
        job(tx, &facts.audit).await.map_err(NotWritten::Failed)
    }
}

impl Deref for Writer {
    type Target = CallerFacts;

    fn deref(&self) -> &CallerFacts {
        &self.facts
    }
}
