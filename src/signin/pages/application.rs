//! The pages to which an applicant's link leads.

use askama::Template;
use zeroize::Zeroizing;

use super::password::PasswordProblem;
use crate::directory::account_application::Applicant;
use crate::i18n::texts::Key;
use crate::pages::page::{CsrfToken, Frame, ServerPage};
use crate::site::offered;

/// Confirms the address: asks for a password, and for another account name if somebody has taken it. Its form posts `token`,
/// `username`, `new_password` and `confirm_password` to `/account-user/application`.
#[derive(Template)]
#[template(path = "signin/application_confirm.html")]
pub struct ConfirmApplicationPage {
    pub frame: Frame,
    /// Binds the form to this browser.
    pub csrf: CsrfToken,
    /// The token of the link.
    pub token: Zeroizing<String>,
    /// What was typed, maybe by a stranger in the name of the reader.
    pub applicant: Applicant,
    /// The names of the agency and the client.
    pub places: [Option<String>; 2],
    /// Why the name cannot be used.
    pub name_problem: Option<Key>,
    /// Why the password cannot be used.
    pub problem: Option<PasswordProblem>,
}

/// Says to the reader of an address that it has an account.
#[derive(Template)]
#[template(path = "signin/application_taken.html")]
pub struct ApplicationTakenPage {
    pub frame: Frame,
}

/// Shows how an application stands (contract D-27).
#[derive(Template)]
#[template(path = "signin/application.html")]
pub struct ApplicationPage {
    pub frame: Frame,
    /// The account name.
    pub account: String,
    pub stage: Stage,
    /// Why it was refused; empty without a reason.
    pub answer: String,
    /// The secret of the applicant's own link, right after it was made.
    pub token: Option<Zeroizing<String>>,
}

/// Where an application stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Waiting,
    Approved,
    Refused,
}

/// One of the four steps (contract D-27, G-63).
struct Step {
    label: Key,
    state: Option<Key>,
    is_now: bool,
}

impl ConfirmApplicationPage {
    /// What was typed besides the account name, with its labels.
    fn facts(&self) -> Vec<(Key, &str)> {
        let [agency, company] = &self.places;
        let all = [
            (Key("forgot.email"), Some(&self.applicant.email)),
            (
                Key("application.name_of"),
                self.applicant.full_name.as_ref(),
            ),
            (Key("application.agency"), agency.as_ref()),
            (Key("application.company"), company.as_ref()),
            (Key("application.group"), Some(&self.applicant.group)),
            (Key("apply.reason"), Some(&self.applicant.reason)),
        ];
        let given = all
            .into_iter()
            .filter_map(|(label, text)| Some((label, text?.as_str())));
        given.filter(|(_, text)| !text.is_empty()).collect()
    }

    fn field_errors(&self) -> [Option<&str>; 2] {
        PasswordProblem::field_errors(self.problem, &self.frame)
    }

    fn has_problem(&self) -> bool {
        self.problem.is_some() || self.name_problem.is_some()
    }
}

impl ApplicationPage {
    fn steps(&self) -> [Step; 4] {
        let waits = self.stage == Stage::Waiting;
        let decision = match self.stage {
            Stage::Waiting => Key("application.pending"),
            Stage::Approved => Key("application.approved"),
            Stage::Refused => Key("application.refused"),
        };
        let step = |label, state, is_now| Step {
            label,
            state,
            is_now,
        };
        [
            step(Key("application.step.submit"), None, false),
            step(Key("application.step.audit"), Some(decision), waits),
            // The email is sent with the decision.
            step(Key("application.step.email"), None, false),
            step(Key("application.step.complete"), None, !waits),
        ]
    }

    fn words(&self) -> Key {
        match self.stage {
            Stage::Waiting => Key("application.next.waiting"),
            Stage::Approved => Key("application.next.approved"),
            Stage::Refused => Key("application.next.refused"),
        }
    }
}

impl ServerPage for ConfirmApplicationPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |name_problem, problem| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            token: say("token-of-the-email").into(),
            applicant: Applicant {
                username: say("LiWei"),
                email: say("li.wei@example.com"),
                full_name: Some(say("Li Wei")),
                group: say("Media team"),
                reason: say("I plan media for a client."),
                ..Applicant::default()
            },
            places: [Some(say("Harbour")), Some(say("Tea House"))],
            name_problem,
            problem,
        };
        let taken = Some(Key("account.username_taken"));
        vec![
            ("confirm", page(None, None)),
            ("confirm_name", page(taken, None)),
            ("confirm_short", page(None, Some(PasswordProblem::TooShort))),
        ]
    }
}

impl ServerPage for ApplicationTakenPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, _: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let frame = frame.clone();
        vec![("taken", Self { frame })]
    }
}

impl ServerPage for ApplicationPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |stage| Self {
            frame: frame.clone(),
            account: say("LiWei"),
            stage,
            answer: String::new(),
            token: None,
        };
        let new = Self {
            token: Some(say("token-of-the-applicant").into()),
            ..page(Stage::Waiting)
        };
        let refused = Self {
            answer: say("You have an account at your agency."),
            ..page(Stage::Refused)
        };
        vec![
            ("new", new),
            ("waiting", page(Stage::Waiting)),
            ("approved", page(Stage::Approved)),
            ("refused", refused),
        ]
    }
}
