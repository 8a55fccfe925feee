//! The step that asks for a second factor: `/second-factor`.

use axum::response::Response;

use crate::clock::MINUTE;
use crate::db::DbError;
use crate::directory::Account;
use crate::directory::known_browser::KnownBrowsers;
use crate::directory::sign_in::SignInError;
use crate::factors::{self, AccountFactors, Acr, CodeProof, Typed};
use crate::http::params::with_query;
use crate::limits;
use crate::pages::page_error::PageError;
use crate::passkeys;
use crate::sessions::sign_in_flow::{Proved, Step};
use crate::state::visitor::HandlerError;

use super::enter::{self, NotEntered};
use super::pages::{CodeProblem, CorporateWay, PasskeyWay, SecondFactorPage};
use super::passkey_challenge::ask_factor;
use super::raising;
use super::step_context::{Form, OpenFlow, StepContext};
use super::typed_code;

/// The methods of a code, whether the app or a recovery code has it (RFC 8176).
pub(super) const ONE_TIME_CODE: &[&str] = &["otp"];

/// `GET /second-factor`; with `way=recovery` it asks for a recovery code.
pub async fn get(context: StepContext) -> Response {
    let shown = show(&context).await;
    context.shown(shown)
}

async fn show(context: &StepContext) -> Result<Response, HandlerError> {
    let open = context.at(Step::SecondFactor).await?;
    let (account, proved) = enter::proved(context, &open).await?;
    let by_recovery = context.visit.query.get("way") == Some("recovery");
    let asked = Asked::of(context, &open, (&account, &proved), by_recovery).await?;
    let problem = open
        .flow
        .progress
        .not_raised
        .then_some(CodeProblem::NotRaised);
    Ok(render(context, &open, &account, asked, problem))
}

/// What the browser is asked for a key of the account.
pub(super) async fn ask(
    context: &StepContext,
    open: &OpenFlow,
) -> Result<Option<passkeys::Asked>, HandlerError> {
    let (account, _) = enter::proved(context, open).await?;
    let mut view = context.state.db.read().await?;
    let own = passkeys::list(&mut view, &account.id).await?;
    Ok(ask_factor(context, &open.flow, &account, &own))
}

/// Shows the page again, because a key was not believed.
pub(super) async fn again(
    context: &StepContext,
    open: &OpenFlow,
    problem: CodeProblem,
) -> Result<Response, HandlerError> {
    let (account, proved) = enter::proved(context, open).await?;
    let asked = Asked::of(context, open, (&account, &proved), false).await?;
    Ok(render(context, open, &account, asked, Some(problem)))
}

/// What the page asks for.
#[derive(Clone)]
struct Asked {
    by_recovery: bool,
    may_remember: bool,
    /// False if no code is enough, or if the account has no app.
    has_code: bool,
    passkey: Option<PasskeyWay>,
    corporate: Option<CorporateWay>,
}

impl Asked {
    async fn of(
        context: &StepContext,
        open: &OpenFlow,
        (account, proved): (&Account, &Proved),
        by_recovery: bool,
    ) -> Result<Self, HandlerError> {
        let passkey = ask(context, open).await?.map(PasskeyWay::of);
        let corporate = raising::way(context, &open.flow, proved).await?;
        let known = {
            let mut view = context.state.db.read().await?;
            AccountFactors::of(&mut view, &account.id, None, context.now).await?
        };
        // Who has proved a code before is asked for more than a code.
        let is_weak = proved.acr() < Acr::Mfa;
        let has_temporary = known.has_temporary_code && is_weak;
        let has_code = (known.has_authenticator && is_weak) || has_temporary;
        Ok(Self {
            by_recovery: by_recovery || (has_temporary && !known.has_authenticator),
            may_remember: may_remember(context, account).await?,
            has_code: has_code || (passkey.is_none() && corporate.is_none()),
            passkey,
            corporate,
        })
    }
}

fn render(
    context: &StepContext,
    open: &OpenFlow,
    account: &Account,
    asked: Asked,
    problem: Option<CodeProblem>,
) -> Response {
    let here = open.flow.address_at(Step::SecondFactor.path());
    let page = SecondFactorPage {
        frame: context.frame_at(Step::SecondFactor, open, account),
        csrf: StepContext::csrf_token(open),
        asker: context.asker(&open.flow),
        account: account.username.clone(),
        by_recovery: asked.by_recovery,
        other_way: if asked.by_recovery {
            here
        } else {
            with_query(&here, &[("way", "recovery")])
        },
        may_remember: asked.may_remember,
        has_code: asked.has_code,
        passkey: asked.passkey,
        corporate: asked.corporate,
        problem,
    };
    context.page(open, &page)
}

