//! An application for an account was refused.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name, Words};
use super::super::thread::Thread;
use super::Message;

/// Informs an applicant that there is no account, and why, or that nobody decided in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplicationRefused {
    /// The reader.
    pub name: Name,
    /// The account name that was applied for.
    pub account: AccountName,
    /// The words of the person who decided.
    pub reason: Option<Words>,
    /// True if nobody decided in time; false in an email that an earlier version queued.
    #[serde(default)]
    pub timed_out: bool,
    /// The application; empty in an email that an earlier version queued.
    #[serde(default)]
    pub application_id: String,
}

impl Message for ApplicationRefused {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let account = self.account.shown();
        let values = [("account", &*account)];
        let body = Body::titled(context, "application_refused.subject")
            .for_stranger()
            .greeting(&self.name);
        let body = if self.timed_out {
            body.paragraph("application_refused.timed_out", &values)
        } else {
            body.paragraph("application_refused.intro", &values)
        };
        let body = match &self.reason {
            Some(reason) => {
                body.paragraph("application_refused.reason", &[("reason", &reason.shown())])
            }
            None => body,
        };
        body.paragraph("application_refused.again", &[])
    }

    fn thread(&self) -> Option<Thread<'_>> {
        Thread::of("application", &self.application_id)
    }

    fn sample() -> Self {
        Self {
            name: "Li Wei".into(),
            account: "LiWei".into(),
            reason: Some("Your agency has its own accounts.".into()),
            timed_out: false,
            application_id: "0193a1b2-0000-7000-8000-000000000001".to_owned(),
        }
    }
}
