//! A sign-in flow, kept on the server while a sign-in is under way: where it heads, how far it came, and
//! which step is next.
//!
//! Steps never route to each other: each notes what it did and asks [`SignInFlow::next`].

use serde::{Deserialize, Serialize};

use crate::clock::{DAY, Millis};
use crate::directory::Account;
use crate::http::params::with_query;
use crate::random::{Random, hashed};

use super::sso::Authentication;

/// How long a sign-in flow that did not reach its end is known after it began: over a weekend, a tab that
/// a browser opens again still knows where it was heading.
pub const KNOWN: Millis = 4 * DAY;

/// Where an authorization request begins.
pub const AUTHORIZE: &str = "/oauth2/authorize";
/// Where it is answered once its steps are done.
pub const RESUME: &str = "/oauth2/authorize/resume";
/// Where an application of the old kind gets its launch token.
pub const LAUNCH: &str = "/login/launch";

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

/// A page of the sign-in.
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
    /// Learn that the application is closed to you, and whom to ask.
    NoAccess,
}

impl Step {
    /// Every step.
    pub const ALL: &'static [Self] = &[
        Self::Identify,
        Self::ChangePassword,
        Self::SelectAccount,
        Self::Consent,
        Self::NoAccess,
    ];

    /// True of the steps after which somebody is signed in; the others are for who is already.
    pub const fn leads_to_a_session(self) -> bool {
        !matches!(self, Self::Consent | Self::NoAccess)
    }

    /// The path of ours where the step is done.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Identify => "/login",
            Self::ChangePassword => "/login/password",
            Self::SelectAccount => "/login/account",
            Self::Consent => "/consent",
            Self::NoAccess => "/login/access",
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

/// A proof of identity that has no session yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proved {
    /// Whose.
    pub account_id: String,
    /// Its methods so far (RFC 8176), such as `pwd`.
    pub amr: Vec<String>,
    /// When the account's password had been set; the proof is void once another one is.
    pub password_changed_at: Option<Millis>,
}

impl Proved {
    /// The password of `account`, and nothing more.
    pub fn password(account: &Account) -> Self {
        Self {
            account_id: account.id.clone(),
            amr: Authentication::password("").amr,
            password_changed_at: account.password_changed_at,
        }
    }

    /// What a session begins with.
    pub fn authentication(&self) -> Authentication {
        Authentication {
            amr: self.amr.clone(),
            ..Authentication::password(&self.account_id)
        }
    }
}

/// How far a sign-in flow came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Steps still to do, in order; empty means return.
    pub steps: Vec<Step>,
    /// When a proof of identity was given in this very sign-in flow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authenticated_at: Option<Millis>,
    /// What was proved while steps still stand between the proof and the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<Proved>,
    /// The account that the person chose to continue as: the choice of one is none of another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selected_account: Option<String>,
    /// The consent page's answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<ConsentAnswer>,
    /// Scope values that the consent page shows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asking_for: Vec<String>,
    /// The language that was chosen on a page of this sign-in flow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// True once the person left by `cancel`.
    #[serde(default)]
    pub cancelled: bool,
}

/// A sign-in flow, kept on the server: a row of `journeys`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInFlow {
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

impl SignInFlow {
    /// A sign-in flow that begins now in the browser holding `flow_secret`, its pages good for
    /// `lifetime` milliseconds. Without a secret nobody holds it yet: a POST from another site
    /// carries no cookie, so the GET after it takes the sign-in flow.
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

    /// True when the browser holding `flow_secret` began this sign-in flow (attacks 8 and 10).
    pub fn belongs_to(&self, flow_secret: &str) -> bool {
        use subtle::ConstantTimeEq as _;
        hashed(flow_secret)
            .as_bytes()
            .ct_eq(self.browser.as_bytes())
            .into()
    }

    /// True when the browser holding these hashes of secrets that it had began this sign-in flow. They
    /// are no proof to go on with, and make no form.
    pub fn began_by(&self, hashes: &[String]) -> bool {
        !self.is_unheld() && hashes.contains(&self.browser)
    }

    /// True until a browser has taken it.
    pub fn is_unheld(&self) -> bool {
        self.browser.is_empty()
    }

    /// True while its pages work.
    pub fn is_open(&self, now: Millis) -> bool {
        self.ended_at.is_none() && now < self.expires_at
    }

    /// The step to do now, or none when the sign-in flow may go where it heads: the one dispatcher of
    /// the sign-in.
    pub fn next(&self) -> Option<Step> {
        let steps = self.progress.steps.iter().copied();
        steps.take_while(|_| !self.progress.cancelled).next()
    }

    /// True when the person left by the page of [`Step::NoAccess`].
    pub fn left_without_access(&self) -> bool {
        self.progress.cancelled && self.progress.steps.contains(&Step::NoAccess)
    }

    /// Where the browser goes now: to the page of the next step, or where the sign-in flow heads.
    pub fn address(&self) -> String {
        let path = match (self.next(), &self.target) {
            (Some(step), _) => step.path(),
            (None, Target::Authorize { .. }) => RESUME,
            (None, Target::Launch { .. }) => LAUNCH,
            (None, Target::Portal { path }) => return path.clone(),
        };
        with_query(path, &[("flow", &self.id)])
    }

