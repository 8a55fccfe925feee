//! An application for an account was approved.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::site::offered;

/// Informs a newcomer that the account is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplicationApproved {
    /// The reader.
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
}

impl Message for ApplicationApproved {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let account = self.account.shown();
        Body::titled(context, "application_approved.subject")
            .greeting(&self.name)
            .paragraph("application_approved.intro", &[("account", &account)])
            .action("application_approved.action", offered::HOME)
    }

    fn sample() -> Self {
        Self {
            name: "Li Wei".into(),
            account: "LiWei".into(),
        }
    }
}
