//! Where a request came from, as audit entries tell it.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::audit::Origin;
use crate::http::peer::ClientAddress;
use crate::http::request_id::RequestId;

/// The address and the id of one request.
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
        Ok(Self(Origin {
            address: Some(address),
            request_id,
        }))
    }
}
