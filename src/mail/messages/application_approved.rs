//! An application for an account was approved.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::super::thread::Thread;
use super::Message;
use crate::site::offered;

/// Informs a newcomer that the account is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplicationApproved {
    /// The reader.
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    /// The application; empty in an email that an earlier version queued.
    #[serde(default)]
    pub application_id: String,
}

impl Message for ApplicationApproved {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let account = self.account.shown();
        Body::titled(context, "application_approved.subject")
            .greeting(&self.name)
            .paragraph("application_approved.intro", &[("account", &account)])
            .action("application_approved.action", offered::HOME)
    }

    fn thread(&self) -> Option<Thread<'_>> {
        Thread::of("application", &self.application_id)
    }

    fn sample() -> Self {
        Self {
            name: "Li Wei".into(),
            account: "LiWei".into(),
            application_id: "0193a1b2-0000-7000-8000-000000000001".to_owned(),
        }
    }
}
