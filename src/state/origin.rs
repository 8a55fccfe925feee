//! The call and origin of a request, for audit entries.

use std::convert::Infallible;

use atrium_listener::ClientAddress;
use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};

use crate::audit::Origin;
use crate::http::request_id::RequestId;

/// The most characters of a browser's name for itself that are kept.
const LONGEST_BROWSER: usize = 300;

/// The call, the address, the id and the browser of one request.
#[derive(Clone, Debug, Default)]
pub struct RequestOrigin(pub Origin);

impl From<RequestOrigin> for Origin {
    fn from(origin: RequestOrigin) -> Self {
        origin.0
    }
}

impl<S: Sync> FromRequestParts<S> for RequestOrigin {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let ClientAddress(address) = ClientAddress::from_request_parts(parts, state).await?;
        let request_id = parts.extensions.get::<RequestId>().map(|id| id.0.clone());
        let route = parts.extensions.get::<MatchedPath>();
        Ok(Self(Origin {
            call: route.map(|route| call(&parts.method, route.as_str())),
            address: Some(address),
            request_id,
            browser: browser(&parts.headers),
        }))
    }
}

/// The `User-Agent` of a request: its beginning, without control characters (attack 38).
fn browser(headers: &HeaderMap) -> Option<String> {
    let named = headers.get(USER_AGENT)?.to_str().ok()?;
    let plain = named.chars().filter(|c| !c.is_control());
    let plain: String = plain.take(LONGEST_BROWSER).collect();
    Some(plain.trim().to_owned()).filter(|name| !name.is_empty())
}

/// The call of a request: its method and route, never values from the address. HEAD uses the handler of GET.
fn call(method: &Method, route: &str) -> String {
    let method = if *method == Method::HEAD {
        &Method::GET
    } else {
        method
    };
    format!("{method} {route}")
}
