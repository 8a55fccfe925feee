//! The step that adds an authenticator app when one is required: `/second-factor/new`.

use axum::response::Response;

use crate::clock::Millis;
use crate::db::DbError;
use crate::directory::Account;
use crate::factors::{
    AccountFactors, ConfirmedApp, Demand, FactorError, Offer, Secret, recovery_codes,
    temporary_codes,
};
use crate::pages::page_error::PageError;
use crate::sessions::sign_in_flow::{Proved, Step};
use crate::sessions::sso::FRESH;
use crate::state::visitor::HandlerError;

use super::enter::{self, NotEntered};
use super::pages::{AddFactorPage, CodeProblem, RecoveryCodesPage};
use super::raising;
use super::second_factor::ONE_TIME_CODE;
use super::step_context::{Form, OpenFlow, StepContext};

/// `GET /second-factor/new`.
pub async fn get(context: StepContext) -> Response {
    let shown = show(&context).await;
    context.shown(shown)
}

async fn show(context: &StepContext) -> Result<Response, HandlerError> {
    let open = context.at(Step::AddFactor).await?;
    let (account, proved) = enter::proved(context, &open).await?;
    if is_old(context, &proved).await? {
        return sign_in_again(context, open).await;
    }
    let secret = context.state.factor_secrets.draw();
    render(context, &open, (&account, &proved), &secret, None).await
}

/// True if the proof is too old for a new way in: one of a session, or of a provider that let somebody in by an older sign-in
/// there (attack 17). How long the person takes for this page does not count.
async fn is_old(context: &StepContext, proved: &Proved) -> Result<bool, HandlerError> {
    if proved.session.is_some() {
        let signed_in = context.signed_in().await?;
        return Ok(signed_in.is_none_or(|known| !known.session.is_fresh(context.now)));
    }
    let theirs = proved.corporate.as_ref();
    // Of a provider that never says when, a new proof would say no more.
    let at = theirs.and_then(|theirs| theirs.auth_time);
    let came_at = proved.at.unwrap_or(context.now);
    Ok(at.is_some_and(|at| at.saturating_add(FRESH) <= came_at))
}

/// Asks for a new proof, also the provider, after which the sign-in comes back to this step.
async fn sign_in_again(
    context: &StepContext,
    mut open: OpenFlow,
) -> Result<Response, HandlerError> {
    open.flow.progress.proved = None;
    open.flow.progress.first(Step::Identify);
    context.go_on(open.flow).await
}

/// `POST /second-factor/new`: the first code of the new app, or `later`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = add(&context, &form).await;
    context.answered(answered)
}

/// The page. It carries the secret sealed, so nothing is stored before the app has shown that it knows it.
async fn render(
    context: &StepContext,
    open: &OpenFlow,
    (account, proved): (&Account, &Proved),
    secret: &Secret,
    problem: Option<CodeProblem>,
) -> Result<Response, HandlerError> {
    let state = &context.state;
    let replaces = proved.temporary_code.is_some();
    let due_at = due_at(context, open, account).await?;
    let corporate = raising::way(context, &open.flow, proved).await?;
    let sealed = state.factor_secrets.offer(&account.id, secret, context.now);
    let sealed = sealed.map_err(|error| {
        tracing::error!(%error, "a secret cannot be sealed");
        HandlerError::from(PageError::Internal)
    })?;
    let page = AddFactorPage {
        frame: context.frame_at(Step::AddFactor, open, account),
        csrf: StepContext::csrf_token(open),
        asker: context.asker(&open.flow),
        offer: Offer::of(secret, &state.site.product, &account.username),
        sealed,
        due_on: due_at
            .filter(|_| !replaces)
            .map(|due_at| crate::days::last_day_before(due_at, &state.zone).to_string()),
        replaces,
        corporate,
        problem,
    };
    Ok(context.page(open, &page))
}

/// Until when the person may put it off; `None` if it is due.
async fn due_at(
    context: &StepContext,
    open: &OpenFlow,
    account: &Account,
) -> Result<Option<Millis>, HandlerError> {
    let mut view = context.state.db.read().await?;
    let known = AccountFactors::of(&mut view, &account.id, None, context.now).await?;
    let demand = enter::demanded(context, &open.flow, &mut view, (account, known)).await?;
    Ok(match demand {
        Demand::Until { due_at, .. } => Some(due_at),
        Demand::Met | Demand::Due => None,
    })
}

