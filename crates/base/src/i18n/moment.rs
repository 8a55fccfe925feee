//! Dates and times as text.

use super::language::Language;

/// A time in milliseconds since 1970, as readable text in UTC: the reader's time zone is unknown.
pub fn in_words(at: i64, language: Language) -> String {
    let format = match language {
        Language::EnUs => "%-d %B %Y at %H:%M UTC",
        Language::ZhCn => "%Y年%-m月%-d日 %H:%M（UTC）",
    };
    jiff::Timestamp::from_millisecond(at)
        .map(|at| at.strftime(format).to_string())
        .unwrap_or_default()
}

/// A day, given as yyyy-MM-dd, as readable text. A text that is no day is returned unchanged.
pub fn day_in_words(day: &str, language: Language) -> String {
    let format = match language {
        Language::EnUs => "%-d %B %Y",
        Language::ZhCn => "%Y年%-m月%-d日",
    };
    day.parse::<jiff::civil::Date>()
        .map_or_else(|_| day.to_owned(), |date| date.strftime(format).to_string())
}
