//! The state of a person's request for another agency.

use crate::db::coded;

/// How far a request for another agency is (design 9, "Agency and brand").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgencyRequestState {
    /// It waits for an administrator.
    Waiting,
    /// The person belongs to the agency since.
    Approved,
    /// An administrator refused it, with a reason.
    Refused,
    /// The person chose the own agency again.
    Withdrawn,
}

coded!(AgencyRequestState as "AgencyRequestStatus" => { Waiting = 0, Approved = 1, Refused = 2, Withdrawn = 3 });

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
