//! A response whose body is still arriving.

use bytes::Bytes;
use reqwest::{RequestBuilder, Response, header};

use super::error::OutboundError;

/// A response with any status except a redirect. Its body is read piece by piece.
#[derive(Debug)]
pub struct ArrivingResponse {
    pub status: u16,
    /// `Content-Type`, if it was sent and is ASCII.
    pub content_type: Option<String>,
    /// The seconds of `Retry-After` (RFC 9110 section 10.2.3), if it was sent as a number.
    pub retry_after: Option<u64>,
    response: Response,
}

/// Sends the request, and returns once the head of the response is there.
pub(super) async fn send(request: RequestBuilder) -> Result<ArrivingResponse, OutboundError> {
    let response = request.send().await.map_err(|error| reason(&error))?;
    if response.status().is_redirection() {
        return Err(OutboundError::Redirect);
    }
    let text = |name| response.headers().get(name)?.to_str().ok();
    let content_type = text(header::CONTENT_TYPE).map(str::to_owned);
    let retry_after = text(header::RETRY_AFTER).and_then(|value| value.trim().parse().ok());
    Ok(ArrivingResponse {
        status: response.status().as_u16(),
        content_type,
        retry_after,
        response,
    })
}

impl ArrivingResponse {
    /// The next piece of the body; `None` at its end.
    ///
    /// # Errors
    /// The connection broke, or the time is over.
    pub async fn piece(&mut self) -> Result<Option<Bytes>, OutboundError> {
        self.response.chunk().await.map_err(|error| reason(&error))
    }

    /// The rest of the body, at most `most` bytes, whatever `Content-Length` says.
    ///
    /// # Errors
    /// As [`Self::piece`], or [`OutboundError::TooLong`].
    pub async fn rest(&mut self, most: usize) -> Result<Vec<u8>, OutboundError> {
        let mut body = Vec::new();
        while let Some(piece) = self.piece().await? {
            if body.len() + piece.len() > most {
                return Err(OutboundError::TooLong);
            }
            body.extend_from_slice(&piece);
        }
        Ok(body)
    }
}

/// Our own error inside reqwest's error, or the kind of its failure.
fn reason(error: &reqwest::Error) -> OutboundError {
    let mut source: Option<&dyn std::error::Error> = Some(error);
    while let Some(inner) = source {
        if let Some(ours) = inner.downcast_ref::<OutboundError>() {
            return *ours;
        }
        source = inner.source();
    }
    if error.is_timeout() {
        OutboundError::Timeout
    } else {
        OutboundError::Unreachable
    }
}
