//! The journey of a sign-in under way: where it heads, how far it came, and which step is next.
//!
//! Steps never route to each other: each notes what it did and asks [`Journey::next`].

use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::random::{Random, hashed};

/// Where the browser goes when the steps are done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Target {
    /// Back to the authorization endpoint with the request it came with.
    Authorize {
        /// The client that asks.
        client_id: String,
        /// Origin of the redirect URI, which the pages' CSP must let the answer go to.
        redirect_origin: String,
        /// The request's parameters, as they were sent.
        parameters: Vec<(String, String)>,
    },
    /// To an application of the old kind, with a launch token.
    Launch {
        /// The application's client.
        client_id: String,
        /// The name it was asked for by.
        app_name: String,
        /// Its checked callback address.
        callback_url: String,
    },
    /// To a page of the portal.
    Portal {
        /// A path of this origin, beginning with `/`.
        path: String,
    },
}

/// A page of the sign-in, or the way out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Prove who you are.
    Identify,
    /// Replace a password that must not be kept.
    ChangePassword,
    /// Choose between the signed-in account and another.
    SelectAccount,
    /// Allow the client what it asks for.
    Consent,
    /// Nothing is left to do: go where the journey heads.
    Return,
}

impl Step {
    /// The path of ours where the step is done.
    pub fn path(self) -> &'static str {
        match self {
            Self::Identify => "/login",
            Self::ChangePassword => "/login/password",
            Self::SelectAccount => "/login/account",
            Self::Consent => "/consent",
            Self::Return => "/oauth2/authorize/resume",
        }
    }
}

/// What the person said to the consent page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsentAnswer {
    /// Who answered: an answer of one account is none of another.
    pub account_id: String,
    /// The scope values that were shown.
    pub scope: Vec<String>,
    /// Whether they were allowed.
    pub allowed: bool,
}

/// How far a journey came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Steps still to do, in order; empty means return.
    pub steps: Vec<Step>,
    /// When a proof of identity was given in this very journey.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authenticated_at: Option<Millis>,
    /// The account that proved its old password and must set a new one before it is signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changing_password_of: Option<String>,
    /// When that old password was set; the proof is void once another one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved_password_of: Option<Millis>,
    /// True once the person chose an account.
    #[serde(default)]
    pub selected: bool,
    /// The consent page's answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<ConsentAnswer>,
    /// Scope values that the consent page shows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asking_for: Vec<String>,
    /// The language that was chosen on a page of this journey.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// True once the person left by `cancel`.
    #[serde(default)]
    pub cancelled: bool,
}

/// A row of `journeys`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journey {
    /// Stands in the pages' addresses and forms; of no use without the browser's cookie.
    pub id: String,
    /// Hash of the browser's flow cookie.
    pub browser: String,
    /// Where it heads.
    pub target: Target,
    /// How far it came.
    pub progress: Progress,
    /// When it began.
    pub created_at: Millis,
    /// When its pages stop working.
    pub expires_at: Millis,
    /// When it reached its target.
    pub ended_at: Option<Millis>,
}

impl Journey {
    /// A journey that begins now in the browser holding `flow_secret`, its pages good for
    /// `lifetime` milliseconds. Without a secret nobody holds it yet: a POST from another site
    /// carries no cookie, so the GET after it takes the journey.
    pub fn begin(
        target: Target,
        steps: Vec<Step>,
        flow_secret: Option<&str>,
        lifetime: Millis,
        now: Millis,
        random: &Random,
    ) -> Self {
        Self {
            id: random.token(),
            browser: flow_secret.map(hashed).unwrap_or_default(),
            target,
            progress: Progress {
                steps,
                ..Progress::default()
            },
            created_at: now,
            expires_at: now.saturating_add(lifetime),
            ended_at: None,
        }
    }

