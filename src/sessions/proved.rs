//! A proof of identity, until a session begins with it.

use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::directory::Account;
use crate::factors::Acr;
use crate::federation::{Identity, TheirSignIn};

use super::sso::{Authentication, SsoSession};

/// A proof of identity that has not led to a session yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proved {
    pub account_id: String,
    /// Methods so far (RFC 8176), such as `pwd`.
    pub amr: Vec<String>,
    /// When the account's password was set. A later password change invalidates the proof.
    pub password_changed_at: Option<Millis>,
    /// The session whose proof this is, if the flow only asks for more; it must still be the browser's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// When it was given, if steps followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Millis>,
    /// The sign-in at a corporate provider, if the person came by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corporate: Option<Box<TheirSignIn>>,
    /// Who came back from there. Nothing is linked or given before the session begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrived: Option<Box<Identity>>,
    /// The hash of the temporary code that the person used: instead of the lost second factor a new one is added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temporary_code: Option<String>,
}

impl Proved {
    /// A proof by the password of `account` alone.
    pub fn password(account: &Account) -> Self {
        Self {
            account_id: account.id.clone(),
            amr: Authentication::password("").amr,
            password_changed_at: account.password_changed_at,
            session: None,
            at: None,
            corporate: None,
            arrived: None,
            temporary_code: None,
        }
    }

    /// The proof of a session that goes on, of `account`.
    pub fn of_session(session: &SsoSession, account: &Account) -> Self {
        Self {
            amr: session.amr.clone(),
            session: Some(session.id.clone()),
            ..Self::password(account)
        }
    }

    /// A proof by a corporate provider, of which no method is known but that there were several (attack 23).
    pub fn corporate(account: &Account, identity: Identity, theirs: TheirSignIn) -> Self {
        let mfa = theirs.is_mfa.then(|| "mfa".to_owned());
        Self {
            amr: mfa.into_iter().collect(),
            corporate: Some(Box::new(theirs)),
            arrived: Some(Box::new(identity)),
            ..Self::password(account)
        }
    }

    /// A proof by a passkey that verified its user, with its methods (RFC 8176).
    pub fn passkey(account: &Account, amr: &[&str]) -> Self {
        Self {
            amr: amr.iter().map(ToString::to_string).collect(),
            ..Self::password(account)
        }
    }

    /// True if the person typed the account's password.
    pub fn has_password(&self) -> bool {
        self.amr.iter().any(|method| method == "pwd")
    }

    /// How strong it is.
    pub fn acr(&self) -> Acr {
        Acr::of_methods(&self.amr)
    }

    /// The proof with a second factor, whose methods are `amr`.
    #[must_use]
    pub fn and(mut self, amr: &[&str]) -> Self {
        self.temporary_code = None;
        for method in amr.iter().copied().chain(["mfa"]) {
            if !self.amr.iter().any(|known| known == method) {
                self.amr.push(method.to_owned());
            }
        }
        self
    }

    /// The proof of a session with the second factor that the provider of the session asked for, in `theirs`.
    #[must_use]
    pub fn raised_by(self, identity: Identity, theirs: TheirSignIn) -> Self {
        Self {
            corporate: Some(Box::new(theirs)),
            arrived: Some(Box::new(identity)),
            ..self.and(&[])
        }
    }

    /// The proof after a temporary code, which makes it no stronger.
    #[must_use]
    pub fn with_temporary_code(self, hash: String) -> Self {
        Self {
            temporary_code: Some(hash),
            ..self
        }
    }

    /// The proof, given at `now` or before, while steps remain: what follows makes it no newer (attack 17).
    #[must_use]
    pub fn waiting(mut self, now: Millis) -> Self {
        self.at.get_or_insert(now);
        self
    }

    /// The proof after its person has proved more just now.
    #[must_use]
    pub fn given_now(mut self) -> Self {
        self.at = None;
        self
    }

    /// The proof as the session stores it.
    pub fn authentication(&self) -> Authentication {
        Authentication {
            adds: self.session.is_some(),
            at: self.at,
            corporate: self.corporate.clone(),
            ..Authentication::by(&self.account_id, self.amr.clone())
        }
    }
}
