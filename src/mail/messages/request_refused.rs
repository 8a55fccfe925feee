//! A request was refused.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{Name, Words};
use super::super::thread::Thread;
use super::Message;
use crate::site::offered;

/// Informs a person that a request for a group was refused, or that nobody decided in time (contract T-21).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestRefused {
    /// The reader.
    pub name: Name,
    /// The group.
    pub group: Name,
    /// The words of the person who refused it.
    pub reason: Option<Words>,
    /// True if nobody decided in time.
    pub timed_out: bool,
    /// The request; empty in an email that an earlier version queued.
    #[serde(default)]
    pub request_id: String,
}

impl Message for RequestRefused {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let group = self.group.shown();
        let values = [("group", &*group)];
        let body = Body::titled(context, "request_refused.subject").greeting(&self.name);
        let body = if self.timed_out {
            body.paragraph("request_refused.timed_out", &values)
        } else {
            body.paragraph("request_refused.intro", &values)
        };
        let body = match &self.reason {
            Some(reason) => {
                body.paragraph("request_refused.reason", &[("reason", &reason.shown())])
            }
            None => body,
        };
        body.action("request_refused.action", offered::MY_REQUESTS)
    }

    fn thread(&self) -> Option<Thread<'_>> {
        Thread::of("request", &self.request_id)
    }

    fn sample() -> Self {
        Self {
            name: "Eve Newcomer".into(),
            group: "Media team".into(),
            reason: Some("Please ask the research team.".into()),
            timed_out: false,
            request_id: "0193a1b2-0000-7000-8000-000000000001".to_owned(),
        }
    }
}
