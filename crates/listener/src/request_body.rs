//! The body of a request as it arrives: it has a lowest rate and a bounded memory (attack 44).

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::request::ActiveRequest;

/// Fewest bytes a second, on average; far below the slowest telephone.
const LOWEST_RATE: u64 = 1024;

/// A body that ends with an error when its client sends nothing for a while, or less than 1 KiB a second on average.
pub struct RequestBody {
    body: Incoming,
    request: Arc<ActiveRequest>,
    pace: Pace,
}

/// When the next bytes must arrive.
struct Pace {
    /// Longest time without bytes. The average counts after that time.
    pause: Duration,
    /// When the bytes that have arrived are too few on average; set at the first read.
    average: Option<Instant>,
    end: Option<Pin<Box<Sleep>>>,
}

/// The client sends its body too slowly.
#[derive(Debug, thiserror::Error)]
#[error("the body arrives too slowly")]
struct TooSlow;

/// Others hold all memory for bodies.
#[derive(Debug, thiserror::Error)]
#[error("there is no room for the body")]
struct NoRoom;

impl RequestBody {
    /// `body` of `request`, with at most `pause` between its bytes.
    pub fn new(body: Incoming, request: Arc<ActiveRequest>, pause: Duration) -> Self {
        if body.is_end_stream() {
            request.waits_for_us();
        }
        let pace = Pace {
            pause,
            average: None,
            end: None,
        };
        Self {
            body,
            request,
            pace,
        }
    }
}

impl Pace {
    fn received(&mut self, bytes: usize) {
        let millis = (bytes as u64).saturating_mul(1000) / LOWEST_RATE;
        *self.average() += Duration::from_millis(millis);
        self.end = None;
    }

    /// Ready once the next bytes are late.
    fn poll_late(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let end = (Instant::now() + self.pause).min(*self.average());
        let end = self.end.get_or_insert_with(|| Box::pin(sleep_until(end)));
        end.as_mut().poll(context)
    }

    fn average(&mut self) -> &mut Instant {
        let pause = self.pause;
        self.average.get_or_insert_with(|| Instant::now() + pause)
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) else {
            ready!(self.pace.poll_late(context));
            return Poll::Ready(Some(Err(axum::Error::new(TooSlow))));
        };
        if let Some(Ok(frame)) = &frame {
            let bytes = frame.data_ref().map_or(0, Bytes::len);
            self.pace.received(bytes);
            if !self.request.received(bytes) {
                return Poll::Ready(Some(Err(axum::Error::new(NoRoom))));
            }
        }
        if frame.is_none() || self.body.is_end_stream() {
            self.request.waits_for_us();
        }
        Poll::Ready(frame.map(|frame| frame.map_err(axum::Error::new)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
