//! `/reset-password`: the holder of a one-time link chooses a password (contract F-16), which also opens a locked account.
//!
//! The page names the account once it has the token. The link does not sign in.

use axum::http::StatusCode;
use axum::response::Response;
use zeroize::Zeroizing;

use crate::audit::PasswordChange;
use crate::db::DbError;
use crate::directory::change_password::ChangePasswordError;
use crate::directory::one_time_links::{OpenedLink, sets_password};
use crate::directory::reset_password::{open_link, prepare_by_link};
use crate::factors::{self, AccountFactors, Keys};
use crate::federation;
use crate::i18n::texts::Key;
use crate::limits;
use crate::pages::page_error::PageError;
use crate::sessions::end;
use crate::site::offered;
use crate::state::visitor::HandlerError;

use super::link_page::{LinkPage, Posted, respond};
use super::pages::{CodeProblem, PasswordProblem, ResetDonePage, ResetPasswordPage};
use super::step_context::{Form, StepContext};
use super::typed_code::{CodeRefused, check_either};

pub const PATH: &str = offered::RESET_PASSWORD;

const PAGE: LinkPage = LinkPage {
    path: PATH,
    form: "reset-password",
    title: Key("reset.title"),
};

/// `GET /reset-password`.
pub async fn get(context: StepContext) -> Response {
    PAGE.show(&context)
}

/// `POST /reset-password`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = answer(&context, &form).await;
    context.answered(answered)
}

async fn answer(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let Posted {
        secret,
        token,
        address,
    } = match PAGE.posted(context, form)? {
        Ok(posted) => posted,
        Err(page) => return Ok(page),
    };
    let entry = |name| Zeroizing::new(form.get(name).unwrap_or_default().to_owned());
    let link = match open_link(&context.state.sign_in, &token, sets_password, address).await {
        Ok(link) => link,
        Err(error) => return PAGE.refuse_link(context, error),
    };
    let shown = Shown {
        context,
        secret: &secret,
        token: &token,
        link: &link,
        asks_factor: (link.unlocks() || link.replaces()) && has_codes(context, &link).await?,
    };
    if form.get("new_password").is_none() && form.get("confirm_password").is_none() {
        return Ok(shown.page(None, None));
    }
    let (wanted, again) = (entry("new_password"), entry("confirm_password"));
    if wanted != again {
        return Ok(shown.page(Some(PasswordProblem::Mismatch), None));
    }
    let code = shown.asks_factor.then(|| entry("code"));
    match set_password(context, &link, wanted, code).await {
        Ok(linked) => done(context, &link, linked).await,
        Err(NotSet::Code(problem, by_recovery)) => {
            Ok(shown.page(None, Some((problem, by_recovery))))
        }
        Err(NotSet::Handler(error)) => Err(error),
        Err(NotSet::Password(error)) => match PasswordProblem::of(&error) {
            Some(problem) => Ok(shown.page(Some(problem), None)),
            None => refuse_password(context, error),
        },
    }
}

/// True if the account has codes. One with passkeys alone is asked for its passkey when it signs in.
async fn has_codes(context: &StepContext, link: &OpenedLink) -> Result<bool, HandlerError> {
    let mut view = context.state.db.read().await?;
    let known = AccountFactors::of(&mut view, &link.account.id, None, context.now).await?;
    Ok(known.has_authenticator)
}

/// Why the password was not set.
enum NotSet {
    Password(ChangePasswordError),
    /// The code of the second factor was refused. True if it is a recovery code.
    Code(CodeProblem, bool),
    Handler(HandlerError),
}

impl From<ChangePasswordError> for NotSet {
    fn from(error: ChangePasswordError) -> Self {
        Self::Password(error)
    }
}

impl From<CodeRefused> for NotSet {
    fn from(refused: CodeRefused) -> Self {
        match refused {
            CodeRefused::Problem(problem, by_recovery) => Self::Code(problem, by_recovery),
            CodeRefused::Handler(error) => Self::Handler(error),
        }
    }
}

impl From<DbError> for NotSet {
    fn from(error: DbError) -> Self {
        Self::Handler(error.into())
    }
}

