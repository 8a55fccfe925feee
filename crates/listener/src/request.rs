//! One request: whether its client waits for us, and what its body holds meanwhile (attack 44).

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    task::{Context, Poll},
};

use axum::body::{Body, Bytes, HttpBody};
use hyper::{
    Request, Response,
    body::{Frame, Incoming, SizeHint},
};
use tokio::sync::OwnedSemaphorePermit;

use crate::{
    body_memory::{BodyMemory, HeldMemory},
    connections::{Answering, ConnectionState},
};

/// A request, from its head until its response is made.
pub struct ActiveRequest {
    connection: Arc<ConnectionState>,
    state: Mutex<State>,
}

/// The body of a request, for a handler that reads it piece by piece and keeps none of it, such as one that takes files. The
/// listener puts it among the extensions of the request.
#[derive(Clone)]
pub struct StreamedBody(Weak<ActiveRequest>);

impl StreamedBody {
    pub(crate) fn of(request: &Arc<ActiveRequest>) -> Self {
        Self(Arc::downgrade(request))
    }

    /// From now on only bytes that the handler has not read count as memory. The handler has a limit of its own for the size
    /// of the body.
    pub fn begin(&self) {
        if let Some(request) = self.0.upgrade() {
            request.stream();
        }
    }
}

#[derive(Default)]
struct State {
    /// While the client waits for us.
    answering: Option<Answering>,
    /// Allows the body to arrive.
    permit: Option<OwnedSemaphorePermit>,
    /// While the body arrives.
    memory: Option<HeldMemory>,
}

impl ActiveRequest {
    /// A request whose head has arrived.
    pub fn begin(connection: Arc<ConnectionState>) -> Arc<Self> {
        connection.progressed();
        connection.head.request_begins();
        Arc::new(Self {
            connection,
            state: Mutex::default(),
        })
    }

    /// True once the connection must close, so that the request is not begun.
    pub fn is_closing(&self) -> bool {
        self.connection.is_closing()
    }

    /// Counts the memory of `request`, if it has a body; `behind` finds the network of its client if a trusted proxy sent
    /// it. False if there is no room for it.
    pub fn has_room(
        &self,
        memory: &BodyMemory,
        request: &Request<Incoming>,
        behind: impl FnOnce() -> Option<String>,
    ) -> bool {
        if request.body().is_end_stream() {
            return true;
        }
        let held = memory.begin(&self.connection, request, behind());
        let has_room = held.is_some();
        self.lock().memory = held;
        has_room
    }

    /// Counts `bytes` of the body. False if there is no room for them.
    pub fn received(&self, bytes: usize) -> bool {
        let mut state = self.lock();
        let memory = state.memory.as_mut();
        memory.is_none_or(|memory| memory.received(bytes))
    }

    /// The handler reads the body piece by piece and keeps none of it.
    fn stream(&self) {
        if let Some(memory) = &mut self.lock().memory {
            memory.stream();
        }
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
        let request = self;
        response.map(|body| Body::new(ResponseBody { body, request }))
    }

    /// The last byte of the request has arrived, or the response waits for its next part.
    pub fn waits_for_us(&self) {
        let mut state = self.lock();
        state.has_arrived();
        state
            .answering
            .get_or_insert_with(|| self.connection.answering());
    }

    fn waits_for_client(&self) {
        let answering = self.lock().answering.take();
        drop(answering);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        self.connection.head.request_ends();
    }
}

impl State {
    fn has_arrived(&mut self) {
        self.permit = None;
        self.memory = None;
    }
}

/// The body of a response that is made while it is sent, such as a file.
struct ResponseBody {
    body: Body,
    request: Arc<ActiveRequest>,
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        match polled {
            Poll::Pending => self.request.waits_for_us(),
            // hyper asks for more once the client has taken this.
            Poll::Ready(_) => self.request.waits_for_client(),
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

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.request.waits_for_client();
    }
}
