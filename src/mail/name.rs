//! Names that people chose themselves, as emails repeat them.
//!
//! Mail programs turn whatever looks like an address into a link, so a name such as `evil.example/login` would make our
//! own email lead there. So no name in an email contains a complete address (trap T11).

use serde::{Deserialize, Serialize};
use unicode_normalization::char::decompose_compatible;

use crate::i18n::characters::is_unseen;

/// The most characters of a name in an email.
const LONGEST_NAME: usize = 80;
/// The most characters of a person's own words in an email.
const LONGEST_WORDS: usize = 500;
/// Replaces a visible space in an account's name: ZERO WIDTH NON-JOINER.
const UNSEEN_BREAK: char = '\u{200c}';

/// The name of a person. An email repeats it only as [`Name::shown`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Name(String);

impl Name {
    /// The name in a form that cannot pose as a part of the email: one short line, with a space after each character
    /// that joins the parts of an address. `J.R. Smith` becomes `J. R. Smith`.
    pub fn shown(&self) -> String {
        shown(&self.0, LONGEST_NAME, ' ')
    }
}

/// The name of an account. An email repeats it only as [`AccountName::shown`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AccountName(String);

impl AccountName {
    /// Like [`Name::shown`], but with an invisible character instead of the space, so that a reader copies the name
    /// correctly. A sign-in ignores it in a copied name.
    pub fn shown(&self) -> String {
        shown(&self.0, LONGEST_NAME, UNSEEN_BREAK)
    }
}

/// A message of one person to another, such as the reason of a refusal. An email repeats it only as [`Words::shown`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Words(String);

impl Words {
    /// The words in one paragraph, changed in the same way.
    pub fn shown(&self) -> String {
        shown(&self.0, LONGEST_WORDS, ' ')
    }
}

impl<T: Into<String>> From<T> for Words {
    fn from(words: T) -> Self {
        Self(words.into())
    }
}

impl<T: Into<String>> From<T> for Name {
    fn from(name: T) -> Self {
        Self(name.into())
    }
}

impl<T: Into<String>> From<T> for AccountName {
    fn from(name: T) -> Self {
        Self(name.into())
    }
}

/// The text on one line, without invisible characters.
pub(super) fn one_line(text: &str) -> String {
    let spaced = |c: char| if c.is_control() { ' ' } else { c };
    let text = text.chars().map(spaced);
    let text: String = text
        .filter(|c| c.is_whitespace() || !is_unseen(*c))
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shown(name: &str, longest: usize, gap: char) -> String {
    let name = one_line(name);
    let mut shown = String::with_capacity(name.len());
    let mut chars = name.chars().take(longest).peekable();
    while let Some(c) = chars.next() {
        shown.push(c);
        let ends = |next: &char| !next.is_whitespace() && !joins(*next);
        if joins(c) && chars.peek().is_some_and(ends) {
            shown.push(gap);
        }
    }
    shown
}

/// True if `c` joins the parts of an address, in any of its widths: programs and browsers read `．`, `。` and `｡` as dots
/// too.
fn joins(c: char) -> bool {
    let mut found = false;
    decompose_compatible(c, |part| {
        found |= matches!(part, '.' | '。' | ':' | '/' | '\\' | '@');
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trap T11: names that mail programs would turn into links.
    #[test]
    fn attack_t11_no_name_holds_an_address_together() {
        for (name, expected) in [
            ("evil.example/login", "evil. example/ login"),
            ("https://evil.example", "https:// evil. example"),
            ("a@b.c", "a@ b. c"),
            ("www。evil。example", "www。 evil。 example"),
            ("www．evil｡example", "www． evil｡ example"),
            ("javascript:alert(1)", "javascript: alert(1)"),
            ("192.0.2.7:8080", "192. 0. 2. 7: 8080"),
            ("[2001:db8::1]", "[2001: db8:: 1]"),
            ("\\\\evil\\share", "\\\\ evil\\ share"),
            ("evil.\u{200b}example", "evil. example"),
            ("evil\u{2024}example", "evil\u{2024} example"),
            ("a\r\nb\u{202e}c\u{2028}d", "a bc d"),
        ] {
            assert_eq!(Name::from(name).shown(), expected, "{name}");
            let account = AccountName::from(name).shown();
            let unspaced = one_line(name);
            assert_eq!(account.replace(UNSEEN_BREAK, ""), unspaced, "{name}");
            assert_eq!(
                account.matches(UNSEEN_BREAK).count(),
                breaks(expected, &unspaced)
            );
        }
    }

    fn breaks(spaced: &str, name: &str) -> usize {
        spaced.matches(' ').count() - name.matches(' ').count()
    }

    #[test]
    fn real_names_read_as_ever() {
        for name in [
            "Dan Member",
            "Sammy Davis Jr.",
            "Anne-Marie O\u{2019}Neil",
            "约翰·史密斯",
            "王小明",
            "WeiZhang_2",
        ] {
            assert_eq!(Name::from(name).shown(), name);
            assert_eq!(AccountName::from(name).shown(), name);
        }
        assert_eq!(Name::from("J.R. Smith").shown(), "J. R. Smith");
        assert_eq!(Name::from("Dr.Wang").shown(), "Dr. Wang");
    }

    /// Attack 37.
    #[test]
    fn a_long_name_is_cut() {
        let long = "x".repeat(500);
        assert_eq!(Name::from(&*long).shown().len(), LONGEST_NAME);
    }
}
