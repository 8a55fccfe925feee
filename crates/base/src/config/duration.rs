//! Time spans in the settings: a whole number and one unit, such as `90s`, `15m`, `2h` or `30d`.

use std::{fmt, time::Duration};

use serde::{Deserializer, de};

use crate::clock::Millis;

/// Deserialises a span as [`Duration`].
///
/// # Errors
/// The value is not a text of this form.
pub fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    struct Text;
    impl de::Visitor<'_> for Text {
        type Value = Duration;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a span of time such as \"15m\"")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Duration, E> {
            parse(text).ok_or_else(|| E::custom(format!("is \"{text}\"")))
        }
    }
    deserializer.deserialize_str(Text)
}

/// Deserialises a span as [`Millis`].
///
/// # Errors
/// As [`read`].
pub fn read_millis<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Millis, D::Error> {
    read(deserializer).map(|span| Millis::try_from(span.as_millis()).unwrap_or(Millis::MAX))
}

/// The span `text`, if it is a whole number followed by `ms`, `s`, `m`, `h` or `d`.
fn parse(text: &str) -> Option<Duration> {
    let unit_at = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(unit_at);
    let number: u64 = number.parse().ok()?;
    let millis_per_unit: u64 = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return None,
    };
    // Ten years is longer than any sensible setting, and prevents overflow in sums.
    let millis = number.checked_mul(millis_per_unit)?;
    (millis <= 3_653 * 86_400_000).then(|| Duration::from_millis(millis))
}

/// The span for messages, in the largest unit that divides it.
pub fn show(span: Duration) -> String {
    let millis = span.as_millis();
    [
        (86_400_000, "d"),
        (3_600_000, "h"),
        (60_000, "m"),
        (1_000, "s"),
    ]
    .into_iter()
    .find(|(unit, _)| millis > 0 && millis.is_multiple_of(*unit))
    .map_or_else(
        || format!("{millis}ms"),
        |(unit, name)| format!("{}{name}", millis / unit),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_a_number_and_a_unit() {
        assert_eq!(parse("90s"), Some(Duration::from_secs(90)));
        assert_eq!(parse("250ms"), Some(Duration::from_millis(250)));
        assert_eq!(parse("30d"), Some(Duration::from_secs(30 * 86_400)));
        for bad in [
            "",
            "5",
            "s",
            "-1s",
            "1.5h",
            "1 h",
            "1w",
            "2h30m",
            "99999999999999999999s",
            "9999d",
        ] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn shown_spans_read_back_the_same() {
        for text in ["0ms", "1500ms", "90s", "15m", "2h", "30d"] {
            assert_eq!(parse(text).map(show).as_deref(), Some(text));
        }
    }
}
