//! An administrator asks the reader to add a second factor.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::site::offered;

/// Reminds the owner of an account to add a second factor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactorReminder {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
}

impl Message for FactorReminder {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let account = self.account.shown();
        Body::titled(context, "factor_reminder.subject")
            .greeting(&self.name)
            .paragraph("factor_reminder.intro", &[("account", &account)])
            .paragraph("factor_reminder.how", &[])
            .action("factor_reminder.action", offered::ACCOUNT_SECURITY)
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
        }
    }
}
