//! Answers at addresses and for methods that do not exist, in the shape of who asks.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::ground::Ground;
use crate::http::trouble::{ErrorPage, Trouble};
use crate::http::visit::Visit;

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

/// The same, for people.
pub async fn no_such_method_page(State(ground): State<Arc<Ground>>, visit: Visit) -> Response {
    let frame = visit.frame(&ground.site, None, None, None, ground.clock.now());
    ErrorPage::new(frame, Trouble::Method).respond()
}
