//! The page that asks for a new password at the first sign-in.

use askama::Template;

use crate::directory::change_password::ChangePasswordError;
use crate::directory::password::PasswordLength;
use crate::i18n::texts::Key;
use crate::pages::page::{CsrfToken, Frame, ServerPage};
use crate::pages::tile::AppTile;

/// The page of the step "change password". Its form posts `new_password` and `confirm_password`, 8 to 100 characters of
/// any kind, to `/login/password`.
#[derive(Template)]
#[template(path = "signin/password.html")]
pub struct ChangePasswordPage {
    pub frame: Frame,
    /// Binds the form to this browser and sign-in flow.
    pub csrf: CsrfToken,
    /// The application that asks; without one the page has no cancel button.
    pub asker: Option<AppTile>,
    /// The account name, for the person and for password managers.
    pub account: String,
    /// Why the page is shown again.
    pub problem: Option<PasswordProblem>,
}

/// Why a new password was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordProblem {
    /// Fewer than 8 characters, or none.
    TooShort,
    /// More than 100 characters.
    TooLong,
    /// Others use it, or one like it.
    Guessable,
    /// The same as the current password.
    Same,
    /// The two entries differ.
    Mismatch,
}

impl PasswordProblem {
    /// The error to show, if the person can correct it.
    pub const fn of(error: &ChangePasswordError) -> Option<Self> {
        match error {
            ChangePasswordError::Length(PasswordLength::TooShort) => Some(Self::TooShort),
            ChangePasswordError::Length(PasswordLength::TooLong) => Some(Self::TooLong),
            ChangePasswordError::Guessable => Some(Self::Guessable),
            ChangePasswordError::Same => Some(Self::Same),
            _ => None,
        }
    }

    const fn text(self) -> Key {
        match self {
            Self::TooShort => Key("password.problem.too_short"),
            Self::TooLong => Key("password.problem.too_long"),
            Self::Guessable => Key("password.problem.guessable"),
            Self::Same => Key("password.problem.same"),
            Self::Mismatch => Key("password.problem.mismatch"),
        }
    }

    /// The errors under the first and the second field.
    pub(super) fn field_errors(problem: Option<Self>, frame: &Frame) -> [Option<&str>; 2] {
        let words = problem.map(|problem| frame.t(problem.text().0));
        match problem {
            Some(Self::Mismatch) => [None, words],
            _ => [words, None],
        }
    }
}

impl ChangePasswordPage {
    fn field_errors(&self) -> [Option<&str>; 2] {
        PasswordProblem::field_errors(self.problem, &self.frame)
    }
}

impl ServerPage for ChangePasswordPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |asker, problem| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            asker,
            account: say("EveNewcomer"),
            problem,
        };
        let with = |problem| page(Some(AppTile::sample(say)), Some(problem));
        vec![
            ("asked", page(Some(AppTile::sample(say)), None)),
            ("own", page(None, None)),
            ("too_short", with(PasswordProblem::TooShort)),
            ("too_long", with(PasswordProblem::TooLong)),
            ("guessable", with(PasswordProblem::Guessable)),
            ("same", with(PasswordProblem::Same)),
            ("mismatch", with(PasswordProblem::Mismatch)),
        ]
    }
}
