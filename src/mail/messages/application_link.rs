//! The link with which an applicant confirms the address.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::link::{LinkPurpose, LinkRequest};
use super::super::thread::Thread;
use super::Message;
use crate::site::offered;

/// Asks the reader of an address whether they applied for an account. It shows nothing that a stranger typed: the stranger
/// would write to anybody in our name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplicationLink {
    /// The application as JSON, which the link holds sealed.
    pub application: String,
    /// The id of the application; empty in an email that an earlier version queued.
    #[serde(default)]
    pub application_id: String,
}

impl Message for ApplicationLink {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let product = [("product", context.product)];
        Body::titled(context, "application_link.subject")
            .for_stranger()
            .paragraph("application_link.intro", &product)
            .one_time_link("application_link.action", offered::APPLICATION)
            .paragraph("application_link.not_you", &[])
    }

    fn link<'a>(&'a self, email: &'a str) -> Option<LinkRequest<'a>> {
        Some(LinkRequest {
            subject: &self.application,
            purpose: LinkPurpose::Application,
            email,
        })
    }

    fn thread(&self) -> Option<Thread<'_>> {
        Thread::of("application", &self.application_id)
    }

    fn sample() -> Self {
        Self {
            application: "{}".to_owned(),
            application_id: "0193a1b2-0000-7000-8000-000000000001".to_owned(),
        }
    }
}
