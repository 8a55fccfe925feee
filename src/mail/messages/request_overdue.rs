//! A request waits for longer than its group allows.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::Name;
use super::super::thread::Thread;
use super::Message;
use crate::site::offered;

/// Reminds those who decide for a group, and its stand-ins, of an overdue request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestOverdue {
    /// The reader.
    pub name: Name,
    /// The person who asked.
    pub person: Name,
    /// The group.
    pub group: Name,
    /// The last day on which it can be decided, as yyyy-MM-dd.
    pub refuse_on: String,
    /// The request.
    pub request_id: String,
}

impl Message for RequestOverdue {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (person, group) = (self.person.shown(), self.group.shown());
        let day = context.day(&self.refuse_on);
        let values = [("person", &*person), ("group", &*group), ("day", &*day)];
        Body::titled(context, "request_overdue.subject")
            .greeting(&self.name)
            .paragraph("request_overdue.intro", &values)
            .paragraph("request_overdue.end", &values)
            .action(
                "request_overdue.action",
                &offered::request(&self.request_id),
            )
    }

    fn thread(&self) -> Option<Thread<'_>> {
        Thread::of("request", &self.request_id)
    }

    fn sample() -> Self {
        Self {
            name: "Chloe Manager".into(),
            person: "Eve Newcomer".into(),
            group: "Media team".into(),
            refuse_on: "2026-12-02".to_owned(),
            request_id: "0193a1b2-0000-7000-8000-000000000001".to_owned(),
        }
    }
}
