//! The emails: one declaration each, from which its variant, name, templates and sample follow.
//!
//! A new email is an entry of `mails!` below, its three templates in the folder of its name, and
//! its words in `templates/mail/locales/`. Tests render every sample in every language.

use askama::Template;
use serde::{Deserialize, Serialize};

use super::frame::Frame;
use crate::clock::Millis;
use crate::site::offered;

/// An email's three parts, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// One line.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The same as HTML.
    pub html: String,
}

/// What emails there are. Each field stands with the value that it has in the sample.
macro_rules! mails {
    ($(
        $(#[$told:meta])*
        $mail:ident in $name:literal: $subject:literal, $text:literal, $html:literal {
            $( $(#[$field_told:meta])* $field:ident: $kind:ty = $sample:expr, )*
        }
    )*) => {
        /// An email. It rests as JSON in the queue until it is sent, so it carries no secret.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        // The tag is a stored name: emails that wait in the queue carry it.
        #[serde(tag = "letter")]
        #[non_exhaustive]
        pub enum Mail {
            $( $(#[$told])* #[serde(rename = $name)] $mail($mail), )*
        }

        $(
            $(#[$told])*
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            pub struct $mail {
                $( $(#[$field_told])* pub $field: $kind, )*
            }

            impl $mail {
                fn write(&self, frame: &Frame<'_>) -> Result<Written, askama::Error> {
                    #[derive(Template)]
                    #[template(path = $subject)]
                    struct Subject<'a> {
                        #[allow(dead_code, reason = "a subject need not name anything of its email")]
                        mail: &'a $mail,
                        frame: &'a Frame<'a>,
                    }
                    #[derive(Template)]
                    #[template(path = $text)]
                    struct Text<'a> {
                        mail: &'a $mail,
                        frame: &'a Frame<'a>,
                    }
                    #[derive(Template)]
                    #[template(path = $html)]
                    struct Html<'a> {
                        mail: &'a $mail,
                        frame: &'a Frame<'a>,
                    }
                    let mail = self;
                    Ok(Written {
                        subject: one_line(&Subject { mail, frame }.render()?),
                        text: Text { mail, frame }.render()?,
                        html: Html { mail, frame }.render()?,
                    })
                }
            }
        )*

        impl Mail {
            /// Its stable name: its folder under `templates/mail/`, the head of its words' keys,
            /// its name in the queue, and a metric's label.
            pub fn name(&self) -> &'static str {
                match self {
                    $( Self::$mail(_) => $name, )*
                }
            }

            /// Writes the email.
            pub fn write(&self, frame: &Frame<'_>) -> Result<Written, askama::Error> {
                match self {
                    $( Self::$mail(mail) => mail.write(frame), )*
                }
            }

            /// One of each email, for tests and to look at.
            pub fn samples() -> Vec<Self> {
                vec![$( Self::$mail($mail { $( $field: $sample, )* }), )*]
            }
        }
    };
}

mails! {
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

/// The longest name that an email repeats, in characters.
const LONGEST_NAME: usize = 80;

/// A name that people choose themselves. An email repeats it only as [`Name::shown`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Name(String);

impl Name {
    /// The name so that it cannot pass for a part of the email: one line, short, and with nothing
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