    /// True when the browser holding `flow_secret` began this journey (attacks 8 and 10).
    pub fn belongs_to(&self, flow_secret: &str) -> bool {
        use subtle::ConstantTimeEq as _;
        hashed(flow_secret)
            .as_bytes()
            .ct_eq(self.browser.as_bytes())
            .into()
    }

    /// True until a browser has taken it.
    pub fn is_unheld(&self) -> bool {
        self.browser.is_empty()
    }

    /// True while its pages work.
    pub fn is_open(&self, now: Millis) -> bool {
        self.ended_at.is_none() && now < self.expires_at
    }

    /// The step to do now: the one dispatcher of the sign-in.
    pub fn next(&self) -> Step {
        if self.progress.cancelled {
            return Step::Return;
        }
        self.progress.steps.first().copied().unwrap_or(Step::Return)
    }

    /// The client that asks, if one does.
    pub fn client_id(&self) -> Option<&str> {
        match &self.target {
            Target::Authorize { client_id, .. } | Target::Launch { client_id, .. } => {
                Some(client_id)
            }
            Target::Portal { .. } => None,
        }
    }

    /// The origin that the last redirect goes to, when it is not ours: pages let forms end there.
    pub fn redirect_origin(&self) -> Option<String> {
        match &self.target {
            Target::Authorize {
                redirect_origin, ..
            } => Some(redirect_origin.clone()),
            Target::Launch { callback_url, .. } => url::Url::parse(callback_url)
                .ok()
                .map(|url| url.origin().ascii_serialization()),
            Target::Portal { .. } => None,
        }
    }
}

impl Progress {
    /// Notes that `step` is done.
    pub fn done(&mut self, step: Step) {
        self.steps.retain(|left| *left != step);
    }

    /// Notes that `step` has to be done before all others.
    pub fn first(&mut self, step: Step) {
        self.done(step);
        self.steps.insert(0, step);
    }

    /// Notes a proof of identity.
    pub fn authenticated(&mut self, now: Millis) {
        self.done(Step::Identify);
        self.done(Step::ChangePassword);
        self.done(Step::SelectAccount);
        self.changing_password_of = None;
        self.selected = true;
        self.authenticated_at = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn journey(steps: Vec<Step>) -> Journey {
        let target = Target::Portal { path: "/".into() };
        Journey::begin(target, steps, Some("flow"), 1_000, 0, &Random::seeded(1))
    }

    #[test]
    fn the_dispatcher_takes_the_steps_in_order() {
        let mut journey = journey(vec![Step::SelectAccount, Step::Identify, Step::Consent]);
        assert_eq!(journey.next(), Step::SelectAccount);
        journey.progress.done(Step::SelectAccount);
        assert_eq!(journey.next(), Step::Identify);
        journey.progress.first(Step::ChangePassword);
        assert_eq!(journey.next(), Step::ChangePassword);
        journey.progress.authenticated(5);
        assert_eq!(journey.next(), Step::Consent);
        journey.progress.done(Step::Consent);
        assert_eq!(journey.next(), Step::Return);
    }

    #[test]
    fn cancel_leaves_at_once() {
        let mut journey = journey(vec![Step::Identify]);
        journey.progress.cancelled = true;
        assert_eq!(journey.next(), Step::Return);
    }

    /// Attack 8: a handle made elsewhere is of no use here.
    #[test]
    fn a_journey_belongs_to_one_browser() {
        let journey = journey(vec![]);
        assert!(journey.belongs_to("flow"));
        assert!(!journey.belongs_to("another"));
        let target = Target::Portal { path: "/".into() };
        let unheld = Journey::begin(target, vec![], None, 1_000, 0, &Random::seeded(1));
        assert!(!unheld.belongs_to("") && unheld.is_unheld());
    }

    #[test]
    fn a_page_left_open_too_long_is_closed() {
        let journey = journey(vec![Step::Identify]);
        assert!(journey.is_open(999));
        assert!(!journey.is_open(1_000));
    }
}
