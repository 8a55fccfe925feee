//! The time limit for reading and answering a request; each endpoint responds to a timeout in its own format.

use std::time::Duration;

use axum::response::{IntoResponse, Response};

/// Runs `answer` for at most `limit`; then drops it and returns the result of `late`.
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
