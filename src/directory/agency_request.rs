//! The state of a person's request for another agency.

use crate::db::{Number, coded};

/// The state of a request for another agency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgencyRequestState {
    /// It waits for an administrator.
    Waiting,
    /// Approved: the person belongs to the agency.
    Approved,
    /// An administrator refused it, with a reason.
    Refused,
    /// The person chose their present agency again.
    Withdrawn,
}

coded!(AgencyRequestState as "AgencyRequestStatus" => { Waiting = 0, Approved = 1, Refused = 2, Withdrawn = 3 });

/// The state in JSON.
pub type AgencyRequestStatus = Number<AgencyRequestState>;

impl AgencyRequestState {
    /// The name in the audit trail.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Approved => "approved",
            Self::Refused => "refused",
            Self::Withdrawn => "withdrawn",
        }
    }
}
