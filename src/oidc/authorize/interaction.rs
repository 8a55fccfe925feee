//! Decides which pages an authorization request needs before the response (OpenID Connect Core 3.1.2.3, 3.1.2.4,
//! 3.1.2.6). The decision is pure: it depends only on the request and the given circumstances.

use serde_json::Value;

use crate::clients::{Client, GrantType};
use crate::clock::{Millis, SECOND};
use crate::directory::claims;
use crate::factors::{Acr, Lack};
use crate::oidc::error::ErrorCode;
use crate::sessions::consents::Consent;
use crate::sessions::sign_in_flow::{ConsentAnswer, Progress, Step};
use crate::sessions::sso::SsoSession;

use super::request::AuthorizeRequest;
use super::strength::{self, Missing};

/// The facts about the browser and the person when the request is decided.
pub struct Circumstances<'a> {
    /// The live session of this browser; its account may sign in.
    pub session: Option<&'a SsoSession>,
    /// What that account has allowed this client before.
    pub consent: Option<&'a Consent>,
    /// True when neither a remembered consent nor `first_party` counts: [`Client::asks_each_time`].
    pub asks_each_time: bool,
    /// The `sub` of the ID token hint, if the request has a valid one.
    pub hinted_subject: Option<&'a str>,
    /// The progress of this request's sign-in flow, if there is one.
    pub progress: Option<&'a Progress>,
    /// The strongest class that the account can prove.
    pub reachable: Acr,
    /// What the session lacks if the client requires a second factor.
    pub lack: Lack,
    pub now: Millis,
}

/// What to do with the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Respond with a code for these scope values.
    Grant {
        /// Sorted.
        scope: Vec<String>,
    },
    /// Show these pages first.
    Ask {
        /// In this order.
        steps: Vec<Step>,
        /// The scope values that the consent page shows.
        scope: Vec<String>,
    },
    /// Respond with an error.
    Refuse(ErrorCode),
}

impl Decision {
    /// True when the decision is about the signed-in person: it asks for no new sign-in and no choice of account.
    /// Asking for consent counts, and so does an error because of missing consent.
    pub fn concerns_who_is_signed_in(&self) -> bool {
        match self {
            Self::Grant { .. } => true,
            Self::Ask { steps, .. } => !steps.iter().any(|step| step.leads_to_a_session()),
            Self::Refuse(code) => *code == ErrorCode::ConsentRequired,
        }
    }
}

/// Decides what `request` of `client` needs.
pub fn decide(request: &AuthorizeRequest, client: &Client, known: &Circumstances<'_>) -> Decision {
    if known.progress.is_some_and(|progress| progress.cancelled) {
        return Decision::Refuse(ErrorCode::AccessDenied);
    }
    let Some(session) = known.session else {
        return sign_in(request);
    };
    if let Some(decision) = identity(request, client, session, known) {
        return decision;
    }
    let has = Acr::of(&session.acr).unwrap_or(Acr::Password);
    let wanted = strength::wanted(request);
    let shows_no_page = request.prompt.none;
    let missing = wanted.and_then(|it| strength::missing(&it, has, known.reachable, shows_no_page));
    match missing {
        Some(Missing::SecondFactor) => {
            return Decision::Ask {
                steps: vec![Step::SecondFactor],
                scope: Vec::new(),
            };
        }
        Some(Missing::Refuse(code)) => return Decision::Refuse(code),
        None => {}
    }
    if let Some(decision) = second_factor(request, known.lack) {
        return decision;
    }
    consent(request, client, session, known)
}

/// Asks for the second factor that the client requires, or refuses if it forbids pages.
fn second_factor(request: &AuthorizeRequest, lack: Lack) -> Option<Decision> {
    let step = match lack {
        Lack::Nothing => return None,
        Lack::Proof => Step::SecondFactor,
        Lack::Factor => Step::AddFactor,
        // The sign-in adds the step for the factor itself.
        Lack::FreshProof => Step::Identify,
    };
    if request.prompt.none {
        return Some(Decision::Refuse(ErrorCode::LoginRequired));
    }
    Some(Decision::Ask {
        steps: vec![step],
        scope: Vec::new(),
    })
}

/// Asks for a sign-in, or refuses if the client forbids pages.
fn sign_in(request: &AuthorizeRequest) -> Decision {
    if request.prompt.none {
        return Decision::Refuse(ErrorCode::LoginRequired);
    }
    Decision::Ask {
        steps: vec![Step::Identify],
        scope: Vec::new(),
    }
}

