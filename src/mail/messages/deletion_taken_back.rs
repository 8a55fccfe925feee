//! The deletion of an account was taken back.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;
use crate::site::offered;

/// Informs the owner that the account stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeletionTakenBack {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    pub at: Millis,
    /// False if the account was disabled before, so that nobody signs in to it.
    pub enabled: bool,
}

impl Message for DeletionTakenBack {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        let body = Body::titled(context, "deletion_taken_back.subject")
            .greeting(&self.name)
            .paragraph(
                "deletion_taken_back.intro",
                &[("account", &account), ("time", &time)],
            );
        if !self.enabled {
            return body.paragraph("deletion_taken_back.disabled", &[]);
        }
        body.paragraph("deletion_taken_back.enabled", &[])
            .action("deletion_taken_back.action", offered::HOME)
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            at: 1_795_261_860_000,
            enabled: true,
        }
    }
}
