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

use super::caller_facts::CallerFacts;
use super::repetition::Creation;
use super::rights::{self, Allowed};
use super::table::Effect;
use super::writer::{StreamReader, WriteError, Writer, Writes};
use crate::access::{Action, Decision, Object, Rights, may};
use crate::db::{DbError, ReadTx};
use crate::groups::GroupSight;
use crate::http::envelope::ApiError;
use crate::limits::RunningCall;
use crate::state::AppState;

/// The caller, which the handler takes once.
pub struct Caller {
    facts: CallerFacts,
    view: ReadTx,
    /// The rights that the guard and the handler have checked so far.
    allowed: Vec<Allowed>,
    /// Counts as one of the person's concurrent calls while the view is open.
    running: RunningCall,
    state: Arc<AppState>,
}

impl Caller {
    pub(super) fn new(
        facts: CallerFacts,
        (view, running): (ReadTx, RunningCall),
        state: Arc<AppState>,
    ) -> Self {
        let entrance = Allowed::new(
            facts.judged.call.action,
            &facts.judged.object,
            facts.judged.decision,
        );
        Self {
            facts,
            view,
            allowed: vec![entrance],
            running,
            state,
        }
    }

    /// Refuses (100013) unless the caller may also do `action` with `object`.
    ///
    /// # Errors
    /// The caller may not, or the database failed.
    pub async fn require(&mut self, action: Action, object: &Object) -> Result<(), ApiError> {
        match self.refusal(action, object).await? {
            None => Ok(()),
            Some(refusal) => Err(refusal),
        }
    }

    /// Refuses (100013) unless the caller may do `action` with `object`, which stands for many things. A later write
    /// does not repeat this check, but those of the things that the handler requires one by one.
    ///
    /// # Errors
    /// The caller may not, or the database failed.
    pub async fn ask(&mut self, action: Action, object: &Object) -> Result<(), ApiError> {
        let decision = may(&self.rights().await?, action, object);
        if decision.allowed {
            Ok(())
        } else {
            let account = self.account();
            let about = (action, object);
            Err(rights::refusal(&mut self.view, &account, about, decision).await?)
        }
    }

    /// Why the caller may not also do `action` with `object`; `None` if they may. A later write is
    /// refused if this has changed.
    ///
    /// # Errors
    /// The database failed.
    pub async fn refusal(
        &mut self,
        action: Action,
        object: &Object,
    ) -> Result<Option<ApiError>, DbError> {
        let decision = self.decide(action, object).await?;
        if decision.allowed {
            return Ok(None);
        }
        let account = self.account();
        let about = (action, object);
        let refusal = rights::refusal(&mut self.view, &account, about, decision).await?;
        Ok(Some(refusal))
    }

    /// The rights of the caller, for a list that shows them. To decide, a handler calls
    /// [`Self::require`] or [`Self::may`].
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

    /// True if the caller may also do `action` with `object`. A later write is refused if this has
    /// changed.
    ///
    /// # Errors
    /// The database failed.
    pub async fn may(&mut self, action: Action, object: &Object) -> Result<bool, DbError> {
        Ok(self.decide(action, object).await?.allowed)
    }

    /// Which groups the caller may learn of.
    ///
    /// # Errors
    /// The database failed.
    pub async fn group_sight(&mut self) -> Result<GroupSight, DbError> {
        let every = self.may(Action::ListGroups, &Object::None).await?;
        let account_id = self.account().id.clone();
        Ok(GroupSight { every, account_id })
    }

    /// Whether the caller may do `action` with each of `objects`, for a list that says so. A later write does not
    /// repeat these checks.
    ///
    /// # Errors
    /// The database failed.
    pub async fn may_each(
        &mut self,
        action: Action,
        objects: &[Object],
    ) -> Result<Vec<bool>, DbError> {
        let rights = self.rights().await?;
        let decisions = objects.iter().map(|object| may(&rights, action, object));
        Ok(decisions.map(|decision| decision.allowed).collect())
    }

    async fn decide(&mut self, action: Action, object: &Object) -> Result<Decision, DbError> {
        let decision = may(&self.rights().await?, action, object);
        if decision.allowed {
            self.allowed.push(Allowed::new(action, object, decision));
        }
        Ok(decision)
    }

    /// Drops the read view before an answer that is streamed for long, and holds nothing. The stream checks again that
    /// the caller may go on.
    pub fn into_reader(self) -> StreamReader {
        StreamReader::of(self.without_view())
    }

    fn without_view(self) -> Writer {
        let Self {
            facts,
            view,
            allowed,
            running,
            state,
        } = self;
        drop(view);
        drop(running);
        Writer::new(facts, allowed, state)
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
    /// Runs `job` like [`Writer::write`]. Drops the read view first: a call must not hold one
    /// connection while it waits for another.
    ///
    /// # Errors
    /// Those of [`Writer::write`].
    pub async fn write<T, E, F>(self, job: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        E: WriteError,
        F: Writes<T, E>,
    {
        self.end_view().write(job).await
    }

    /// Runs `job` like [`Writer::write_with_retry`], without the read view.
    ///
    /// # Errors
    /// Those of [`Writer::write`].
    pub async fn write_with_retry<T, E, F>(self, job: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        E: WriteError,
        F: Writes<T, E> + Clone,
    {
        self.end_view().write_with_retry(job).await
    }

    /// Runs `job` like [`Writer::create`], without the read view.
    ///
    /// # Errors
    /// Those of [`Writer::create`].
    pub async fn create<A, E, F>(self, job: F) -> Result<A, ApiError>
    where
        A: Creation,
        E: WriteError,
        F: Writes<A, E> + Clone,
    {
        self.end_view().create(job).await
    }

    /// The read view, for a call that only reads from now on, with its place among the person's concurrent calls.
    pub fn into_view(self) -> (ReadTx, RunningCall) {
        (self.0.view, self.0.running)
    }

    /// Drops the read view before slow work, such as hashing a password. The result can still
    /// write.
    pub fn end_view(self) -> Writer {
        self.0.without_view()
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

/// Passes the caller from the guard to the extractors. A read view cannot be cloned, so the first
/// extractor takes it.
#[derive(Clone)]
pub struct Admitted {
    effect: Effect,
    caller: Arc<Mutex<Option<Caller>>>,
}

impl Admitted {
    /// Stores `caller` for a call with this `effect`.
    pub(super) fn new(effect: Effect, caller: Caller) -> Self {
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
        if !self.effect.writes() {
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
