//! Authorization codes without a row: the code contains what it is for, sealed, so that only this server can read or
//! write it (decision 0096).
//!
//! A code names its session and its request alone. Who the person is, how they proved it, what they allowed and what
//! they may use is read from rows when the code is exchanged, so a thief of the sealing key signs nobody in without the id
//! of a live session.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::codes::CodeContext;
use super::grants::GrantContext;
use super::sso::SsoSession;
use crate::clock::Millis;
use crate::factors::Acr;
use crate::keys::{KeySet, SealedKind};
use crate::random::Random;

/// The longest sealed code, in characters.
const LONGEST: usize = 2_800;

const KIND: SealedKind = SealedKind {
    name: "authorization code",
    version: 1,
};

/// What a sealed code contains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedCode {
    /// The id of the grant that the code becomes. No second grant has it, so the code is exchanged once.
    pub grant_id: String,
    pub issued_at: Millis,
    pub expires_at: Millis,
    pub session_id: String,
    /// When the person gave the consent that the code was issued under; `None` if the client needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consented_at: Option<Millis>,
    client_id: String,
    redirect_uri: String,
    #[serde(default, skip_serializing_if = "is_false")]
    redirect_uri_named: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pkce: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dpop_jkt: Option<String>,
    scope: Vec<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    offline: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nonce: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    wants_auth_time: bool,
    /// The class that the request chose among those of its session, if that is not the session's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    acr: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    claims: Option<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    resources: Vec<String>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out a reference"
)]
fn is_false(value: &bool) -> bool {
    !value
}

/// When a code is valid.
#[derive(Clone, Copy, Debug)]
pub struct CodeTimes {
    pub issued_at: Millis,
    pub expires_at: Millis,
    /// When the consent was given that it is issued under.
    pub consented_at: Option<Millis>,
}

impl SealedCode {
    /// The code for `context`, in a session of the class `session_acr`.
    pub fn new(context: CodeContext, session_acr: &str, times: CodeTimes, random: &Random) -> Self {
        let CodeContext {
            grant,
            redirect_uri,
            redirect_uri_named,
            pkce,
            dpop_jkt,
        } = context;
        Self {
            grant_id: random.uuid_v7(times.issued_at).to_string(),
            issued_at: times.issued_at,
            expires_at: times.expires_at,
            session_id: grant.session_id,
            consented_at: times.consented_at,
            client_id: grant.client_id,
            redirect_uri,
            redirect_uri_named,
            pkce,
            dpop_jkt,
            scope: grant.scope,
            offline: grant.offline,
            nonce: grant.nonce,
            wants_auth_time: grant.wants_auth_time,
            acr: Some(grant.acr).filter(|acr| acr != session_acr),
            claims: grant.claims,
            resources: grant.resources,
        }
    }

    /// What the code is bound to, for the person of its `session`.
    pub fn context(&self, session: &SsoSession) -> CodeContext {
        CodeContext {
            grant: GrantContext {
                client_id: self.client_id.clone(),
                account_id: session.account_id.clone(),
                session_id: session.id.clone(),
                offline: self.offline,
                scope: self.scope.clone(),
                nonce: self.nonce.clone(),
                auth_time: session.auth_time,
                wants_auth_time: self.wants_auth_time,
                acr: self.acr(session),
                amr: session.amr.clone(),
                claims: self.claims.clone(),
                resources: self.resources.clone(),
            },
            redirect_uri: self.redirect_uri.clone(),
            redirect_uri_named: self.redirect_uri_named,
            pkce: self.pkce.clone(),
            dpop_jkt: self.dpop_jkt.clone(),
        }
    }

    /// The chosen class, if the session has it: a code never claims a stronger proof than its session.
    fn acr(&self, session: &SsoSession) -> String {
        let chosen = self.acr.as_deref().and_then(Acr::of);
        let has = Acr::of(&session.acr);
        match chosen.filter(|chosen| has.is_some_and(|has| *chosen <= has)) {
            Some(chosen) => chosen.as_str().to_owned(),
            None => session.acr.clone(),
        }
    }

    /// Seals the code for `issuer`; `None` if it is too long or there is no key, so it must be a row.
    pub fn seal(&self, issuer: &str, keys: &KeySet, random: &Random) -> Option<String> {
        let text = serde_json::to_vec(self).ok()?;
        let sealed = keys.ring().seal(KIND, issuer, &text, random).ok()?;
        (sealed.len() <= LONGEST).then_some(sealed)
    }

    /// Opens a sealed code, expired or not. Anything else is `None`.
    pub fn open(text: &str, issuer: &str, keys: &KeySet) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let opened = keys.ring().open(KIND, issuer, text)?;
        serde_json::from_slice(&opened.text).ok()
    }
}
