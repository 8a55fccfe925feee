//! A person asks for a group that the reader decides about.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::Name;
use super::super::thread::Thread;
use super::Message;
use crate::site::offered;

/// Asks a person who decides for a group to look at a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestAsked {
    /// The reader.
    pub name: Name,
    /// The person who asks.
    pub person: Name,
    /// The group.
    pub group: Name,
    /// The day by which to decide, as yyyy-MM-dd.
    pub due_on: String,
    /// The request.
    pub request_id: String,
}

impl Message for RequestAsked {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (person, group) = (self.person.shown(), self.group.shown());
        let day = context.day(&self.due_on);
        let values = [("person", &*person), ("group", &*group), ("day", &*day)];
        Body::titled(context, "request_asked.subject")
            .greeting(&self.name)
            .paragraph("request_asked.intro", &values)
            .paragraph("request_asked.due", &values)
            .action("request_asked.action", &offered::request(&self.request_id))
    }

    fn thread(&self) -> Option<Thread<'_>> {
        Thread::of("request", &self.request_id)
    }

    fn sample() -> Self {
        Self {
            name: "Chloe Manager".into(),
            person: "Eve Newcomer".into(),
            group: "Media team".into(),
            due_on: "2026-11-27".to_owned(),
            request_id: "0193a1b2-0000-7000-8000-000000000001".to_owned(),
        }
    }
}
