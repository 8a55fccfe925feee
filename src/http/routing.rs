//! Routes to handlers, like those of `axum::routing`, that compile faster.
//!
//! axum builds about ten types around each handler, and the compiler proves for each of them that the handler's whole
//! future may change threads. Here all handlers have one type, so it proves this once for each handler.

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::{self, MethodFilter, MethodRouter};

type ResponseFuture = Pin<Box<dyn Future<Output = Response> + Send>>;
type Call<S> = dyn Fn(Request, S) -> ResponseFuture + Send + Sync;

/// A handler whose own type is gone.
struct AnyHandler<S>(Arc<Call<S>>);

impl<S> Clone for AnyHandler<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: 'static> Handler<(), S> for AnyHandler<S> {
    type Future = ResponseFuture;

    fn call(self, request: Request, state: S) -> Self::Future {
        (self.0)(request, state)
    }
}

/// A route that answers the methods of `filter` with `handler`, like [`routing::on`].
pub fn on<H, T, S>(filter: MethodFilter, handler: H) -> MethodRouter<S>
where
    H: Handler<T, S, Future = ResponseFuture>,
    S: Clone + Send + Sync + 'static,
{
    let call = move |request, state| handler.clone().call(request, state);
    routing::on(filter, AnyHandler(Arc::new(call)))
}

/// A route that answers GET and HEAD with `handler`, like [`routing::get`].
pub fn get<H, T, S>(handler: H) -> MethodRouter<S>
where
    H: Handler<T, S, Future = ResponseFuture>,
    S: Clone + Send + Sync + 'static,
{
    on(MethodFilter::GET, handler)
}

/// A route that answers POST with `handler`, like [`routing::post`].
pub fn post<H, T, S>(handler: H) -> MethodRouter<S>
where
    H: Handler<T, S, Future = ResponseFuture>,
    S: Clone + Send + Sync + 'static,
{
    on(MethodFilter::POST, handler)
}
