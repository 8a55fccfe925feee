//! A logout request (OpenID Connect RP-Initiated Logout 1.0 section 2), parsed and checked before any session ends and
//! before any of its addresses is used.

use std::sync::Arc;

use serde_json::Value;
use url::form_urlencoded;

use crate::clients::{Client, log_unregistered};
use crate::http::params::{Params, with_query};
use crate::keys::{TokenRules, TokenType};
use crate::oidc::authorize::rules::STATE_MAX;
use crate::pages::goodbye::LogoutFault;
use crate::state::AppState;

/// The parameters that are read; all others are ignored.
pub const NAMES: [&str; 6] = [
    "id_token_hint",
    "logout_hint",
    "client_id",
    "post_logout_redirect_uri",
    "state",
    "ui_locales",
];

/// The parameter that tells the confirmation that the request was invalid.
const FAULTY: &str = "faulty";

/// A logout request. An invalid one does not redirect and does not end a session by itself; the person is asked whether
/// they want to sign out.
#[derive(Clone, Debug, Default)]
pub struct LogoutRequest {
    /// The client that asks, if it is known.
    pub client: Option<Arc<Client>>,
    /// Session and subject of a valid `id_token_hint`.
    pub hint: Option<Hint>,
    /// Where the browser goes afterwards: an address that this client registered, compared exactly.
    pub redirect: Option<Redirect>,
    /// The client's preferred languages for the pages.
    pub ui_locales: Option<String>,
    /// What is wrong with the request; then `hint` and `redirect` are `None`.
    pub fault: Option<LogoutFault>,
    /// True for an invalid request, and for the confirmation that follows it.
    pub faulty: bool,
}

/// The session and person that an ID token of this server names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub session_id: String,
    pub account_id: String,
}

/// The redirect back to the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    pub uri: String,
    /// Returned verbatim.
    pub state: Option<String>,
}

impl Redirect {
    /// The address to redirect the browser to: only `state` is added.
    pub fn address(&self) -> String {
        match &self.state {
            Some(state) => with_query(&self.uri, &[("state", state)]),
            None => self.uri.clone(),
        }
    }
}

impl LogoutRequest {
    pub fn read(app: &AppState, params: &Params) -> Self {
        let mut request = Self {
            ui_locales: params.get("ui_locales").map(str::to_owned),
            ..Self::default()
        };
        if let Err(fault) = request.check(app, params) {
            (request.hint, request.redirect) = (None, None);
            (request.fault, request.faulty) = (Some(fault), true);
        }
        request
    }

    /// Reads the query of a confirmation, as [`LogoutRequest::query`] wrote it.
    pub fn of_answer(app: &AppState, query: &Params) -> Self {
        let mut request = Self::read(app, query);
        request.faulty |= query.get(FAULTY).is_some();
        request
    }

    fn check(&mut self, app: &AppState, params: &Params) -> Result<(), LogoutFault> {
        if NAMES.iter().any(|name| params.all(name).nth(1).is_some()) {
            return Err(LogoutFault::Malformed);
        }
        let named = params.get("client_id");
        self.client = named.and_then(|id| app.clients.get(id));
        let hint = params.get("id_token_hint");
        let hinted = hint.map(|hint| verify(app, hint)).transpose()?;
        let (hint, audience) = hinted.unzip();
        self.hint = hint;
        if named.is_some() && self.client.is_none() {
            return Err(LogoutFault::UnknownClient);
        }
        if let Some(audience) = &audience {
            if named.is_some_and(|named| named != audience) {
                self.client = None;
                return Err(LogoutFault::TwoClients);
            }
            self.client = app.clients.get(audience);
        }
        let Some(uri) = params.get("post_logout_redirect_uri") else {
            return Ok(());
        };
        let Some(client) = &self.client else {
            return Err(match audience {
                Some(_) => LogoutFault::UnknownClient,
                None => LogoutFault::NoClient,
            });
        };
        // Section 3: redirect only to an address that the client registered, compared exactly.
        if !client.post_logout_redirect(uri) {
            let registered = &client.post_logout_redirect_uris;
            let parameter = "post_logout_redirect_uri";
            log_unregistered(&client.client_id, parameter, registered, uri);
            return Err(LogoutFault::Address);
        }
        let state = params.get("state");
        if state.is_some_and(|state| state.len() > STATE_MAX) {
            return Err(LogoutFault::Malformed);
        }
        self.redirect = Some(Redirect {
            uri: uri.to_owned(),
            state: state.map(str::to_owned),
        });
        Ok(())
    }

    /// The query that carries the request to the confirmation: the client and the redirect, and no secrets; for an
    /// invalid request only that it was invalid.
    pub fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if self.faulty {
            query.append_pair(FAULTY, "yes");
            return query.finish();
        }
        if let Some(client) = &self.client {
            query.append_pair("client_id", &client.client_id);
        }
        if let Some(redirect) = &self.redirect {
            query.append_pair("post_logout_redirect_uri", &redirect.uri);
            if let Some(state) = &redirect.state {
                query.append_pair("state", state);
            }
        }
        query.finish()
    }
}

/// The hint and its client. An expired hint is accepted; its signature is checked, so that `none` and foreign keys are
/// refused (attack 11).
fn verify(app: &AppState, hint: &str) -> Result<(Hint, String), LogoutFault> {
    let rules = TokenRules {
        typ: TokenType::Jwt,
        issuer: &app.issuer,
        now: None,
    };
    let claims = app.keys.verify(hint, &rules);
    let claims = claims.map_err(|_| LogoutFault::ForeignHint)?;
    let text = |name: &str| claims.get(name).and_then(Value::as_str).map(str::to_owned);
    let (Some(account_id), Some(audience)) = (text("sub"), text("aud")) else {
        return Err(LogoutFault::ForeignHint);
    };
    let session_id = text("sid").unwrap_or_default();
    let hint = Hint {
        session_id,
        account_id,
    };
    Ok((hint, audience))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RP-Initiated Logout section 3: `state` is returned verbatim, and nothing else is added.
    #[test]
    fn only_state_is_added() {
        let redirect = |uri: &str, state: Option<&str>| {
            let (uri, state) = (uri.to_owned(), state.map(str::to_owned));
            Redirect { uri, state }.address()
        };
        assert_eq!(redirect("https://a/b?c=d", None), "https://a/b?c=d");
        assert_eq!(
            redirect("https://a/b", Some("x&y=z")),
            "https://a/b?state=x%26y%3Dz"
        );
        assert_eq!(
            redirect("https://a/b?c=d", Some("s")),
            "https://a/b?c=d&state=s"
        );
    }
}
