//! A sign-in flow, while somebody signs in: its target, its progress, and the next step.
//!
//! Steps never route to each other: each records its result and asks [`SignInFlow::next`].

use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;

use crate::clock::{DAY, Millis};
use crate::federation::{Ceremony, Linking};
use crate::http::params::with_query;
use crate::random::{Random, hashed};

use super::kept_logout::KeptLogout;
pub use super::proved::Proved;

/// How long an unfinished sign-in flow is kept after it began. This covers a weekend: a tab that the browser restores
/// still leads to its target.
pub const KNOWN: Millis = 4 * DAY;

/// Where an authorization request begins.
pub const AUTHORIZE: &str = "/oauth2/authorize";
/// Where a sign-in flow returns once its steps are done.
pub const RESUME: &str = "/oauth2/authorize/resume";
/// Where clients end a session.
pub const LOGOUT: &str = "/oauth2/logout";
/// Where a legacy application gets its launch token.
pub const LAUNCH: &str = "/login/launch";

/// Where the browser goes after the steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Target {
    /// Back to the authorization endpoint, with the original request.
    Authorize {
        client_id: String,
        /// Origin of the redirect URI; with a private scheme, which has no origin, the whole redirect URI.
        redirect_origin: String,
        /// The request's parameters, as they were sent.
        parameters: Vec<(String, String)>,
    },
    /// To a legacy application, with a launch token.
    Launch {
        client_id: String,
        /// The application's name in the request.
        app_name: String,
        /// The callback address, already checked.
        callback_url: String,
    },
    /// To a page of the portal.
    Portal {
        /// A path of this origin that begins with `/`.
        path: String,
    },
    /// Out of the session: a logout request that came by POST. It has no steps.
    Logout(KeptLogout),
}

/// A page of the sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Sign in.
    Identify,
    /// Prove a second factor.
    SecondFactor,
    /// Replace a password that is no longer allowed.
    ChangePassword,
    /// Add a second factor, because one is required.
    AddFactor,
    /// Choose between the signed-in account and another.
    SelectAccount,
    /// Consent to what the client requests.
    Consent,
    /// Shows that the person has no access to the application, and whom to ask.
    NoAccess,
}

impl Step {
    pub const ALL: &'static [Self] = &[
        Self::Identify,
        Self::SecondFactor,
        Self::ChangePassword,
        Self::AddFactor,
        Self::SelectAccount,
        Self::Consent,
        Self::NoAccess,
    ];

    /// True when this step ends in a session; false when it needs one.
    pub const fn leads_to_a_session(self) -> bool {
        !matches!(self, Self::Consent | Self::NoAccess)
    }

    /// The path of the step's page.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Identify => "/login",
            Self::SecondFactor => "/second-factor",
            Self::ChangePassword => "/login/password",
            Self::AddFactor => "/second-factor/new",
            Self::SelectAccount => "/login/account",
            Self::Consent => "/consent",
            Self::NoAccess => "/login/access",
        }
    }
}

/// The person's answer on the consent page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsentAnswer {
    /// An answer counts for this account only.
    pub account_id: String,
    /// The scope values that the page showed.
    pub scope: Vec<String>,
    pub allowed: bool,
}

/// How far a sign-in flow has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Remaining steps, in order; empty when the flow may go to its target.
    pub steps: Vec<Step>,
    /// When the person proved their identity in this flow, as the session has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authenticated_at: Option<Millis>,
    /// The proof, while steps remain before the session can begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<Proved>,
    /// The account that the person chose to continue with. The choice counts for this account only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selected_account: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<ConsentAnswer>,
    /// Scope values that the consent page shows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asking_for: Vec<String>,
    /// True once the person put off the second factor that is required.
    #[serde(default)]
    pub put_off: bool,
    /// The language chosen on a page of this flow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// True once the person left with `cancel`.
    #[serde(default)]
    pub cancelled: bool,
    /// The trip to a corporate provider that the browser has begun and not ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ceremony: Option<Box<Ceremony>>,
    /// True once the provider was asked for a second factor and did not confirm one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_raised: bool,
    /// The identity that the person came back with, if it waits for a proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linking: Option<Box<Linking>>,
}

/// A sign-in flow: sealed in its pages until somebody proves who they are ([`super::sealed_flows`]), then a row of
/// `sign_in_flows`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignInFlow {
    /// The id of its row, also before there is one.
    pub id: String,
    /// What the pages' addresses and forms carry: the id of its row, or the whole flow, sealed. Useless without the
    /// browser's cookie.
    #[serde(skip)]
    pub handle: String,
    /// Hash of the browser's flow cookie.
    pub browser: String,
    pub target: Target,
    pub progress: Progress,
    pub created_at: Millis,
    /// When its pages stop working.
    pub expires_at: Millis,
    /// When it reached its target.
    #[serde(skip)]
    pub ended_at: Option<Millis>,
}

