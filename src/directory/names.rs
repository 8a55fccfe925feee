//! Spellings: which two names are the same name, and the words an account is found by.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;

/// The languages of pages and emails (contract K-28); the first is the default.
pub const LANGUAGES: [&str; 2] = ["en-us", "zh-cn"];

/// Most characters of a name as it is typed; no account's name is longer in any spelling.
pub const LONGEST_TYPED: usize = 200;
/// Words kept for one account; more would only help who writes novels into a name.
const MOST_TERMS: usize = 32;
/// Characters of a word that count in a search.
const LONGEST_TERM: usize = 40;

/// The spelling that is stored and compared for names and e-mail addresses: trimmed, in
/// compatibility form (NFKC) and without case, so that `ＡＤＡ`, `Ada ` and `ada` are one name.
///
/// Case goes upwards first and then down, character by character, which also joins the pairs that
/// only meet in capitals (`ß` and `SS`, `ς` and `σ`).
pub fn normalise(name: &str) -> String {
    name.trim()
        .nfkc()
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .nfkc()
        .collect()
}

/// What of a typed name is looked at, and whether that is all of it. A longer one is nobody's and is
/// counted by its beginning; it is cut before anything else, because one character may become
/// eighteen in its normal form (attack 37).
pub(super) fn typed(name: &str) -> (&str, bool) {
    let name = name.trim();
    match name.char_indices().nth(LONGEST_TYPED) {
        Some((end, _)) => (&name[..end], false),
        None => (name, true),
    }
}

/// The encoded words an account with these spellings is found by.
pub(super) fn search_terms<'a>(spellings: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    let mut terms = BTreeSet::new();
    for spelling in spellings {
        terms.insert(encoded(&normalise(spelling)));
        for word in spelling.split_whitespace().chain(words(spelling)) {
            terms.insert(encoded(&normalise(word)));
        }
    }
    terms.remove("");
    while terms.len() > MOST_TERMS {
        terms.pop_last();
    }
    terms
}

/// The first and the last-but-excluded encoded word that begin with `prefix`.
pub(super) fn term_range(prefix: &str) -> (String, String) {
    let low = encoded(&normalise(prefix));
    let high = format!("{low}g");
    (low, high)
}

/// Hexadecimal of the first characters: sorts alike under every collation, `g` after all of it.
fn encoded(word: &str) -> String {
    let mut out = String::new();
    for byte in word.chars().take(LONGEST_TERM).collect::<String>().bytes() {
        for digit in [byte >> 4, byte & 15] {
            out.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        }
    }
    out
}

/// Runs of letters and digits, their humps (`BenAdmin` holds `Admin`), and for scripts without
/// spaces every tail (`王小明` is also found by `小明`).
fn words(spelling: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for run in spelling.split(|c: char| !c.is_alphanumeric()) {
        let mut before = None;
        for (at, c) in run.char_indices() {
            let hump = c.is_uppercase() && before.is_some_and(char::is_lowercase);
            if at == 0 || hump || is_unspaced(c) {
                found.push(&run[at..]);
            }
            before = Some(c);
        }
    }
    found
}

/// Kana, Hangul and the Chinese characters: written without spaces between words.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c), 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xAC00..=0xD7AF | 0x2_0000..=0x3_FFFF)
}

/// Characters that change how a name looks without being seen: with them one name could pose as
/// another.
pub(super) fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c), 0xAD | 0x61C | 0x180E | 0x200B..=0x200F | 0x2028..=0x202E
            | 0x2060..=0x206F | 0xFE00..=0xFE0F | 0xFEFF | 0xFFF9..=0xFFFB | 0xE_0000..=0xE_0FFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract F-56: names are compared without case; attack 15: one account, one spelling.
    #[test]
    fn spellings_of_one_name_are_one_name() {
        for (left, right) in [
            ("AdaSuper", "adasuper"),
            (" Ada@Demo.TEST ", "ada@demo.test"),
            ("ＡＤＡ", "ada"),
            ("Stra\u{df}e", "STRASSE"),
            (
                "\u{39f}\u{394}\u{39f}\u{3a3}",
                "\u{3bf}\u{3b4}\u{3bf}\u{3c2}",
            ),
            ("e\u{301}va", "\u{c9}VA"),
            ("\u{212a}im", "kim"),
        ] {
            assert_eq!(normalise(left), normalise(right), "{left} and {right}");
        }
        assert_ne!(normalise("ada"), normalise("adb"));
        assert_eq!(normalise(&normalise("\u{130}ß")), normalise("\u{130}ß"));
    }

    /// Attack 37: however much is sent, a name is short.
    #[test]
    fn a_typed_name_is_cut_before_it_is_spelt() {
        let (longest, longer) = ("é".repeat(200), "é".repeat(201));
        assert_eq!(typed(&format!("  {longest} ")), (longest.as_str(), true));
        assert_eq!(typed(&longer), (longest.as_str(), false));
        assert_eq!(typed(" ada "), ("ada", true));
    }

    #[test]
    fn an_account_is_found_by_its_words() {
        let terms = search_terms(["BenAdmin", "ben@demo.test", "王小明"]);
        for word in ["benadmin", "admin", "ben@demo", "demo", "王小", "小明"] {
            let (low, high) = term_range(word);
            assert!(terms.range(low..high).next().is_some(), "{word}");
        }
        let (low, high) = term_range("nobody");
        assert!(terms.range(low..high).next().is_none());
    }

    #[test]
    fn a_flood_of_words_is_bounded() {
        let long: Vec<String> = (0..500).map(|n| format!("w{n}")).collect();
        assert!(search_terms([long.join(" ").as_str()]).len() <= MOST_TERMS);
    }
}
