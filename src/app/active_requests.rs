//! The active requests of an HTTP/2 connection. A request is active until the last byte of its response is
//! written.
//!
//! hyper notices neither an idle connection nor a client that does not read its response. So the body of each
//! response, and each chunk of it that is not written yet, reports here how many bytes were written. A response
//! that stalls for longer than the write timeout is reset (attack 44).

use std::{
    collections::HashMap,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker, ready},
    time::Duration,
};

use axum::body::{Body, Bytes, HttpBody};
use bytes::Buf;
use hyper::{
    body::{Frame, SizeHint},
    rt::Executor,
};
use tokio::time::{Instant, sleep_until};

/// The longest response that ends its stream together with its last bytes. A longer one ends its stream only
/// after they are written, because a stream that has ended cannot be reset.
const ENDS_AT_ONCE: usize = 64 * 1024;

/// The active requests of one connection; cheap to clone.
#[derive(Clone, Default)]
pub struct Activity(Arc<Mutex<Requests>>);

#[derive(Default)]
struct Requests {
    /// How many requests the connection has had.
    begun: u64,
    open: HashMap<u64, Arc<Progress>>,
    /// The request that hyper has not spawned a task for yet.
    newest: Option<Arc<Progress>>,
}

/// A request, from its head until the last byte of its response is written or dropped.
pub struct ActiveRequest {
    activity: Activity,
    number: u64,
    progress: Arc<Progress>,
}

/// How far a response has been written.
#[derive(Default)]
struct Progress(Mutex<WriteState>);

#[derive(Default)]
struct WriteState {
    /// Bytes that were produced and are not written yet.
    waiting: usize,
    /// When the last of them was written; `None` while no byte waits.
    stalled_since: Option<Instant>,
    /// Wakes the task that ends the stream once every byte is written.
    end_waker: Option<Waker>,
}

impl Activity {
    /// Counts a request as active until the value is dropped.
    pub fn begin(&self) -> ActiveRequest {
        let progress = Arc::<Progress>::default();
        let mut requests = self.lock();
        requests.begun += 1;
        let number = requests.begun;
        requests.open.insert(number, Arc::clone(&progress));
        requests.newest = Some(Arc::clone(&progress));
        drop(requests);
        ActiveRequest {
            activity: self.clone(),
            number,
            progress,
        }
    }

    /// An executor for the connection's streams. It resets a stream whose response stalls for `timeout`.
    pub fn streams(&self, timeout: Duration) -> Streams {
        Streams {
            activity: self.clone(),
            timeout,
        }
    }

    /// Returns after `span`, if the connection has had no request yet.
    pub async fn silent_for(&self, span: Duration) {
        tokio::time::sleep(span).await;
        if self.lock().begun > 0 {
            std::future::pending::<()>().await;
        }
    }

    /// Returns once the connection has had no active request for at least `span`.
    pub async fn idle_for(&self, span: Duration) {
        let mut before = None;
        loop {
            let idle = self.idle_after();
            if idle.is_some() && before == idle {
                return;
            }
            before = idle;
            tokio::time::sleep(span).await;
        }
    }

    /// Returns once a response has stalled for `timeout`. Give it longer than [`Activity::streams`]: it is for
    /// responses whose stream has ended and cannot be reset.
    pub async fn stalled_for(&self, timeout: Duration) {
        stalled_for(|| self.stalled_since(), timeout).await;
    }

    /// The number of the last request, if none is active.
    fn idle_after(&self) -> Option<u64> {
        let requests = self.lock();
        requests.open.is_empty().then_some(requests.begun)
    }

    /// When the response that has stalled longest last wrote a byte.
    fn stalled_since(&self) -> Option<Instant> {
        let requests = self.lock();
        let stalled = |progress: &Arc<Progress>| progress.lock().stalled_since;
        requests.open.values().filter_map(stalled).min()
    }