/// The password form of a valid link.
struct Shown<'a> {
    context: &'a StepContext,
    secret: &'a str,
    token: &'a Zeroizing<String>,
    link: &'a OpenedLink,
    /// True if the account is locked or its password was forgotten, and it has a second factor.
    asks_factor: bool,
}

impl Shown<'_> {
    fn page(
        &self,
        problem: Option<PasswordProblem>,
        code: Option<(CodeProblem, bool)>,
    ) -> Response {
        let page = ResetPasswordPage {
            frame: PAGE.frame(self.context, Some(self.link)),
            csrf: PAGE.csrf(self.secret),
            token: self.token.clone(),
            account: self.link.account.username.clone(),
            problem,
            asks_factor: self.asks_factor,
            code_problem: code,
        };
        respond(StatusCode::OK, &page)
    }
}

async fn set_password(
    context: &StepContext,
    link: &OpenedLink,
    password: Zeroizing<String>,
    code: Option<Zeroizing<String>>,
) -> Result<Vec<(String, String)>, NotSet> {
    let state = &context.state;
    let linked = {
        let mut view = state.db.read().await?;
        federation::in_use(&mut view, &state.providers, &link.account.id).await?
    };
    let language = PAGE.frame(context, Some(link)).language;
    let new = prepare_by_link(&state.sign_in, link.clone(), password, language).await?;
    let new = new.beside(linked.iter().map(|(provider, _)| provider.clone()));
    let code = match code {
        Some(code) => Some(check_either(context, &link.account, &code).await?),
        None => None,
    };
    let unlocks = link.unlocks();
    let (audit, clients, owner) = (context.audit(), state.clients.clone(), link.account.clone());
    let set = state.db.write::<_, ChangePasswordError, _>(move |tx| {
        Box::pin(async move {
            if let Some((code, reservation)) = code {
                if !code.settle(tx, &owner, &audit).await? {
                    return Err(ChangePasswordError::Outrun);
                }
                limits::succeeded(tx, &reservation).await?;
                // Who locks an account fears a thief, who may have added a key. Without a code, a key protects the
                // account from a thief of its email.
                if unlocks {
                    factors::remove_keys(tx, &owner.id, Keys::All, &audit).await?;
                }
            }
            let by = PasswordChange::Link;
            end::replace_password(tx, new, by, &audit, &clients).await
        })
    });
    set.await?;
    Ok(linked)
}

/// The confirmation page. It names the corporate identities that sign in as before. If another person is signed in in this
/// browser, it says so, because the sign-in page would lead to that person's portal.
async fn done(
    context: &StepContext,
    link: &OpenedLink,
    linked: Vec<(String, String)>,
) -> Result<Response, HandlerError> {
    let other = context.signed_in().await?;
    let page = ResetDonePage {
        frame: PAGE.frame(context, Some(link)),
        linked,
        signed_in: other.map(|other| other.account.display_name().to_owned()),
        sign_in: sign_in_again(context).await?,
    };
    let mut response = respond(StatusCode::OK, &page);
    context.set_forgotten(&mut response, "");
    Ok(response)
}

/// The address of the sign-in that this browser began before the password was forgotten, or of a new one.
async fn sign_in_again(context: &StepContext) -> Result<String, HandlerError> {
    let kept = context.state.cookies.forgotten(&context.visit.headers);
    let Some(handle) = kept else {
        return Ok("/login".to_owned());
    };
    match context.flow(Some(&handle)).await {
        Ok(open) => Ok(open.flow.address()),
        Err(HandlerError::Expired { back: Some(back) } | HandlerError::Elsewhere(back)) => Ok(back),
        Err(HandlerError::Expired { back: None }) => Ok("/login".to_owned()),
        Err(error) => Err(error),
    }
}

fn refuse_password(
    context: &StepContext,
    error: ChangePasswordError,
) -> Result<Response, HandlerError> {
    match error {
        ChangePasswordError::Delayed { until } => Err(HandlerError::Delayed { until }),
        ChangePasswordError::Busy => Err(PageError::Busy.into()),
        ChangePasswordError::Db(error) => Err(error.into()),
        // Another request used the link first, or the account has changed since.
        _ => Ok(PAGE.void(context)),
    }
}
