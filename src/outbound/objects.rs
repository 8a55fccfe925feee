//! Requests of the file store to a bucket. `object_store` composes and signs them; they are sent here, with our certificates,
//! without redirects and proxies (decision 0080).

use std::{error::Error, time::Duration};

use async_trait::async_trait;
use axum::http;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpResponseBody, HttpService,
};
use reqwest::{Body, Request, RequestBuilder};

use super::{Outbound, OutboundError};

/// Time limit for one request, which may carry a whole file.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(300);

/// Sends the requests of a bucket.
#[derive(Clone, Debug)]
pub struct ObjectRequests(Outbound);

impl ObjectRequests {
    /// To the server at `endpoint`, which may be in a private network, or to Amazon's; `authorities` are additional trusted
    /// ones, as PEM.
    ///
    /// # Errors
    /// The address or the certificates cannot be used.
    pub fn to(endpoint: Option<&str>, authorities: Option<&[u8]>) -> Result<Self, OutboundError> {
        let host = endpoint.and_then(|endpoint| endpoint.split_once("://"));
        let allowed: Vec<String> = host.map(|(_, host)| host.to_owned()).into_iter().collect();
        Outbound::new(&allowed, authorities).map(Self)
    }
}

impl HttpConnector for ObjectRequests {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

#[async_trait]
impl HttpService for ObjectRequests {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let refused = |error| HttpError::new(HttpErrorKind::Unknown, error);
        let url = self.0.check(&request.uri().to_string()).map_err(refused)?;
        let client = self.0.client(&url).clone();
        let request = Request::try_from(request.map(Body::wrap));
        let request = request.map_err(failed)?;
        let request = RequestBuilder::from_parts(client, request).timeout(TOTAL_TIMEOUT);
        let response = request.send().await.map_err(failed)?;
        let (head, body) = http::Response::<Body>::from(response).into_parts();
        let body = HttpResponseBody::new(FailingBody(body));
        Ok(HttpResponse::from_parts(head, body))
    }
}

/// A body with the errors that the library understands.
struct FailingBody(Body);

impl axum::body::HttpBody for FailingBody {
    type Data = bytes::Bytes;
    type Error = HttpError;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<bytes::Bytes>, HttpError>>> {
        let frame = std::pin::Pin::new(&mut self.0).poll_frame(context);
        frame.map(|frame| frame.map(|frame| frame.map_err(failed)))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.0.size_hint()
    }
}

/// The failure, so that the library knows what it may try again. The address is left out.
fn failed(error: reqwest::Error) -> HttpError {
    let kind = if error.is_timeout() {
        HttpErrorKind::Timeout
    } else if error.is_connect() {
        HttpErrorKind::Connect
    } else if error.source().is_some_and(<dyn Error>::is::<OutboundError>) {
        HttpErrorKind::Unknown
    } else {
        HttpErrorKind::Interrupted
    };
    HttpError::new(kind, error.without_url())
}
