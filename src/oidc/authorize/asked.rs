//! Checks the client and redirect URI of a request, and selects the parameters to keep.

use std::sync::Arc;

use crate::clients::{Client, Kind, log_unregistered};
use crate::http::params::Params;
use crate::pages::page_error::PageError;
use crate::state::AppState;
use crate::state::visitor::HandlerError;

use super::hint;
use super::request::AuthorizeRequest;

/// A request with a valid client and redirect URI.
pub(super) struct ValidRequest {
    pub client: Arc<Client>,
    pub request: AuthorizeRequest,
    pub parameters: Vec<(String, String)>,
}

/// Longest request that is kept, in bytes: far more than real requests have, and too little to fill a disk.
const KEPT_MAX: usize = 16 * 1024;

/// The parameters to keep: those that this server reads. Checks their total length before any of them is parsed.
fn kept(state: &AppState, params: &Params) -> Result<Vec<(String, String)>, HandlerError> {
    let mut pairs: Vec<_> = params
        .pairs()
        .iter()
        .filter(|(name, _)| AuthorizeRequest::READS.contains(&name.as_str()))
        .cloned()
        .collect();
    hint::shorten(state, &mut pairs);
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
    let unknown = |description| HandlerError::Page(PageError::UnknownClient, description);
    let id = params.get("client_id");
    let id = id.ok_or_else(|| unknown("client_id is missing"))?;
    let client = state.clients.get(id);
    let client = client.ok_or_else(|| unknown("client_id is unknown or disabled"))?;
    if client.kind != Kind::Oidc {
        return Err(unknown("the client is a legacy application"));
    }
    let registered = &client.redirect_uris;
    let (redirect_uri, named) = match (params.get("redirect_uri"), &registered[..]) {
        (Some(uri), _) if client.redirect_uri(uri).is_some() => (uri.to_owned(), true),
        (Some(uri), _) => {
            log_unregistered(id, "redirect_uri", registered, uri);
            let description = "redirect_uri is not registered for this client";
            return Err(HandlerError::Page(PageError::RedirectUri, description));
        }
        (None, [only]) => (only.clone(), false),
        (None, _) => {
            let description = "redirect_uri is missing, and the client has not exactly one";
            return Err(HandlerError::Page(PageError::NoRedirectUri, description));
        }
    };
    let parameters = kept(state, params)?;
    let request = AuthorizeRequest::read(params, &redirect_uri, named);
    Ok(ValidRequest {
        client,
        request,
        parameters,
    })
}
