//! How much a person may use of the assistant in a month, and has used (contract E-13, E-14, G-78).
//!
//! Before a question goes out, the most that it can cost is held; what it really cost is counted when the answer has ended.
//! The update that holds names its own condition, so parallel questions never pass a quota together.

use jiff::tz::TimeZone;

use super::store::quotas;
use super::store::use_of_month::{self, ALL_VERSIONS, UseRow, Whose};
use super::version::Version;
use crate::clock::Millis;
use crate::config::UNLIMITED_WORDS;
use crate::days::today;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::Account;
use crate::groups::group_access;

/// Words a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quota {
    /// At most these; 0 is none.
    Words(i64),
    Unlimited,
}

impl Quota {
    /// The quota that is stored as `words`.
    pub const fn of(words: i64) -> Self {
        match words {
            UNLIMITED_WORDS => Self::Unlimited,
            words => Self::Words(words),
        }
    }

    /// As it is stored: negative without a limit.
    pub const fn stored(self) -> i64 {
        match self {
            Self::Words(words) => words,
            Self::Unlimited => UNLIMITED_WORDS,
        }
    }

    /// The larger of two.
    fn or_more(self, other: Self) -> Self {
        match (self, other) {
            (Self::Words(own), Self::Words(other)) => Self::Words(own.max(other)),
            _ => Self::Unlimited,
        }
    }
}

/// Where a person's quota comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuotaSource {
    /// The person has a figure.
    Own,
    /// This group has the largest figure of the person's groups.
    Group(String),
    /// The settings.
    Usual,
}

/// What a person has used of the quota of a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    pub quota: Quota,
    /// Words used.
    pub used: i64,
    /// Words that answers which are arriving may still cost.
    pub held: i64,
}

impl Figures {
    /// The words that are left; `None` without a limit.
    pub fn left(self) -> Option<i64> {
        match self.quota {
            Quota::Words(most) => Some((most - self.used).max(0)),
            Quota::Unlimited => None,
        }
    }

    /// How much of the quota is left, in per cent, rounded up so that 0 means none.
    pub fn percentage(self) -> i64 {
        match (self.quota, self.left()) {
            (Quota::Words(most), Some(left)) if most > 0 => {
                let per_cent = (i128::from(left) * 100 + i128::from(most) - 1) / i128::from(most);
                i64::try_from(per_cent).unwrap_or(100).min(100)
            }
            (Quota::Words(_), _) => 0,
            (Quota::Unlimited, _) => 100,
        }
    }
}

/// The month at `now`, as `yyyy-MM`.
pub fn month(now: Millis, zone: &TimeZone) -> String {
    let today = today(now, zone);
    format!("{:04}-{:02}", today.year(), today.month())
}

/// The quota of `account`: the person's own figure, else the largest of the groups, else `usual`.
///
/// # Errors
/// The database failed.
pub async fn quota_of(
    view: &mut dyn Reads,
    account: &Account,
    usual: Quota,
) -> Result<Quota, DbError> {
    let (quota, _) = quota_and_source(view, account, usual).await?;
    Ok(quota)
}

/// The same, with where it comes from.
///
/// # Errors
/// The database failed.
pub async fn quota_and_source(
    view: &mut dyn Reads,
    account: &Account,
    usual: Quota,
) -> Result<(Quota, QuotaSource), DbError> {
    if let Some(own) = quotas::of_account(view, &account.id).await? {
        return Ok((Quota::of(own), QuotaSource::Own));
    }
    let groups = group_access::own_groups(view, &account.id).await?;
    let ids: Vec<&str> = groups.iter().map(|(id, _)| id.as_str()).collect();
    let mut largest: Option<(Quota, String)> = None;
    for ids in ids.chunks(IDS_AT_ONCE) {
        for (id, words) in quotas::of_groups(view, ids).await? {
            let one = Quota::of(words);
            let is_more = largest
                .as_ref()
                .is_none_or(|(known, _)| known.or_more(one) != *known);
            if is_more {
                largest = Some((one, id));
            }
        }
    }
    Ok(largest.map_or((usual, QuotaSource::Usual), |(quota, id)| {
        (quota, QuotaSource::Group(id))
    }))
}

