//! The step that replaces a password which must not be kept: `/login/password`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use tower_sessions::Session;
use zeroize::Zeroizing;

use crate::audit::PasswordChange;
use crate::directory::change_password::{ChangePasswordError, prepare};
use crate::directory::password::PasswordLength;
use crate::directory::{self, Account};
use crate::ground::Ground;
use crate::http::origin::RequestOrigin;
use crate::http::page;
use crate::http::params::{Params, with_query};
use crate::http::trouble::Trouble;
use crate::http::visit::Visit;
use crate::sessions::journey::Step;
use crate::sessions::sso::EndReason;
use crate::sessions::{backchannel, end};

use super::desk::{Desk, Held, Stop, keep_language};
use super::enter::{Entered, Entering};
use super::pages::{ChangePasswordPage, PasswordProblem};

/// `GET /login/password`.
pub async fn get(
    State(ground): State<Arc<Ground>>,
    origin: RequestOrigin,
    visit: Visit,
    browser: Session,
) -> Response {
    let now = ground.clock.now();
    let desk = Desk {
        ground: &ground,
        visit: &visit,
        browser: &browser,
        origin: origin.into(),
        now,
    };
    let mut response = show(&desk).await.unwrap_or_else(|stop| desk.answer(stop));
    keep_language(&visit, ground.cookies.secure, &mut response);
    response
}

async fn show(desk: &Desk<'_>) -> Result<Response, Stop> {
    let held = desk.at(Step::ChangePassword).await?;
    let account = account(desk, &held).await?;
    Ok(form(desk, &held, &account, None))
}

/// `POST /login/password`.
pub async fn post(
    State(ground): State<Arc<Ground>>,
    origin: RequestOrigin,
    visit: Visit,
    browser: Session,
    body: Bytes,
) -> Response {
    let now = ground.clock.now();
    let desk = Desk {
        ground: &ground,
        visit: &visit,
        browser: &browser,
        origin: origin.into(),
        now,
    };
    let answered = match super::form(&body) {
        Some(params) => change(&desk, &params).await,
        None => Err(Stop::Page(Trouble::BadRequest)),
    };
    answered.unwrap_or_else(|stop| desk.answer(stop))
}

/// The account whose old password was proved in this journey; it may have been disabled since.
async fn account(desk: &Desk<'_>, held: &Held) -> Result<Account, Stop> {
    let lost = || Stop::Expired {
        back: "/".to_owned(),
    };
    let id = held
        .journey
        .progress
        .changing_password_of
        .as_deref()
        .ok_or_else(lost)?;
    let mut tx = desk.ground.db.read().await?;
    let account = directory::store::find(&mut tx, id)
        .await?
        .ok_or_else(lost)?;
    directory::may_sign_in(&account, desk.now, &desk.ground.zone).map_err(|_| lost())?;
    // An administrator who has reset the password meanwhile has voided the proof of the old one.
    if account.password_changed_at != held.journey.progress.proved_password_of {
        return Err(lost());
    }
    Ok(account)
}

fn form(
    desk: &Desk<'_>,
    held: &Held,
    account: &Account,
    problem: Option<PasswordProblem>,
) -> Response {
    let here = with_query(Step::ChangePassword.path(), &[("flow", &held.journey.id)]);
    let page = ChangePasswordPage {
        frame: desk
            .frame(Some(&held.journey), Some(&account.lang))
            .at(&here),
        seal: Desk::seal(held),
        asker: desk.asker(&held.journey),
        account: account.username.clone(),
        problem,
    };
    page::respond(StatusCode::OK, &page, &desk.policy(&held.journey))
}

async fn change(desk: &Desk<'_>, params: &Params) -> Result<Response, Stop> {
    let held = desk.posted(params, &[Step::ChangePassword]).await?;
    let account = account(desk, &held).await?;
    let entry = |name| Zeroizing::new(params.get(name).unwrap_or_default().to_owned());
    let (wanted, again) = (entry("new_password"), entry("confirm_password"));
    if wanted != again {
        return Ok(form(desk, &held, &account, Some(PasswordProblem::Mismatch)));
    }
    let ground = desk.ground;
    let prepared = prepare(&ground.hashing, &ground.random, &account, wanted).await;
    let prepared = match prepared {
        Ok(prepared) => prepared,
        Err(error) => return refusal(desk, &held, &account, error),
    };
    let entering = Entering::of(desk, &held, &account).await?;
    let (random, origin, now) = (ground.random.clone(), desk.origin.clone(), desk.now);
    let clients = ground.clients.clone();
    let entered = ground.db.write(move |tx| {
        Box::pin(async move {
            let changed = prepared
                .save(tx, &random, PasswordChange::Forced, &origin, now)
                .await?;
            // Whatever hung off the old password ends; the session that begins now does not.
            let reason = EndReason::PasswordChanged;
            let ended = end::account(tx, &changed.account_id, reason, now).await?;
            backchannel::announce(tx, &ended, &clients, &random, now).await?;
            Ok::<Entered, ChangePasswordError>(entering.enter(tx).await?)
        })
    });
    match entered.await {
        Ok(entered) => {
            ground.wake.wake();
            entered.bind(desk).await
        }
        Err(error) => refusal(desk, &held, &account, error),
    }
}

fn refusal(
    desk: &Desk<'_>,
    held: &Held,
    account: &Account,
    error: ChangePasswordError,
) -> Result<Response, Stop> {
    let problem = match error {
        ChangePasswordError::Length(PasswordLength::TooShort) => PasswordProblem::TooShort,
        ChangePasswordError::Length(PasswordLength::TooLong) => PasswordProblem::TooLong,
        ChangePasswordError::Same => PasswordProblem::Same,
        ChangePasswordError::Outrun => {
            return Err(Stop::Expired {
                back: "/".to_owned(),
            });
        }
        ChangePasswordError::Busy => return Err(Stop::Page(Trouble::Busy)),
        ChangePasswordError::Db(error) => return Err(error.into()),
    };
    Ok(form(desk, held, account, Some(problem)))
}
