//! Advice about entries of `clients.toml` that are valid but will probably not work as intended, for `atrium client
//! check` and `atrium doctor`. Advice never prevents Atrium from starting.

use std::fmt;

use url::{Host, Url};

use super::client::{Client, GrantType, Kind, RefreshPolicy};
use super::redirect::{ApplicationType, is_loopback};
use super::rules::{self, SCOPES};
use crate::config::PublicUrl;
use crate::outbound::{Outbound, OutboundError};

/// One finding about an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    pub client_id: String,
    /// The key that it is about.
    pub key: &'static str,
    /// The problem; the text continues a sentence that begins with the key.
    pub words: String,
    /// What to change.
    pub fix: String,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "client {:?}: {} {}",
            self.client_id, self.key, self.words
        )
    }
}

/// The settings that entries are checked against.
#[derive(Clone, Copy)]
pub struct Adviser<'a> {
    /// Knows `outbound.allow` of the settings.
    pub outbound: &'a Outbound,
    /// `server.public_url` of the settings.
    pub public_url: &'a PublicUrl,
}

/// Collects the advice about one entry.
struct Gathered<'c> {
    client: &'c Client,
    advice: Vec<Advice>,
}

impl Gathered<'_> {
    fn add(&mut self, key: &'static str, words: String, fix: impl Into<String>) {
        self.advice.push(Advice {
            client_id: self.client.client_id.clone(),
            key,
            words,
            fix: fix.into(),
        });
    }
}

impl Adviser<'_> {
    /// All advice about `clients`, in their order. Resolves host names. Skips demo entries where they are never loaded.
    pub async fn advise(&self, clients: &[Client]) -> Vec<Advice> {
        let loaded = clients
            .iter()
            .filter(|client| !client.demo || self.public_url.is_loopback());
        let each = loaded.map(|client| self.about(client));
        let each = futures_util::future::join_all(each).await;
        each.into_iter().flatten().collect()
    }

    async fn about(&self, client: &Client) -> Vec<Advice> {
        let mut gathered = Gathered {
            client,
            advice: Vec::new(),
        };
        self.called(&mut gathered).await;
        self.logo(&mut gathered).await;
        self.visited(&mut gathered);
        if client.kind == Kind::Oidc {
            refresh_tokens(&mut gathered);
            Self::scopes(&mut gathered);
            id_token_claims(&mut gathered);
        }
        gathered.advice
    }

    /// Addresses that Atrium itself calls.
    async fn called(&self, gathered: &mut Gathered<'_>) {
        let client = gathered.client;
        for (key, address) in [
            ("backchannel_logout_uri", &client.backchannel_logout_uri),
            ("jwks_uri", &client.jwks_uri),
        ] {
            let Some(address) = address else { continue };
            match self.outbound.check_resolved(address).await {
                Err(why) => {
                    let words = format!("{address:?} will be refused: {why}");
                    gathered.add(key, words, fix(address, why));
                }
                Ok(()) if self.public_url.is_https() && is_http(address) => {
                    let words = format!(
                        "{address:?} is http: anybody on the network can read and change what is sent"
                    );
                    gathered.add(key, words, "use https");
                }
                Ok(()) => {}
            }
        }
    }

    /// The picture, which a browser loads with the consent page.
    async fn logo(&self, gathered: &mut Gathered<'_>) {
        let Some(address) = &gathered.client.logo_uri else {
            return;
        };
        if !self.public_url.is_https() {
            return;
        }
        let words = if is_http(address) {
            format!("{address:?} is http: browsers do not load it into a page that is https")
        } else if is_loopback(address) {
            format!("{address:?} is loopback: browsers look for it on the visitor's own machine")
        } else if self.outbound.check_resolved(address).await.is_err() {
            format!("{address:?} leads into a private network: nobody outside it sees the picture")
        } else {
            return;
        };
        let fix = "use an https address that everybody who signs in can reach; an inner host \
            that all of them reach may be named in outbound.allow";
        gathered.add("logo_uri", words, fix);
    }

    /// Addresses that browsers visit. The rules allow http only for loopback, which is the visitor's own machine.
    fn visited(&self, gathered: &mut Gathered<'_>) {
        let client = gathered.client;
        if !self.public_url.is_https() || client.application_type == ApplicationType::Native {
            return;
        }
        let legacy = client.legacy.as_ref();
        let origins = legacy.map_or(&[][..], |legacy| &legacy.callback_origins);
        let lists: [(&'static str, &[String]); 8] = [
            ("redirect_uris", &client.redirect_uris),
            (
                "post_logout_redirect_uris",
                &client.post_logout_redirect_uris,
            ),
            ("allowed_origins", &client.allowed_origins),
            ("initiate_login_uri", client.initiate_login_uri.as_slice()),
            ("client_uri", client.client_uri.as_slice()),
            ("policy_uri", client.policy_uri.as_slice()),
            ("tos_uri", client.tos_uri.as_slice()),
            ("legacy.callback_origins", origins),
        ];
        for (key, addresses) in lists {
            for address in addresses.iter().filter(|address| is_http(address)) {
                let words = format!(
                    "{address:?} is http on loopback: only a program on the visitor's own machine answers there"
                );
                let fix = "use the https address of the application; if it is a program on people's own \
                    machines, say application_type = \"native\"";
                gathered.add(key, words, fix);
            }
        }
    }

    fn scopes(gathered: &mut Gathered<'_>) {
        for scope in rules::unknown_scopes(gathered.client) {
            let words = format!("has {scope:?}, which Atrium does not know, so it has no effect");
            let known = SCOPES.join(", ");
            let fix =
                format!("use one of {known}; for a scope of an API, name that API in resources");
            gathered.add("scopes", words, fix);
        }
    }
}