impl SignInFlow {
    /// A sign-in flow that begins now in the browser with `flow_secret`; its pages work for `lifetime` milliseconds.
    /// Without a secret no browser owns the flow yet: a POST from another site carries no cookie, so the GET that
    /// follows claims the flow.
    pub fn begin(
        target: Target,
        steps: Vec<Step>,
        flow_secret: Option<&str>,
        lifetime: Millis,
        now: Millis,
        random: &Random,
    ) -> Self {
        let id = random.token();
        Self {
            handle: id.clone(),
            id,
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

    /// True when the browser with `flow_secret` began this sign-in flow (attacks 8 and 10).
    pub fn belongs_to(&self, flow_secret: &str) -> bool {
        self.is_of(&hashed(flow_secret))
    }

    /// True when one of the browser's earlier secrets, given by their hashes, began this flow. Such a secret does not
    /// allow the browser to continue the flow or to post its forms.
    pub fn began_by(&self, hashes: &[String]) -> bool {
        !self.is_unclaimed() && hashes.iter().any(|hash| self.is_of(hash))
    }

    /// Compares in constant time: a cookie sends the hash itself.
    fn is_of(&self, hash: &str) -> bool {
        hash.as_bytes().ct_eq(self.browser.as_bytes()).into()
    }

    /// True when it has no row.
    pub fn is_sealed(&self) -> bool {
        self.handle != self.id
    }

    /// The id of its row, if it has one.
    pub fn row_id(&self) -> Option<String> {
        (!self.is_sealed()).then(|| self.id.clone())
    }

    /// This flow with a row: its pages carry the id from now on.
    #[must_use]
    pub fn stored(self) -> Self {
        Self {
            handle: self.id.clone(),
            ..self
        }
    }

    /// True when a person stands behind it ([`Progress::is_held`]). Only the others may be sealed, and strangers can push
    /// them out.
    pub fn is_held(&self) -> bool {
        !self.is_unclaimed() && self.progress.is_held()
    }

    /// True until a browser claims it.
    pub fn is_unclaimed(&self) -> bool {
        self.browser.is_empty()
    }

    /// The length of what it stores, in bytes.
    pub fn stored_len(&self) -> usize {
        let target = serde_json::to_string(&self.target).map_or(0, |text| text.len());
        target + serde_json::to_string(&self.progress).map_or(0, |text| text.len())
    }

    /// True while its pages work.
    pub fn is_open(&self, now: Millis) -> bool {
        self.ended_at.is_none() && now < self.expires_at
    }

    /// The next step, or `None` when the flow may go to its target. This is the only place that orders the steps.
    pub fn next(&self) -> Option<Step> {
        let steps = self.progress.steps.iter().copied();
        steps.take_while(|_| !self.progress.cancelled).next()
    }

    /// True when the person left from the page of [`Step::NoAccess`].
    pub fn left_without_access(&self) -> bool {
        self.progress.cancelled && self.progress.steps.contains(&Step::NoAccess)
    }

    /// Where the browser goes now: to the page of the next step, or to the target.
    pub fn address(&self) -> String {
        let path = match (self.next(), &self.target) {
            (Some(step), _) => step.path(),
            (None, Target::Authorize { .. }) => RESUME,
            (None, Target::Launch { .. }) => LAUNCH,
            (None, Target::Portal { path }) => return path.clone(),
            (None, Target::Logout(_)) => LOGOUT,
        };
        self.address_at(path)
    }

    /// The address of this flow's page at `path`.
    pub fn address_at(&self, path: &str) -> String {
        with_query(path, &[("flow", &self.handle)])
    }

    /// The address that starts a new sign-in flow to the same target.
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
            Target::Logout(_) => LOGOUT.to_owned(),
        }
    }

    /// The parameter `name` of the authorization request, if the flow began with one.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let Target::Authorize { parameters, .. } = &self.target else {
            return None;
        };
        let found = parameters.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The client that asks, if any.
    pub fn client_id(&self) -> Option<&str> {
        match &self.target {
            Target::Authorize { client_id, .. } | Target::Launch { client_id, .. } => {
                Some(client_id)
            }
            Target::Portal { .. } | Target::Logout(_) => None,
        }
    }

    /// The origin of the final redirect if it is not ours; with a private scheme the whole redirect URI.
    pub fn redirect_origin(&self) -> Option<String> {
        match &self.target {
            Target::Authorize {
                redirect_origin, ..
            } => Some(redirect_origin.clone()),
            Target::Launch { callback_url, .. } => url::Url::parse(callback_url)
                .ok()
                .map(|url| url.origin().ascii_serialization()),
            Target::Portal { .. } | Target::Logout(_) => None,
        }
    }
}

impl Progress {
    /// True when a person stands behind the flow of a browser: somebody has proved who they are in it, or its next step
    /// needs a session. Strangers push out no such flow.
    pub fn is_held(&self) -> bool {
        let proved =
            self.authenticated_at.is_some() || self.proved.is_some() || self.linking.is_some();
        proved || self.steps.first() != Some(&Step::Identify)
    }

    /// True when nobody has proved or decided anything. Only then may a flow be sealed: a proof or decision must not be
    /// repeatable, and a thief of the key must not be able to forge one.
    pub fn is_untouched(&self) -> bool {
        let Self {
            authenticated_at,
            proved,
            selected_account,
            consent,
            ceremony,
            linking,
            ..
        } = self;
        authenticated_at.is_none()
            && proved.is_none()
            && selected_account.is_none()
            && consent.is_none()
            && ceremony.is_none()
            && linking.is_none()
    }

    /// Records that `step` is done.
    pub fn done(&mut self, step: Step) {
        self.steps.retain(|left| *left != step);
    }

    /// Puts `step` before all others.
    pub fn first(&mut self, step: Step) {
        self.done(step);
        self.steps.insert(0, step);
    }

    /// Records a proof of identity that is not enough yet: `steps` come first, in their order.
    pub fn proved(&mut self, proved: Proved, steps: &[Step]) {
        self.steps.retain(|left| !left.leads_to_a_session());
        self.steps.splice(0..0, steps.iter().copied());
        self.proved = Some(proved);
    }

    /// Records a proof of identity that began a session, or that `adds` a factor to one.
    pub fn authenticated(&mut self, adds: bool, now: Millis) {
        self.steps.retain(|left| !left.leads_to_a_session());
        self.proved = None;
        self.linking = None;
        if !adds {
            self.authenticated_at = Some(now);
        }
    }
}

#[cfg(test)]
mod tests;
