//! Names that people chose themselves, as emails repeat them.

use serde::{Deserialize, Serialize};

/// The longest name that an email repeats, in characters.
const LONGEST_NAME: usize = 80;

/// A name that a person chose. An email repeats it only as [`Name::shown`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Name(String);

impl Name {
    /// The name in a form that cannot pass for a part of the email: one line, short, and without
    /// anything that a mail program would turn into a link.
    pub fn shown(&self) -> String {
        let name = one_line(&self.0).replace("://", " ").replace("www.", " ");
        name.chars().take(LONGEST_NAME).collect()
    }
}

impl<T: Into<String>> From<T> for Name {
    fn from(name: T) -> Self {
        Self(name.into())
    }
}

/// The text on one line, without control characters.
pub(super) fn one_line(text: &str) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().map(shown).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
