//! The address of an account was changed by its owner.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::link::{LinkPurpose, LinkRequest};
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;
use crate::site::offered;

/// Informs the reader of the earlier address, with a one-time link that takes the change back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressChanged {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    /// The id of the change.
    pub change_id: String,
    pub at: Millis,
}

impl Message for AddressChanged {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        Body::titled(context, "address_changed.subject")
            .greeting(&self.name)
            .paragraph(
                "address_changed.intro",
                &[("account", &account), ("time", &time)],
            )
            .paragraph("address_changed.all_well", &[])
            .paragraph("address_changed.not_you", &[])
            .one_time_link("address_changed.action", offered::ADDRESS_UNDO)
    }

    fn link<'a>(&'a self, email: &'a str) -> Option<LinkRequest<'a>> {
        Some(LinkRequest {
            subject: &self.change_id,
            purpose: LinkPurpose::AddressUndo,
            email,
        })
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            change_id: "6f1c2b52-6e0a-4a53-9b57-0a3b9c5d7e11".to_owned(),
            at: 1_795_261_860_000,
        }
    }
}
