//! The emails. Each is one file: a struct with what it tells, and its body.
//!
//! A new email is a file here, a line in `mails!` below, and its words in both files of
//! `templates/mail/locales/`. Tests render a sample of each in both languages.

mod password_changed;
mod welcome;

use serde::{Deserialize, Serialize};

pub use password_changed::PasswordChanged;
pub use welcome::Welcome;

use super::body::{Body, Written};
use super::context::MailContext;
use super::link::LinkRequest;

/// What every email can do.
trait Message {
    /// Its body, in the language of `context`.
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c>;

    /// The one-time link that it carries, when it goes to `email`.
    fn link<'a>(&'a self, _email: &'a str) -> Option<LinkRequest<'a>> {
        None
    }

    /// One of its kind, for tests.
    fn sample() -> Self;
}

/// Makes the enum of all emails. The name is stored in the queue and is the first part of the keys
/// of its words.
macro_rules! mails {
    ($( $(#[$doc:meta])* $mail:ident = $name:literal, )*) => {
        /// An email. The queue keeps it as JSON until it is sent, so it holds no secret.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        // The tag is a stored name: emails that wait in the queue carry it.
        #[serde(tag = "letter")]
        #[non_exhaustive]
        pub enum Mail {
            $( $(#[$doc])* #[serde(rename = $name)] $mail($mail), )*
        }

        impl Mail {
            /// Its stable name: in the queue, in the keys of its words, and as a metric's label.
            pub fn name(&self) -> &'static str {
                match self {
                    $( Self::$mail(_) => $name, )*
                }
            }

            /// Writes the email.
            pub fn write(&self, context: &MailContext<'_>) -> Result<Written, askama::Error> {
                match self {
                    $( Self::$mail(mail) => mail.body(context).write(), )*
                }
            }

            /// The one-time link that it carries, when it goes to `email`.
            pub fn link<'a>(&'a self, email: &'a str) -> Option<LinkRequest<'a>> {
                match self {
                    $( Self::$mail(mail) => mail.link(email), )*
                }
            }

            /// One of each email, for tests.
            pub fn samples() -> Vec<Self> {
                vec![$( Self::$mail($mail::sample()), )*]
            }
        }
    };
}

mails! {
    /// Tells the owner of an account that its password was changed (contract F-13).
    PasswordChanged = "password_changed",
    /// Has the owner of a new account choose a password (contract F-16).
    Welcome = "welcome",
}
