//! A request to sign out (OpenID Connect RP-Initiated Logout 1.0 section 2), read before anything
//! ends and before any address of it is believed.

use std::sync::Arc;

use serde_json::Value;
use url::form_urlencoded;

use crate::clients::Client;
use crate::http::params::{Params, with_query};
use crate::keys::{TokenRules, TokenType};
use crate::pages::goodbye::LogoutFault;
use crate::state::AppState;

/// The parameters that are read; all others are passed over.
pub const NAMES: [&str; 6] = [
    "id_token_hint",
    "logout_hint",
    "client_id",
    "post_logout_redirect_uri",
    "state",
    "ui_locales",
];

/// The parameter that carries from the question to its answer that the request was faulty.
const FAULTY: &str = "faulty";

/// Longest `state` that is returned intact.
const STATE_MAX: usize = 2_000;

/// A request to sign out. A faulty one is not followed: it redirects nowhere and ends no session by itself.
/// The person is asked whether they want to sign out.
#[derive(Clone, Debug, Default)]
pub struct LogoutRequest {
    /// The client that asks, if it is known.
    pub client: Option<Arc<Client>>,
    /// The session and subject of the hint, if a good one came.
    pub hint: Option<Hint>,
    /// Where the browser goes afterwards: registered for that client, to the letter.
    pub redirect: Option<Redirect>,
    /// The languages that the client wishes for the pages.
    pub ui_locales: Option<String>,
    /// What is wrong with it; then there is neither hint nor redirect.
    pub fault: Option<LogoutFault>,
    /// True of a request with a fault, and of the answer to the question that it led to.
    pub faulty: bool,
}

/// What an ID token of ours says about whose session shall end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Its `sid`.
    pub session_id: String,
    /// Its `sub`.
    pub account_id: String,
}

/// The way back to the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// `post_logout_redirect_uri`.
    pub uri: String,
    /// `state`, returned verbatim.
    pub state: Option<String>,
}

impl Redirect {
    /// The address to send the browser to: nothing but `state` is added.
    pub fn address(&self) -> String {
        match &self.state {
            Some(state) => with_query(&self.uri, &[("state", state)]),
            None => self.uri.clone(),
        }
    }
}

impl LogoutRequest {
    /// Reads the parameters of a request.
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

    /// Reads the query of an answered question, as [`LogoutRequest::query`] wrote it.
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
        // Section 3: only to an address that the client registered, compared exactly.
        if !client.post_logout_redirect(uri) {
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

    /// The query that carries the request from the question to its answer: the client and the way back, and
    /// nothing secret; for a faulty request only that it was faulty.
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

/// The hint and the client it was given to. Its expiry does not matter; its signature does, so
/// that `none` and foreign keys are refused (attack 11).
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
