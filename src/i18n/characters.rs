//! Characters as people see and count them.

use unicode_segmentation::UnicodeSegmentation as _;

/// The most bytes of one character that people count, on average: a flood of accents is no name (attack 37), and a
/// cursor holds a name.
const MOST_BYTES: usize = 8;

/// Control characters, and those that change how a text looks without being seen: with them one name could
/// pose as another.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c), 0xAD | 0x61C | 0x180E | 0x200B..=0x200F | 0x2028..=0x202E
            | 0x2060..=0x206F | 0xFE00..=0xFE0F | 0xFEFF | 0xFFF9..=0xFFFB | 0xE_0000..=0xE_0FFF)
}

/// An unseen character that no text of people needs. Persian, the scripts of India and emoji need joiners (ZWNJ, ZWJ) and
/// the selector of coloured emoji; searches and comparisons ignore these.
pub fn is_hidden(c: char) -> bool {
    is_unseen(c) && !matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0f}')
}

/// True if `text` has at most `most` characters as people count them: grapheme clusters (Unicode Standard Annex 29), of
/// which the portal counts the same.
pub fn is_at_most(text: &str, most: usize) -> bool {
    let is_flood = text.len() > most.saturating_mul(MOST_BYTES);
    !is_flood && text.graphemes(true).count() <= most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_as_people_do() {
        for (text, count) in [
            ("", 0),
            ("Me\u{200c}dia", 5),
            ("e\u{301}", 1),
            ("a\u{1f469}\u{200d}\u{1f4bb}", 2),
            ("\u{1f1e8}\u{1f1f3}", 1),
            ("王小明", 3),
        ] {
            assert!(is_at_most(text, count), "{text}");
            assert!(count == 0 || !is_at_most(text, count - 1), "{text}");
        }
    }

    /// Attack 37: one letter with very many accents.
    #[test]
    fn attack_37_a_flood_of_accents_is_too_long() {
        assert!(!is_at_most(&format!("a{}", "\u{301}".repeat(10_000)), 100));
    }

    #[test]
    fn joiners_are_allowed_and_what_deceives_is_not() {
        for c in ['\u{200c}', '\u{200d}', '\u{fe0f}', 'a'] {
            assert!(!is_hidden(c), "{c:?}");
        }
        for c in ['\u{200b}', '\u{202e}', '\u{2060}', '\u{feff}', '\0', '\n'] {
            assert!(is_hidden(c), "{c:?}");
        }
    }
}