async fn add(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let open = context.posted(form, &[Step::AddFactor]).await?;
    let (account, proved) = enter::proved(context, &open).await?;
    if form.get("later").is_some() {
        return put_off(context, open, &account, proved).await;
    }
    // The page may have been open for long.
    if is_old(context, &proved).await? {
        return sign_in_again(context, open).await;
    }
    let secrets = &context.state.factor_secrets;
    let sealed = form.get("offer").unwrap_or_default();
    let Some(secret) = secrets.offered(&account.id, sealed, context.now) else {
        // The page was open for too long: a new one has a new secret.
        let secret = secrets.draw();
        let problem = Some(CodeProblem::Late);
        return render(context, &open, (&account, &proved), &secret, problem).await;
    };
    let code = form.get("code").unwrap_or_default();
    let app = match ConfirmedApp::of(secrets, &account.id, &secret, code, context.now) {
        Ok(app) => app,
        Err(FactorError::Code) => {
            let problem = if code.trim().is_empty() {
                CodeProblem::Missing
            } else {
                CodeProblem::Wrong
            };
            return render(context, &open, (&account, &proved), &secret, Some(problem)).await;
        }
        Err(error) => {
            tracing::error!(%error, "an authenticator app cannot be stored");
            return Err(PageError::Internal.into());
        }
    };
    confirmed(context, &open, &account, proved, app).await
}

/// Stores the app, goes on, and shows the recovery codes, for the only time.
async fn confirmed(
    context: &StepContext,
    open: &OpenFlow,
    account: &Account,
    proved: Proved,
    app: ConfirmedApp,
) -> Result<Response, HandlerError> {
    let codes = recovery_codes::draw(&context.state.random);
    let (owner, made, audit) = (account.clone(), codes.clone(), context.audit());
    let temporary_code = proved.temporary_code.clone();
    let proved = proved.and(ONE_TIME_CODE);
    let stored = enter::settle_proof(context, open, account, proved, move |tx| {
        Box::pin(async move {
            let known = AccountFactors::of(tx, &owner.id, None, audit.now).await?;
            // Somebody who proved less must not add to a key, nor replace an app (attack 10).
            let may_add = match &temporary_code {
                Some(hash) => temporary_codes::spend(tx, &owner.id, hash).await?,
                None => known.keys == 0,
            };
            if !may_add {
                return Err(NotAdded::HasOne);
            }
            let replaces = temporary_code.is_some() && known.has_authenticator;
            let added = app.store(tx, &owner, (replaces, &made), &audit).await?;
            added.then_some(()).ok_or(NotAdded::HasOne)
        })
    });
    let onward = match stored.await {
        Ok(onward) => onward,
        // The account got a factor while this page was open, so that one is asked for.
        Err(NotEntered::Proof(NotAdded::HasOne)) => {
            return Err(HandlerError::Expired {
                back: Some(open.flow.restart_address()),
            });
        }
        Err(NotEntered::Proof(NotAdded::Db(error))) => return Err(error.into()),
        Err(NotEntered::Handler(error)) => return Err(error),
    };
    let page = RecoveryCodesPage {
        frame: context.frame(Some(&open.flow), account.lang.as_deref()),
        account: account.username.clone(),
        codes,
        onward: onward.address.clone(),
    };
    let mut response = context.page(open, &page);
    onward.know_browser(context, &mut response);
    Ok(response)
}

/// Why an app was not added.
enum NotAdded {
    HasOne,
    Db(DbError),
}

impl From<DbError> for NotAdded {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

/// Goes on without an app, while that is allowed.
async fn put_off(
    context: &StepContext,
    mut open: OpenFlow,
    account: &Account,
    proved: Proved,
) -> Result<Response, HandlerError> {
    open.flow.progress.put_off = true;
    let stored = enter::after_proof(context, &open, account, proved, |_| {
        Box::pin(async { Ok::<(), DbError>(()) })
    });
    match stored.await {
        Ok(response) => Ok(response),
        Err(NotEntered::Proof(error)) => Err(error.into()),
        Err(NotEntered::Handler(error)) => Err(error),
    }
}
