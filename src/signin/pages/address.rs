//! The pages on which the reader of an email address confirms it for an account, or takes its change back.

use askama::Template;
use zeroize::Zeroizing;

use super::reset::code_words;
use super::second_factor::CodeProblem;
use crate::pages::page::{CsrfToken, Frame, ServerPage};
use crate::site::offered;

/// Asks whether the account gets the address. Its form posts `token` and `confirm` to `/account-user/address`.
#[derive(Template)]
#[template(path = "signin/address.html")]
pub struct AddressPage {
    pub frame: Frame,
    /// Binds the form to this browser.
    pub csrf: CsrfToken,
    /// The token of the link.
    pub token: Zeroizing<String>,
    /// The account name.
    pub account: String,
    /// The new address.
    pub email: String,
}

/// Says that the account has the new address.
#[derive(Template)]
#[template(path = "signin/address_done.html")]
pub struct AddressDonePage {
    pub frame: Frame,
    /// The account name.
    pub account: String,
    /// The new address.
    pub email: String,
}

/// Asks whether to take the change of an address back. Its form posts `token`, `undo` and perhaps `code` to
/// `/account-user/address-undo`.
#[derive(Template)]
#[template(path = "signin/address_undo.html")]
pub struct AddressUndoPage {
    pub frame: Frame,
    /// Binds the form to this browser.
    pub csrf: CsrfToken,
    /// The token of the link.
    pub token: Zeroizing<String>,
    /// The account name.
    pub account: String,
    /// The earlier address.
    pub email: String,
    /// True if the second factor is asked for too.
    pub asks_factor: bool,
    /// Why its code was refused.
    pub code_problem: Option<(CodeProblem, bool)>,
}

/// Says that the account has the earlier address again, and what to do next.
#[derive(Template)]
#[template(path = "signin/address_undo_done.html")]
pub struct AddressUndoDonePage {
    pub frame: Frame,
    /// The account name.
    pub account: String,
    /// The earlier address.
    pub email: String,
}

impl AddressUndoPage {
    fn code_words(&self) -> Option<String> {
        code_words(&self.frame, self.code_problem)
    }
}

impl ServerPage for AddressPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            token: say("token-of-the-email").into(),
            account: say("DanMember"),
            email: say("dan.member@demo.test"),
        };
        vec![("asked", page)]
    }
}

impl ServerPage for AddressDonePage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = Self {
            frame: frame.clone(),
            account: say("DanMember"),
            email: say("dan.member@demo.test"),
        };
        vec![("done", page)]
    }
}

impl ServerPage for AddressUndoPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |asks_factor, code_problem| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            token: say("token-of-the-email").into(),
            account: say("DanMember"),
            email: say("dan@demo.test"),
            asks_factor,
            code_problem,
        };
        let wrong = Some((CodeProblem::Wrong, true));
        vec![
            ("asked", page(false, None)),
            ("factor", page(true, None)),
            ("factor_wrong", page(true, wrong)),
        ]
    }
}

impl ServerPage for AddressUndoDonePage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = Self {
            frame: frame.clone(),
            account: say("DanMember"),
            email: say("dan@demo.test"),
        };
        vec![("done", page)]
    }
}