fn refresh_tokens(gathered: &mut Gathered<'_>) {
    let client = gathered.client;
    let (granted, offline) = (
        client.may_use(GrantType::RefreshToken),
        client.may_ask("offline_access"),
    );
    if offline && !granted {
        let words = "has offline_access, but grant_types has no refresh_token: no refresh token is ever issued";
        let fix = "add \"refresh_token\" to grant_types, or remove offline_access";
        gathered.add("scopes", words.to_owned(), fix);
    }
    if granted && !offline && client.refresh == RefreshPolicy::Offline {
        let words =
            "has refresh_token, but scopes has no offline_access: no refresh token is ever issued";
        let fix = "add \"offline_access\" to scopes, or set refresh = \"session\"";
        gathered.add("grant_types", words.to_owned(), fix);
    }
}

fn id_token_claims(gathered: &mut Gathered<'_>) {
    let client = gathered.client;
    if !client.id_token_claims {
        return;
    }
    let telling = |scope: &&String| !["openid", "offline_access"].contains(&scope.as_str());
    let telling: Vec<_> = client.scopes.iter().filter(telling).cloned().collect();
    if telling.is_empty() {
        let words = "is true, but no scope of the entry gives a claim".to_owned();
        let fix =
            "add profile, email, address, phone or groups to scopes, or remove id_token_claims";
        gathered.add("id_token_claims", words, fix);
        return;
    }
    let words = format!(
        "is true: each ID token carries the claims of {}, and everyone who sees the token can read them",
        telling.join(", ")
    );
    let fix = "keep it for a program that never asks UserInfo; remove it otherwise";
    gathered.add("id_token_claims", words, fix);
}

/// How to fix an address of an entry that could not be called.
pub fn fix(address: &str, why: OutboundError) -> String {
    let host = || {
        let url = Url::parse(address).ok()?;
        let host: Host<&str> = url.host()?;
        Some(match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_string(),
        })
    };
    let host = host().unwrap_or_default();
    match why {
        OutboundError::Scheme => format!("use https, or add {host:?} to outbound.allow"),
        OutboundError::Forbidden => format!("add {host:?} to outbound.allow"),
        OutboundError::Address => "correct the address in the client's entry".to_owned(),
        OutboundError::Redirect => "use the address that it redirects to".to_owned(),
        OutboundError::Timeout | OutboundError::Unreachable => format!(
            "check that {host} listens, that this machine reaches it, and that its certificate is \
             trusted (outbound.ca_file)"
        ),
        OutboundError::TooLong | OutboundError::Unexpected => {
            format!("read in the log of {host} what it answered")
        }
        OutboundError::Certificates => "correct outbound.ca_file".to_owned(),
    }
}

fn is_http(address: &str) -> bool {
    address.starts_with("http://")
}

#[cfg(test)]
mod tests;
