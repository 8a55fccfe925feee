//! The step that asks for account and password: `/login`.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;
use url::Url;
use zeroize::Zeroizing;

use crate::clients::{Callback, log_unregistered};
use crate::clock::MINUTE;
use crate::db::DbError;
use crate::directory::LONGEST_TYPED;
use crate::directory::sign_in::{Admits, PasswordAttempt, SignInError, Verified};
use crate::federation::Provider;
use crate::http::params::with_query;
use crate::pages::page;
use crate::pages::page_error::PageError;
use crate::sessions::provider_sessions;
use crate::sessions::sign_in_flow::{Progress, Proved, SignInFlow, Step, Target};
use crate::site::offered;
use crate::state::visitor::HandlerError;

use super::apply;
use super::enter::{self, NotEntered};
use super::pages::{CorporateWay, LinkingWay, LoginPage, LoginProblem, PasskeyWay};
use super::passkey_challenge;
use super::step_context::{Form, OpenFlow, StepContext};

/// The application name that means the portal itself (K-42).
const PORTAL: &str = "SSO";
/// The tab of the page that is open first.
const TAB: &str = "tab";
pub(super) const CORPORATE_TAB: &str = "corporate";
/// With `way=password` the page has the account form, also where only providers count.
const WAY: &str = "way";
const PASSWORD_WAY: &str = "password";

/// `GET /login`.
pub async fn get(context: StepContext) -> Response {
    let shown = match context.visit.query.get("flow") {
        Some(_) => show(&context).await,
        None => arrive(&context, |flow| shown_as(&context, &flow.address())).await,
    };
    context.shown(shown)
}

/// A visit without an application, or from a legacy application (R-02, T-05, F-03, F-07). If somebody has to sign in, the
/// browser goes to the address that `first` makes of the flow.
pub(super) async fn arrive(
    context: &StepContext,
    first: impl Fn(&SignInFlow) -> String + Send,
) -> Result<Response, HandlerError> {
    let target = target(context)?;
    let steps = match context.signed_in().await? {
        Some(_) => Vec::new(),
        None => vec![Step::Identify],
    };
    if let (Target::Portal { path }, true) = (&target, steps.is_empty()) {
        return Ok(context.lead_on(path));
    }
    let signs_in = !steps.is_empty();
    let progress = Progress {
        steps,
        ..Progress::default()
    };
    if signs_in {
        context.begin_at(target, progress, first).await
    } else {
        context.begin(target, progress).await
    }
}

/// The address of the sign-in page as this visit asks for it: with the corporate tab, or with the account form.
fn shown_as(context: &StepContext, address: &str) -> String {
    let asked = [TAB, WAY].into_iter().find_map(|name| {
        let value = context.visit.query.get(name)?;
        Some([(name, value)])
    });
    asked.map_or_else(|| address.to_owned(), |pair| with_query(address, &pair))
}

/// The provider that the sign-in page leads to at once. Not if the application asks for a page, and not back from a page of
/// ours, so that nobody goes round in a circle.
fn one_click(context: &StepContext, flow: &SignInFlow) -> Option<Arc<Provider>> {
    let mut providers = context.state.providers.iter();
    let only = providers.next().filter(|_| providers.next().is_none())?;
    let asks = flow.parameter("prompt").is_some() || context.visit.query.get(TAB).is_some();
    (!asks).then_some(only)
}

/// True if only the corporate ways are offered. The address of the page, an identity that waits for a proof, or a session
/// that did not come from a provider brings the others back; whom they let in is decided when they are used.
async fn is_corporate_only(context: &StepContext, flow: &SignInFlow) -> Result<bool, DbError> {
    let asks = context.visit.query.get(WAY) == Some(PASSWORD_WAY);
    if !context.state.config.federation.only || asks || flow.progress.linking.is_some() {
        return Ok(false);
    }
    let Some(signed_in) = context.signed_in().await? else {
        return Ok(true);
    };
    let mut view = context.state.db.read().await?;
    let theirs = provider_sessions::find(&mut view, &signed_in.session.id).await?;
    Ok(theirs.is_some())
}

