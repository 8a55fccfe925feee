//! A request for another agency was refused.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{Name, Words};
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

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            agency: "Starcom Shanghai".into(),
            reason: "Your contract names the other agency, see evil.example/login".into(),
        }
    }
}
