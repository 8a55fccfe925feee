//! The pages on which a person applies for an account.

use askama::Template;

use crate::directory::Choice;
use crate::directory::account_application::Applicant;
use crate::faults::{Faults, Rule};
use crate::i18n::texts::Key;
use crate::pages::page::{CsrfToken, Frame, ServerPage};
use crate::site::offered;

/// Asks for an account. Its form posts `username`, `email`, `full_name`, `group`, `agency`, `company` and `reason` to
/// `/account-user/apply` (contract E-20).
#[derive(Template)]
#[template(path = "signin/apply.html")]
pub struct ApplyPage {
    pub frame: Frame,
    /// Binds the form to this browser.
    pub csrf: CsrfToken,
    /// What was typed.
    pub typed: Applicant,
    pub agencies: Vec<Choice>,
    pub companies: Vec<Companies>,
    /// Why the page is shown again.
    pub faults: Faults,
    /// The sign-in page.
    pub back: String,
}

/// The companies of one agency, to choose from.
#[derive(Clone, Debug)]
pub struct Companies {
    /// The agency's name; `None` for companies without an agency.
    pub agency: Option<String>,
    pub companies: Vec<Choice>,
}

/// One line of the form.
struct Line<'a> {
    name: &'static str,
    label: Key,
    hint: Key,
    kind: &'static str,
    autocomplete: &'static str,
    required: bool,
    value: &'a str,
    error: Option<String>,
    focused: bool,
}

/// Says what happens next, the same whether or not somebody has the name or the address (attack 14).
#[derive(Template)]
#[template(path = "signin/apply_sent.html")]
pub struct ApplySentPage {
    pub frame: Frame,
    /// The address that was typed.
    pub email: String,
    /// The sign-in page.
    pub back: String,
}

/// The words for the fault of `field`, by its name in the contract.
pub(super) fn fault_words(frame: &Frame, faults: &Faults, field: &str) -> Option<String> {
    let mut faults = faults.list().iter();
    let rule = faults.find(|fault| fault.field == field)?.rule;
    Some(match rule.value() {
        Some((name, value)) => frame.with(rule.words().0, name, &value),
        None => frame.t(rule.words().0).to_owned(),
    })
}

impl ApplyPage {
    fn error(&self, field: &str) -> Option<String> {
        fault_words(&self.frame, &self.faults, field)
    }

    /// True if the field has the first fault.
    fn is_first(&self, field: &str) -> bool {
        let first = self.faults.list().first();
        first.is_some_and(|fault| fault.field == field)
    }

    fn lines(&self) -> [Line<'_>; 4] {
        let none = self.faults.list().is_empty();
        let line = |name, field, (label, hint), value| Line {
            name,
            label,
            hint,
            kind: "text",
            autocomplete: "off",
            required: true,
            value,
            error: self.error(field),
            focused: self.is_first(field) || (none && field == "username"),
        };
        let typed = &self.typed;
        let name = (Key("forgot.account"), Key("apply.name.hint"));
        let email = (Key("forgot.email"), Key("apply.email.hint"));
        let full_name = (Key("apply.full_name"), Key("apply.full_name.hint"));
        let group = (Key("apply.group"), Key("apply.group.hint"));
        let full = typed.full_name.as_deref().unwrap_or_default();
        [
            Line {
                autocomplete: "username",
                ..line("username", "username", name, &typed.username)
            },
            Line {
                kind: "email",
                autocomplete: "email",
                ..line("email", "email", email, &typed.email)
            },
            Line {
                required: false,
                autocomplete: "name",
                ..line("full_name", "fullName", full_name, full)
            },
            Line {
                required: false,
                ..line("group", "group", group, &typed.group)
            },
        ]
    }

    fn is_agency(&self, id: &str) -> bool {
        self.typed.agency_id.as_deref() == Some(id)
    }

    fn is_company(&self, id: &str) -> bool {
        self.typed.company_id.as_deref() == Some(id)
    }
}

impl ServerPage for ApplyPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let choice = |id: &str, name: &str| Choice {
            id: say(id),
            name: say(name),
            belongs_to: None,
        };
        let page = |faults| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            typed: Applicant {
                username: say("LiWei"),
                email: say("li.wei@example.com"),
                full_name: Some(say("Li Wei")),
                lang: None,
                agency_id: Some(say("a1")),
                company_id: None,
                group: say("Media team"),
                reason: say("I plan media for a client."),
            },
            agencies: vec![choice("a1", "Harbour")],
            companies: vec![Companies {
                agency: Some(say("Harbour")),
                companies: vec![choice("c1", "Tea House")],
            }],
            faults,
            back: "/login".to_owned(),
        };
        let mut faults = Faults::default();
        for field in ["username", "email"] {
            faults.add(field, Rule::Form);
        }
        for field in ["agencyId", "clientId"] {
            faults.add(field, Rule::Belongs);
        }
        faults.add("reason", Rule::Required);
        let empty = Self {
            agencies: Vec::new(),
            companies: Vec::new(),
            ..page(Faults::default())
        };
        vec![
            ("asked", page(Faults::default())),
            ("faults", page(faults)),
            ("no_places", empty),
        ]
    }
}

impl ServerPage for ApplySentPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let (frame, email) = (frame.clone(), say("li.wei@example.com"));
        let back = "/login".to_owned();
        vec![("sent", Self { frame, email, back })]
    }
}
