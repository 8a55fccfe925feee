//! What was used in a month, as sums for administrators: never what was said.

use jiff::tz::TimeZone;

use super::store::days::{self, Sum};
use super::store::use_list::AssistantUseFilter;
use crate::days::{day_of, month_of};
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
    /// The filter with the times of its month and its days in `zone`.
    ///
    /// # Errors
    /// The name of the field that has no month, or no day.
    pub fn in_zone(mut self, zone: &TimeZone) -> Result<Self, &'static str> {
        if let Some(month) = said(self.month.as_deref()) {
            let (begin, end) = month_of(month, zone).ok_or("month")?;
            (self.from, self.until) = (Some(begin), Some(end));
        }
        if let Some(day) = said(self.from_day.as_deref()) {
            let (begin, _) = day_of(day, zone).ok_or("fromDay")?;
            self.from = self.from.max(Some(begin));
        }
        if let Some(day) = said(self.until_day.as_deref()) {
            let (_, end) = day_of(day, zone).ok_or("untilDay")?;
            self.until = Some(self.until.map_or(end, |until| until.min(end)));
        }
        Ok(self)
    }
}

/// The text of a field that is filled in.
fn said(field: Option<&str>) -> Option<&str> {
    field.map(str::trim).filter(|text| !text.is_empty())
}
