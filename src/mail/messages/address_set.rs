//! An administrator gave an account another address.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;
use crate::site::offered;

/// Informs the readers of both addresses who changed the address of the account, and how it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressSet {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    /// The administrator.
    pub by: Name,
    /// The new address; `None` if it was removed.
    pub email: Option<AccountName>,
    pub at: Millis,
    /// Whom the reader writes to if that is wrong; may be empty.
    pub contact: String,
}

impl Message for AddressSet {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        let by = self.by.shown();
        let body = Body::titled(context, "address_set.subject").greeting(&self.name);
        let body = match self.email.as_ref().map(AccountName::shown) {
            Some(email) => body.paragraph(
                "address_set.intro",
                &[
                    ("by", &by),
                    ("account", &account),
                    ("email", &email),
                    ("time", &time),
                ],
            ),
            None => body.paragraph(
                "address_set.removed",
                &[("by", &by), ("account", &account), ("time", &time)],
            ),
        };
        let body = match self.contact.as_str() {
            "" => body.paragraph("address_set.wrong", &[]),
            contact => body.paragraph("address_set.wrong_write", &[("contact", contact)]),
        };
        body.action("address_set.action", offered::HOME)
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            by: "Ben Admin".into(),
            email: Some("dan@demo.test".into()),
            at: 1_795_261_860_000,
            contact: "help@demo.test".to_owned(),
        }
    }
}
