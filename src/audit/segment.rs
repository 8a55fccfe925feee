//! The parts of the audit log: what people changed, sign-ins, and what programs do with tokens.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::event::Event;
use crate::db::SqlValue;
use crate::db::list::FilterValue;

/// A part of the audit log. Its name is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Segment {
    /// What people and the server changed, gave, took, decided and downloaded.
    Changes,
    /// Sign-ins, sessions, applications that people open, and what they were refused.
    SignIns,
    /// Codes and tokens.
    Tokens,
}

/// The kinds of [`Segment::SignIns`].
const SIGN_INS: [&str; 10] = [
    "sign_in.succeeded",
    "sign_in.refused",
    "factor.asked",
    "identity.refused",
    "session.ended",
    "access.refused",
    "right.refused",
    "launch.granted",
    "launch.refused",
    "logout.delivered",
];
/// The kinds of [`Segment::Tokens`]. All other kinds are changes.
const TOKENS: [&str; 9] = [
    "token.granted",
    "token.refused",
    "token.revoked",
    "grant.revoked",
    "code.replayed",
    "refresh.reused",
    "client.refused",
    "request.refused",
    "authorization.refused",
];

impl Segment {
    /// The part for entries of this event. The number of suppressed refusals is beside these refusals.
    pub(super) fn of(event: &Event) -> Self {
        let kind = match event {
            Event::RefusalsSuppressed { of, .. } => of,
            _ => event.kind(),
        };
        if SIGN_INS.contains(&kind) {
            Self::SignIns
        } else if TOKENS.contains(&kind) {
            Self::Tokens
        } else {
            Self::Changes
        }
    }

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Changes => "changes",
            Self::SignIns => "sign_ins",
            Self::Tokens => "tokens",
        }
    }
}

impl FilterValue for Segment {
    fn of_field(field: &Value) -> Option<Self> {
        Self::deserialize(field).ok()
    }

    fn binds(&self) -> Vec<SqlValue> {
        vec![self.as_str().into()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_in_one_part() {
        for kind in SIGN_INS.iter().chain(&TOKENS) {
            assert!(Event::KINDS.contains(kind), "{kind}");
        }
        assert!(!SIGN_INS.iter().any(|kind| TOKENS.contains(kind)));
        let suppressed = |of| Segment::of(&Event::RefusalsSuppressed { of, count: 2 });
        assert_eq!(suppressed("sign_in.refused"), Segment::SignIns);
        assert_eq!(suppressed("token.refused"), Segment::Tokens);
        assert_eq!(Segment::of(&Event::HomeSeen {}), Segment::Changes);
        for part in [Segment::Changes, Segment::SignIns, Segment::Tokens] {
            let name = serde_json::to_value(part).unwrap();
            assert_eq!(name, part.as_str(), "one spelling");
        }
    }
}
