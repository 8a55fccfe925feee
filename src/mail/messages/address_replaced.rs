//! An account returned to an earlier address.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;

/// Informs the reader of an address that an account has it no longer. It does not name the present one, because this reader may
/// be a stranger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressReplaced {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    pub at: Millis,
}

impl Message for AddressReplaced {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        Body::titled(context, "address_replaced.subject")
            .greeting(&self.name)
            .paragraph(
                "address_replaced.intro",
                &[("account", &account), ("time", &time)],
            )
            .paragraph("address_replaced.next", &[])
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            at: 1_795_261_860_000,
        }
    }
}
