//! What was used in a month, as sums for administrators: never what was said.

use jiff::tz::TimeZone;

use super::store::days::{self, Sum};
use super::store::use_list::AssistantUseFilter;
use crate::days::month_of;
use crate::db::{DbError, Reads};

/// The most agencies, and the most people, with a sum of their own.
const MOST_SUMS: i64 = 20;

/// The sums of a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthOfUse {
    pub all: Sum,
    /// Each day with use, in order.
    pub days: Vec<Sum>,
    /// Those with the most words first.
    pub agencies: Vec<Sum>,
    /// Those with the most words first.
    pub people: Vec<Sum>,
}

impl MonthOfUse {
    /// The sums of the month `yyyy-MM` of `zone`; `None` if `month` is none.
    ///
    /// # Errors
    /// The database failed.
    pub async fn of(
        view: &mut dyn Reads,
        month: &str,
        zone: &TimeZone,
    ) -> Result<Option<Self>, DbError> {
        let Some(span) = month_of(month, zone) else {
            return Ok(None);
        };
        let days = days::by_day(view, span).await?;
        let mut all = Sum::default();
        for day in &days {
            all.answers += day.answers;
            all.words += day.words;
            all.cost += day.cost;
        }
        Ok(Some(Self {
            all,
            days,
            agencies: days::by_agency(view, span, MOST_SUMS).await?,
            people: days::by_person(view, span, MOST_SUMS).await?,
        }))
    }
}

impl AssistantUseFilter {
    /// The filter with the days of its month in `zone`; `None` if it names no month.
    pub fn in_zone(mut self, zone: &TimeZone) -> Option<Self> {
        let month = self.month.as_deref().map(str::trim);
        if let Some(month) = month.filter(|month| !month.is_empty()) {
            let (begin, end) = month_of(month, zone)?;
            (self.from, self.until) = (Some(begin), Some(end));
        }
        Some(self)
    }
}
