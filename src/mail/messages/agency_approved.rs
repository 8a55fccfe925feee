//! A request for another agency was approved.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::Name;
use super::super::thread::Thread;
use super::Message;
use crate::site::offered;

/// Informs a person that an administrator approved the change of agency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgencyApproved {
    /// The reader.
    pub name: Name,
    /// The agency that the person belongs to now.
    pub agency: Name,
    /// The request; empty in an email that an earlier version queued.
    #[serde(default)]
    pub request_id: String,
}

impl Message for AgencyApproved {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let agency = self.agency.shown();
        Body::titled(context, "agency_approved.subject")
            .greeting(&self.name)
            .paragraph("agency_approved.intro", &[("agency", &agency)])
            .paragraph("agency_approved.access", &[])
            .action("agency_approved.action", offered::HOME)
    }

    fn thread(&self) -> Option<Thread<'_>> {
        Thread::of("agency", &self.request_id)
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            agency: "Starcom Shanghai".into(),
            request_id: "0193a1b2-0000-7000-8000-000000000001".to_owned(),
        }
    }
}
