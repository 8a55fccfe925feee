//! A person asks for a group that the reader decides about.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{Name, Words};
use super::super::thread::Thread;
use super::Message;
use crate::i18n::language::Language;
use crate::site::offered;

/// Asks a person who decides for a group to look at a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestAsked {
    /// The reader.
    pub name: Name,
    /// The person who asks.
    pub person: Name,
    /// The person's agency, if any.
    #[serde(default)]
    pub agency: Option<Name>,
    /// The group.
    pub group: Name,
    /// True if the person is a member and asks for more time.
    #[serde(default)]
    pub extends: bool,
    /// Why the person asks, in the person's own words.
    #[serde(default)]
    pub reason: Option<Words>,
    /// The first products that the group opens.
    #[serde(default)]
    pub opens: Vec<Name>,
    /// The same products with their names for readers of Chinese. Empty in a job of an earlier version.
    #[serde(default)]
    pub opens_zh: Vec<Name>,
    /// How many it opens.
    #[serde(default)]
    pub opens_count: i64,
    /// The last day of the membership if it is approved on the day of the request, as yyyy-MM-dd.
    #[serde(default)]
    pub ends_on: Option<String>,
    /// The day by which to decide, as yyyy-MM-dd.
    pub due_on: String,
    /// The request.
    pub request_id: String,
}

impl RequestAsked {
    /// Adds to `body` what the group opens.
    fn opened<'c>(&self, context: &MailContext<'_>, body: Body<'c>) -> Body<'c> {
        let opens = match context.language {
            Language::ZhCn if !self.opens_zh.is_empty() => &self.opens_zh,
            _ => &self.opens,
        };
        let names: Vec<String> = opens.iter().map(Name::shown).collect();
        let names = names.join(context.text("request_asked.opens_joint"));
        let named = i64::try_from(self.opens.len()).unwrap_or(i64::MAX);
        let more = self.opens_count.saturating_sub(named);
        let count = more.to_string();
        let values = [("names", names.as_str()), ("count", count.as_str())];
        let key = match more {
            ..=0 => "request_asked.opens",
            _ => "request_asked.opens_more",
        };
        body.paragraph(key, &values)
    }
}

impl Message for RequestAsked {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (person, group) = (self.person.shown(), self.group.shown());
        let day = context.day(&self.due_on);
        let values = [("person", &*person), ("group", &*group), ("day", &*day)];
        let [subject, intro] = if self.extends {
            ["request_asked.subject_extend", "request_asked.intro_extend"]
        } else {
            ["request_asked.subject", "request_asked.intro"]
        };
        let mut body = Body::titled_about(context, subject, &values)
            .greeting(&self.name)
            .paragraph(intro, &values);
        if let Some(agency) = &self.agency {
            body = body.paragraph("request_asked.agency", &[("agency", &agency.shown())]);
        }
        if let Some(reason) = &self.reason {
            body = body.paragraph("request_asked.reason", &[("reason", &reason.shown())]);
        }
        if let Some(day) = &self.ends_on {
            body = body.paragraph("request_asked.until", &[("day", &context.day(day))]);
        }
        if !self.opens.is_empty() {
            body = self.opened(context, body);
        }
        let id = &self.request_id;
        body.action(
            "request_asked.approve",
            &offered::decide(id, offered::APPROVE),
        )
        .action(
            "request_asked.refuse",
            &offered::decide(id, offered::REFUSE),
        )
        .paragraph("request_asked.question", &[("product", context.product)])
    }

    fn thread(&self) -> Option<Thread<'_>> {
        Thread::of("request", &self.request_id)
    }

    fn sample() -> Self {
        Self {
            name: "Chloe Manager".into(),
            person: "Eve Newcomer".into(),
            agency: Some("Northwind Media".into()),
            group: "Media team".into(),
            extends: false,
            reason: Some("I plan the spring campaign.".into()),
            opens: vec!["Media planner".into(), "Reports".into()],
            opens_zh: vec!["媒介计划".into(), "报表".into()],
            opens_count: 5,
            ends_on: Some("2027-02-19".to_owned()),
            due_on: "2026-11-27".to_owned(),
            request_id: "0193a1b2-0000-7000-8000-000000000001".to_owned(),
        }
    }
}
