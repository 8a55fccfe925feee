//! How much feedback there is by category and week. A week begins on Monday, in the server's time zone.

use jiff::ToSpan as _;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::piece::FeedbackCategory;
use super::store;
use crate::clock::Millis;
use crate::days::today;
use crate::db::{DbError, Reads};

/// The most weeks of one answer.
pub const MOST_WEEKS: i64 = 53;

/// How much of one category arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CategoryCount {
    pub category: FeedbackCategory,
    pub count: i64,
}

/// What arrived in a week.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Week {
    /// Its Monday.
    pub begins: Date,
    /// When it begins.
    pub from: Millis,
    /// When the next one begins.
    pub until: Millis,
    /// Each category, also those without any.
    pub counts: [CategoryCount; 4],
}

/// The last `many` weeks with that of `now`, the earliest first.
///
/// # Errors
/// The database failed.
pub async fn weeks(
    view: &mut dyn Reads,
    many: i64,
    now: Millis,
    zone: &TimeZone,
) -> Result<Vec<Week>, DbError> {
    let mut found = Vec::new();
    for (begins, from, until) in mondays(many, now, zone) {
        let counted = store::weeks::by_category(view, from, until).await?;
        let counts = FeedbackCategory::EACH.map(|category| {
            let of = counted.iter().find(|(code, _)| *code == category.code());
            let count = of.map_or(0, |(_, count)| *count);
            CategoryCount { category, count }
        });
        found.push(Week {
            begins,
            from,
            until,
            counts,
        });
    }
    Ok(found)
}

/// The Mondays of these weeks, each with when its week begins and ends.
fn mondays(many: i64, now: Millis, zone: &TimeZone) -> Vec<(Date, Millis, Millis)> {
    let day = today(now, zone);
    let since_monday = i64::from(day.weekday().to_monday_zero_offset());
    let many = many.clamp(1, MOST_WEEKS);
    let begin_of = |weeks_ago: i64| {
        let days = since_monday + 7 * weeks_ago;
        let monday = day.checked_sub(days.days()).unwrap_or(day);
        let at = monday.to_zoned(zone.clone());
        let at = at.map_or(now, |at| at.timestamp().as_millisecond());
        (monday, at)
    };
    let each = (0..many).rev().map(|ago| {
        let ((monday, from), (_, until)) = (begin_of(ago), begin_of(ago - 1));
        (monday, from, until)
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    /// Weeks of the server's zone, also where the clocks change.
    #[test]
    fn a_week_begins_on_monday_in_the_zone() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        // 2027-03-28 at 23:30 UTC is Monday in Berlin, a day after the clocks changed.
        let now = 1_806_276_600_000;
        let weeks = mondays(2, now, &berlin);
        let days: Vec<Date> = weeks.iter().map(|(day, ..)| *day).collect();
        assert_eq!(days, [date(2027, 3, 22), date(2027, 3, 29)]);
        let hours = |(_, from, until): &(Date, Millis, Millis)| (until - from) / 3_600_000;
        assert_eq!((hours(&weeks[0]), hours(&weeks[1])), (167, 168));
        assert_eq!(weeks[0].2, weeks[1].1);
        let utc = mondays(1, now, &TimeZone::UTC);
        assert_eq!(utc[0].0, date(2027, 3, 22));
        assert_eq!(mondays(1_000, now, &berlin).len(), 53);
    }
}
