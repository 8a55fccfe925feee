//! The requests that wait for the reader, once a day.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::Name;
use super::Message;
use crate::site::offered;

/// Lists the requests that wait for a person who wants one email a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestSummary {
    /// The reader.
    pub name: Name,
    /// How many wait; 1000 at most.
    pub waiting: i64,
    /// The first of them.
    pub requests: Vec<WaitingRequest>,
}

/// A request that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingRequest {
    /// The person who asks.
    pub person: Name,
    /// The group.
    pub group: Name,
    /// The day by which to decide, as yyyy-MM-dd.
    pub due_on: String,
}

impl Message for RequestSummary {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let waiting = self.waiting.to_string();
        let intro = match self.waiting {
            1 => "request_summary.intro_one",
            _ => "request_summary.intro",
        };
        let mut body = Body::titled(context, "request_summary.subject")
            .greeting(&self.name)
            .paragraph(intro, &[("count", &waiting)]);
        for request in &self.requests {
            let (person, group) = (request.person.shown(), request.group.shown());
            let day = context.day(&request.due_on);
            let values = [("person", &*person), ("group", &*group), ("day", &*day)];
            body = body.paragraph("request_summary.request", &values);
        }
        let listed = i64::try_from(self.requests.len()).unwrap_or(i64::MAX);
        if listed < self.waiting {
            body = body.paragraph("request_summary.more", &[]);
        }
        body.action("request_summary.action", offered::REQUESTS)
            .paragraph("request_summary.why", &[])
    }

    fn sample() -> Self {
        let request = |person: &str, due_on: &str| WaitingRequest {
            person: person.into(),
            group: "Media team".into(),
            due_on: due_on.to_owned(),
        };
        Self {
            name: "Chloe Manager".into(),
            waiting: 3,
            requests: vec![
                request("Eve Newcomer", "2026-11-25"),
                request("Li Wei", "2026-11-27"),
            ],
        }
    }
}
