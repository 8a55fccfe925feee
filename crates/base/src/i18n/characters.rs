//! Characters as people see and count them.

use unicode_normalization::UnicodeNormalization as _;
use unicode_segmentation::UnicodeSegmentation as _;

/// The most bytes of one character that people count, on average: a flood of accents is no name (attack 37). The emoji of a
/// family of four has 25.
const MOST_BYTES: usize = 26;

/// The most bytes in compatibility form (NFKC) without invisible characters, as indexes and cursors store it.
/// PostgreSQL indexes 2,704 bytes: a name of 2,300 bytes, 200 more when it is folded (`\u{1f82}`), and a client's id of
/// 100. That emoji has 16.
const MOST_FOLDED: usize = 23;

/// The most code points of one character. The Stream-Safe Text Format has 30 accents on a letter (Unicode Standard Annex 15),
/// and the emoji of a family in four colours has 11.
const MOST_POINTS: usize = 32;

/// Control characters, and invisible ones that change how a text looks: with them one name could pose as another.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c), 0xAD | 0x61C | 0x180E | 0x200B..=0x200F | 0x2028..=0x202E
            | 0x2060..=0x206F | 0xFE00..=0xFE0F | 0xFEFF | 0xFFF9..=0xFFFB | 0xE_0000..=0xE_0FFF)
}

/// Letters and marks that nobody sees: the grapheme joiner, the fillers of Korean, two vowels of Khmer, the selectors of
/// Mongolian, the blank of Braille, and controls of shorthand and music. They are not among the unseen ones, which stored
/// forms of names leave out.
const fn is_blank(c: char) -> bool {
    matches!(
        c,
        '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180d}'
            | '\u{180f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{ffa0}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}'
    )
}

/// An unseen character or a blank letter, which no text of people needs. Persian, the scripts of India and emoji need joiners
/// (ZWNJ, ZWJ) and the selector of coloured emoji; searches and comparisons ignore these.
pub fn is_hidden(c: char) -> bool {
    is_blank(c) || is_unseen(c) && !matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0f}')
}

/// True if `text` has at most `most` characters as people count them: grapheme clusters (Unicode Standard Annex 29), as
/// in the portal.
pub fn is_at_most(text: &str, most: usize) -> bool {
    let is_short = text.len() <= most.saturating_mul(MOST_BYTES);
    let seen = || text.nfkc().filter(|c| !is_unseen(*c));
    let folded = || seen().map(char::len_utf8).sum::<usize>();
    is_short && folded() <= most.saturating_mul(MOST_FOLDED) && text.graphemes(true).count() <= most
}

/// What is wrong with a text of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// It has more characters than allowed.
    Long,
    /// It has an invisible character ([`is_hidden`]), too many accents on one letter, or nothing visible.
    Hidden,
}

impl TextFault {
    /// The rule of a form that the text breaks.
    pub fn rule<R>(self, long: R, hidden: R) -> R {
        match self {
            Self::Long => long,
            Self::Hidden => hidden,
        }
    }
}

/// What is wrong with a line of at most `most` characters.
pub fn line_fault(text: &str, most: usize) -> Option<TextFault> {
    fault(text, most, is_hidden)
}

/// The fault of a text that may have line breaks.
pub fn text_fault(text: &str, most: usize) -> Option<TextFault> {
    let text = text.replace("\r\n", "\n");
    fault(&text, most, |c| c != '\n' && is_hidden(c))
}

fn fault(text: &str, most: usize, hidden: impl Fn(char) -> bool) -> Option<TextFault> {
    let is_seen = |c: char| !is_unseen(c) && !c.is_whitespace();
    let is_piled = |character: &str| character.chars().count() > MOST_POINTS;
    if !is_at_most(text, most) {
        Some(TextFault::Long)
    } else if text.chars().any(hidden)
        || text.graphemes(true).any(is_piled)
        || !text.is_empty() && !text.chars().any(is_seen)
    {
        Some(TextFault::Hidden)
    } else {
        None
    }
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
        for accent in ["\u{301}", "\u{f77}"] {
            assert!(!is_at_most(&format!("a{}", accent.repeat(2_000)), 100));
            let folded = format!("a{}", accent.repeat(800));
            assert_eq!(is_at_most(&folded, 100), accent == "\u{301}");
        }
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}";
        assert!(is_at_most(&family.repeat(100), 100));
        // One ligature has eighteen letters.
        assert!(is_at_most(&"\u{fdfa}".repeat(69), 100));
        assert!(!is_at_most(&"\u{fdfa}".repeat(100), 100));
    }

    /// Attack 37: too many accents on a letter count as hidden characters, in names and texts. What people write is
    /// not.
    #[test]
    fn attack_37_one_letter_has_few_accents() {
        for written in [
            "Việt Nam",
            "\u{1f468}\u{1f3fb}\u{200d}\u{1f469}\u{1f3fc}\u{200d}\u{1f467}\u{1f3fd}\u{200d}\u{1f466}\u{1f3fe}",
            "\u{1f1e8}\u{1f1f3}\u{1f1eb}\u{1f1f7}",
            "\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}",
            &format!("a{}", "\u{301}".repeat(30)),
        ] {
            assert_eq!(line_fault(written, 100), None, "{written}");
            assert_eq!(text_fault(written, 100), None, "{written}");
        }
        for many in [32, 500, 1_000] {
            let piled = format!("Me{}dia", "\u{301}".repeat(many));
            assert_eq!(line_fault(&piled, 100), Some(TextFault::Hidden), "{many}");
            assert_eq!(text_fault(&piled, 5_000), Some(TextFault::Hidden), "{many}");
        }
    }

    #[test]
    fn joiners_are_allowed_and_what_deceives_is_not() {
        for c in ['\u{200c}', '\u{200d}', '\u{fe0f}', 'a'] {
            assert!(!is_hidden(c), "{c:?}");
        }
        for c in ['\u{200b}', '\u{202e}', '\u{2060}', '\u{feff}', '\0', '\n'] {
            assert!(is_hidden(c), "{c:?}");
        }
        // Letters that look like nothing: a name of these alone, or with them behind it, is no name.
        for c in [
            '\u{34f}',
            '\u{115f}',
            '\u{1160}',
            '\u{17b4}',
            '\u{17b5}',
            '\u{180b}',
            '\u{180f}',
            '\u{2800}',
            '\u{3164}',
            '\u{ffa0}',
            '\u{1bca1}',
            '\u{1d159}',
            '\u{1d175}',
        ] {
            assert!(is_hidden(c), "{c:?}");
            assert_eq!(line_fault(&format!("Ada{c}"), 10), Some(TextFault::Hidden));
        }
    }

    #[test]
    fn a_text_is_too_long_or_has_a_hidden_character() {
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
        for (text, line, many) in [
            ("Me\u{200c}dia", None, None),
            (
                "Me\u{200b}dia",
                Some(TextFault::Hidden),
                Some(TextFault::Hidden),
            ),
            ("One\nTwo", Some(TextFault::Hidden), None),
            ("One\r\nTwo", Some(TextFault::Hidden), None),
            ("", None, None),
            (
                "\u{200d} \u{200c}",
                Some(TextFault::Hidden),
                Some(TextFault::Hidden),
            ),
            (&family.repeat(10), None, None),
            (
                &"x".repeat(11),
                Some(TextFault::Long),
                Some(TextFault::Long),
            ),
        ] {
            assert_eq!(line_fault(text, 10), line, "{text:?}");
            assert_eq!(text_fault(text, 10), many, "{text:?}");
        }
    }
}
