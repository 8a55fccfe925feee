//! A request to sign out (OpenID Connect RP-Initiated Logout 1.0 section 2), checked before
//! anything ends and before any address of it is believed.

use std::sync::Arc;

use serde_json::Value;
use url::form_urlencoded;

use crate::clients::Client;
use crate::ground::Ground;
use crate::http::params::{Params, with_query};
use crate::http::trouble::Trouble;
use crate::keys::{TokenRules, TokenType};

/// The parameters that are read; all others are passed over.
pub const NAMES: [&str; 6] = [
    "id_token_hint",
    "logout_hint",
    "client_id",
    "post_logout_redirect_uri",
    "state",
    "ui_locales",
];

/// Longest `state` that is returned intact.
const STATE_MAX: usize = 2_000;

/// A request whose hint is ours and whose addresses are registered.
#[derive(Clone, Debug)]
pub struct LogoutRequest {
    /// The client that asks, if it says so.
    pub client: Option<Arc<Client>>,
    /// The session and subject of the hint, if one came.
    pub hint: Option<Hint>,
    /// Where the browser goes afterwards: registered for that client, to the letter.
    pub redirect: Option<Redirect>,
    /// The languages that the client wishes for the pages.
    pub ui_locales: Option<String>,
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

/// Why there is a page and no redirect.
pub type Refusal = (Trouble, &'static str);

impl LogoutRequest {
    /// Checks the parameters of a request.
    pub fn read(ground: &Ground, params: &Params) -> Result<Self, Refusal> {
        if NAMES.iter().any(|name| params.all(name).nth(1).is_some()) {
            return Err((Trouble::BadRequest, "a parameter stands more than once"));
        }
        let hinted = params
            .get("id_token_hint")
            .map(|hint| verify(ground, hint))
            .transpose()?;
        let (hint, audience) = hinted.unzip();
        let named = params.get("client_id");
        if named.is_some_and(|named| audience.as_ref().is_some_and(|audience| audience != named)) {
            let told = "client_id is not the client of id_token_hint";
            return Err((Trouble::BadRequest, told));
        }
        let client = named.or(audience.as_deref());
        let client = client.and_then(|id| ground.clients.get(id));
        if named.is_some() && client.is_none() {
            return Err((Trouble::UnknownClient, "client_id is unknown"));
        }
        let redirect = redirect(params, client.as_deref())?;
        Ok(Self {
            client,
            hint,
            redirect,
            ui_locales: params.get("ui_locales").map(str::to_owned),
        })
    }

    /// What the question must carry on to its answer: who asks and the way back, nothing secret.
    pub fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
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
fn verify(ground: &Ground, hint: &str) -> Result<(Hint, String), Refusal> {
    let rules = TokenRules {
        typ: TokenType::Jwt,
        issuer: &ground.issuer,
        now: None,
    };
    let refused = (Trouble::BadRequest, "id_token_hint is not ours");
    let claims = ground.keys.verify(hint, &rules).map_err(|_| refused)?;
    let text = |name: &str| claims.get(name).and_then(Value::as_str).map(str::to_owned);
    let (Some(account_id), Some(audience)) = (text("sub"), text("aud")) else {
        return Err(refused);
    };
    let session_id = text("sid").unwrap_or_default();
    let hint = Hint {
        session_id,
        account_id,
    };
    Ok((hint, audience))
}

/// Section 3: only to an address that the client registered, compared exactly.
fn redirect(params: &Params, client: Option<&Client>) -> Result<Option<Redirect>, Refusal> {
    let Some(uri) = params.get("post_logout_redirect_uri") else {
        return Ok(None);
    };
    let Some(client) = client else {
        let told =
            "post_logout_redirect_uri needs an id_token_hint or client_id that says whose it is";
        return Err((Trouble::LogoutUri, told));
    };
    if !client.post_logout_redirect(uri) {
        let told = "post_logout_redirect_uri is not registered for the client that asks";
        return Err((Trouble::LogoutUri, told));
    }
    let state = params.get("state");
    if state.is_some_and(|state| state.len() > STATE_MAX) {
        return Err((Trouble::BadRequest, "state is longer than 2000 bytes"));
    }
    Ok(Some(Redirect {
        uri: uri.to_owned(),
        state: state.map(str::to_owned),
    }))
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