    fn lock(&self) -> MutexGuard<'_, Requests> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns once the time that `since` gives is `timeout` ago. `since` gives `None` while nothing stalls.
async fn stalled_for(since: impl Fn() -> Option<Instant>, timeout: Duration) {
    loop {
        // A response that stalls from now on cannot have stalled long enough before then.
        let end = since().unwrap_or_else(Instant::now) + timeout;
        if end <= Instant::now() {
            return;
        }
        sleep_until(end).await;
    }
}

/// Runs the streams of one connection.
#[derive(Clone)]
pub struct Streams {
    activity: Activity,
    timeout: Duration,
}

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for Streams {
    /// hyper calls this for each request, just after it has called the service. Dropping a stream before its end
    /// resets it.
    fn execute(&self, stream: F) {
        let (progress, timeout) = (self.activity.lock().newest.take(), self.timeout);
        tokio::spawn(async move {
            let stalled = async {
                match progress {
                    Some(progress) => stalled_for(|| progress.lock().stalled_since, timeout).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = stream => {}
                () = stalled => tracing::debug!("a client does not read its response: the stream is reset"),
            }
        });
    }
}

impl ActiveRequest {
    /// `body`, which keeps the request active until it is written.
    pub fn track(self, body: Body) -> TrackedBody {
        TrackedBody {
            body,
            produced: 0,
            request: Arc::new(self),
        }
    }
}

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        self.activity.lock().open.remove(&self.number);
    }
}

impl Progress {
    fn produced(&self, bytes: usize) {
        let mut now = self.lock();
        now.waiting += bytes;
        if now.waiting > 0 && now.stalled_since.is_none() {
            now.stalled_since = Some(Instant::now());
        }
    }

    fn written(&self, bytes: usize) {
        let mut now = self.lock();
        now.waiting -= bytes;
        if now.waiting > 0 {
            now.stalled_since = Some(Instant::now());
            return;
        }
        now.stalled_since = None;
        let end_waker = now.end_waker.take();
        drop(now);
        if let Some(end_waker) = end_waker {
            end_waker.wake();
        }
    }

    /// Ready once every byte is written.
    fn poll_written(&self, context: &mut Context<'_>) -> Poll<()> {
        let mut now = self.lock();
        if now.waiting == 0 {
            return Poll::Ready(());
        }
        now.end_waker = Some(context.waker().clone());
        Poll::Pending
    }

    fn lock(&self) -> MutexGuard<'_, WriteState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A response body that reports how it is written.
pub struct TrackedBody {
    body: Body,
    /// Bytes produced so far.
    produced: usize,
    request: Arc<ActiveRequest>,
}

impl TrackedBody {
    fn chunk_of(&mut self, bytes: Bytes) -> TrackedChunk {
        self.produced = self.produced.saturating_add(bytes.len());
        self.request.progress.produced(bytes.len());
        TrackedChunk {
            bytes,
            request: Arc::clone(&self.request),
        }
    }
}

impl HttpBody for TrackedBody {
    type Data = TrackedChunk;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<TrackedChunk>, axum::Error>>> {
        let Some(frame) = ready!(Pin::new(&mut self.body).poll_frame(context)) else {
            ready!(self.request.progress.poll_written(context));
            return Poll::Ready(None);
        };
        let counted = frame.map(|frame| frame.map_data(|bytes| self.chunk_of(bytes)));
        Poll::Ready(Some(counted))
    }

    fn is_end_stream(&self) -> bool {
        self.produced <= ENDS_AT_ONCE && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A chunk of a response body that reports how it is written.
pub struct TrackedChunk {
    bytes: Bytes,
    request: Arc<ActiveRequest>,
}

impl Buf for TrackedChunk {
    fn remaining(&self) -> usize {
        self.bytes.remaining()
    }

    fn chunk(&self) -> &[u8] {
        self.bytes.chunk()
    }

    fn chunks_vectored<'a>(&'a self, into: &mut [std::io::IoSlice<'a>]) -> usize {
        self.bytes.chunks_vectored(into)
    }

    fn advance(&mut self, bytes: usize) {
        self.bytes.advance(bytes);
        self.request.progress.written(bytes);
    }
}

impl Drop for TrackedChunk {
    /// Counts the rest as written when a reset drops the chunk.
    fn drop(&mut self) {
        self.request.progress.written(self.bytes.len());
    }
}
