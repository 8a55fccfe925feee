//! A request for another agency was refused.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{Name, Words};
use super::super::thread::Thread;
use super::Message;
use crate::site::offered;

/// Informs a person that an administrator refused the change of agency, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgencyRefused {
    /// The reader.
    pub name: Name,
    /// The agency that the person asked for.
    pub agency: Name,
    /// The words of the administrator.
    pub reason: Words,
    /// The request; empty in an email that an earlier version queued.
    #[serde(default)]
    pub request_id: String,
}

impl Message for AgencyRefused {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (agency, reason) = (self.agency.shown(), self.reason.shown());
        Body::titled(context, "agency_refused.subject")
            .greeting(&self.name)
            .paragraph("agency_refused.intro", &[("agency", &agency)])
            .paragraph("agency_refused.reason", &[("reason", &reason)])
            .action("agency_refused.action", offered::HOME)
    }

    fn thread(&self) -> Option<Thread<'_>> {
        Thread::of("agency", &self.request_id)
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            agency: "Starcom Shanghai".into(),
            reason: "Your contract names the other agency.".into(),
            request_id: "0193a1b2-0000-7000-8000-000000000001".to_owned(),
        }
    }
}