/// What `account` has used in `month`.
///
/// # Errors
/// The database failed.
pub async fn figures(
    view: &mut dyn Reads,
    account: &Account,
    month: &str,
    usual: Quota,
) -> Result<Figures, DbError> {
    let quota = quota_of(view, account, usual).await?;
    let whose = Whose {
        account_id: &account.id,
        month,
    };
    let used = use_of_month::of_month(view, whose).await?;
    let all = used.iter().find(|row| row.version_id == ALL_VERSIONS);
    Ok(Figures {
        quota,
        used: all.map_or(0, |row| row.words),
        held: all.map_or(0, |row| row.held),
    })
}

/// Locks what the person has used this month of all versions and of `version`.
///
/// # Errors
/// The database failed.
pub async fn lock(tx: &mut WriteTx, whose: Whose<'_>, version: &Version) -> Result<(), DbError> {
    use_of_month::ensure(tx, whose, ALL_VERSIONS).await?;
    use_of_month::ensure(tx, whose, version.id).await
}

/// Holds the most that a question of `question_words` to `version` can cost, or what is left of it; returns how many words.
/// `None` if not even the question and one word of an answer are left. Needs [`lock`].
///
/// # Errors
/// The database failed.
pub async fn hold(
    tx: &mut WriteTx,
    whose: Whose<'_>,
    (quota, version): (Quota, &Version),
    question_words: i64,
) -> Result<Option<i64>, DbError> {
    let rows = use_of_month::of_month(tx, whose).await?;
    let of_version = version.monthly_words.map_or(Quota::Unlimited, Quota::Words);
    let limits = [(ALL_VERSIONS, quota), (version.id, of_version)];
    let wanted = question_words.saturating_add(version.max_answer_words);
    let words = limits
        .iter()
        .filter_map(|(id, quota)| left_of(*quota, rows.iter().find(|row| row.version_id == *id)))
        .fold(wanted, i64::min);
    if words <= question_words {
        return Ok(None);
    }
    for (id, quota) in limits {
        // This holds, because both rows are locked; if it did not, nothing would be committed.
        if !use_of_month::hold(tx, whose, id, (words, quota.stored())).await? {
            return Ok(None);
        }
    }
    Ok(Some(words))
}

/// What is neither used nor held; `None` without a limit.
fn left_of(quota: Quota, row: Option<&UseRow>) -> Option<i64> {
    let Quota::Words(most) = quota else {
        return None;
    };
    let taken = row.map_or(0, |row| row.words.saturating_add(row.held));
    Some(most.saturating_sub(taken))
}

/// Gives back what was held and counts what was used.
///
/// # Errors
/// The database failed.
pub async fn settle(
    tx: &mut WriteTx,
    whose: Whose<'_>,
    version_id: i64,
    (held, used): (i64, i64),
) -> Result<(), DbError> {
    for id in [ALL_VERSIONS, version_id] {
        use_of_month::settle(tx, whose, id, (held, used)).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G-78, E-14: no quota, a quota of zero and no limit are three things; what is left is rounded up.
    #[test]
    fn figures_are_shown_in_words_and_per_cent() {
        let figures = |quota, used| {
            let figures = Figures {
                quota,
                used,
                held: 0,
            };
            (figures.left(), figures.percentage())
        };
        assert_eq!(figures(Quota::Words(1_000), 0), (Some(1_000), 100));
        assert_eq!(figures(Quota::Words(1_000), 799), (Some(201), 21));
        assert_eq!(figures(Quota::Words(1_000), 800), (Some(200), 20));
        assert_eq!(figures(Quota::Words(1_000), 999), (Some(1), 1));
        assert_eq!(figures(Quota::Words(1_000), 1_200), (Some(0), 0));
        assert_eq!(figures(Quota::Words(0), 0), (Some(0), 0));
        assert_eq!(figures(Quota::Unlimited, 7), (None, 100));
    }

    #[test]
    fn the_larger_quota_counts() {
        let (some, more) = (Quota::Words(10), Quota::Words(20));
        assert_eq!(some.or_more(more), more);
        assert_eq!(some.or_more(Quota::Unlimited), Quota::Unlimited);
        assert_eq!(Quota::of(Quota::Unlimited.stored()), Quota::Unlimited);
        assert_eq!(Quota::of(0), Quota::Words(0));
    }

    /// The month is that of the server's time zone.
    #[test]
    fn a_month_begins_in_the_zone() {
        let zone = TimeZone::get("Asia/Shanghai").unwrap();
        // 2026-11-30T16:30Z is the first of December there.
        assert_eq!(month(1_796_056_200_000, &zone), "2026-12");
        assert_eq!(month(1_796_056_200_000, &TimeZone::UTC), "2026-11");
    }
}
