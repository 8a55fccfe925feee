//! A person forgot the password, and an administrator approves a new one.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::site::offered;

/// Asks administrators to approve a new password (contract T-16).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordAsked {
    /// The person.
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
}

impl Message for PasswordAsked {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (name, account) = (self.name.shown(), self.account.shown());
        let values = [("name", &*name), ("account", &*account)];
        Body::titled(context, "password_asked.subject")
            .paragraph("password_asked.intro", &values)
            .paragraph("password_asked.how", &[])
            .action("password_asked.action", offered::ASKED_PASSWORDS)
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
        }
    }
}
