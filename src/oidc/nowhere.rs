//! Responses to unknown addresses and unsupported methods.

use axum::http::StatusCode;

use super::error::OAuthError;

pub async fn nothing_here() -> OAuthError {
    OAuthError {
        status: StatusCode::NOT_FOUND,
        ..OAuthError::invalid_request("there is nothing at this address")
    }
}

/// For a method that the endpoint does not support; the router adds `Allow`.
pub async fn no_such_method() -> OAuthError {
    OAuthError {
        status: StatusCode::METHOD_NOT_ALLOWED,
        ..OAuthError::invalid_request("this endpoint does not take this method")
    }
}
