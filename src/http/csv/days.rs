//! Days as spreadsheet programs write them. A program that opens `2027-01-31` and saves it again writes it as its country
//! does: `2027/1/31`, `1/31/2027`, `31.01.2027`, `2027年1月31日`.

use jiff::civil::Date;

/// How the days of one column are written. One program writes them all, so a day that is valid in only one order shows
/// how to read the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayForm {
    order: Option<Order>,
}

/// Why a cell is no day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadableDay {
    /// Not a day in any form, or not in the calendar.
    Form,
    /// Day and month could be exchanged, and no other cell of the column says which is which.
    TwoWays,
}

/// Which of two numbers before a year comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    DayFirst,
    MonthFirst,
}

/// The numbers of a cell.
enum Written {
    Day {
        year: i16,
        month: i8,
        day: i8,
    },
    /// Two numbers, then the year.
    YearLast {
        first: i8,
        second: i8,
        year: i16,
    },
}

impl DayForm {
    /// The form of the column with these cells.
    pub fn of<'c>(cells: impl IntoIterator<Item = &'c str>) -> Self {
        let (mut day_first, mut month_first) = (false, false);
        for cell in cells {
            if let Some(Written::YearLast { first, second, .. }) = written(cell) {
                day_first |= first > 12;
                month_first |= second > 12;
            }
        }
        let order = match (day_first, month_first) {
            (true, false) => Some(Order::DayFirst),
            (false, true) => Some(Order::MonthFirst),
            _ => None,
        };
        Self { order }
    }

    /// The day of a cell.
    ///
    /// # Errors
    /// It is not a day, or could be two.
    pub fn read(self, cell: &str) -> Result<Date, UnreadableDay> {
        let (year, month, day) = match written(cell).ok_or(UnreadableDay::Form)? {
            Written::Day { year, month, day } => (year, month, day),
            Written::YearLast {
                first,
                second,
                year,
            } => match self.order {
                _ if first == second => (year, first, second),
                _ if first > 12 => (year, second, first),
                _ if second > 12 => (year, first, second),
                Some(Order::DayFirst) => (year, second, first),
                Some(Order::MonthFirst) => (year, first, second),
                None => return Err(UnreadableDay::TwoWays),
            },
        };
        Date::new(year, month, day).map_err(|_| UnreadableDay::Form)
    }
}

/// Years have four digits. Between dots the day always comes first.
fn written(cell: &str) -> Option<Written> {
    let plain = cell.trim();
    let plain = match plain.strip_suffix('日') {
        Some(chinese) => chinese.replace(['年', '月'], "-"),
        None => plain.trim_end_matches('.').to_owned(),
    };
    let between = plain.chars().find(|c| !c.is_ascii_digit())?;
    let mut parts = plain.split(between).map(str::trim);
    let (first, second, third) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || !matches!(between, '-' | '/' | '.') {
        return None;
    }
    match (first.len(), third.len()) {
        (4, 1..=2) => Some(Written::Day {
            year: number(first)?,
            month: short(second)?,
            day: short(third)?,
        }),
        (1..=2, 4) if between == '.' => Some(Written::Day {
            year: number(third)?,
            month: short(second)?,
            day: short(first)?,
        }),
        (1..=2, 4) => Some(Written::YearLast {
            first: short(first)?,
            second: short(second)?,
            year: number(third)?,
        }),
        _ => None,
    }
}

/// Digits alone: `parse` would take a sign too.
fn number(digits: &str) -> Option<i16> {
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

fn short(digits: &str) -> Option<i8> {
    let number = number(digits).filter(|_| digits.len() <= 2)?;
    i8::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn read(column: &[&str], cell: &str) -> Result<Date, UnreadableDay> {
        DayForm::of(column.iter().copied()).read(cell)
    }

    /// ISO 8601, and what spreadsheet programs write in China, Japan, Germany, Korea and Sweden.
    #[test]
    fn a_day_is_read_in_the_forms_that_spreadsheets_write() {
        for cell in [
            "2027-01-31",
            "2027-1-31",
            "2027/1/31",
            "2027/01/31",
            "2027.1.31",
            "2027. 1. 31.",
            "2027年1月31日",
            "31.01.2027",
            "31.1.2027",
            "1/31/2027",
            "31/01/2027",
            "31-01-2027",
        ] {
            assert_eq!(read(&[], cell), Ok(date(2027, 1, 31)), "{cell}");
        }
        assert_eq!(read(&[], "3/3/2027"), Ok(date(2027, 3, 3)));
        assert_eq!(read(&[], "03.04.2027"), Ok(date(2027, 4, 3)));
    }

    #[test]
    fn what_could_be_two_days_is_read_as_the_column_writes_them() {
        let cell = "3/4/2027";
        for (column, expected) in [
            (&[cell][..], Err(UnreadableDay::TwoWays)),
            (&[cell, "2027-04-20"], Err(UnreadableDay::TwoWays)),
            (&[cell, "4/20/2027"], Ok(date(2027, 3, 4))),
            (&["20/4/2027", cell], Ok(date(2027, 4, 3))),
            // Somebody typed one of them in another form.
            (
                &["20/4/2027", cell, "4/20/2027"],
                Err(UnreadableDay::TwoWays),
            ),
        ] {
            assert_eq!(read(column, cell), expected, "{column:?}");
        }
    }

    #[test]
    fn anything_else_is_no_day() {
        for cell in [
            "",
            "soon",
            "46388",
            "2027",
            "2027-02-30",
            "13/13/2027",
            "1/31/27",
            "2027/1",
            "2027/1/1/1",
            "2027/1-1",
            "2027-+1-1",
            "+027-1-1",
            "2027-001-1",
            "2027年1月31",
            "2027-01-31T00:00",
            "99999/1/1",
            "--",
            "日",
        ] {
            assert_eq!(read(&[], cell), Err(UnreadableDay::Form), "{cell}");
        }
    }
}
