//! A request to join a group or to stay in it longer, and the states of requests and members.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::db::{DbError, coded, from_row};
use crate::directory::{EarlierChange, Status};
use crate::faults::Faults;

/// The most characters of a reason.
pub const LONGEST_REASON: usize = 500;

/// What a person asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// To become a member.
    Join,
    /// To stay a member for longer.
    Extend,
}

impl RequestKind {
    /// The number in the database.
    pub const fn code(self) -> i64 {
        match self {
            Self::Join => 0,
            Self::Extend => 1,
        }
    }

    fn from_code(code: i64) -> Option<Self> {
        [Self::Join, Self::Extend]
            .into_iter()
            .find(|kind| kind.code() == code)
    }

    /// The word in the product API and the audit trail.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Join => "join",
            Self::Extend => "extend",
        }
    }
}

coded!(RequestKind);

/// Where a request stands (contract E-39). Only a pending one can be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestState {
    Pending,
    Approved,
    Refused,
    /// The person took it back.
    Withdrawn,
    /// Nobody decided in time, so it was refused.
    TimedOut,
}

impl RequestState {
    /// The word in the product API and the audit trail.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Refused => "refused",
            Self::Withdrawn => "withdrawn",
            Self::TimedOut => "timed_out",
        }
    }

    /// The contract's three words (G-41, E-39): a request that was withdrawn or timed out counts as refused.
    pub const fn status_name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Refused | Self::Withdrawn | Self::TimedOut => "refused",
        }
    }
}

coded!(RequestState {
    Pending = 0,
    Approved = 1,
    Refused = 2,
    Withdrawn = 3,
    TimedOut = 4,
});

/// Why a person in the list of members is not a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// There is no reason, or an administrator disabled the membership.
    #[default]
    None,
    /// Its last day has passed.
    Expired,
    Refused,
    Withdrawn,
    TimedOut,
    /// The person was invited and has not asked yet.
    Invited,
}

impl Outcome {
    const ALL: [Self; 6] = [
        Self::None,
        Self::Expired,
        Self::Refused,
        Self::Withdrawn,
        Self::TimedOut,
        Self::Invited,
    ];

    /// The number in the database.
    pub const fn code(self) -> i64 {
        match self {
            Self::None => 0,
            Self::Expired => 1,
            Self::Refused => 2,
            Self::Withdrawn => 3,
            Self::TimedOut => 4,
            Self::Invited => 5,
        }
    }

    fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.code() == code)
    }

    /// The word in the product API; empty if there is no reason.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Expired => "expired",
            Self::Refused => "refused",
            Self::Withdrawn => "withdrawn",
            Self::TimedOut => "timed_out",
            Self::Invited => "invited",
        }
    }

    /// True if the membership existed and has ended, so that a manager can enable it again.
    pub const fn has_ended(self) -> bool {
        matches!(self, Self::None | Self::Expired)
    }

    /// True if a request ended without a membership.
    pub const fn is_refusal(self) -> bool {
        matches!(self, Self::Refused | Self::Withdrawn | Self::TimedOut)
    }
}

coded!(Outcome);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRequest {
    pub id: String,
    pub kind: RequestKind,
    /// The person who asks.
    pub account_id: String,
    pub group_id: String,
    /// The product that the person wants to open, if that is why.
    pub product_id: Option<i64>,
    /// Why, in the person's words; may be empty.
    pub reason: String,
    /// For how many days; `None` for as long as the group allows.
    pub wanted_days: Option<i64>,
    pub state: RequestState,
    pub version: i64,
    pub created_at: Millis,
    /// When it becomes overdue.
    pub due_at: Millis,
    /// When it is refused if nobody has decided.
    pub refuse_at: Millis,
    /// When managers and stand-ins were reminded. Since then stand-ins may decide too.
    pub reminded_at: Option<Millis>,
    pub decided_at: Option<Millis>,
    /// The account that decided; `None` for the server.
    pub decided_by: Option<String>,
    /// The reason of a refusal.
    pub decision_reason: String,
}

from_row!(GroupRequest {
    id,
    kind,
    account_id,
    group_id,
    product_id,
    reason,
    wanted_days,
    state,
    version,
    created_at,
    due_at,
    refuse_at,
    reminded_at,
    decided_at,
    decided_by,
    decision_reason
});

/// What a person asks a group for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Why; at most [`LONGEST_REASON`] characters.
    pub reason: String,
    /// For how many days; `None` for as long as the group allows.
    pub days: Option<i64>,
    /// The product that the person wants to open.
    pub product_id: Option<i64>,
}

/// A decision about a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Approve,
    /// Approve with this last day; `None` for no end.
    ApproveUntil(Option<Date>),
    /// Refuse, with a reason for the person.
    Refuse(String),
    /// Nobody decided in time.
    TimeOut,
}

impl Verdict {
    pub(super) const fn state(&self) -> RequestState {
        match self {
            Self::Approve | Self::ApproveUntil(_) => RequestState::Approved,
            Self::Refuse(_) => RequestState::Refused,
            Self::TimeOut => RequestState::TimedOut,
        }
    }
}

/// A person's place in a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Membership {
    pub status: Status,
    pub outcome: Outcome,
    /// The last day, if it has one.
    pub ends_on: Option<Date>,
    /// The claim that it follows ([`given`](super::given)); `None` if people gave it.
    pub source: Option<String>,
}

impl RequestError {
    /// True if this request can no longer be decided, while others of the same call still can.
    pub const fn is_of_request(&self) -> bool {
        matches!(
            self,
            Self::UnknownRequest | Self::UnknownPerson | Self::UnknownGroup | Self::Decided { .. }
        )
    }

    /// True if nobody has decided, but the person or the group cannot be used any more.
    pub const fn is_unusable(&self) -> bool {
        matches!(self, Self::UnknownPerson | Self::UnknownGroup)
    }
}

/// Why a request, a decision or a change of a membership fails.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    #[error("the person knows no such group")]
    UnknownGroup,
    #[error("there is no such request")]
    UnknownRequest,
    #[error("the person has not asked, or no such account can be used")]
    UnknownPerson,
    #[error("the person is not in the group")]
    NoMember,
    #[error("no group, or more than one, grants the product")]
    NoSingleGroup,
    /// Somebody has decided already; `by` is their name, `None` for the server.
    #[error("the request is decided")]
    Decided { by: Option<String>, at: Millis },
    /// The reason, or a time that the group does not allow.
    #[error(transparent)]
    Invalid(#[from] Faults),
    #[error("the person is no member whose time could be extended")]
    NothingToExtend,
    /// Somebody has set another last day since the caller read it.
    #[error("the last day was changed meanwhile")]
    Changed(EarlierChange),
    #[error("this person is the last manager of the group")]
    LastManager,
    #[error("who manages a group does not leave it")]
    ManagerStays,
    /// The membership follows a claim of a provider.
    #[error("a provider gives this membership")]
    Given,
    /// The person has reached today's limit.
    #[error("too many in a day")]
    TooMany { wait: Millis },
    #[error(transparent)]
    Db(#[from] DbError),
}
