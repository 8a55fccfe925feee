//! Authorization codes without a row: the code contains what it is for, sealed, so that only this server can read or
//! write it (decision 0096).
//!
//! A code names its session and its request alone. Who the person is, how they proved it, what they allowed and what
//! they may use is read from rows when the code is exchanged. The row of the session has a key that marks the whole code
//! ([`CodeKey`]), so a thief of the sealing key neither makes nor changes a code, even of a live session.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::code_key::CodeKey;
use super::codes::CodeContext;
use super::grants::GrantContext;
use super::sso::SsoSession;
use crate::clock::{MINUTE, Millis};
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
    /// No second code has it, so no second one becomes the same grant.
    id: String,
    pub issued_at: Millis,
    pub expires_at: Millis,
    pub session_id: String,
    /// A time since which the consent stands that the code was issued under; `None` if the client needs none.
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nonce: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    wants_auth_time: bool,
    /// The proof as it was when the code was issued: the answer claims no later one.
    auth_time: Millis,
    acr: String,
    amr: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    claims: Option<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    resources: Vec<String>,
    /// The mark that the key of the session makes of everything else.
    mark: String,
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
    /// A time since which the consent stands that it is issued under.
    pub consented_at: Option<Millis>,
}

impl SealedCode {
    /// The code for `context`, without its mark.
    pub fn new(context: CodeContext, times: CodeTimes, random: &Random) -> Self {
        let CodeContext {
            grant,
            redirect_uri,
            redirect_uri_named,
            pkce,
            dpop_jkt,
        } = context;
        Self {
            id: random.uuid_v4().to_string(),
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
            nonce: grant.nonce,
            wants_auth_time: grant.wants_auth_time,
            auth_time: grant.auth_time,
            acr: grant.acr,
            amr: grant.amr,
            claims: grant.claims,
            resources: grant.resources,
            mark: String::new(),
        }
    }

    /// The text that its mark is made of.
    fn unmarked(&self) -> Option<Vec<u8>> {
        let code = Self {
            mark: String::new(),
            ..self.clone()
        };
        serde_json::to_vec(&code).ok()
    }

    /// The id of the grant that the code becomes; `None` unless we made the code for the session with this key and nobody has
    /// changed it. No other code becomes that grant, so the code is exchanged once. A thief of the sealing key who opens the
    /// code does not learn the id, which access tokens name (decision 0034).
    pub fn grant_id(&self, key: &CodeKey) -> Option<String> {
        let text = self.unmarked()?;
        let is_ours = key.has_marked(&text, &self.mark);
        is_ours.then(|| key.grant_id(&text, self.issued_at))
    }

    /// What the code is bound to, for the person of its `session`. `None` if the proof of the session is weaker than when
    /// the code was issued.
    pub fn context(&self, session: &SsoSession) -> Option<CodeContext> {
        let reaches = match (Acr::of(&self.acr), Acr::of(&session.acr)) {
            (Some(wanted), Some(has)) => wanted <= has,
            _ => self.acr == session.acr,
        };
        let grant = GrantContext {
            client_id: self.client_id.clone(),
            account_id: session.account_id.clone(),
            session_id: session.id.clone(),
            offline: self.scope.iter().any(|value| value == "offline_access"),
            scope: self.scope.clone(),
            nonce: self.nonce.clone(),
            auth_time: self.auth_time.min(session.auth_time),
            wants_auth_time: self.wants_auth_time,
            acr: self.acr.clone(),
            amr: common(&self.amr, &session.amr),
            claims: self.claims.clone(),
            resources: self.resources.clone(),
        };
        reaches.then(|| CodeContext {
            grant,
            redirect_uri: self.redirect_uri.clone(),
            redirect_uri_named: self.redirect_uri_named,
            pkce: self.pkce.clone(),
            dpop_jkt: self.dpop_jkt.clone(),
        })
    }

    /// Marks the code with the key of its session and seals it for `issuer`; `None` if it is too long or there is no sealing
    /// key, so it must be a row.
    pub fn seal(
        mut self,
        key: &CodeKey,
        issuer: &str,
        keys: &KeySet,
        random: &Random,
    ) -> Option<String> {
        self.mark = key.mark(&self.unmarked()?);
        let text = serde_json::to_vec(&self).ok()?;
        let sealed = keys.ring().seal(KIND, issuer, &text, random).ok()?;
        (sealed.len() <= LONGEST).then_some(sealed)
    }

    /// Opens a sealed code, expired or not. Anything else is `None`, also a code that would be valid for longer than ours.
    pub fn open(text: &str, issuer: &str, keys: &KeySet) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let opened = keys.ring().open(KIND, issuer, text)?;
        let code: Self = serde_json::from_slice(&opened.text).ok()?;
        let lifetime = code.expires_at.checked_sub(code.issued_at)?;
        (0..=MINUTE).contains(&lifetime).then_some(code)
    }
}

/// The methods of both lists.
fn common(of_code: &[String], of_session: &[String]) -> Vec<String> {
    let both = of_code.iter().filter(|method| of_session.contains(method));
    both.cloned().collect()
}
