//! A corporate identity was unlinked from an account.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;

/// Informs the owner of an account that a corporate identity no longer signs in to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentityUnlinked {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    /// The provider's name.
    pub provider: Name,
    /// When it was unlinked.
    pub at: Millis,
}

impl Message for IdentityUnlinked {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        let provider = self.provider.shown();
        Body::titled(context, "identity_unlinked.subject")
            .greeting(&self.name)
            .paragraph(
                "identity_unlinked.intro",
                &[
                    ("account", &account),
                    ("provider", &provider),
                    ("time", &time),
                ],
            )
            .paragraph("identity_unlinked.not_you", &[])
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            provider: "Lion Identity".into(),
            at: 1_795_261_860_000,
        }
    }
}