/// Checks that the signed-in person and the age of their sign-in are what the client wants.
fn identity(
    request: &AuthorizeRequest,
    client: &Client,
    session: &SsoSession,
    known: &Circumstances<'_>,
) -> Option<Decision> {
    // The proof must belong to this session. A sign-in flow that is carried into another browser and completed there
    // proves nothing about the person at this browser (attack 8).
    let proven_here = known
        .progress
        .and_then(|progress| progress.authenticated_at)
        .is_some_and(|proved| session.auth_time >= proved);
    if request.prompt.select_account
        && !proven_here
        && known
            .progress
            .is_none_or(|it| it.selected_account.as_ref() != Some(&session.account_id))
    {
        // `prompt` has no `none` here: the rules refuse the combination.
        return Some(Decision::Ask {
            steps: vec![Step::SelectAccount],
            scope: Vec::new(),
        });
    }
    let another = expected_subject(request, known).is_some_and(|sub| sub != session.account_id);
    if another && proven_here {
        return Some(Decision::Refuse(ErrorCode::LoginRequired));
    }
    let max_age = request.max_age_seconds().or(client.default_max_age);
    let too_old = max_age.is_some_and(|seconds| {
        known.now.saturating_sub(session.auth_time) > seconds.saturating_mul(SECOND)
    });
    let again = request.prompt.login || too_old || max_age == Some(0);
    if another || (again && !proven_here) {
        return Some(sign_in(request));
    }
    None
}

/// The person that the client expects: from the hint, or from `claims.id_token.sub.value`.
fn expected_subject<'a>(
    request: &'a AuthorizeRequest,
    known: &Circumstances<'a>,
) -> Option<&'a str> {
    let claimed = request
        .claim("id_token", "sub")
        .and_then(|sub| sub.get("value"));
    known
        .hinted_subject
        .or_else(|| claimed.and_then(Value::as_str))
}

fn consent(
    request: &AuthorizeRequest,
    client: &Client,
    session: &SsoSession,
    known: &Circumstances<'_>,
) -> Decision {
    let scope = grantable(request, client, known.consent);
    let asked = with_claims(&scope, request, client);
    if let Some(answer) = answered(known.progress, session, &asked) {
        return if answer.allowed {
            Decision::Grant { scope }
        } else {
            Decision::Refuse(ErrorCode::AccessDenied)
        };
    }
    let remembered = known.consent.is_some_and(|consent| consent.covers(&asked));
    let agreed = client.first_party || (remembered && !request.prompt.consent);
    if agreed && !known.asks_each_time {
        return Decision::Grant { scope };
    }
    if request.prompt.none {
        return Decision::Refuse(ErrorCode::ConsentRequired);
    }
    Decision::Ask {
        steps: vec![Step::Consent],
        scope: asked,
    }
}

/// The scope values to ask the person for: the requested ones, and those that individually requested claims belong to.
/// A claim that is requested by name discloses as much as its scope (attack 29).
fn with_claims(scope: &[String], request: &AuthorizeRequest, client: &Client) -> Vec<String> {
    let implied = request
        .claim_names()
        .into_iter()
        .filter_map(claims::scope_of);
    let mut asked: Vec<String> = scope.to_vec();
    asked.extend(
        implied
            .filter(|scope| client.may_ask(scope))
            .map(str::to_owned),
    );
    asked.sort_unstable();
    asked.dedup();
    asked
}

/// This person's answer to exactly this question in this sign-in flow.
fn answered<'a>(
    progress: Option<&'a Progress>,
    session: &SsoSession,
    scope: &[String],
) -> Option<&'a ConsentAnswer> {
    let answer = progress?.consent.as_ref()?;
    let same = answer.account_id == session.account_id && answer.scope == scope;
    same.then_some(answer)
}

/// The requested scope values that this client may have. Unknown ones are ignored (RFC 6749 section 3.3).
/// `offline_access` needs `prompt=consent` unless the client is first-party or the remembered consent includes it
/// (OpenID Connect Core 11).
fn grantable(
    request: &AuthorizeRequest,
    client: &Client,
    consent: Option<&Consent>,
) -> Vec<String> {
    let offline = client.first_party
        || request.prompt.consent
        || consent.is_some_and(|consent| consent.covers(&["offline_access".to_owned()]));
    let may_have = |scope: &&String| {
        client.may_ask(scope)
            && (scope.as_str() != "offline_access"
                || (offline && request.is_openid() && client.may_use(GrantType::RefreshToken)))
    };
    request.scope.iter().filter(may_have).cloned().collect()
}
