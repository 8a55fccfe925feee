//! The owner deletes an account.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::link::{LinkPurpose, LinkRequest};
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;
use crate::site::offered;

/// Informs the owner, who asked for it, when the account is erased, with a one-time link that takes it back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeletionAsked {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    /// The account's id.
    pub account_id: String,
    pub erase_at: Millis,
}

impl Message for DeletionAsked {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.erase_at));
        Body::titled(context, "deletion_asked.subject")
            .greeting(&self.name)
            .paragraph(
                "deletion_asked.intro",
                &[("account", &account), ("time", &time)],
            )
            .paragraph("deletion_asked.until_then", &[])
            .paragraph("deletion_asked.not_you", &[])
            .one_time_link("deletion_asked.action", offered::DELETION_UNDO)
    }

    fn link<'a>(&'a self, email: &'a str) -> Option<LinkRequest<'a>> {
        Some(LinkRequest {
            subject: &self.account_id,
            purpose: LinkPurpose::DeletionUndo,
            email,
        })
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            account_id: "6f1c2b52-6e0a-4a53-9b57-0a3b9c5d7e11".to_owned(),
            erase_at: 1_796_471_460_000,
        }
    }
}
