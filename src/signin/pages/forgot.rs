//! The pages for a person who forgot the password.

use askama::Template;

use crate::pages::page::{CsrfToken, Frame, ServerPage};

/// Asks for account name and address. Its form posts `username` and `email` to `/forgot-password`.
#[derive(Template)]
#[template(path = "signin/forgot_password.html")]
pub struct ForgotPasswordPage {
    pub frame: Frame,
    /// Binds the form to this browser and names the sign-in flow, if there is one.
    pub csrf: CsrfToken,
    /// What was typed.
    pub account: String,
    pub email: String,
    /// The sign-in page.
    pub back: String,
    /// Why the page is shown again.
    pub problem: Option<ForgotProblem>,
}

/// Which field is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForgotProblem {
    /// No account name, or a longer one than any.
    Account,
    /// No address.
    Email,
}

/// Says what happens next, the same whether or not an account fits (attack 14).
#[derive(Template)]
#[template(path = "signin/forgot_sent.html")]
pub struct ForgotSentPage {
    pub frame: Frame,
    /// True if an administrator approves it first.
    pub by_administrator: bool,
    /// The sign-in page.
    pub back: String,
}

impl ForgotPasswordPage {
    fn marks(&self, field: ForgotProblem) -> bool {
        self.problem == Some(field)
    }
}

impl ServerPage for ForgotPasswordPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |problem| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            account: say("DanMember"),
            email: say("dan@example.com"),
            back: "/login".to_owned(),
            problem,
        };
        vec![
            ("asked", page(None)),
            ("account", page(Some(ForgotProblem::Account))),
            ("email", page(Some(ForgotProblem::Email))),
        ]
    }
}

impl ServerPage for ForgotSentPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, _: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |by_administrator| Self {
            frame: frame.clone(),
            by_administrator,
            back: "/login".to_owned(),
        };
        vec![("sent", page(false)), ("sent_administrator", page(true))]
    }
}
