//! A request was approved.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::Name;
use super::super::thread::Thread;
use super::Message;
use crate::site::offered;

/// Informs a person that a request for a group was approved (contract T-21).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestApproved {
    /// The reader.
    pub name: Name,
    /// The group.
    pub group: Name,
    /// The last day of the membership, as yyyy-MM-dd.
    pub ends_on: Option<String>,
    /// The request; empty in an email that an earlier version queued.
    #[serde(default)]
    pub request_id: String,
}

impl Message for RequestApproved {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let group = self.group.shown();
        let body = Body::titled(context, "request_approved.subject")
            .greeting(&self.name)
            .paragraph("request_approved.intro", &[("group", &group)]);
        let body = match &self.ends_on {
            Some(day) => body.paragraph("request_approved.until", &[("day", &context.day(day))]),
            None => body,
        };
        body.action("request_approved.action", offered::HOME)
    }

    fn thread(&self) -> Option<Thread<'_>> {
        Thread::of("request", &self.request_id)
    }

    fn sample() -> Self {
        Self {
            name: "Eve Newcomer".into(),
            group: "Media team".into(),
            ends_on: Some("2027-05-31".to_owned()),
            request_id: "0193a1b2-0000-7000-8000-000000000001".to_owned(),
        }
    }
}