/// Who may sign in without a provider in `flow`: everybody, or where only providers count super administrators, and the
/// account that proves itself so that its identity is linked.
pub(super) fn admits(context: &StepContext, flow: &SignInFlow) -> Admits {
    if !context.state.config.federation.only {
        return Admits::Everybody;
    }
    let linking = flow.progress.linking.as_ref();
    Admits::SuperAdministrators {
        and: linking.map(|linking| linking.account_id.clone()),
    }
}

/// The target of a visit without a sign-in flow: `callbackUrl` of `appName`, or the home page if there is none.
fn target(context: &StepContext) -> Result<Target, HandlerError> {
    let query = &context.visit.query;
    let refused = || HandlerError::from(PageError::CallbackUrl);
    if !context.visit.is_readable() {
        return Err(PageError::BadRequest.into());
    }
    if query.all("callbackUrl").nth(1).is_some() || query.all("appName").nth(1).is_some() {
        return Err(refused());
    }
    let app_name = query.get("appName").unwrap_or(PORTAL);
    let Some(text) = query.get("callbackUrl") else {
        return Ok(Target::Portal {
            path: "/".to_owned(),
        });
    };
    if app_name == PORTAL {
        let path = context.state.own_path(text).ok_or_else(refused)?;
        return Ok(Target::Portal { path });
    }
    let client = context
        .state
        .clients
        .by_app_name(app_name)
        .ok_or_else(refused)?;
    let legacy = client.launches().ok_or_else(refused)?;
    let callback = Callback::check(text, legacy).map_err(|error| {
        tracing::debug!(%error, app = app_name, "a callbackUrl is not registered");
        let origin = Url::parse(text).map(|url| url.origin().ascii_serialization());
        let (came, registered) = (origin.unwrap_or_default(), &legacy.callback_origins);
        log_unregistered(&client.client_id, "callbackUrl", registered, &came);
        refused()
    })?;
    Ok(Target::Launch {
        client_id: client.client_id.clone(),
        app_name: app_name.to_owned(),
        callback_url: callback.as_str().to_owned(),
    })
}

async fn show(context: &StepContext) -> Result<Response, HandlerError> {
    let open = context.at(Step::Identify).await?;
    let corporate_only = is_corporate_only(context, &open.flow).await?;
    if corporate_only && let Some(provider) = one_click(context, &open.flow) {
        return Ok(context.lead_on(&open.flow.address_at(&provider.start_path())));
    }
    let account = login_hint(&open);
    Ok(render_ways(context, &open, account, None, corporate_only))
}

/// The account name that the application sent along, or the address that a corporate provider sent.
fn login_hint(open: &OpenFlow) -> String {
    let linking = open.flow.progress.linking.as_ref();
    let email = linking.and_then(|linking| linking.identity.email.as_deref());
    let hint = email.or_else(|| open.flow.parameter("login_hint"));
    hint.unwrap_or_default().chars().take(100).collect()
}

/// The ways to the corporate providers.
fn ways(context: &StepContext, open: &OpenFlow) -> Vec<CorporateWay> {
    let providers = context.state.providers.iter();
    let ways = providers.map(|provider| CorporateWay::of(&provider, &open.flow));
    ways.collect()
}

/// The provider whose identity waits for the account, and the identity, so that nobody links another person's.
fn linking(context: &StepContext, open: &OpenFlow) -> Option<LinkingWay> {
    let linking = open.flow.progress.linking.as_ref()?;
    let identity = &linking.identity;
    let provider = context.state.providers.get(&identity.provider)?;
    let known_as = identity.username.as_ref().or(identity.email.as_ref())?;
    Some(LinkingWay {
        name: format!("{} ({known_as})", provider.label()),
        by_passkey: linking.by_passkey,
    })
}

/// The page with all ways, on a retry with its error.
fn render(
    context: &StepContext,
    open: &OpenFlow,
    account: String,
    problem: Option<LoginProblem>,
) -> Response {
    render_ways(context, open, account, problem, false)
}

