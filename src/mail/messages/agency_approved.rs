//! A request for another agency was approved.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::Name;
use super::Message;
use crate::site::offered;

/// Informs a person that an administrator approved the change of agency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgencyApproved {
    /// The reader.
    pub name: Name,
    /// The agency that the person belongs to now.
    pub agency: Name,
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

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            agency: "Starcom Shanghai".into(),
        }
    }
}
