//! An administrator deletes an account, or an owner whose address is not verified.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;

/// Informs the owner when the account is erased, and whom to write to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeletionBegun {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    pub erase_at: Millis,
    /// Whom the reader writes to if that is wrong; may be empty.
    pub contact: String,
}

impl Message for DeletionBegun {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.erase_at));
        let body = Body::titled(context, "deletion_begun.subject")
            .greeting(&self.name)
            .paragraph(
                "deletion_begun.intro",
                &[("account", &account), ("time", &time)],
            )
            .paragraph("deletion_begun.until_then", &[]);
        match self.contact.as_str() {
            "" => body.paragraph("deletion_begun.wrong", &[]),
            contact => body.paragraph("deletion_begun.wrong_write", &[("contact", contact)]),
        }
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            erase_at: 1_796_471_460_000,
            contact: "help@demo.test".to_owned(),
        }
    }
}
