//! The sign-in with a passkey: `/passkey`, from the sign-in page, or after a password from the page of the second factor.
//!
//! Each page carries a sealed challenge; `GET /passkey` gives its script a newer one, and stores nothing either. `POST
//! /passkey` takes the browser's answer.

use std::net::{IpAddr, Ipv4Addr};

use axum::Json;
use axum::http::header::{ACCEPT, CACHE_CONTROL, X_CONTENT_TYPE_OPTIONS};
use axum::response::{IntoResponse as _, Response};

use crate::audit::{self, Event, SignInRefusal};
use crate::clock::MINUTE;
use crate::db::DbError;
use crate::directory::Account;
use crate::limits::{self, LimitError, Reservation};
use crate::pages::page_error::PageError;
use crate::passkeys::{self, Found, Passkey, PasskeyRefusal, Purpose, RelyingParty, Shown};
use crate::sessions::sign_in_flow::{Proved, Step};
use crate::state::visitor::HandlerError;

use super::enter::{self, NotEntered};
use super::identify;
use super::pages::{CodeProblem, LoginProblem};
use super::passkey_challenge::{ask, factor_place, place};
use super::second_factor;
use super::step_context::{Form, OpenFlow, StepContext};

pub const PATH: &str = "/passkey";

/// The address that an attempt counts for when the request has none.
const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// `GET /passkey`: a challenge for the script of the sign-in page, or the sign-in page for a person.
pub async fn get(context: StepContext) -> Response {
    let accepts = context.visit.headers.get(ACCEPT);
    if accepts.is_none_or(|kinds| kinds != "application/json") {
        return lead_to_the_page(&context);
    }
    let asked = asked(&context).await;
    context.answered(asked)
}

fn lead_to_the_page(context: &StepContext) -> Response {
    let flow = context.visit.query.get("flow").map(|flow| [("flow", flow)]);
    let pairs = flow.as_ref().map_or(&[][..], |pair| pair.as_slice());
    let address = crate::http::params::with_query(Step::Identify.path(), pairs);
    context.lead_on(&address)
}

