//! The form of an upload as it arrives: what stands around its file is bounded, and a sender that is too slow is not waited for
//! (attack 44).

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes, HttpBody as _};
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_LENGTH;
use futures_util::stream::Stream;
use tokio::time::{Instant, Sleep};

use crate::files;
use crate::http::envelope::ApiError;

/// The most bytes that stand in front of a file, and after it.
const LONGEST_HEAD: usize = 64 * 1024;

/// How slow a sender may be.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// Time in which we wait for the sender; what we do with the bytes does not count.
    window: Duration,
    /// The bytes that arrive at least in each window.
    least: usize,
}

const PACE: Pace = Pace {
    window: Duration::from_secs(20),
    least: 64 * 1024,
};

/// A form with a file. A body that is no such form is a fault of the field, which the handler reports.
pub struct FileForm {
    pub(super) form: Result<Multipart, MultipartRejection>,
    pub(super) part: Arc<Part>,
    /// The most bytes that may arrive.
    pub(super) bytes: u64,
    /// True if everybody may upload it, so that it needs a place of its own.
    pub(super) is_own: bool,
}

impl<S: Send + Sync> FromRequest<S> for FileForm {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let said = request.headers().get(CONTENT_LENGTH);
        let said = said.and_then(|length| length.to_str().ok()?.parse().ok());
        let most = u64::try_from(files::LARGEST).unwrap_or(u64::MAX);
        let bytes = said.or_else(|| request.body().size_hint().upper());
        let part = Arc::new(Part::default());
        let request = request.map(|body| paced(body, Arc::clone(&part), PACE));
        Ok(Self {
            form: Multipart::from_request(request, state).await,
            part,
            bytes: bytes.unwrap_or(most).min(most),
            is_own: false,
        })
    }
}

/// Which part of the form the reader waits for.
#[derive(Debug, Default)]
pub struct Part {
    is_file: AtomicBool,
    is_too_long: AtomicBool,
}

impl Part {
    /// The reader waits for the file, or for what stands around it.
    pub(super) fn begin(&self, is_file: bool) {
        self.is_file.store(is_file, Ordering::Relaxed);
    }

    /// True if what stands around the file was too long.
    pub(super) fn is_too_long(&self) -> bool {
        self.is_too_long.load(Ordering::Relaxed)
    }
}

/// Why no more bytes are taken.
#[derive(Debug, thiserror::Error)]
enum Ended {
    #[error("the head of a file is longer than {LONGEST_HEAD} bytes")]
    Head,
    #[error("the sender is too slow")]
    Slow,
    #[error(transparent)]
    Body(#[from] axum::Error),
}

fn paced(body: Body, part: Arc<Part>, pace: Pace) -> Body {
    Body::from_stream(Paced {
        body: body.into_data_stream(),
        part,
        pace,
        head: 0,
        arrived: 0,
        waited: Duration::ZERO,
        waits_since: None,
        hands_over: false,
        alarm: Box::pin(tokio::time::sleep(pace.window)),
    })
}

/// A body whose pieces the reader of the form sees one by one: it would otherwise keep all that is there in memory before it
/// looks at any.
struct Paced {
    body: BodyDataStream,
    part: Arc<Part>,
    pace: Pace,
    /// Bytes of the present head.
    head: usize,
    /// Bytes of the present window.
    arrived: usize,
    /// The part of the present window in which we waited.
    waited: Duration,
    waits_since: Option<Instant>,
    /// True after a piece.
    hands_over: bool,
    /// Wakes us when the window is over.
    alarm: Pin<Box<Sleep>>,
}

impl Paced {
    /// Ends a window that is over; false if too little has arrived in it.
    fn keeps_pace(&mut self) -> bool {
        if self.waited < self.pace.window {
            return true;
        }
        let is_enough = self.arrived >= self.pace.least;
        (self.waited, self.arrived) = (Duration::ZERO, 0);
        is_enough
    }

