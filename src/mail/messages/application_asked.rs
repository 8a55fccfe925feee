//! An application for an account waits for a decision.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::site::offered;

/// Asks administrators to decide about an application whose address is confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplicationAsked {
    /// The applicant.
    pub name: Name,
    /// The account name that is applied for.
    pub account: AccountName,
}

impl Message for ApplicationAsked {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (name, account) = (self.name.shown(), self.account.shown());
        let values = [("name", &*name), ("account", &*account)];
        Body::titled(context, "application_asked.subject")
            .paragraph("application_asked.intro", &values)
            .action("application_asked.action", offered::APPLICANTS)
    }

    fn sample() -> Self {
        Self {
            name: "Li Wei".into(),
            account: "LiWei".into(),
        }
    }
}
