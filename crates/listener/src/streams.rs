//! The open streams of an HTTP/2 connection. A stream is open until the last byte of its response is written.
//!
//! hyper notices neither an idle connection nor a client that does not read its response. So the body of each response,
//! and each chunk of it that is not written yet, reports here how many bytes were written. A stream whose response stalls
//! for longer than the write timeout is reset (attack 44).

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

/// The longest response that ends its stream together with its last bytes. A longer response ends its stream only after
/// they are written, because an ended stream cannot be reset.
const ENDS_AT_ONCE: usize = 64 * 1024;

/// The streams of one connection; cheap to clone.
#[derive(Clone, Default)]
pub struct Streams(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// How many streams the connection has had.
    opened: u64,
    open: HashMap<u64, Arc<Progress>>,
    /// The stream that hyper has not spawned a task for yet.
    newest: Option<Arc<Progress>>,
}

/// A stream, from the head of its request until the last byte of its response is written or dropped.
pub struct Stream {
    all: Streams,
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

impl Streams {
    /// Counts a stream as open until the value is dropped.
    pub fn open(&self) -> Stream {
        let progress = Arc::<Progress>::default();
        let mut state = self.lock();
        state.opened += 1;
        let number = state.opened;
        state.open.insert(number, Arc::clone(&progress));
        state.newest = Some(Arc::clone(&progress));
        drop(state);
        Stream {
            all: self.clone(),
            number,
            progress,
        }
    }

    /// Runs the connection's streams, and resets one whose response stalls for `timeout`.
    pub fn executor(&self, timeout: Duration) -> StreamExecutor {
        StreamExecutor {
            all: self.clone(),
            timeout,
        }
    }

    /// Returns after `span`, if the connection has had no stream yet.
    pub async fn silent_for(&self, span: Duration) {
        tokio::time::sleep(span).await;
        if self.lock().opened > 0 {
            std::future::pending::<()>().await;
        }
    }

    /// Returns once the connection has had no open stream for at least `span`.
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

    /// Returns once a response has stalled for `timeout`. Give it longer than [`Streams::executor`]: it is for
    /// responses whose stream has ended and cannot be reset.
    pub async fn stalled_for(&self, timeout: Duration) {
        stalled_for(|| self.stalled_since(), timeout).await;
    }

    /// The number of the last stream, if none is open.
    fn idle_after(&self) -> Option<u64> {
        let state = self.lock();
        state.open.is_empty().then_some(state.opened)
    }

    /// When the response that has stalled longest last wrote a byte.
    fn stalled_since(&self) -> Option<Instant> {
        let state = self.lock();
        let stalled = |progress: &Arc<Progress>| progress.lock().stalled_since;
        state.open.values().filter_map(stalled).min()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns once the time from `since` is `timeout` ago. `since` gives `None` while nothing stalls.
async fn stalled_for(since: impl Fn() -> Option<Instant>, timeout: Duration) {
    loop {
        // A response that begins to stall now cannot reach the timeout before then.
        let end = since().unwrap_or_else(Instant::now) + timeout;
        if end <= Instant::now() {
            return;
        }
        sleep_until(end).await;
    }
}

/// Runs the streams of one connection.
#[derive(Clone)]
pub struct StreamExecutor {
    all: Streams,
    timeout: Duration,
}

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for StreamExecutor {
    /// hyper calls this for each request, just after it has called the service. Dropping a stream before its end
    /// resets it.
    fn execute(&self, stream: F) {
        let (progress, timeout) = (self.all.lock().newest.take(), self.timeout);
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

impl Stream {
    /// `body`, which keeps the stream open until it is written.
    pub fn track(self, body: Body) -> StreamBody {
        StreamBody {
            body,
            produced: 0,
            stream: Arc::new(self),
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.all.lock().open.remove(&self.number);
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

/// The body of a response, which reports how it is written.
pub struct StreamBody {
    body: Body,
    /// Bytes produced so far.
    produced: usize,
    stream: Arc<Stream>,
}

impl StreamBody {
    fn chunk_of(&mut self, bytes: Bytes) -> StreamChunk {
        self.produced = self.produced.saturating_add(bytes.len());
        self.stream.progress.produced(bytes.len());
        StreamChunk {
            bytes,
            stream: Arc::clone(&self.stream),
        }
    }
}

impl HttpBody for StreamBody {
    type Data = StreamChunk;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<StreamChunk>, axum::Error>>> {
        let Some(frame) = ready!(Pin::new(&mut self.body).poll_frame(context)) else {
            ready!(self.stream.progress.poll_written(context));
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

/// A chunk of a response's body, which reports how it is written.
pub struct StreamChunk {
    bytes: Bytes,
    stream: Arc<Stream>,
}

impl Buf for StreamChunk {
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
        self.stream.progress.written(bytes);
    }
}

impl Drop for StreamChunk {
    /// Counts the rest as written when a reset drops the chunk.
    fn drop(&mut self) {
        self.stream.progress.written(self.bytes.len());
    }
}
