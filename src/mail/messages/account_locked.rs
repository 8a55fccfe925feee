//! An account was locked.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::link::{LinkPurpose, LinkRequest};
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;
use crate::site::offered;

/// Informs the owner that the account is locked, with a one-time link to a new password, which opens it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountLocked {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    /// The account's id.
    pub account_id: String,
    pub at: Millis,
}

impl Message for AccountLocked {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        Body::titled(context, "account_locked.subject")
            .greeting(&self.name)
            .paragraph(
                "account_locked.intro",
                &[("account", &account), ("time", &time)],
            )
            .paragraph("account_locked.removed", &[])
            .paragraph("account_locked.again", &[])
            .one_time_link("account_locked.action", offered::RESET_PASSWORD)
    }

    fn link<'a>(&'a self, email: &'a str) -> Option<LinkRequest<'a>> {
        Some(LinkRequest {
            subject: &self.account_id,
            purpose: LinkPurpose::Unlock,
            email,
        })
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            account_id: "6f1c2b52-6e0a-4a53-9b57-0a3b9c5d7e11".to_owned(),
            at: 1_795_261_860_000,
        }
    }
}