    /// Where a sign-in flow to the same target begins anew.
    pub fn restart_address(&self) -> String {
        match &self.target {
            Target::Authorize { parameters, .. } => {
                let pairs: Vec<(&str, &str)> = parameters
                    .iter()
                    .map(|(name, value)| (name.as_str(), value.as_str()))
                    .collect();
                with_query(AUTHORIZE, &pairs)
            }
            Target::Launch {
                callback_url,
                app_name,
                ..
            } => {
                let pairs = [
                    ("callbackUrl", callback_url.as_str()),
                    ("appName", app_name),
                ];
                with_query(Step::Identify.path(), &pairs)
            }
            Target::Portal { path } => path.clone(),
        }
    }

    /// What the application asked for under `name`, where it asked by an authorization request.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let Target::Authorize { parameters, .. } = &self.target else {
            return None;
        };
        let found = parameters.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
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

    /// Notes a proof of identity that is not enough: `steps` come first now, in their order.
    pub fn proved(&mut self, proved: Proved, steps: &[Step]) {
        self.steps.retain(|left| !left.leads_to_a_session());
        self.steps.splice(0..0, steps.iter().copied());
        self.proved = Some(proved);
    }

    /// Notes a proof of identity that made a session.
    pub fn authenticated(&mut self, now: Millis) {
        self.steps.retain(|left| !left.leads_to_a_session());
        self.proved = None;
        self.authenticated_at = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(steps: Vec<Step>) -> SignInFlow {
        let target = Target::Portal { path: "/".into() };
        SignInFlow::begin(target, steps, Some("flow"), 1_000, 0, &Random::seeded(1))
    }

    #[test]
    fn the_dispatcher_takes_the_steps_in_order() {
        let mut flow = flow(vec![Step::SelectAccount, Step::Identify, Step::Consent]);
        assert_eq!(flow.next(), Some(Step::SelectAccount));
        flow.progress.done(Step::SelectAccount);
        assert_eq!(flow.next(), Some(Step::Identify));
        let proved = Proved {
            account_id: "a".to_owned(),
            amr: vec!["pwd".to_owned()],
            password_changed_at: None,
        };
        flow.progress.proved(proved, &[Step::ChangePassword]);
        assert_eq!(flow.next(), Some(Step::ChangePassword));
        flow.progress.authenticated(5);
        assert_eq!(flow.next(), Some(Step::Consent));
        flow.progress.done(Step::Consent);
        assert_eq!(flow.next(), None);
    }

    #[test]
    fn cancel_leaves_at_once() {
        let mut flow = flow(vec![Step::Identify]);
        flow.progress.cancelled = true;
        assert_eq!(flow.next(), None);
    }

    /// Each target has its way on and its way back; a page left open keeps the deep link.
    #[test]
    fn a_flow_knows_where_it_goes() {
        let to = |target: Target| {
            let mut flow = flow(vec![Step::Consent]);
            (flow.id, flow.target) = ("f".to_owned(), target);
            let page = flow.address();
            flow.progress.done(Step::Consent);
            (page, flow.address(), flow.restart_address())
        };
        let told = |page: &str, end: &str, again: &str| {
            (page.to_owned(), end.to_owned(), again.to_owned())
        };
        let authorize = Target::Authorize {
            client_id: "c".into(),
            redirect_origin: "http://h".into(),
            parameters: vec![
                ("client_id".into(), "c".into()),
                ("state".into(), "a&b".into()),
            ],
        };
        let again = "/oauth2/authorize?client_id=c&state=a%26b";
        assert_eq!(
            to(authorize),
            told("/consent?flow=f", "/oauth2/authorize/resume?flow=f", again)
        );
        let launch = Target::Launch {
            client_id: "c".into(),
            app_name: "A".into(),
            callback_url: "http://h/?x".into(),
        };
        let again = "/login?callbackUrl=http%3A%2F%2Fh%2F%3Fx&appName=A";
        assert_eq!(
            to(launch),
            told("/consent?flow=f", "/login/launch?flow=f", again)
        );
        let portal = Target::Portal {
            path: "/p?q".into(),
        };
        assert_eq!(to(portal), told("/consent?flow=f", "/p?q", "/p?q"));
    }

    /// Attack 8: a handle made elsewhere is of no use here.
    #[test]
    fn a_flow_belongs_to_one_browser() {
        let flow = flow(vec![]);
        assert!(flow.belongs_to("flow"));
        assert!(!flow.belongs_to("another"));
        let target = Target::Portal { path: "/".into() };
        let unheld = SignInFlow::begin(target, vec![], None, 1_000, 0, &Random::seeded(1));
        assert!(!unheld.belongs_to("") && unheld.is_unheld());
    }

    #[test]
    fn a_page_left_open_too_long_is_closed() {
        let flow = flow(vec![Step::Identify]);
        assert!(flow.is_open(999));
        assert!(!flow.is_open(1_000));
    }
}
