//! CORS (attack 36): scripts of exactly the origins that clients registered may read the responses of these endpoints,
//! never with cookies.

use axum::extract::Request;
use axum::http::header::{
    ACCESS_CONTROL_REQUEST_HEADERS, HeaderName, RETRY_AFTER, WWW_AUTHENTICATE,
};
use axum::http::{HeaderValue, Method};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

use crate::clients::Registry;
use crate::clock::HOUR;
use crate::http::cors::allowed_headers;

/// The headers that these endpoints read.
const READ: [&str; 3] = ["authorization", "content-type", "dpop"];

/// Leaves in a preflight the headers that it may ask for; [`layer`] then allows these.
pub async fn ask(mut request: Request) -> Request {
    if *request.method() == Method::OPTIONS {
        let allowed = allowed_headers(request.headers(), &READ);
        let headers = request.headers_mut();
        headers.insert(ACCESS_CONTROL_REQUEST_HEADERS, allowed);
    }
    request
}

/// The CORS layer of the endpoints that scripts may call. Every response varies by `Origin`.
pub fn layer(clients: &Registry) -> CorsLayer {
    let clients = clients.clone();
    let registered = move |origin: &HeaderValue, _: &axum::http::request::Parts| {
        origin
            .to_str()
            .is_ok_and(|origin| clients.has_origin(origin))
    };
    let dpop_nonce = HeaderName::from_static("dpop-nonce");
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(registered))
        .allow_methods([Method::GET, Method::POST])
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers([dpop_nonce, WWW_AUTHENTICATE, RETRY_AFTER])
        .max_age(std::time::Duration::from_millis(HOUR.unsigned_abs()))
}
