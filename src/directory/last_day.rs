//! The last valid day of an account, as a form submits it (contract V-10, K-20).

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

use crate::clock::Millis;

/// The furthest allowed day: 31,536,000,000 ms ahead (contract K-19, F-42).
const FURTHEST: i64 = 365;
/// Length of `yyyy-MM-dd`.
const WRITTEN: usize = 10;

pub(super) fn today(now: Millis, zone: &TimeZone) -> Date {
    Timestamp::from_millisecond(now).map_or(Date::MAX, |at| at.to_zoned(zone.clone()).date())
}

/// The day `text` (`yyyy-MM-dd`), if it is after `today` and within one year.
pub(super) fn last_day(text: &str, today: Date) -> Option<Date> {
    let day: Date = text.parse().ok().filter(|_| text.len() == WRITTEN)?;
    let furthest = today.checked_add(FURTHEST.days()).unwrap_or(Date::MAX);
    (today < day && day <= furthest).then_some(day)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    /// Contract V-10, K-19, K-20, F-42: strictly after today and at most 31536000000 ms ahead, by day.
    #[test]
    fn a_last_day_is_within_one_year() {
        let today = date(2027, 6, 1);
        for (text, good) in [
            ("2027-06-01", false),
            ("2027-06-02", true),
            // 2028 is a leap year: 365 days end one day before the same date.
            ("2028-05-31", true),
            ("2028-06-01", false),
            ("2026-06-02", false),
            ("2027-6-2", false),
            ("20270602", false),
            ("2027-06-02T00:00", false),
            ("2027-02-30", false),
            ("", false),
        ] {
            assert_eq!(last_day(text, today).is_some(), good, "{text}");
        }
    }

    /// Contract G-40: days are those of the configured zone.
    #[test]
    fn today_is_the_day_of_the_zone() {
        let shanghai = TimeZone::fixed(jiff::tz::offset(8));
        // 2026-11-21 at 20:00 UTC.
        let now = 1_795_291_200_000;
        assert_eq!(today(now, &TimeZone::UTC), date(2026, 11, 21));
        assert_eq!(today(now, &shanghai), date(2026, 11, 22));
    }
}
