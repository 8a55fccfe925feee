//! Reads the counts of some days.

use std::collections::HashMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::figure::Figure;
use super::store::event_counts;
pub use super::store::event_counts::{OpenedProduct, Point};
use crate::clock::Millis;
use crate::days::{day_began, end_of, in_days, today};
use crate::db::{DbError, Reads};

/// The most days of an overview: as long as counts are kept.
pub const MOST_DAYS: i32 = 400;
/// The days of an overview if nobody says which.
const USUAL_DAYS: i64 = 28;

/// The days of an overview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days {
    pub first: Date,
    pub last: Date,
}

/// Why days cannot be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDays {
    /// The first is after the last.
    From,
    /// They are more than [`MOST_DAYS`].
    To,
}

impl Days {
    /// From `first` to `last`, which is today if it is missing. Without `first` they are `many` days, or 28.
    ///
    /// # Errors
    /// They are in the wrong order, or too many.
    pub fn of(
        (first, last, many): (Option<Date>, Option<Date>, Option<i64>),
        (zone, now): (&TimeZone, Millis),
    ) -> Result<Self, NoDays> {
        let last = last.unwrap_or_else(|| today(now, zone));
        let many = many.unwrap_or(USUAL_DAYS).clamp(1, MOST_DAYS.into());
        let usual = || in_days(end_of(last, zone) - 1, 1 - many, zone);
        let days = Self {
            first: first.unwrap_or_else(usual),
            last,
        };
        let between = days.last.since(days.first).map(|span| span.get_days());
        match between {
            Ok(0..MOST_DAYS) => Ok(days),
            Ok(MOST_DAYS..) => Err(NoDays::To),
            _ => Err(NoDays::From),
        }
    }

    /// True if it is one day, which is shown by the hour.
    pub fn is_one(self) -> bool {
        self.first == self.last
    }

    /// When the first begins and the last ends.
    pub fn times(self, zone: &TimeZone) -> (Millis, Millis) {
        (day_began(self.first, zone), end_of(self.last, zone))
    }
}

/// The counts of `figure` by day, or by hour.
///
/// # Errors
/// The database failed.
pub async fn series(
    view: &mut dyn Reads,
    figure: Figure,
    by_hour: bool,
    times: (Millis, Millis),
) -> Result<Vec<Point>, DbError> {
    let by_hour = by_hour && Figure::has_hours(figure.as_str());
    let span = if by_hour {
        event_counts::HOUR
    } else {
        event_counts::DAY
    };
    event_counts::series(view, (figure.as_str(), span), times).await
}

/// The sums of `subject`, or of the whole installation, by part.
///
/// # Errors
/// The database failed.
pub async fn totals(
    view: &mut dyn Reads,
    (figure, subject): (Figure, &str),
    times: (Millis, Millis),
) -> Result<Vec<(String, i64)>, DbError> {
    event_counts::totals(view, (figure.as_str(), subject), times).await
}

/// The sum of `subject`, or of the whole installation.
///
/// # Errors
/// The database failed.
pub async fn total(
    view: &mut dyn Reads,
    of: (Figure, &str),
    times: (Millis, Millis),
) -> Result<i64, DbError> {
    let parts = totals(view, of, times).await?;
    Ok(parts.iter().map(|(_, many)| many).sum())
}

/// The sums of the first 100 of `subjects` by part. Subjects without a count are missing.
///
/// # Errors
/// The database failed.
pub async fn totals_of_many(
    view: &mut dyn Reads,
    (figure, subjects): (Figure, &[String]),
    times: (Millis, Millis),
) -> Result<HashMap<String, Vec<(String, i64)>>, DbError> {
    let mut found: HashMap<String, Vec<(String, i64)>> = HashMap::new();
    let of = (figure.as_str(), subjects);
    for (subject, part, many) in event_counts::totals_of_many(view, of, times).await? {
        found.entry(subject).or_default().push((part, many));
    }
    Ok(found)
}

/// The products that were opened most, at most `most`.
///
/// # Errors
/// The database failed.
pub async fn top_products(
    view: &mut dyn Reads,
    times: (Millis, Millis),
    most: i64,
) -> Result<Vec<OpenedProduct>, DbError> {
    event_counts::top_products(view, times, most).await
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn days_are_28_unless_they_are_said_and_400_at_most() {
        // 2027-03-26 at 23:30 UTC.
        let when = (&TimeZone::UTC, 1_806_103_800_000);
        let (first, last) = (date(2027, 2, 27), date(2027, 3, 26));
        assert_eq!(Days::of((None, None, None), when), Ok(Days { first, last }));
        let of_many = |many| Days::of((None, None, Some(many)), when);
        assert!(of_many(1).is_ok_and(Days::is_one));
        for (many, first) in [(7, date(2027, 3, 20)), (9_999, date(2026, 2, 20))] {
            assert_eq!(of_many(many), Ok(Days { first, last }));
        }
        let of = |first, last| Days::of((Some(first), Some(last), None), when);
        assert!(of(last, last).is_ok_and(Days::is_one));
        assert_eq!(of(last, first), Err(NoDays::From));
        assert!(of(date(2026, 2, 20), last).is_ok_and(|days| !days.is_one()));
        assert_eq!(of(date(2026, 2, 19), last), Err(NoDays::To));
        assert_eq!(of(Date::MIN, Date::MAX), Err(NoDays::To));
        assert_eq!(of(Date::MAX, Date::MIN), Err(NoDays::From));
    }
}
