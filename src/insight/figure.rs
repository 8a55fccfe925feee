//! What is counted. A count has no text of a stranger: its kind and part are words of the program, its subject the id of a
//! stored product, application or group.

use crate::clock::Millis;
use crate::db::tallies::Tally;
use crate::db::{Db, WriteTx};

/// A figure, and what its parts and subjects are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Sign-ins, by method.
    SignIns,
    /// Refused sign-ins and closed applications, by reason.
    Refusals,
    /// People who signed in or used a session, each once a day; in the hour in which that was noticed.
    Active,
    /// Opened products: the subject is the product.
    Opened,
    /// Launch tokens given in an address: the subject is the application.
    QueryTokens,
    /// Decided requests by the time that they waited: of all groups, and of the group that is the subject.
    Decided,
    /// The minutes that decided requests waited, in the same way.
    DecidedMinutes,
    /// Emails that were given up, each time: an email that somebody tries again can fail again.
    FailedMail,
    /// Answers of the assistant.
    AssistantAnswers,
    /// Its words.
    AssistantWords,
    /// What they cost, in millionths of the currency.
    AssistantCost,
}

impl Figure {
    /// Every figure.
    pub const ALL: &[Self] = &[
        Self::SignIns,
        Self::Refusals,
        Self::Active,
        Self::Opened,
        Self::QueryTokens,
        Self::Decided,
        Self::DecidedMinutes,
        Self::FailedMail,
        Self::AssistantAnswers,
        Self::AssistantWords,
        Self::AssistantCost,
    ];

    /// Its stored name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SignIns => "sign_ins",
            Self::Refusals => "refusals",
            Self::Active => "active",
            Self::Opened => "opened",
            Self::QueryTokens => "query_tokens",
            Self::Decided => "decided",
            Self::DecidedMinutes => "decided_minutes",
            Self::FailedMail => "failed_mail",
            Self::AssistantAnswers => "assistant_answers",
            Self::AssistantWords => "assistant_words",
            Self::AssistantCost => "assistant_cost",
        }
    }

    /// True if it is kept by the hour too. The others are read by the day only.
    pub(super) fn has_hours(name: &str) -> bool {
        let by_hour = [Self::SignIns, Self::Refusals, Self::Active];
        by_hour.iter().any(|figure| figure.as_str() == name)
    }
}

/// One count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    pub figure: Figure,
    /// The id of a product, an application or a group; empty for the whole installation.
    pub subject: String,
    /// A method, a reason, or the like; empty if the figure has no parts.
    pub part: &'static str,
    pub many: i64,
}

impl Count {
    /// One of the whole installation.
    pub const fn one(figure: Figure, part: &'static str) -> Self {
        Self {
            figure,
            subject: String::new(),
            part,
            many: 1,
        }
    }

    /// One of `subject`.
    pub fn of(figure: Figure, subject: impl Into<String>) -> Self {
        Self {
            subject: subject.into(),
            ..Self::one(figure, "")
        }
    }

    /// The person with this account was active. The id is used to count each person once a day, and is not kept with the
    /// count.
    pub fn active(account_id: &str) -> Self {
        Self::of(Figure::Active, account_id)
    }

    fn tally(self, at: Millis) -> (Tally, i64) {
        let tally = Tally {
            kind: self.figure.as_str(),
            subject: self.subject,
            at,
            part: self.part,
        };
        (tally, self.many)
    }
}

/// Counts what happened at `at`, after the commit of `tx`. It writes nothing by itself (`insight/counters.rs`).
pub fn count(tx: &mut WriteTx, at: Millis, counted: Count) {
    let (tally, many) = counted.tally(at);
    tx.tally(tally, many);
}

/// Counts what happened at `at` without a write.
pub fn count_now(db: &Db, at: Millis, counted: Count) {
    let (tally, many) = counted.tally(at);
    db.tallies().add(tally, many);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_figure_has_its_own_name() {
        let names: BTreeSet<_> = Figure::ALL.iter().map(|figure| figure.as_str()).collect();
        assert_eq!(names.len(), Figure::ALL.len());
    }
}
