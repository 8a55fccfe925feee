//! A manager invites a person without an account.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::link::{LinkPurpose, LinkRequest};
use super::super::name::Name;
use super::Message;
use crate::site::offered;

/// Invites the reader of an address to register (contract C-098, G-65).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegistrationInvitation {
    /// The id of the invitation.
    pub invitation: String,
    /// The group that the new account joins.
    pub group: Name,
    /// The person who invites.
    pub by: Name,
}

impl Message for RegistrationInvitation {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (group, by) = (self.group.shown(), self.by.shown());
        let values = [
            ("product", context.product),
            ("group", &*group),
            ("by", &*by),
        ];
        Body::titled(context, "registration_invitation.subject")
            .for_stranger()
            .paragraph("registration_invitation.intro", &values)
            .one_time_link("registration_invitation.action", offered::INVITATION)
            .paragraph("registration_invitation.ignore", &[])
    }

    fn link<'a>(&'a self, email: &'a str) -> Option<LinkRequest<'a>> {
        Some(LinkRequest {
            subject: &self.invitation,
            purpose: LinkPurpose::Invitation,
            email,
        })
    }

    fn sample() -> Self {
        Self {
            invitation: "an-id".to_owned(),
            group: "Media team".into(),
            by: "Chloe Manager".into(),
        }
    }
}
