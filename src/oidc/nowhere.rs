//! Answers to programs at addresses and for methods that do not exist.

use axum::http::StatusCode;

use super::error::OAuthError;

/// A path of this door's that names nothing: what is not built is not there.
pub async fn nothing_here() -> OAuthError {
    OAuthError {
        status: StatusCode::NOT_FOUND,
        ..OAuthError::invalid_request("there is nothing at this address")
    }
}

/// Another method than the endpoint has; `Allow` is added by the router.
pub async fn no_such_method() -> OAuthError {
    OAuthError {
        status: StatusCode::METHOD_NOT_ALLOWED,
        ..OAuthError::invalid_request("this endpoint does not take this method")
    }
}
