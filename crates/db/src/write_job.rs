//! A write without the types of its job, so that the code that runs it is compiled once and not for each write.

use std::any::type_name;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use futures_util::future::BoxFuture;

use super::{DbError, WriteTx};

type Run = Box<dyn for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, bool> + Send>;
type Slot<T, E> = Arc<Mutex<Option<Result<T, E>>>>;

/// A job that leaves its result in a [`JobResult`].
pub(super) struct WriteJob {
    /// The type of the job, for the log.
    pub name: &'static str,
    run: Run,
}

/// The result of a job once it has run. If the caller has left, it is dropped inside the transaction.
pub(super) struct JobResult<T, E>(Slot<T, E>);

impl WriteJob {
    pub fn new<T, E, F>(job: F) -> (Self, JobResult<T, E>)
    where
        T: Send + 'static,
        E: Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    {
        let slot = Slot::default();
        let result = JobResult(Arc::clone(&slot));
        let run: Run = Box::new(move |tx| Box::pin(Running { job: job(tx), slot }));
        let name = type_name::<F>();
        (Self { name, run }, result)
    }

    /// Runs the job in `tx`. The future is true if its writes are to be kept.
    pub fn run(self, tx: &mut WriteTx) -> BoxFuture<'_, bool> {
        (self.run)(tx)
    }
}

impl<T, E: From<DbError>> JobResult<T, E> {
    /// The answer to the caller of the job, after its transaction ended with `committed`.
    pub fn after(self, committed: Result<(), DbError>) -> Result<T, E> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match (slot.take(), committed) {
            (Some(Err(error)), _) => Err(error),
            (_, Err(error)) => Err(error.into()),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (None, Ok(())) => Err(DbError::WriterGone.into()),
        }
    }
}

/// The future of a job, which puts its result into the slot. An `async` block would be compiled for each job instead of each
/// type of result.
struct Running<'t, T, E> {
    job: BoxFuture<'t, Result<T, E>>,
    slot: Slot<T, E>,
}

impl<T, E> Future for Running<'_, T, E> {
    type Output = bool;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<bool> {
        let result = ready!(self.job.as_mut().poll(cx));
        let keep = result.is_ok();
        *self.slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        Poll::Ready(keep)
    }
}
