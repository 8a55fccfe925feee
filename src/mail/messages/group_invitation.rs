//! A manager invites a person to a group.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::Name;
use super::Message;
use crate::site::offered;

/// Invites a person who has an account to a group (contract C-098, G-65).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupInvitation {
    /// The reader.
    pub name: Name,
    /// The group.
    pub group: Name,
    /// The person who invites.
    pub by: Name,
}

impl Message for GroupInvitation {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (group, by) = (self.group.shown(), self.by.shown());
        let values = [
            ("product", context.product),
            ("group", &*group),
            ("by", &*by),
        ];
        Body::titled(context, "group_invitation.subject")
            .greeting(&self.name)
            .paragraph("group_invitation.intro", &values)
            .action("group_invitation.action", offered::MY_GROUPS)
            .paragraph("group_invitation.ignore", &[])
    }

    fn sample() -> Self {
        Self {
            name: "Eve Newcomer".into(),
            group: "Media team".into(),
            by: "Chloe Manager".into(),
        }
    }
}
