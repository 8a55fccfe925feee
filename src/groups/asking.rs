//! What a person can ask for, and how earlier tries ended.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::request::Outcome;
use super::requests::agency;
use super::store::product_groups as store;
use crate::db::{DbError, Reads};
use crate::directory::Account;

/// How the last place of a person in the groups of a product ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PastPlace {
    /// There was none, or the person took the request back.
    #[default]
    None,
    /// The membership ended, on this day if it had a last day.
    Ended(Option<Date>),
    /// A request was refused, with these words; may be empty.
    Refused(String),
    /// Nobody decided about a request in time.
    TimedOut,
}

/// What a person can ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asking {
    /// The ids of the products for which everybody sees a group to ask.
    public: Arc<BTreeSet<i64>>,
    /// Those for which the person sees one, of which the former may be left out.
    shown: BTreeSet<i64>,
    /// How the last place in the groups of a product ended.
    pub past: BTreeMap<i64, PastPlace>,
}

impl Asking {
    /// True if the person sees a group to ask for the product.
    pub fn can_ask(&self, product_id: i64) -> bool {
        self.public.contains(&product_id) || self.shown.contains(&product_id)
    }
}

/// The ids of the products for which everybody sees a group to ask.
///
/// # Errors
/// The database failed.
pub async fn public_products(view: &mut dyn Reads) -> Result<BTreeSet<i64>, DbError> {
    store::public(view).await
}

/// What `account` can ask for. `public` are the [`public_products`], if the caller has them.
///
/// # Errors
/// The database failed.
pub async fn asking(
    view: &mut dyn Reads,
    account: &Account,
    public: Option<Arc<BTreeSet<i64>>>,
) -> Result<Asking, DbError> {
    let whose = (account.id.as_str(), agency(account));
    let shown = match public {
        Some(_) => store::shown(view, whose).await?,
        None => store::askable(view, whose).await?,
    };
    let mut last: BTreeMap<i64, (Date, PastPlace)> = BTreeMap::new();
    for row in store::past(view, &account.id).await? {
        let Some((day, place)) = past(&row) else {
            continue;
        };
        let kept = last.entry(row.product_id);
        let kept = kept.or_insert_with(|| (Date::MIN, PastPlace::None));
        if day >= kept.0 {
            *kept = (day, place);
        }
    }
    let past = last.into_iter().map(|(id, (_, place))| (id, place));
    Ok(Asking {
        public: public.unwrap_or_default(),
        shown,
        past: past.collect(),
    })
}

/// How it ended and about when; `None` for a request that was taken back, and for an invitation.
fn past(row: &store::PastRow) -> Option<(Date, PastPlace)> {
    let decided = row.decided_at.map(|at| {
        let at = Timestamp::from_millisecond(at).unwrap_or_default();
        at.to_zoned(TimeZone::UTC).date()
    });
    let decided = decided.unwrap_or(Date::MIN);
    match row.outcome {
        Outcome::None => Some((Date::MIN, PastPlace::Ended(None))),
        Outcome::Expired => Some((
            row.ends_on.0.unwrap_or(Date::MIN),
            PastPlace::Ended(row.ends_on.0),
        )),
        Outcome::Refused => {
            let words = row.decision_reason.clone().unwrap_or_default();
            Some((decided, PastPlace::Refused(words)))
        }
        Outcome::TimedOut => Some((decided, PastPlace::TimedOut)),
        Outcome::Withdrawn | Outcome::Invited => None,
    }
}
