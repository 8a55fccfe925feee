//! The time in which a request must be read and answered; each door tells its end in its own shape.

use std::time::Duration;

use axum::response::{IntoResponse, Response};

/// What `answer` becomes within `limit`, else what `late` tells; the work is given up then.
pub async fn within<R: IntoResponse>(
    limit: Duration,
    answer: impl Future<Output = Response>,
    late: impl FnOnce() -> R,
) -> Response {
    match tokio::time::timeout(limit, answer).await {
        Ok(answer) => answer,
        Err(_) => late().into_response(),
    }
}
