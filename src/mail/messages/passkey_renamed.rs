//! A passkey of an account got another name.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;

/// Informs the owner of an account that a passkey has another name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasskeyRenamed {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    pub before: Name,
    pub after: Name,
    pub at: Millis,
}

impl Message for PasskeyRenamed {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        let before = self.before.shown();
        let after = self.after.shown();
        Body::titled(context, "passkey_renamed.subject")
            .greeting(&self.name)
            .paragraph(
                "passkey_renamed.intro",
                &[
                    ("account", &account),
                    ("before", &before),
                    ("after", &after),
                    ("time", &time),
                ],
            )
            .paragraph("passkey_renamed.not_you", &[])
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            before: "Dan's phone".into(),
            after: "Work phone".into(),
            at: 1_795_261_860_000,
        }
    }
}
