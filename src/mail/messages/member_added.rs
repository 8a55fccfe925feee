//! A manager made the reader a member.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::Name;
use super::Message;
use crate::site::offered;

/// Informs a person that a manager added them to a group (contract T-28).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberAdded {
    /// The reader.
    pub name: Name,
    /// The group.
    pub group: Name,
    /// The person who added them.
    pub by: Name,
    /// The last day of the membership, as yyyy-MM-dd.
    pub ends_on: Option<String>,
}

impl Message for MemberAdded {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (group, by) = (self.group.shown(), self.by.shown());
        let body = Body::titled(context, "member_added.subject")
            .greeting(&self.name)
            .paragraph("member_added.intro", &[("group", &group), ("by", &by)]);
        let body = match &self.ends_on {
            Some(day) => body.paragraph("member_added.until", &[("day", &context.day(day))]),
            None => body,
        };
        body.action("member_added.action", offered::HOME)
    }

    fn sample() -> Self {
        Self {
            name: "Eve Newcomer".into(),
            group: "Media team".into(),
            by: "Chloe Manager".into(),
            ends_on: None,
        }
    }
}
