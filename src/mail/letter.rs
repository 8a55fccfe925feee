//! The letters: one declaration each, from which its variant, name, templates and sample follow.
//!
//! A new letter is an entry of `letters!` below, its three templates in the folder of its name, and
//! its words in `templates/mail/locales/`. Tests render every sample in every language.

use askama::Template;
use serde::{Deserialize, Serialize};

use super::frame::Frame;
use crate::clock::Millis;
use crate::http::offered;

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

/// What letters there are. Each field stands with the value that it has in the sample.
macro_rules! letters {
    ($(
        $(#[$told:meta])*
        $letter:ident in $name:literal: $subject:literal, $text:literal, $html:literal {
            $( $(#[$field_told:meta])* $field:ident: $kind:ty = $sample:expr, )*
        }
    )*) => {
        /// A letter. It rests as JSON in the queue until it is sent, so it carries no secret.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "letter")]
        #[non_exhaustive]
        pub enum Letter {
            $( $(#[$told])* #[serde(rename = $name)] $letter($letter), )*
        }

        $(
            $(#[$told])*
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            pub struct $letter {
                $( $(#[$field_told])* pub $field: $kind, )*
            }

            impl $letter {
                fn write(&self, frame: &Frame<'_>) -> Result<Written, askama::Error> {
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
                    let letter = self;
                    Ok(Written {
                        subject: one_line(&Subject { letter, frame }.render()?),
                        text: Text { letter, frame }.render()?,
                        html: Html { letter, frame }.render()?,
                    })
                }
            }
        )*

        impl Letter {
            /// Its stable name: its folder under `templates/mail/`, the head of its words' keys,
            /// its name in the queue, and a metric's label.
            pub fn name(&self) -> &'static str {
                match self {
                    $( Self::$letter(_) => $name, )*
                }
            }

            /// Writes the letter.
            pub fn write(&self, frame: &Frame<'_>) -> Result<Written, askama::Error> {
                match self {
                    $( Self::$letter(letter) => letter.write(frame), )*
                }
            }

            /// One of each letter, for tests and to look at.
            pub fn samples() -> Vec<Self> {
                vec![$( Self::$letter($letter { $( $field: $sample, )* }), )*]
            }
        }
    };
}

letters! {
    /// Tells the owner of an account that its password was changed (contract F-13).
    PasswordChanged in "password_changed":
        "mail/password_changed/subject.txt",
        "mail/password_changed/body.txt",
        "mail/password_changed/body.html"
    {
        /// How the reader is called.
        name: Name = "Dan Member".into(),
        /// The account's name.
        account: Name = "DanMember".into(),
        /// When the password was changed.
        at: Millis = 1_795_261_860_000,
    }
}

/// The longest name that a letter repeats, in characters.
const LONGEST_NAME: usize = 80;

/// A name that people choose themselves. A letter repeats it only as [`Name::shown`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Name(String);

impl Name {
    /// The name so that it cannot pass for a part of the letter: one line, short, and with nothing
    /// in it that a mail program would make a link of.
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
