//! The pages on which the holder of a one-time link chooses a password.

use askama::Template;
use zeroize::Zeroizing;

use super::password::PasswordProblem;
use crate::pages::page::{CsrfToken, Frame, ServerPage};

/// Asks for the code of the email. The script fills it in from the link and submits the form, which posts `token` to
/// `/reset-password`.
#[derive(Template)]
#[template(path = "signin/reset_code.html")]
pub struct ResetCodePage {
    pub frame: Frame,
    /// Binds the form to this browser.
    pub csrf: CsrfToken,
    /// True when the form was sent without a code.
    pub missing: bool,
}

/// Asks for the new password. Its form posts `token`, `new_password` and `confirm_password` to `/reset-password`.
#[derive(Template)]
#[template(path = "signin/reset_password.html")]
pub struct ResetPasswordPage {
    pub frame: Frame,
    /// Binds the form to this browser.
    pub csrf: CsrfToken,
    /// The token of the link.
    pub token: Zeroizing<String>,
    /// The account name, for the person and for password managers.
    pub account: String,
    /// Why the page is shown again.
    pub problem: Option<PasswordProblem>,
}

/// Confirms that the password is set, and links to the sign-in.
#[derive(Template)]
#[template(path = "signin/reset_done.html")]
pub struct ResetDonePage {
    pub frame: Frame,
    /// The name of another person who is signed in in this browser.
    pub signed_in: Option<String>,
}

/// Says that a link does not work, the same for every reason (attack 14).
#[derive(Template)]
#[template(path = "signin/reset_void.html")]
pub struct ResetVoidPage {
    pub frame: Frame,
}

impl ResetPasswordPage {
    fn field_errors(&self) -> [Option<&str>; 2] {
        PasswordProblem::field_errors(self.problem, &self.frame)
    }
}

impl ServerPage for ResetCodePage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |missing| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            missing,
        };
        vec![("code", page(false)), ("code_missing", page(true))]
    }
}

impl ServerPage for ResetPasswordPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |problem| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            token: say("token-of-the-email").into(),
            account: say("EveNewcomer"),
            problem,
        };
        vec![
            ("password", page(None)),
            ("password_short", page(Some(PasswordProblem::TooShort))),
            ("password_mismatch", page(Some(PasswordProblem::Mismatch))),
        ]
    }
}

impl ServerPage for ResetDonePage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |signed_in| Self {
            frame: frame.clone(),
            signed_in,
        };
        vec![
            ("done", page(None)),
            ("done_other", page(Some(say("Ben Admin")))),
        ]
    }
}

impl ServerPage for ResetVoidPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, _: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let frame = frame.clone();
        vec![("void", Self { frame })]
    }
}
