//! What the guard finds out about a call before its handler runs.

use std::sync::Arc;

use super::credential;
use super::rights::Judged;
use crate::access::{Decision, GroupFacts, Object};
use crate::audit::AuditContext;
use crate::clients::Client;
use crate::clock::Millis;
use crate::directory::Account;
use crate::http::envelope::ApiError;
use crate::i18n::language::Language;
use crate::limits::RepeatableCall;
use crate::sessions::sso::SsoSession;

/// The credential of the request.
#[derive(Clone)]
pub enum CallerCredential {
    /// An access token that is bound to a DPoP key.
    Dpop,
    UserToken(String),
    /// A launch token for this application.
    Launch {
        client: Arc<Client>,
        /// The token to use from now on.
        token: String,
    },
}

impl CallerCredential {
    /// The refusal when the session has ended or its account may no longer sign in.
    pub fn gone(&self) -> ApiError {
        match self {
            Self::Dpop => credential::invalid_token(),
            Self::UserToken(_) | Self::Launch { .. } => ApiError::NeedLogin,
        }
    }
}

/// The guard's findings about a call: who makes it, when and from where.
#[derive(Clone)]
pub struct CallerFacts {
    pub account: Arc<Account>,
    pub session: Arc<SsoSession>,
    pub judged: Arc<Judged>,
    pub credential: CallerCredential,
    /// The call with its key, if its caller may repeat it.
    pub repeatable: Option<Arc<RepeatableCall>>,
    /// The time of the request. A handler uses no other time.
    pub now: Millis,
    /// The language of the answer: from the cookie, the account or the browser.
    pub language: Language,
    /// The audit context of this call, with the caller as the actor.
    pub audit: AuditContext,
}

impl CallerFacts {
    /// The account of the session, as the read view has it.
    pub fn account(&self) -> Arc<Account> {
        Arc::clone(&self.account)
    }

    pub fn session(&self) -> Arc<SsoSession> {
        Arc::clone(&self.session)
    }

    /// The object that the request names, as the guard found it (`Call::object`).
    pub fn object(&self) -> &Object {
        &self.judged.object
    }

    /// The account that the request names, as the guard read it (`Call::object`).
    ///
    /// # Errors
    ///
    /// 100012 at the field if no account has this id or name.
    pub fn named_account(&self) -> Result<Arc<Account>, ApiError> {
        let account = self.judged.account.clone();
        account.ok_or_else(|| self.no_such_object())
    }

    /// The group `id`, which the request names, as the guard read it (`Call::object`).
    ///
    /// # Errors
    ///
    /// 100012 at the field if the guard read another object.
    pub fn named_group(&self, id: &str) -> Result<GroupFacts, ApiError> {
        match &self.judged.object {
            Object::Group(group) if group.id == id => Ok(group.clone()),
            _ => Err(self.no_such_object()),
        }
    }

    fn no_such_object(&self) -> ApiError {
        ApiError::illegal(self.judged.call.object.field().unwrap_or_default())
    }

    /// The decision that allowed the call.
    pub fn decision(&self) -> Decision {
        self.judged.decision
    }

    pub fn credential(&self) -> &CallerCredential {
        &self.credential
    }

    /// The error to answer if a check failed with `error`: the one for a lost session depends on the credential.
    pub fn lost(&self, error: ApiError) -> ApiError {
        match error {
            ApiError::NeedLogin => self.credential.gone(),
            error => error,
        }
    }
}
