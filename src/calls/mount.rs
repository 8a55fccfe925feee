//! The routes of the calls, each behind the guard of its row.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;

use super::guard;
use super::table::{Call, CallBody};
use crate::files;
use crate::state::AppState;

/// The largest body of an upload: a file, and what stands around it in a form.
const LARGEST_UPLOAD: usize = files::LARGEST + 16 * 1024;

/// A route for each of `calls`.
pub fn routes(state: &Arc<AppState>, calls: &'static [Call]) -> Router<Arc<AppState>> {
    let largest = DefaultBodyLimit::max(state.config.server.body_limit);
    let mut router = Router::new();
    for call in calls {
        let guarded = guard::guarded(state, call, (call.route)(call.verb.filter()));
        // Outside the guard, which reads the body.
        let route = match call.body {
            CallBody::Streamed => guarded.layer(DefaultBodyLimit::max(LARGEST_UPLOAD)),
            CallBody::File => guarded.layer(largest),
            CallBody::Fields => guarded,
        };
        router = router.route(call.path, route);
    }
    router
}