async fn asked(context: &StepContext) -> Result<Response, HandlerError> {
    let open = context.flow(context.visit.query.get("flow")).await?;
    let asked = match open.flow.next() {
        Some(Step::Identify) => ask(context, &open.flow),
        Some(Step::SecondFactor) => second_factor::ask(context, &open).await?,
        _ => return Err(HandlerError::Elsewhere(open.flow.address())),
    };
    let asked = asked.ok_or(PageError::NotFound)?;
    let body = serde_json::json!({ "options": asked.options, "state": asked.state });
    let headers = [
        (CACHE_CONTROL, "no-store"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((headers, Json(body)).into_response())
}

/// `POST /passkey`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = check(&context, &form).await;
    context.answered(answered)
}

async fn check(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let steps = [Step::Identify, Step::SecondFactor];
    let open = context.posted(form, &steps).await?;
    let is_factor = open.flow.next() == Some(Step::SecondFactor);
    let party = context.state.passkeys.as_ref().ok_or(PageError::NotFound)?;
    let field = |name| form.get(name).unwrap_or_default();
    let answer = (field("answer"), field("state"));
    let entered = if is_factor {
        Box::pin(prove_factor(context, &open, party, answer)).await
    } else {
        Box::pin(sign_in(context, &open, party, answer)).await
    };
    match entered {
        Ok(response) => Ok(response),
        Err(NotEntered::Handler(error)) => Err(error),
        Err(NotEntered::Proof(refused)) if is_factor => {
            let problem = refused.factor_problem(context)?;
            second_factor::again(context, &open, problem).await
        }
        Err(NotEntered::Proof(refused)) => {
            let problem = refused.problem(context)?;
            Ok(identify::again(context, &open, problem))
        }
    }
}

/// Why nobody was signed in.
enum Refused {
    Passkey(PasskeyRefusal),
    /// No account has a key with this id.
    Unknown(String),
    /// Only a corporate provider lets its account in.
    CorporateOnly,
    Limit(LimitError),
}

impl From<PasskeyRefusal> for Refused {
    fn from(refusal: PasskeyRefusal) -> Self {
        Self::Passkey(refusal)
    }
}

impl From<DbError> for Refused {
    fn from(error: DbError) -> Self {
        Self::Passkey(error.into())
    }
}

impl<E: Into<Refused>> From<E> for NotEntered<Refused> {
    fn from(error: E) -> Self {
        Self::Proof(error.into())
    }
}

impl From<LimitError> for Refused {
    fn from(error: LimitError) -> Self {
        Self::Limit(error)
    }
}

impl Refused {
    /// What the page of the second factor says.
    fn factor_problem(self, context: &StepContext) -> Result<CodeProblem, HandlerError> {
        match self.problem(context)? {
            LoginProblem::Wait { minutes } => Ok(CodeProblem::Wait { minutes }),
            LoginProblem::PasskeyLate => Ok(CodeProblem::KeyLate),
            LoginProblem::Busy => Err(PageError::Busy.into()),
            _ => Ok(CodeProblem::KeyRefused),
        }
    }

    /// What the sign-in page says.
    fn problem(self, context: &StepContext) -> Result<LoginProblem, HandlerError> {
        match self {
            Self::Unknown(credential) => Ok(LoginProblem::PasskeyUnknown { credential }),
            Self::Passkey(PasskeyRefusal::Late) => Ok(LoginProblem::PasskeyLate),
            Self::Passkey(PasskeyRefusal::Wrong(_)) | Self::CorporateOnly => {
                Ok(LoginProblem::PasskeyRefused)
            }
            Self::Limit(LimitError::Delayed { until }) => {
                let left = until.saturating_sub(context.now).max(1);
                let minutes = u64::try_from((left + MINUTE - 1) / MINUTE).unwrap_or(1);
                Ok(LoginProblem::Wait { minutes })
            }
            Self::Limit(LimitError::Busy) => Ok(LoginProblem::Busy),
            Self::Passkey(PasskeyRefusal::Db(error)) | Self::Limit(LimitError::Db(error)) => {
                Err(error.into())
            }
        }
    }
}

async fn sign_in(
    context: &StepContext,
    open: &OpenFlow,
    party: &RelyingParty,
    answer: (&str, &str),
) -> Result<Response, NotEntered<Refused>> {
    let state = &context.state;
    let about = (&state.keys, context.now);
    let place = (Purpose::SignIn, &place(state, &open.flow));
    let shown = party.shown(answer, place, about)?;
    let owned = {
        let mut view = state.db.read().await?;
        passkeys::find(&mut view, &shown.credential_id).await?
    };
    let owner = owned.as_ref().map(|(_, account)| account.id.clone());
    let attempt = admit(context, owner.as_deref()).await?;
    let admits = identify::admits(context, &open.flow);
    let believed = believe(context, party, shown, owned).and_then(|found| {
        let has = admits.has(&found.account);
        has.then_some(found).ok_or(Refused::CorporateOnly)
    });
    let found = match believed {
        Ok(found) => found,
        Err(refused) => {
            refuse(context, attempt, owner, &refused).await?;
            return Err(refused.into());
        }
    };
    let writes = &state.sign_in.writes;
    if let Err(delayed) = writes.spend(&found.account.id, context.now) {
        limits::release(&state.db, attempt).await?;
        return Err(delayed.into());
    }
    enter(context, open, found, attempt).await
}

/// A key as second factor: one of the account whose password was proved.
async fn prove_factor(
    context: &StepContext,
    open: &OpenFlow,
    party: &RelyingParty,
    answer: (&str, &str),
) -> Result<Response, NotEntered<Refused>> {
    let state = &context.state;
    let (account, proved) = enter::proved(context, open).await?;
    let place = factor_place(state, &open.flow, &account);
    let about = (&state.keys, context.now);
    let shown = party.shown(answer, (Purpose::SecondFactor, &place), about)?;
    let found = {
        let mut view = state.db.read().await?;
        passkeys::find(&mut view, &shown.credential_id).await?
    };
    let owned = found.filter(|(key, _)| key.account_id == account.id);
    let attempt = admit(context, Some(&account.id)).await?;
    let found = match believe(context, party, shown, owned) {
        Ok(found) => found,
        Err(refused) => {
            refuse(context, attempt, Some(account.id), &refused).await?;
            return Err(refused.into());
        }
    };
    let proved = proved.and(found.key.factor_methods()).given_now();
    let (now, zone) = (context.now, state.zone.clone());
    enter::after_proof(context, open, &account, proved, move |tx| {
        Box::pin(async move {
            passkeys::settle(tx, &found, (now, &zone)).await?;
            Ok(limits::succeeded(tx, &attempt).await?)
        })
    })
    .await
}

/// Counts the attempt before the answer is checked.
async fn admit(context: &StepContext, owner: Option<&str>) -> Result<Reservation, LimitError> {
    let state = &context.state;
    let address = context.origin.address.unwrap_or(NOWHERE);
    let counters = state.limits.passkey(owner, address);
    let gate = &state.sign_in.gate;
    gate.admit(&state.db, &state.clock, &counters).await
}

fn believe(
    context: &StepContext,
    party: &RelyingParty,
    shown: Shown,
    owned: Option<(Passkey, Account)>,
) -> Result<Found, Refused> {
    let Some(owned) = owned else {
        return Err(Refused::Unknown(shown.credential_id));
    };
    let about = (context.now, &context.state.zone);
    Ok(party.believe(shown, owned, about)?)
}

/// Settles the attempt as a failure, with its audit entry.
async fn refuse(
    context: &StepContext,
    attempt: Reservation,
    owner: Option<String>,
    refused: &Refused,
) -> Result<(), DbError> {
    let reason = match refused {
        Refused::Unknown(_) => SignInRefusal::UnknownPasskey,
        Refused::CorporateOnly => SignInRefusal::CorporateOnly,
        _ => SignInRefusal::WrongPasskey,
    };
    if let Refused::Passkey(why) = refused {
        let why = why.to_string();
        tracing::info!(why = %why.escape_debug(), "a passkey was refused");
    }
    let entry = context.audit().entry(Event::SignInRefused { reason });
    let entry = owner.map(|id| entry.clone().account(id)).or_else(|| {
        context.state.recorder.refuse(entry);
        None
    });
    let now = context.now;
    let written = context.state.db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            limits::failed(tx, &attempt, now).await?;
            match &entry {
                Some(entry) => audit::record(tx, entry).await,
                None => Ok(()),
            }
        })
    });
    written.await
}

async fn enter(
    context: &StepContext,
    open: &OpenFlow,
    found: Found,
    attempt: Reservation,
) -> Result<Response, NotEntered<Refused>> {
    let account = found.account.clone();
    let proved = Proved::passkey(&account, &found.key.methods());
    let (now, zone) = (context.now, context.state.zone.clone());
    enter::after_proof(context, open, &account, proved, move |tx| {
        Box::pin(async move {
            passkeys::settle(tx, &found, (now, &zone)).await?;
            Ok(limits::succeeded(tx, &attempt).await?)
        })
    })
    .await
}
