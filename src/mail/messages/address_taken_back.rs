//! The change of an address was taken back.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;
use crate::site::offered;

/// Informs the readers of both addresses that the account has the earlier one again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressTakenBack {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    /// The address that the account has again.
    pub email: AccountName,
    pub at: Millis,
}

impl Message for AddressTakenBack {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        let email = self.email.shown();
        Body::titled(context, "address_taken_back.subject")
            .greeting(&self.name)
            .paragraph(
                "address_taken_back.intro",
                &[("account", &account), ("email", &email), ("time", &time)],
            )
            .paragraph("address_taken_back.next", &[])
            .action("address_taken_back.action", offered::FORGOT_PASSWORD)
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            email: "dan@demo.test".into(),
            at: 1_795_261_860_000,
        }
    }
}
