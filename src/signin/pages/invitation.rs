//! The pages to which the link of an invitation to register leads.

use askama::Template;
use zeroize::Zeroizing;

use super::apply::fault_words;
use super::password::PasswordProblem;
use crate::faults::{Faults, Rule};
use crate::pages::page::{CsrfToken, Frame, ServerPage};
use crate::site::offered;

/// Asks an invited person for an account name and a password. Its form posts `token`, `username`, `full_name`,
/// `new_password` and `confirm_password` to `/account-user/invitation`.
#[derive(Template)]
#[template(path = "signin/invitation.html")]
pub struct InvitationPage {
    pub frame: Frame,
    /// Binds the form to this browser.
    pub csrf: CsrfToken,
    /// The token of the link.
    pub token: Zeroizing<String>,
    /// The invited address.
    pub email: String,
    /// The group that the account joins.
    pub group: String,
    /// The person who invites.
    pub by: String,
    /// What was typed.
    pub username: String,
    pub full_name: String,
    /// Why the names cannot be used.
    pub faults: Faults,
    /// Why the password cannot be used.
    pub problem: Option<PasswordProblem>,
}

/// Confirms that the account is there, and links to the sign-in.
#[derive(Template)]
#[template(path = "signin/invitation_done.html")]
pub struct InvitationDonePage {
    pub frame: Frame,
    /// The account name.
    pub account: String,
    /// The group.
    pub group: String,
    /// The name of another person who is signed in in this browser.
    pub signed_in: Option<String>,
}

impl InvitationPage {
    fn field_errors(&self) -> [Option<&str>; 2] {
        PasswordProblem::field_errors(self.problem, &self.frame)
    }

    fn error(&self, field: &str) -> Option<String> {
        fault_words(&self.frame, &self.faults, field)
    }

    fn has_problem(&self) -> bool {
        self.problem.is_some() || !self.faults.list().is_empty()
    }
}

impl ServerPage for InvitationPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |faults, problem| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            token: say("token-of-the-email").into(),
            email: say("li.wei@example.com"),
            group: say("Media team"),
            by: say("Chloe Manager"),
            username: say("LiWei"),
            full_name: say("Li Wei"),
            faults,
            problem,
        };
        let mut faults = Faults::default();
        faults.add("username", Rule::UsernameTaken);
        faults.add("fullName", Rule::Required);
        vec![
            ("invited", page(Faults::default(), None)),
            ("invited_names", page(faults, None)),
            (
                "invited_short",
                page(Faults::default(), Some(PasswordProblem::TooShort)),
            ),
        ]
    }
}

impl ServerPage for InvitationDonePage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |signed_in| Self {
            frame: frame.clone(),
            account: say("LiWei"),
            group: say("Media team"),
            signed_in,
        };
        vec![
            ("invited_done", page(None)),
            ("invited_done_other", page(Some(say("Grace Admin")))),
        ]
    }
}