/// True if the browser may be remembered: the settings allow it, and the person is no administrator.
async fn may_remember(context: &StepContext, account: &Account) -> Result<bool, HandlerError> {
    if context.state.config.factors.remember == 0 {
        return Ok(false);
    }
    let mut view = context.state.db.read().await?;
    Ok(!factors::is_administrator(&mut view, account).await?)
}

/// `POST /second-factor`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = check(&context, &form).await;
    context.answered(answered)
}

async fn check(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let open = context.posted(form, &[Step::SecondFactor]).await?;
    let (account, proved) = enter::proved(context, &open).await?;
    let recovery = form.get("recovery_code");
    let by_recovery = recovery.is_some();
    let asked = Asked::of(context, &open, (&account, &proved), by_recovery).await?;
    let again = |problem| {
        Ok(render(
            context,
            &open,
            &account,
            asked.clone(),
            Some(problem),
        ))
    };
    let typed = match (form.get("code"), recovery) {
        (_, Some(code)) if !code.trim().is_empty() => Typed::Spare(code),
        (Some(code), None) if !code.trim().is_empty() => Typed::Authenticator(code),
        _ => return again(CodeProblem::Missing),
    };
    let remember = asked.may_remember && form.get("remember").is_some();
    match enter_with(context, &open, &account, proved, (typed, remember)).await {
        Ok(response) => Ok(response),
        Err(NotEntered::Proof(SignInError::Db(error))) => Err(error.into()),
        Err(NotEntered::Proof(error)) => match CodeProblem::of(&error, context.now) {
            Some(problem) => again(problem),
            None => Err(PageError::Busy.into()),
        },
        Err(NotEntered::Handler(error)) => Err(error),
    }
}

/// Checks the code and goes on. A wrong one counts as a failed attempt of the account (attack 15).
async fn enter_with(
    context: &StepContext,
    open: &OpenFlow,
    account: &Account,
    proved: Proved,
    (typed, remember): (Typed<'_>, bool),
) -> Result<Response, NotEntered<SignInError>> {
    let state = &context.state;
    let memory = context.browser_memory();
    let browser = memory.as_ref().map(|memory| memory.known());
    let checked = typed_code::check(context, account, typed, browser).await;
    let (code, reservation) = checked.map_err(NotEntered::Proof)?;
    let (owner, audit) = (account.clone(), context.audit());
    let ends_at = context.now.saturating_add(state.config.factors.remember);
    let temporary = match &code {
        CodeProof::Temporary { hash } => Some(hash.clone()),
        _ => None,
    };
    let keeps = remember && temporary.is_none();
    let renewed = keeps.then(|| KnownBrowsers::renewed(memory, &state.random));
    let browser = renewed.as_ref().map(|memory| memory.known().id.to_owned());
    let proved = match temporary {
        Some(hash) => proved.with_temporary_code(hash),
        None => proved.and(ONE_TIME_CODE),
    };
    let proved = proved.given_now();
    let settled = enter::settle_proof(context, open, account, proved, move |tx| {
        Box::pin(async move {
            if !code.settle(tx, &owner, &audit).await? {
                return Err(SignInError::Refused);
            }
            limits::succeeded(tx, &reservation).await?;
            if let Some(browser) = browser {
                factors::remember_browser(tx, &owner.id, &browser, ends_at, &audit).await?;
            }
            Ok(())
        })
    });
    let onward = settled.await?;
    let mut response = context.lead_on(&onward.address);
    match renewed {
        Some(memory) => onward.keep(context, Some(memory), &mut response),
        None => onward.know_browser(context, &mut response),
    }
    Ok(response)
}

impl CodeProblem {
    /// What to say after a refused code; `None` if the server is busy.
    pub(super) fn of(error: &SignInError, now: i64) -> Option<Self> {
        match error {
            SignInError::Delayed { until } => {
                let left = until.saturating_sub(now).max(1);
                let minutes = u64::try_from((left + MINUTE - 1) / MINUTE).unwrap_or(1);
                Some(Self::Wait { minutes })
            }
            SignInError::Refused => Some(Self::Wrong),
            SignInError::Busy | SignInError::Db(_) => None,
        }
    }
}

impl From<DbError> for NotEntered<SignInError> {
    fn from(error: DbError) -> Self {
        Self::Handler(error.into())
    }
}
