//! A caller without a read view: writes, and repeats the checks of the guard and the handler in each write.

use std::convert::Infallible;
use std::ops::Deref;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::caller_facts::CallerFacts;
use super::rights::{self, Allowed};
use crate::audit::{AuditContext, Event};
use crate::db::{DbError, ReadTx, WriteTx};
use crate::http::envelope::ApiError;
use crate::state::AppState;

/// A caller who has closed the read view.
pub struct Writer {
    facts: CallerFacts,
    allowed: Arc<[Allowed]>,
    state: Arc<AppState>,
}

/// Why a write failed.
enum NotWritten<E> {
    /// The caller no longer has the right.
    Refused(ApiError),
    /// The job itself failed.
    Failed(E),
}

impl<E: From<DbError>> From<DbError> for NotWritten<E> {
    fn from(error: DbError) -> Self {
        Self::Failed(error.into())
    }
}

/// The outcome of a job whose writes are always rolled back.
enum Undone<T, E> {
    Done(T),
    Failed(E),
}

impl<T, E: From<DbError>> From<DbError> for Undone<T, E> {
    fn from(error: DbError) -> Self {
        Self::Failed(error.into())
    }
}

impl Writer {
    pub(super) fn new(facts: CallerFacts, allowed: Vec<Allowed>, state: Arc<AppState>) -> Self {
        Self {
            facts,
            allowed: allowed.into(),
            state,
        }
    }

    /// A new read view for one piece of a streamed answer, so that a client that reads it
    /// slowly holds no connection meanwhile.
    pub async fn view(&self) -> Result<ReadTx, DbError> {
        self.state.db.read().await
    }

    /// Repeats in `view` every check that the guard and the handler made, at the present time: a
    /// streamed answer goes on long after its request was allowed (attack 24).
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
        E: From<DbError> + Into<ApiError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx, &'t AuditContext) -> BoxFuture<'t, Result<T, E>>
            + Send
            + 'static,
    {
        self.run(job).await.map_err(|why| match why {
            NotWritten::Refused(error) => error,
            NotWritten::Failed(error) => error.into(),
        })
    }

    /// Runs `job` like [`Self::write`] and takes back all that it wrote, to show what it would do.
    ///
    /// # Errors
    /// Those of [`Self::write`].
    pub async fn rehearse<T, E, F>(&self, job: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        E: From<DbError> + Into<ApiError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx, &'t AuditContext) -> BoxFuture<'t, Result<T, E>>
            + Send
            + 'static,
    {
        let run = self.run::<Infallible, Undone<T, E>, _>(move |tx, audit| {
            Box::pin(async move {
                // An error undoes the transaction.
                Err(match job(tx, audit).await {
                    Ok(done) => Undone::Done(done),
                    Err(error) => Undone::Failed(error),
                })
            })
        });
        match run.await {
            Ok(never) => match never {},
            Err(NotWritten::Failed(Undone::Done(done))) => Ok(done),
            Err(NotWritten::Failed(Undone::Failed(error))) => Err(error.into()),
            Err(NotWritten::Refused(error)) => Err(error),
        }
    }

    async fn run<T, E, F>(&self, job: F) -> Result<T, NotWritten<E>>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx, &'t AuditContext) -> BoxFuture<'t, Result<T, E>>
            + Send
            + 'static,
    {
        let (facts, allowed) = (self.facts.clone(), Arc::clone(&self.allowed));
        let state = Arc::clone(&self.state);
        let written = self.state.db.write(move |tx| {
            Box::pin(async move {
                let by = (&*facts.session, facts.now);
                let checked = rights::check_and_hold(tx, by, &allowed, &state).await;
                checked.map_err(|error| NotWritten::Refused(facts.lost(error)))?;
                job(tx, &facts.audit).await.map_err(NotWritten::Failed)
            })
        });
        written.await
    }
}

impl Deref for Writer {
    type Target = CallerFacts;

    fn deref(&self) -> &CallerFacts {
        &self.facts
    }
}
