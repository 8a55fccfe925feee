//! The letters: one variant each, with what it tells, its templates and a sample.
//!
//! A new letter is a struct with `templates!` below, a variant, and the folder
//! `templates/mail/<letter>/` with its words in `templates/mail/locales/`. Tests render every
//! sample in every language.

use askama::Template;
use serde::{Deserialize, Serialize};

use super::frame::Frame;
use crate::clock::Millis;

/// A letter. It rests as JSON in the queue until it is sent, so it carries no secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Letter {
    /// The password of the reader's account was changed (contract F-13).
    PasswordChanged(PasswordChanged),
}

/// A letter's three parts, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// One line.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The same as HTML.
    pub html: String,
}

/// Tells the owner of an account that its password was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordChanged {
    /// How the reader is called.
    pub name: String,
    /// The account's name.
    pub account: String,
    /// When the password was changed.
    pub at: Millis,
}

/// Ties a letter to its three templates.
macro_rules! templates {
    ($letter:ident, $write:ident, $subject:literal, $text:literal, $html:literal) => {
        fn $write(letter: &$letter, frame: &Frame<'_>) -> Result<Written, askama::Error> {
            #[derive(Template)]
            #[template(path = $subject)]
            struct Subject<'a> {
                #[allow(dead_code, reason = "a subject need not name anything of its letter")]
                letter: &'a $letter,
                frame: &'a Frame<'a>,
            }
            #[derive(Template)]
            #[template(path = $text)]
            struct Text<'a> {
                letter: &'a $letter,
                frame: &'a Frame<'a>,
            }
            #[derive(Template)]
            #[template(path = $html)]
            struct Html<'a> {
                letter: &'a $letter,
                frame: &'a Frame<'a>,
            }
            Ok(Written {
                subject: one_line(&Subject { letter, frame }.render()?),
                text: Text { letter, frame }.render()?,
                html: Html { letter, frame }.render()?,
            })
        }
    };
}

templates!(
    PasswordChanged,
    write_password_changed,
    "mail/password_changed/subject.txt",
    "mail/password_changed/body.txt",
    "mail/password_changed/body.html"
);

impl Letter {
    /// Its stable name: its folder under `templates/mail/`, and a metric's label.
    pub fn name(&self) -> &'static str {
        match self {
            Self::PasswordChanged(_) => "password_changed",
        }
    }

    /// Writes the letter.
    pub fn write(&self, frame: &Frame<'_>) -> Result<Written, askama::Error> {
        match self {
            Self::PasswordChanged(letter) => write_password_changed(&letter.plain(), frame),
        }
    }

    /// One of each letter, for tests and to look at.
    pub fn samples() -> Vec<Self> {
        vec![Self::PasswordChanged(PasswordChanged {
            name: "Dan Member".to_owned(),
            account: "DanMember".to_owned(),
            at: 1_795_261_860_000,
        })]
    }
}

impl PasswordChanged {
    fn time(&self, frame: &Frame<'_>) -> String {
        frame.time(self.at)
    }

    fn plain(&self) -> Self {
        Self {
            name: plain(&self.name),
            account: plain(&self.account),
            at: self.at,
        }
    }
}

/// The longest name that a letter repeats, in characters.
const LONGEST_NAME: usize = 80;

/// A name that people choose themselves, so that it cannot pass for a part of the letter: one
/// line, short, and with nothing in it that a mail program would make a link of.
fn plain(name: &str) -> String {
    let name = one_line(name).replace("://", " ").replace("www.", " ");
    name.chars().take(LONGEST_NAME).collect()
}

/// The text on one line, without control characters.
pub(super) fn one_line(text: &str) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().map(shown).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
