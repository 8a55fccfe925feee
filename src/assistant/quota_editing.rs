//! How administrators set the words a month of people and groups.

use std::collections::BTreeSet;

use super::assistant::Assistant;
use super::quota::{self, Figures, Quota, QuotaSource};
use super::quota_of::{QuotaError, QuotaKind};
use super::store::quotas as store;
use super::stored_version::MOST_WORDS;
use crate::audit::{self, AuditContext, Changes, Event, Field, ObjectKind};
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account};
use crate::faults::{Faults, Rule};
use crate::groups::{self, GroupSight};

/// Sets the words a month of a person or a group; `None` removes the figure. A group of which the caller may not learn is an
/// unknown one.
///
/// # Errors
/// There is no such person or group; the number is none.
pub async fn set_quota(
    tx: &mut WriteTx,
    whose: (QuotaKind, &str),
    quota: Option<Quota>,
    sight: &GroupSight,
    audit: &AuditContext,
) -> Result<(), QuotaError> {
    let (kind, id) = whose;
    let mut faults = Faults::default();
    let is_number = match quota {
        Some(Quota::Words(words)) => (0..=MOST_WORDS).contains(&words),
        Some(Quota::Unlimited) | None => true,
    };
    faults.ensure(is_number, "words", Rule::MonthlyWords);
    let before = store::find(tx, whose).await?;
    let is_known = match kind {
        _ if id.is_empty() || id.contains('\0') => false,
        QuotaKind::Person => directory::find(tx, id).await?.is_some(),
        QuotaKind::Group => {
            let seen = groups::names_seen(tx, &BTreeSet::from([id.to_owned()]), sight).await?;
            seen.get(id)
                .is_some_and(|group| !group.deleted || quota.is_none())
        }
    };
    faults.ensure(is_known, "subjectId", Rule::Listed);
    faults.or(())?;
    let after = quota.map(Quota::stored);
    let changes = Changes::default().note(
        Field::recorded("monthly_words"),
        &before.map(shown),
        &after.map(shown),
    );
    if changes.is_empty() {
        return Ok(());
    }
    match after {
        Some(words) => {
            let row_id = audit.random.uuid_v7(audit.now).to_string();
            store::put(tx, whose, (words, &row_id), audit.now).await?;
        }
        None => store::remove(tx, whose).await?,
    }
    let entry = audit.entry(Event::AssistantQuotaChanged { changes });
    let entry = match kind {
        QuotaKind::Person => entry.account(id),
        QuotaKind::Group => entry.object(ObjectKind::Group, id),
    };
    audit::record(tx, &entry).await?;
    Ok(())
}

impl Assistant {
    /// What `account` has used this month of its quota, and where the quota comes from.
    ///
    /// # Errors
    /// The database failed.
    pub async fn quota_of(
        &self,
        view: &mut dyn Reads,
        account: &Account,
        now: Millis,
    ) -> Result<(Figures, QuotaSource), DbError> {
        let (_, source) = quota::quota_and_source(view, account, self.usual()).await?;
        Ok((self.figures(view, account, now).await?, source))
    }
}

/// As the history shows it.
fn shown(words: i64) -> String {
    match Quota::of(words) {
        Quota::Words(words) => words.to_string(),
        Quota::Unlimited => "unlimited".to_owned(),
    }
}
