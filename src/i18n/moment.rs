//! Moments in words.

use super::language::Language;

/// A moment, in milliseconds since 1970, for reading: in UTC, as the time zone of the reader is not known.
pub fn in_words(at: i64, language: Language) -> String {
    let format = match language {
        Language::EnUs => "%-d %B %Y at %H:%M UTC",
        Language::ZhCn => "%Y年%-m月%-d日 %H:%M（UTC）",
    };
    jiff::Timestamp::from_millisecond(at)
        .map(|at| at.strftime(format).to_string())
        .unwrap_or_default()
}
