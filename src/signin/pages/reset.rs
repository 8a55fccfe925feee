//! The pages on which the holder of a one-time link chooses a password or locks the account.

use askama::Template;
use zeroize::Zeroizing;

use super::password::PasswordProblem;
use super::second_factor::CodeProblem;
use crate::i18n::texts::Key;
use crate::pages::page::{CsrfToken, Frame, ServerPage};
use crate::site::offered;

/// Asks for the code of the email. The script fills it in from the link and submits the form, which posts `token` to
/// `path`.
#[derive(Template)]
#[template(path = "signin/reset_code.html")]
pub struct ResetCodePage {
    pub frame: Frame,
    /// Binds the form to this browser.
    pub csrf: CsrfToken,
    /// True when the form was sent without a code.
    pub missing: bool,
    /// What the link is for.
    pub title: Key,
    pub path: &'static str,
}

/// Asks for the new password. Its form posts `token`, `new_password`, `confirm_password` and perhaps `code` to
/// `/reset-password`.
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
    /// True if the second factor is asked for too.
    pub asks_factor: bool,
    /// Why its code was refused.
    pub code_problem: Option<(CodeProblem, bool)>,
}

/// Asks whether to lock the account. Its form posts `token` and `lock` to `/lock-account`.
#[derive(Template)]
#[template(path = "signin/lock.html")]
pub struct LockPage {
    pub frame: Frame,
    /// Binds the form to this browser.
    pub csrf: CsrfToken,
    /// The token of the link.
    pub token: Zeroizing<String>,
    /// The account name.
    pub account: String,
    /// True if the account was not locked, because it is the last super administrator.
    pub refused: bool,
}

/// Says that the account is locked.
#[derive(Template)]
#[template(path = "signin/lock_done.html")]
pub struct LockDonePage {
    pub frame: Frame,
}

/// Confirms that the password is set, and links to the sign-in.
#[derive(Template)]
#[template(path = "signin/reset_done.html")]
pub struct ResetDonePage {
    pub frame: Frame,
    /// The corporate identities that sign in as before: the provider, and who the person is there.
    pub linked: Vec<(String, String)>,
    /// The name of another person who is signed in in this browser.
    pub signed_in: Option<String>,
    /// The sign-in page, of the sign-in that the person began before if there is one.
    pub sign_in: String,
}

/// Says that a link does not work, the same for every reason (attack 14).
#[derive(Template)]
#[template(path = "signin/reset_void.html")]
pub struct ResetVoidPage {
    pub frame: Frame,
    /// The page that asks for another code.
    pub again: &'static str,
}

/// Why a code of an app or a recovery code was refused behind a link.
pub(super) fn code_words(frame: &Frame, problem: Option<(CodeProblem, bool)>) -> Option<String> {
    problem.map(|(problem, by_recovery)| match problem {
        CodeProblem::Missing => frame.t("lock.code_missing").to_owned(),
        // No temporary code works behind a link.
        CodeProblem::Wrong if by_recovery => frame.t("lock.code_wrong").to_owned(),
        _ => problem.words(frame, by_recovery),
    })
}

impl ResetPasswordPage {
    fn field_errors(&self) -> [Option<&str>; 2] {
        PasswordProblem::field_errors(self.problem, &self.frame)
    }

    fn code_words(&self) -> Option<String> {
        code_words(&self.frame, self.code_problem)
    }

    fn has_problem(&self) -> bool {
        self.problem.is_some() || self.code_problem.is_some()
    }
}

impl ServerPage for ResetCodePage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |missing, (title, path)| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            missing,
            title,
            path,
        };
        let reset = (Key("reset.title"), offered::RESET_PASSWORD);
        let lock = (Key("lock.title"), offered::LOCK_ACCOUNT);
        let application = (Key("application.title"), offered::APPLICATION);
        let invitation = (Key("invitation.title"), offered::INVITATION);
        let address = (Key("address.title"), offered::ADDRESS);
        let undo = (Key("address_undo.title"), offered::ADDRESS_UNDO);
        let deletion = (Key("deletion_undo.title"), offered::DELETION_UNDO);
        vec![
            ("code", page(false, reset)),
            ("code_missing", page(true, reset)),
            ("code_lock", page(false, lock)),
            ("code_application", page(false, application)),
            ("code_invitation", page(false, invitation)),
            ("code_address", page(false, address)),
            ("code_address_undo", page(false, undo)),
            ("code_deletion_undo", page(false, deletion)),
        ]
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
            asks_factor: false,
            code_problem: None,
        };
        let locked = Self {
            asks_factor: true,
            code_problem: Some((CodeProblem::Wrong, true)),
            ..page(None)
        };
        vec![
            ("password_locked", locked),
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
        let page = |linked, signed_in| Self {
            frame: frame.clone(),
            linked,
            signed_in,
            sign_in: "/login".to_owned(),
        };
        let identity = (say("Lion Identity"), say("eve@example.com"));
        vec![
            ("done", page(Vec::new(), None)),
            ("done_linked", page(vec![identity], None)),
            ("done_other", page(Vec::new(), Some(say("Ben Admin")))),
        ]
    }
}

impl ServerPage for ResetVoidPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, _: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let frame = frame.clone();
        let again = "/reset-password";
        vec![("void", Self { frame, again })]
    }
}

impl ServerPage for LockPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |refused| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            token: say("token-of-the-email").into(),
            account: say("DanMember"),
            refused,
        };
        vec![("asked", page(false)), ("refused", page(true))]
    }
}

impl ServerPage for LockDonePage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, _: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let frame = frame.clone();
        vec![("done", Self { frame })]
    }
}