fn render_ways(
    context: &StepContext,
    open: &OpenFlow,
    account: String,
    problem: Option<LoginProblem>,
    corporate_only: bool,
) -> Response {
    let status = match problem {
        Some(LoginProblem::Busy) => StatusCode::SERVICE_UNAVAILABLE,
        Some(LoginProblem::Wait { .. }) => StatusCode::TOO_MANY_REQUESTS,
        _ => StatusCode::OK,
    };
    let here = open.flow.address_at(Step::Identify.path());
    let corporate_tab = with_query(&here, &[(TAB, CORPORATE_TAB)]);
    let mut policy = context.policy(&open.flow).fetching();
    if let Some(&LoginProblem::Wait { minutes }) = problem.as_ref() {
        policy = policy.retry_after(minutes.saturating_mul(60));
    }
    if matches!(problem, Some(LoginProblem::Busy)) {
        policy = policy.retry_after(1);
    }
    let page = LoginPage {
        frame: context
            .frame(Some(&open.flow), None)
            .at(&shown_as(context, &here)),
        csrf: StepContext::csrf_token(open),
        asker: context.asker(&open.flow),
        corporate: ways(context, open),
        passkey: passkey_challenge::ask(context, &open.flow).map(PasskeyWay::of),
        corporate_only,
        corporate_asked: context.visit.query.get(TAB) == Some(CORPORATE_TAB),
        corporate_tab,
        forgot: open.flow.address_at(offered::FORGOT_PASSWORD),
        apply: apply::is_open(context).then(|| open.flow.address_at(offered::APPLY)),
        linking: linking(context, open),
        account,
        problem,
    };
    page::respond(status, &page, &policy)
}

/// The page again, because a passkey signed nobody in.
pub(super) fn again(context: &StepContext, open: &OpenFlow, problem: LoginProblem) -> Response {
    render(context, open, login_hint(open), Some(problem))
}

/// `POST /login`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = check(&context, &form).await;
    context.answered(answered)
}

async fn check(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let open = context.posted(form, &[Step::Identify]).await?;
    // One character more than the longest name, so that a longer text cannot match an account.
    let account = form.get("account").unwrap_or_default().trim().chars();
    let account: String = account.take(LONGEST_TYPED + 1).collect();
    let Some(password) = form
        .get("password")
        .map(|text| Zeroizing::new(text.to_owned()))
    else {
        let missing = if account.is_empty() {
            LoginProblem::AccountMissing
        } else {
            LoginProblem::PasswordMissing
        };
        return Ok(render(context, &open, account, Some(missing)));
    };
    if account.is_empty() {
        return Ok(render(
            context,
            &open,
            account,
            Some(LoginProblem::AccountMissing),
        ));
    }
    let memory = context.browser_memory();
    let tried = PasswordAttempt {
        name: &account,
        password,
        opener: None,
        origin: &context.origin,
        admits: admits(context, &open.flow),
        browser: memory.as_ref().map(|memory| memory.known()),
    };
    let verified: Verified = match context.state.sign_in.verify(tried).await {
        Ok(verified) => verified,
        Err(error) => {
            let problem = problem(error, context)?;
            return Ok(render(context, &open, account, Some(problem)));
        }
    };
    let (who, proved) = (
        verified.account.clone(),
        Proved::password(&verified.account),
    );
    let entered = enter::after_proof(context, &open, &who, proved, move |tx| {
        Box::pin(async move { verified.settle(tx).await })
    });
    match entered.await {
        Ok(response) => Ok(response),
        Err(NotEntered::Proof(error)) => {
            let problem = problem(error, context)?;
            Ok(render(context, &open, account, Some(problem)))
        }
        Err(NotEntered::Handler(error)) => Err(error),
    }
}

fn problem(error: SignInError, context: &StepContext) -> Result<LoginProblem, HandlerError> {
    match error {
        SignInError::Refused => Ok(LoginProblem::Refused),
        SignInError::Busy => Ok(LoginProblem::Busy),
        SignInError::Delayed { until } => {
            let left = until.saturating_sub(context.now).max(1);
            let minutes = u64::try_from((left + MINUTE - 1) / MINUTE).unwrap_or(1);
            Ok(LoginProblem::Wait { minutes })
        }
        SignInError::Db(error) => Err(error.into()),
    }
}
