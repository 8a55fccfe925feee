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
use crate::sessions::kept_logout::{Hint, Hinted, KeptLogout};
use crate::state::AppState;

const HINT: &str = "id_token_hint";
/// The parameters that are read; all others are ignored.
const NAMES: [&str; 6] = [
    HINT,
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
        Self::of(app, params, hinted(app, params))
    }

    /// The posted request that was kept until now. The client may have changed meanwhile.
    pub fn kept(app: &AppState, kept: KeptLogout) -> (Self, Params) {
        let params = Params::from_pairs(kept.parameters);
        (Self::of(app, &params, kept.hint), params)
    }

    /// A posted request that is gone.
    pub fn late() -> Self {
        Self {
            fault: Some(LogoutFault::Late),
            faulty: true,
            ..Self::default()
        }
    }

    fn of(app: &AppState, params: &Params, hinted: Hinted) -> Self {
        let mut request = Self {
            ui_locales: params.get("ui_locales").map(str::to_owned),
            ..Self::default()
        };
        if let Err(fault) = request.check(app, params, hinted) {
            (request.hint, request.redirect) = (None, None);
            (request.fault, request.faulty) = (Some(fault), true);
        }
        request
    }

    /// Reads the form of a confirmation, with the fields of [`LogoutRequest::fields`].
    pub fn of_answer(app: &AppState, form: &Params) -> Self {
        let mut request = Self::read(app, form);
        request.faulty |= form.get(FAULTY).is_some();
        request
    }

    fn check(
        &mut self,
        app: &AppState,
        params: &Params,
        hinted: Hinted,
    ) -> Result<(), LogoutFault> {
        if NAMES.iter().any(|name| params.all(name).nth(1).is_some()) {
            return Err(LogoutFault::Malformed);
        }
        let named = params.get("client_id");
        self.client = named.and_then(|id| app.clients.get(id));
        self.hint = match hinted {
            Hinted::Nothing => None,
            Hinted::Foreign => return Err(LogoutFault::ForeignHint),
            Hinted::Ours(hint) => Some(hint),
        };
        let audience = self.hint.as_ref().map(|hint| hint.client_id.clone());
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

    /// The form fields that carry the request to the confirmation: client and redirect, no secrets; for an invalid
    /// request only that it was invalid.
    pub fn fields(&self) -> Vec<(&'static str, &str)> {
        if self.faulty {
            return vec![(FAULTY, "yes")];
        }
        let mut fields = Vec::new();
        if let Some(client) = &self.client {
            fields.push(("client_id", client.client_id.as_str()));
        }
        if let Some(redirect) = &self.redirect {
            fields.push(("post_logout_redirect_uri", &redirect.uri));
            if let Some(state) = &redirect.state {
                fields.push(("state", state));
            }
        }
        fields
    }

    /// The same as a query.
    pub fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(self.fields());
        query.finish()
    }
}

/// Keeps a posted request for the GET that follows. Repeated parameters stay repeated, which is a fault.
pub fn keep(app: &AppState, params: &Params) -> KeptLogout {
    let read = params.pairs().iter();
    let read = read.filter(|(name, value)| NAMES.contains(&name.as_str()) && !value.is_empty());
    let repeats_hint = params.all(HINT).nth(1).is_some();
    let kept = read.filter_map(|(name, value)| {
        let value = match (name.as_str(), repeats_hint) {
            (HINT, true) => "repeated",
            (HINT, false) => return None,
            _ => value,
        };
        Some((name.clone(), value.to_owned()))
    });
    KeptLogout {
        parameters: kept.collect(),
        hint: hinted(app, params),
    }
}

/// What the hint of the request says. An expired one is accepted; its signature is checked, so that `none` and foreign keys
/// are refused (attack 11).
fn hinted(app: &AppState, params: &Params) -> Hinted {
    let Some(hint) = params.get(HINT) else {
        return Hinted::Nothing;
    };
    let rules = TokenRules {
        typ: TokenType::Jwt,
        issuer: &app.issuer,
        now: None,
    };
    let claims = app.keys.verify(hint, &rules).unwrap_or_default();
    let text = |name: &str| claims.get(name).and_then(Value::as_str).map(str::to_owned);
    match (text("sub"), text("aud")) {
        (Some(account_id), Some(client_id)) => Hinted::Ours(Hint {
            session_id: text("sid").unwrap_or_default(),
            account_id,
            client_id,
        }),
        _ => Hinted::Foreign,
    }
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
