//! Checks the client and redirect URI of a request, and selects the parameters to keep.

use std::sync::Arc;

use crate::clients::{Client, Kind};
use crate::http::params::Params;
use crate::pages::page_error::PageError;
use crate::state::AppState;
use crate::state::visitor::HandlerError;

use super::request::AuthorizeRequest;

/// A request with a valid client and redirect URI.
pub(super) struct ValidRequest {
    pub client: Arc<Client>,
    pub request: AuthorizeRequest,
    pub parameters: Vec<(String, String)>,
}

/// Longest request that is kept, in bytes: far more than any real request, and too little to fill a disk.
const KEPT_MAX: usize = 16 * 1024;

/// The parameters to keep: those that this server reads. Checks their total length before any of them is parsed.
fn kept(params: &Params) -> Result<Vec<(String, String)>, HandlerError> {
    let pairs: Vec<_> = params
        .pairs()
        .iter()
        .filter(|(name, _)| AuthorizeRequest::READS.contains(&name.as_str()))
        .cloned()
        .collect();
    let size: usize = pairs
        .iter()
        .map(|(name, value)| name.len() + value.len())
        .sum();
    if size > KEPT_MAX {
        return Err(HandlerError::Page(
            PageError::TooLarge,
            "the request is too long",
        ));
    }
    Ok(pairs)
}

/// Checks client and redirect URI before anything else (RFC 6749 section 4.1.2.1; attacks 1 to 4).
pub(super) fn asked(state: &AppState, params: &Params) -> Result<ValidRequest, HandlerError> {
    for name in ["client_id", "redirect_uri"] {
        if params.all(name).nth(1).is_some() {
            return Err(HandlerError::Page(
                PageError::BadRequest,
                "a parameter is repeated",
            ));
        }
    }
    let client = params.get("client_id").and_then(|id| state.clients.get(id));
    let client = client
        .filter(|client| client.kind == Kind::Oidc)
        .ok_or(HandlerError::Page(
            PageError::UnknownClient,
            "client_id is missing or unknown",
        ))?;
    let (redirect_uri, named) = match (params.get("redirect_uri"), &client.redirect_uris[..]) {
        (Some(uri), _) if client.redirect_uri(uri).is_some() => (uri.to_owned(), true),
        (None, [only]) => (only.clone(), false),
        _ => {
            let description = "redirect_uri is missing or not registered";
            return Err(HandlerError::Page(PageError::RedirectUri, description));
        }
    };
    let parameters = kept(params)?;
    let request = AuthorizeRequest::read(params, &redirect_uri, named);
    Ok(ValidRequest {
        client,
        request,
        parameters,
    })
}
