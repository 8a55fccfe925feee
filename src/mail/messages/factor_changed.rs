//! A second factor of an account was changed.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;

/// What happened to a second factor; the word is stored, also in audit entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactorChange {
    AuthenticatorAdded,
    AuthenticatorRemoved,
    RecoveryCodesMade,
    RecoveryCodeUsed,
    BrowserRemembered,
    BrowserForgotten,
    /// Its owner was asked to add one.
    Reminded,
    /// An administrator requires one of this account.
    Required,
    NoLongerRequired,
    /// An administrator made a code with which its owner replaces a lost one.
    TemporaryCodeMade,
    TemporaryCodeUsed,
    /// An administrator or the console removed all factors.
    Reset,
}

impl FactorChange {
    /// The stored word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AuthenticatorAdded => "authenticator_added",
            Self::AuthenticatorRemoved => "authenticator_removed",
            Self::RecoveryCodesMade => "recovery_codes_made",
            Self::RecoveryCodeUsed => "recovery_code_used",
            Self::BrowserRemembered => "browser_remembered",
            Self::BrowserForgotten => "browser_forgotten",
            Self::Reminded => "reminded",
            Self::Required => "required",
            Self::NoLongerRequired => "no_longer_required",
            Self::TemporaryCodeMade => "temporary_code_made",
            Self::TemporaryCodeUsed => "temporary_code_used",
            Self::Reset => "reset",
        }
    }

    /// The text that says it. Nobody gets this email about a browser, a reminder or a requirement.
    const fn intro(self) -> &'static str {
        match self {
            Self::AuthenticatorAdded => "factor_changed.authenticator_added",
            Self::AuthenticatorRemoved => "factor_changed.authenticator_removed",
            Self::RecoveryCodesMade => "factor_changed.recovery_codes_made",
            Self::RecoveryCodeUsed => "factor_changed.recovery_code_used",
            Self::TemporaryCodeMade => "factor_changed.temporary_code_made",
            Self::TemporaryCodeUsed => "factor_changed.temporary_code_used",
            Self::BrowserRemembered
            | Self::BrowserForgotten
            | Self::Reminded
            | Self::Required
            | Self::NoLongerRequired
            | Self::Reset => "factor_changed.reset",
        }
    }
}

/// Informs the owner of an account that one of its second factors was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactorChanged {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    pub change: FactorChange,
    pub at: Millis,
}

impl Message for FactorChanged {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        Body::titled(context, "factor_changed.subject")
            .greeting(&self.name)
            .paragraph(
                self.change.intro(),
                &[("account", &account), ("time", &time)],
            )
            .paragraph("factor_changed.not_you", &[])
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            change: FactorChange::AuthenticatorAdded,
            at: 1_795_261_860_000,
        }
    }
}
