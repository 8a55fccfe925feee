//! An absence of a manager: who decides about the requests of the manager's groups meanwhile (decision 0071).

use jiff::ToSpan as _;
use jiff::civil::Date;

use crate::faults::{Faults, Rule};

/// How many days ahead an absence may begin and end.
const MOST_DAYS: i64 = 366;

/// An absence of a manager, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absence {
    /// The person who decides meanwhile.
    pub stand_in_id: String,
    /// The account name of that person.
    pub username: String,
    pub full_name: String,
    /// The first day, as yyyy-MM-dd in the server's zone.
    pub first_day: String,
    /// The last day.
    pub last_day: String,
    /// False if the stand-in cannot sign in any more, or the manager has meanwhile set how the stand-in signs in.
    pub is_able: bool,
}

/// A manager for whom a person stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoodInFor {
    /// The account name of the manager.
    pub username: String,
    pub full_name: String,
    /// The first day, as yyyy-MM-dd in the server's zone.
    pub first_day: String,
    /// The last day.
    pub last_day: String,
}

/// What a person typed about an absence.
#[derive(Clone, Debug)]
pub struct WantedAbsence {
    /// The account that decides meanwhile.
    pub stand_in_id: String,
    /// yyyy-MM-dd; the first day may have passed while the person typed.
    pub first_day: String,
    /// yyyy-MM-dd.
    pub last_day: String,
}

/// The first and the last day: the last one is not over, and neither is further ahead than a year.
pub(super) fn days_of(wanted: &WantedAbsence, today: Date) -> Result<(Date, Date), Faults> {
    let mut faults = Faults::default();
    let furthest = today.checked_add(MOST_DAYS.days()).unwrap_or(Date::MAX);
    let mut day = |text: &str, field: &'static str| {
        let day: Option<Date> = text.parse().ok().filter(|_| text.len() == 10);
        let day = day.filter(|day| *day <= furthest);
        faults.ensure(day.is_some(), field, Rule::DayOfAbsence);
        day.unwrap_or(today)
    };
    let first = day(&wanted.first_day, "firstDay");
    let last = day(&wanted.last_day, "lastDay");
    faults.ensure(
        first <= last && today <= last,
        "lastDay",
        Rule::DayOfAbsence,
    );
    faults.or((first.max(today), last))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn an_absence_ends_within_a_year_and_not_before_today() {
        let today = date(2026, 11, 21);
        for (first, last, expected) in [
            ("2026-11-21", "2026-11-21", true),
            ("2026-11-22", "2026-12-24", true),
            // The first day may have passed.
            ("2026-11-01", "2026-11-21", true),
            ("2026-11-01", "2026-11-20", false),
            ("2026-11-23", "2026-11-22", false),
            ("2026-11-22", "2027-11-22", true),
            ("2026-11-22", "2027-11-23", false),
            ("2026-11-22", "2026-2-30", false),
            ("", "2026-11-22", false),
        ] {
            let wanted = WantedAbsence {
                stand_in_id: String::new(),
                first_day: first.to_owned(),
                last_day: last.to_owned(),
            };
            let found = days_of(&wanted, today);
            assert_eq!(found.is_ok(), expected, "{first} to {last}");
            if let Ok((first, last)) = found {
                assert!(today <= first && first <= last);
            }
        }
    }
}
