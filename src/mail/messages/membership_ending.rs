//! A membership ends soon.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::Name;
use super::Message;
use crate::site::offered;

/// Warns a member a week before the membership ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MembershipEnding {
    /// The reader.
    pub name: Name,
    /// The group.
    pub group: Name,
    /// The last day of the membership, as yyyy-MM-dd.
    pub ends_on: String,
}

impl Message for MembershipEnding {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (group, day) = (self.group.shown(), context.day(&self.ends_on));
        let values = [("group", &*group), ("day", &*day)];
        Body::titled(context, "membership_ending.subject")
            .greeting(&self.name)
            .paragraph("membership_ending.intro", &values)
            .paragraph("membership_ending.extend", &values)
            .action("membership_ending.action", offered::MY_GROUPS)
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            group: "Media team".into(),
            ends_on: "2026-11-29".to_owned(),
        }
    }
}
