//! One request and its response: how the body of the request arrives, which has a lowest rate, and whether the client
//! waits for the response (attack 44).

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::body::{Body, Bytes, HttpBody};
use hyper::{
    Request, Response,
    body::{Frame, Incoming, SizeHint},
};
use tokio::{
    sync::OwnedSemaphorePermit,
    time::{Instant, Sleep, sleep_until},
};

use super::{
    arriving::{Arriving, ArrivingRequest},
    open_connections::{Answering, ConnectionState},
};

/// Fewest bytes a second, on average; far below the slowest telephone.
const LOWEST_RATE: u64 = 1024;

/// A request that arrives and is answered.
pub struct Exchange {
    waits: Arc<ConnectionState>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// While the client waits for us.
    answering: Option<Answering>,
    /// Allows the body to arrive.
    permit: Option<OwnedSemaphorePermit>,
    /// While the body arrives.
    arriving: Option<ArrivingRequest>,
}

impl Exchange {
    /// A request whose head has arrived.
    pub fn begin(waits: Arc<ConnectionState>) -> Arc<Self> {
        waits.progressed();
        waits.head.exchange_begins();
        Arc::new(Self {
            waits,
            state: Mutex::default(),
        })
    }

    /// True once the connection must close, so that the request is not begun.
    pub fn is_closing(&self) -> bool {
        self.waits.is_closing()
    }

    /// Counts `request` as arriving, if it has a body; `behind` finds the network of its client if a trusted proxy sent
    /// it. False if there is no room for it.
    pub fn has_room(
        &self,
        arriving: &Arriving,
        request: &Request<Incoming>,
        behind: impl FnOnce() -> Option<String>,
    ) -> bool {
        if request.body().is_end_stream() {
            return true;
        }
        let counted = arriving.begin(&self.waits, request, behind());
        let has_room = counted.is_some();
        self.lock().arriving = counted;
        has_room
    }

    /// Counts `bytes` of the body. False if there is no room for them.
    fn received(&self, bytes: usize) -> bool {
        let mut state = self.lock();
        let arriving = state.arriving.as_mut();
        arriving.is_none_or(|arriving| arriving.received(bytes))
    }

    /// Keeps `permit` until the body has arrived or the response is made.
    pub fn keep(&self, permit: Option<OwnedSemaphorePermit>) {
        self.lock().permit = permit;
    }

    /// `response`, which the client waits for until it is written, except where the client does not read it.
    pub fn answered(self: Arc<Self>, response: Response<Body>) -> Response<Body> {
        self.lock().has_arrived();
        if response.body().size_hint().exact().is_some() {
            self.waits_for_client();
            return response;
        }
        let exchange = self;
        response.map(|body| Body::new(StreamedBody { body, exchange }))
    }

    /// The last byte of the request has arrived, or the response is not ready to go on.
    fn waits_for_us(&self) {
        let mut state = self.lock();
        state.has_arrived();
        state
            .answering
            .get_or_insert_with(|| self.waits.answering());
    }

    fn waits_for_client(&self) {
        let answering = self.lock().answering.take();
        drop(answering);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.waits.head.exchange_ends();
    }
}

impl State {
    fn has_arrived(&mut self) {
        self.permit = None;
        self.arriving = None;
    }
}

/// A body that ends with an error when its client sends nothing for a while, or less than 1 KiB a second on average.
pub struct SteadyBody {
    body: Incoming,
    exchange: Arc<Exchange>,
    pace: Pace,
}

/// When the next bytes must arrive.
struct Pace {
    /// Longest time without bytes. The average is asked for after that time.
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

impl SteadyBody {
    /// `body` of `exchange`, with at most `pause` between its bytes.
    pub fn new(body: Incoming, exchange: Arc<Exchange>, pause: Duration) -> Self {
        if body.is_end_stream() {
            exchange.waits_for_us();
        }
        let pace = Pace {
            pause,
            average: None,
            end: None,
        };
        Self {
            body,
            exchange,
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

impl HttpBody for SteadyBody {
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
            if !self.exchange.received(bytes) {
                return Poll::Ready(Some(Err(axum::Error::new(NoRoom))));
            }
        }
        if frame.is_none() || self.body.is_end_stream() {
            self.exchange.waits_for_us();
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

/// The body of a response that is made while it is sent, such as a file.
struct StreamedBody {
    body: Body,
    exchange: Arc<Exchange>,
}

impl HttpBody for StreamedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        match polled {
            Poll::Pending => self.exchange.waits_for_us(),
            // hyper asks for more once the client has taken this.
            Poll::Ready(_) => self.exchange.waits_for_client(),
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for StreamedBody {
    fn drop(&mut self) {
        self.exchange.waits_for_client();
    }
}
