//! The step that replaces a password that is no longer allowed: `/login/password`.

use axum::response::Response;
use zeroize::Zeroizing;

use crate::audit::PasswordChange;
use crate::directory::Account;
use crate::directory::change_password::{ChangePasswordError, prepare};
use crate::pages::page_error::PageError;
use crate::sessions::end;
use crate::sessions::sign_in_flow::Step;
use crate::state::visitor::HandlerError;

use super::enter::{self, NotEntered};
use super::pages::{ChangePasswordPage, PasswordProblem};
use super::step_context::{Form, OpenFlow, StepContext};

/// `GET /login/password`.
pub async fn get(context: StepContext) -> Response {
    let shown = show(&context).await;
    context.shown(shown)
}

async fn show(context: &StepContext) -> Result<Response, HandlerError> {
    let open = context.at(Step::ChangePassword).await?;
    let (account, _) = enter::proved(context, &open).await?;
    Ok(render(context, &open, &account, None))
}

/// `POST /login/password`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = change(&context, &form).await;
    context.answered(answered)
}

fn render(
    context: &StepContext,
    open: &OpenFlow,
    account: &Account,
    problem: Option<PasswordProblem>,
) -> Response {
    let page = ChangePasswordPage {
        frame: context.frame_at(Step::ChangePassword, open, account),
        csrf: StepContext::csrf_token(open),
        asker: context.asker(&open.flow),
        account: account.username.clone(),
        problem,
    };
    context.page(open, &page)
}

async fn change(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let open = context.posted(form, &[Step::ChangePassword]).await?;
    let (account, mut proved) = enter::proved(context, &open).await?;
    let entry = |name| Zeroizing::new(form.get(name).unwrap_or_default().to_owned());
    let (wanted, again) = (entry("new_password"), entry("confirm_password"));
    if wanted != again {
        return Ok(render(
            context,
            &open,
            &account,
            Some(PasswordProblem::Mismatch),
        ));
    }
    let state = &context.state;
    let language = context
        .frame_at(Step::ChangePassword, &open, &account)
        .language;
    let prepared = match prepare(&state.sign_in, &account, wanted, language).await {
        Ok(prepared) => prepared,
        Err(error) => return refusal(context, &open, &account, error),
    };
    let audit = context.audit();
    let clients = state.clients.clone();
    // The account and proof as the transaction stores them.
    let renewed = Account {
        must_change_password: false,
        ..account.clone()
    };
    proved.password_changed_at = Some(context.now);
    let entered = enter::after_proof(context, &open, &renewed, proved, move |tx| {
        Box::pin(async move {
            let by = PasswordChange::Forced;
            end::replace_password(tx, prepared, by, &audit, &clients).await?;
            Ok(())
        })
    });
    match entered.await {
        Ok(response) => Ok(response),
        Err(NotEntered::Proof(error)) => refusal(context, &open, &account, error),
        Err(NotEntered::Handler(error)) => Err(error),
    }
}

fn refusal(
    context: &StepContext,
    open: &OpenFlow,
    account: &Account,
    error: ChangePasswordError,
) -> Result<Response, HandlerError> {
    if let Some(problem) = PasswordProblem::of(&error) {
        return Ok(render(context, open, account, Some(problem)));
    }
    Err(match error {
        ChangePasswordError::Delayed { until } => HandlerError::Delayed { until },
        ChangePasswordError::Busy => PageError::Busy.into(),
        ChangePasswordError::Db(error) => error.into(),
        _ => HandlerError::Expired {
            back: Some(open.flow.restart_address()),
        },
    })
}
