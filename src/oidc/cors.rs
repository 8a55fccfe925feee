//! CORS (attack 36): scripts of exactly the origins that clients registered may read the responses of these endpoints,
//! never with cookies.

use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderName, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, Method};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::clients::Registry;
use crate::clock::HOUR;

/// The CORS layer of the endpoints that scripts may call. Every response varies by `Origin`.
pub fn layer(clients: &Registry) -> CorsLayer {
    let clients = clients.clone();
    let registered = move |origin: &HeaderValue, _: &axum::http::request::Parts| {
        origin
            .to_str()
            .is_ok_and(|origin| clients.has_origin(origin))
    };
    let dpop = HeaderName::from_static("dpop");
    let dpop_nonce = HeaderName::from_static("dpop-nonce");
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(registered))
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([AUTHORIZATION, CONTENT_TYPE, dpop])
        .expose_headers([dpop_nonce, WWW_AUTHENTICATE, RETRY_AFTER])
        .max_age(std::time::Duration::from_millis(HOUR.unsigned_abs()))
}
