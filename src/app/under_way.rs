//! The requests under way on an HTTP/2 connection, until the last byte of their answers is taken.
//!
//! hyper hands an answer to HTTP/2 as soon as the client's window is open by a byte, and knows
//! neither an idle connection nor an answer that nobody reads. So every answer carries what tells
//! here how its bytes move: in its body, and in each piece of it that still waits to be written. An
//! answer of which no byte moves for the patience is ended (attack 44).

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

/// The longest answer whose end goes out with its last bytes. That of a longer one waits until they
/// are written, because a stream that has ended cannot be reset any more.
const WHOLE: usize = 64 * 1024;

/// The requests under way on one connection; cheap to clone.
#[derive(Clone, Default)]
pub struct Activity(Arc<Mutex<Requests>>);

#[derive(Default)]
struct Requests {
    /// How many have begun, ever.
    begun: u64,
    open: HashMap<u64, Arc<Progress>>,
    /// The one that has begun and has no task yet.
    newest: Option<Arc<Progress>>,
}

/// One request, from its head until the last byte of its answer is written or dropped.
pub struct UnderWay {
    activity: Activity,
    number: u64,
    progress: Arc<Progress>,
}

/// How far an answer has been written.
#[derive(Default)]
struct Progress(Mutex<Bytewise>);

#[derive(Default)]
struct Bytewise {
    /// Made and not yet written.
    waiting: usize,
    /// Since when not a byte of them has moved; `None` while none waits.
    still_since: Option<Instant>,
    /// Who wants to end the answer once all is written.
    ending: Option<Waker>,
}

impl Activity {
    /// Counts a request until what is answered is dropped.
    pub fn begin(&self) -> UnderWay {
        let progress = Arc::<Progress>::default();
        let mut requests = self.lock();
        requests.begun += 1;
        let number = requests.begun;
        requests.open.insert(number, Arc::clone(&progress));
        requests.newest = Some(Arc::clone(&progress));
        drop(requests);
        UnderWay {
            activity: self.clone(),
            number,
            progress,
        }
    }

    /// What runs the connection's streams, each until its answer lies still for `patience`.
    pub fn streams(&self, patience: Duration) -> Streams {
        Streams {
            activity: self.clone(),
            patience,
        }
    }

    /// Ends once a whole `span` has passed without a request beginning or being under way.
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

    /// Ends once an answer has lain still for `patience`, whose stream had ended and could not be
    /// reset. Give it longer than the streams.
    pub async fn still_for(&self, patience: Duration) {
        still_for(|| self.still_since(), patience).await;
    }

    /// The number of the last request, if none is under way.
    fn idle_after(&self) -> Option<u64> {
        let requests = self.lock();
        requests.open.is_empty().then_some(requests.begun)
    }

    /// Since when the answer that has lain longest lies.
    fn still_since(&self) -> Option<Instant> {
        let requests = self.lock();
        let still = |progress: &Arc<Progress>| progress.lock().still_since;
        requests.open.values().filter_map(still).min()
    }

    fn lock(&self) -> MutexGuard<'_, Requests> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends once what `since` tells lies `patience` back.
async fn still_for(since: impl Fn() -> Option<Instant>, patience: Duration) {
    loop {
        // What begins to lie only now does not lie for long enough before then.
        let end = since().unwrap_or_else(Instant::now) + patience;
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
    patience: Duration,
}

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for Streams {
    /// hyper calls this for each request just after the service was called with it. A stream that
    /// is dropped before its end is reset.
    fn execute(&self, stream: F) {
        let (progress, patience) = (self.activity.lock().newest.take(), self.patience);
        tokio::spawn(async move {
            let unread = async {
                match progress {
                    Some(progress) => still_for(|| progress.lock().still_since, patience).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = stream => {}
                () = unread => tracing::debug!("an answer is not read: its stream is reset"),
            }
        });
    }
}

impl UnderWay {
    /// `body`, counted until it is written.
    pub fn answer(self, body: Body) -> Counted {
        Counted {
            body,
            made: 0,
            request: Arc::new(self),
        }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.activity.lock().open.remove(&self.number);
    }
}

impl Progress {
    fn made(&self, bytes: usize) {
        let mut now = self.lock();
        now.waiting += bytes;
        if now.waiting > 0 && now.still_since.is_none() {
            now.still_since = Some(Instant::now());
        }
    }

    fn written(&self, bytes: usize) {
        let mut now = self.lock();
        now.waiting -= bytes;
        if now.waiting > 0 {
            now.still_since = Some(Instant::now());
            return;
        }
        now.still_since = None;
        let ending = now.ending.take();
        drop(now);
        if let Some(ending) = ending {
            ending.wake();
        }
    }

    /// Ready once no byte waits.
    fn poll_written(&self, context: &mut Context<'_>) -> Poll<()> {
        let mut now = self.lock();
        if now.waiting == 0 {
            return Poll::Ready(());
        }
        now.ending = Some(context.waker().clone());
        Poll::Pending
    }

    fn lock(&self) -> MutexGuard<'_, Bytewise> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An answer's body, counted as long as it is being written.
pub struct Counted {
    body: Body,
    /// Bytes made so far.
    made: usize,
    request: Arc<UnderWay>,
}

impl Counted {
    fn piece(&mut self, bytes: Bytes) -> Piece {
        self.made = self.made.saturating_add(bytes.len());
        self.request.progress.made(bytes.len());
        Piece {
            bytes,
            request: Arc::clone(&self.request),
        }
    }
}

impl HttpBody for Counted {
    type Data = Piece;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Piece>, axum::Error>>> {
        let Some(frame) = ready!(Pin::new(&mut self.body).poll_frame(context)) else {
            ready!(self.request.progress.poll_written(context));
            return Poll::Ready(None);
        };
        let counted = frame.map(|frame| frame.map_data(|bytes| self.piece(bytes)));
        Poll::Ready(Some(counted))
    }

    fn is_end_stream(&self) -> bool {
        self.made <= WHOLE && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A part of an answer, which tells how it is written.
pub struct Piece {
    bytes: Bytes,
    request: Arc<UnderWay>,
}

impl Buf for Piece {
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

impl Drop for Piece {
    /// What a reset takes back waits no more.
    fn drop(&mut self) {
        self.request.progress.written(self.bytes.len());
    }
}
