//! A corporate identity was linked to an account.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;

/// Informs the owner of an account that a corporate identity signs in to it from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentityLinked {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    /// The provider's name.
    pub provider: Name,
    /// Who the person is there.
    pub identity: Name,
    /// When it was linked.
    pub at: Millis,
}

impl Message for IdentityLinked {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        let (provider, identity) = (self.provider.shown(), self.identity.shown());
        Body::titled(context, "identity_linked.subject")
            .greeting(&self.name)
            .paragraph(
                "identity_linked.intro",
                &[
                    ("account", &account),
                    ("provider", &provider),
                    ("identity", &identity),
                    ("time", &time),
                ],
            )
            .paragraph("identity_linked.not_you", &[])
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            provider: "Lion Identity".into(),
            identity: "dan@demo.test".into(),
            at: 1_795_261_860_000,
        }
    }
}
