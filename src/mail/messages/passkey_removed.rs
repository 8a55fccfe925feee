//! A passkey was removed from an account.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;

/// Informs the owner of an account that a passkey no longer signs in to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasskeyRemoved {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    pub passkey: Name,
    pub at: Millis,
}

impl Message for PasskeyRemoved {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        let passkey = self.passkey.shown();
        Body::titled(context, "passkey_removed.subject")
            .greeting(&self.name)
            .paragraph(
                "passkey_removed.intro",
                &[
                    ("account", &account),
                    ("passkey", &passkey),
                    ("time", &time),
                ],
            )
            .paragraph("passkey_removed.not_you", &[])
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            passkey: "Dan's phone".into(),
            at: 1_795_261_860_000,
        }
    }
}