    fn wait(&mut self, context: &mut Context<'_>) {
        let now = Instant::now();
        self.waits_since = Some(now);
        let left = self.pace.window.saturating_sub(self.waited);
        self.alarm.as_mut().reset(now + left);
        if self.alarm.as_mut().poll(context).is_ready() {
            context.waker().wake_by_ref();
        }
    }
}

impl Stream for Paced {
    type Item = Result<Bytes, Ended>;

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Ended>>> {
        if let Some(since) = self.waits_since.take() {
            self.waited += since.elapsed();
        }
        if std::mem::take(&mut self.hands_over) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.part.is_file.load(Ordering::Relaxed) {
            self.head = 0;
        } else if self.head > LONGEST_HEAD {
            self.part.is_too_long.store(true, Ordering::Relaxed);
            return Poll::Ready(Some(Err(Ended::Head)));
        }
        let piece = match Pin::new(&mut self.body).poll_next(context) {
            Poll::Ready(Some(Ok(piece))) => piece,
            Poll::Ready(end) => return Poll::Ready(end.map(|end| end.map_err(Ended::from))),
            Poll::Pending if self.keeps_pace() => {
                self.wait(context);
                return Poll::Pending;
            }
            Poll::Pending => return Poll::Ready(Some(Err(Ended::Slow))),
        };
        self.head += piece.len();
        self.arrived += piece.len();
        self.hands_over = true;
        let taken = if self.keeps_pace() {
            Ok(piece)
        } else {
            Err(Ended::Slow)
        };
        Poll::Ready(Some(taken))
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{StreamExt as _, stream};

    use super::*;

    const QUICK: Pace = Pace {
        window: Duration::from_millis(60),
        least: 10,
    };

    fn pieces(many: usize, bytes: usize, pause: Duration) -> Body {
        Body::from_stream(stream::iter(0..many).then(move |_| async move {
            tokio::time::sleep(pause).await;
            Ok::<_, std::io::Error>(Bytes::from(vec![b'x'; bytes]))
        }))
    }

    /// The bytes that arrive of `body` before it ends, and whether it ends well.
    async fn taken(body: Body, is_file: bool) -> (usize, bool) {
        let part = Arc::new(Part::default());
        part.begin(is_file);
        let mut body = paced(body, part, QUICK).into_data_stream();
        let mut bytes = 0;
        while let Some(piece) = body.next().await {
            match piece {
                Ok(piece) => bytes += piece.len(),
                Err(_) => return (bytes, false),
            }
        }
        (bytes, true)
    }

    /// Attack 44: a sender that gives a byte now and then, or nothing, is not waited for; one that keeps the pace is, also
    /// where the whole takes longer than a window.
    #[tokio::test]
    async fn attack_44_a_slow_upload_ends() {
        let (bytes, is_whole) = taken(pieces(50, 1, Duration::from_millis(20)), true).await;
        assert!(bytes < 50 && !is_whole, "{bytes}");
        let silent = Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>());
        assert_eq!(taken(silent, true).await, (0, false));
        let steady = pieces(20, 50, Duration::from_millis(10));
        assert_eq!(taken(steady, true).await, (1_000, true));
    }

    /// Attack 44: what we do with the bytes is not the sender's time.
    #[tokio::test]
    async fn a_slow_reader_does_not_end_an_upload() {
        let part = Arc::new(Part::default());
        part.begin(true);
        let pace = Pace {
            window: Duration::from_millis(250),
            least: 10,
        };
        let body = paced(pieces(3, 1, Duration::ZERO), part, pace);
        let mut body = body.into_data_stream();
        let mut bytes = 0;
        while let Some(piece) = body.next().await {
            bytes += piece.unwrap().len();
            tokio::time::sleep(pace.window).await;
        }
        assert_eq!(bytes, 3);
    }

    /// Attack 44: a head without an end is not kept in memory.
    #[tokio::test]
    async fn attack_44_the_head_of_a_file_is_bounded() {
        let many = LONGEST_HEAD / 1_024 * 4;
        let (bytes, is_whole) = taken(pieces(many, 1_024, Duration::ZERO), false).await;
        assert!(!is_whole && bytes <= LONGEST_HEAD + 1_024, "{bytes}");
        let all = (many * 1_024, true);
        assert_eq!(taken(pieces(many, 1_024, Duration::ZERO), true).await, all);
    }
}
