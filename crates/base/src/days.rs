//! Days of the server's time zone.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

use crate::clock::Millis;

/// The day of `now` in `zone`.
pub fn today(now: Millis, zone: &TimeZone) -> Date {
    Timestamp::from_millisecond(now).map_or(Date::MAX, |at| at.to_zoned(zone.clone()).date())
}

/// The day `days` after that of `now`.
pub fn in_days(now: Millis, days: i64, zone: &TimeZone) -> Date {
    let days = days.clamp(-40_000, 40_000).days();
    today(now, zone).checked_add(days).unwrap_or(Date::MAX)
}

/// When `day` begins in `zone`.
pub fn day_began(day: Date, zone: &TimeZone) -> Millis {
    let began = day.to_zoned(zone.clone());
    began.map_or(Millis::MIN, |began| began.timestamp().as_millisecond())
}

/// When `day` ends in `zone`, which is when the next day begins.
pub fn end_of(day: Date, zone: &TimeZone) -> Millis {
    let next = day.tomorrow().and_then(|next| next.to_zoned(zone.clone()));
    next.map_or(Millis::MAX, |next| next.timestamp().as_millisecond())
}

/// When the day begins in `zone` that is `days` after that of `now`.
pub fn begin_of_day(now: Millis, days: i64, zone: &TimeZone) -> Millis {
    end_of(in_days(now, days - 1, zone), zone)
}

/// When the month `yyyy-MM` begins in `zone`, and when it ends; `None` if `text` is no month.
pub fn month_of(text: &str, zone: &TimeZone) -> Option<(Millis, Millis)> {
    let is_written_so = text.len() == "yyyy-MM".len();
    let first = is_written_so.then(|| format!("{text}-01").parse::<Date>());
    let first = first?.ok()?;
    let before = first.yesterday().ok()?;
    Some((end_of(before, zone), end_of(first.last_of_month(), zone)))
}

/// When the day `yyyy-MM-dd` begins in `zone`, and when it ends; `None` if `text` is no day.
pub fn day_of(text: &str, zone: &TimeZone) -> Option<(Millis, Millis)> {
    let is_written_so = text.len() == "yyyy-MM-dd".len();
    let day = is_written_so.then(|| text.parse::<Date>())?.ok()?;
    Some((day_began(day, zone), end_of(day, zone)))
}

/// The last full day before something ends at `at`.
pub fn last_day_before(at: Millis, zone: &TimeZone) -> Date {
    today(at.saturating_sub(1), zone)
}

/// `at` in UTC, as RFC 3339 writes it, with milliseconds.
pub fn utc(at: Millis) -> String {
    let at = Timestamp::from_millisecond(at).unwrap_or_default();
    format!("{at:.3}")
}

/// `at` as `yyyy-MM-dd HH:mm:ss` (contract G-41).
pub fn date_time(at: Millis, zone: &TimeZone) -> String {
    Timestamp::from_millisecond(at).map_or_else(
        |_| String::new(),
        |at| {
            at.to_zoned(zone.clone())
                .strftime("%Y-%m-%d %H:%M:%S")
                .to_string()
        },
    )
}

/// `at` as `yyyy-MM-dd HH:mm` (contract G-57).
pub fn minute(at: Millis, zone: &TimeZone) -> String {
    let mut text = date_time(at, zone);
    text.truncate("yyyy-MM-dd HH:mm".len());
    text
}

/// The time that `text` (`yyyy-MM-dd HH:mm`) is in `zone`. Of an hour that the clocks repeat it is the first one; an hour
/// that they leave out counts as the next.
pub fn of_minute(text: &str, zone: &TimeZone) -> Option<Millis> {
    const FORM: &str = "%Y-%m-%d %H:%M";
    let at = DateTime::strptime(FORM, text).ok()?;
    let is_written_so = at.strftime(FORM).to_string() == text;
    let at = is_written_so.then(|| at.to_zoned(zone.clone()).ok())??;
    Some(at.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    /// Calendar days of the server's zone, not spans of 24 hours.
    #[test]
    fn days_are_those_of_the_zone() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        let shanghai = TimeZone::fixed(jiff::tz::offset(8));
        // 2027-03-26 at 23:30 UTC; in Berlin the clocks change on 28 March.
        let now = 1_806_103_800_000;
        assert_eq!(in_days(now, 5, &TimeZone::UTC), date(2027, 3, 31));
        assert_eq!(in_days(now, 5, &shanghai), date(2027, 4, 1));
        assert_eq!(in_days(now, 5, &berlin), date(2027, 4, 1));
        // 2027-04-01 at 24:00 in Berlin is 22:00 UTC, in summer time.
        let end = end_of(date(2027, 4, 1), &berlin);
        assert_eq!(end, 1_806_616_800_000);
        assert_eq!(last_day_before(end, &berlin), date(2027, 4, 1));
        assert_eq!(today(end, &berlin), date(2027, 4, 2));
        assert_eq!(date_time(now, &shanghai), "2027-03-27 07:30:00");
        // 2027-03-27 at 00:30 in Berlin.
        assert_eq!(begin_of_day(now, 0, &berlin), 1_806_102_000_000);
    }

    /// A month begins and ends in the zone, also where the clocks change within it.
    #[test]
    fn a_month_is_one_of_the_zone() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        let (begin, end) = month_of("2027-03", &berlin).unwrap();
        assert_eq!(date_time(begin, &berlin), "2027-03-01 00:00:00");
        assert_eq!(end, 1_806_530_400_000);
        for text in ["", "2027", "2027-13", "2027-3", "2027-03-01", "27-03"] {
            assert_eq!(month_of(text, &berlin), None, "{text}");
        }
    }

    /// G-57: minutes of the server's zone, written in one way only.
    #[test]
    fn a_minute_is_read_as_it_is_written() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        let at = of_minute("2027-03-27 00:30", &berlin).unwrap();
        assert_eq!(at, 1_806_103_800_000);
        assert_eq!(minute(at, &berlin), "2027-03-27 00:30");
        // The clocks leave out 02:30 on 28 March.
        let left_out = of_minute("2027-03-28 02:30", &berlin).unwrap();
        assert_eq!(minute(left_out, &berlin), "2027-03-28 03:30");
        for text in [
            "",
            "2027-3-27 00:30",
            "2027-03-27",
            "2027-03-27 24:00",
            "2027-02-30 10:00",
            "2027-03-27 00:30:00",
        ] {
            assert_eq!(of_minute(text, &berlin), None, "{text}");
        }
    }
}
