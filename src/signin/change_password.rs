//! The step that replaces a password which must not be kept: `/login/password`.

use axum::response::Response;
use zeroize::Zeroizing;

use crate::audit::PasswordChange;
use crate::directory::change_password::{ChangePasswordError, prepare};
use crate::directory::password::PasswordLength;
use crate::directory::{self, Account};
use crate::http::trouble::Trouble;
use crate::sessions::journey::Step;
use crate::sessions::sso::EndReason;
use crate::sessions::{backchannel, end};

use super::desk::{Desk, Form, Held, Stop};
use super::enter::{Entered, Entering};
use super::pages::{ChangePasswordPage, PasswordProblem};

/// `GET /login/password`.
pub async fn get(desk: Desk) -> Response {
    let shown = show(&desk).await;
    desk.shown(shown)
}

async fn show(desk: &Desk) -> Result<Response, Stop> {
    let held = desk.at(Step::ChangePassword).await?;
    let account = account(desk, &held).await?;
    Ok(render(desk, &held, &account, None))
}

/// `POST /login/password`.
pub async fn post(desk: Desk, form: Form) -> Response {
    let answered = change(&desk, &form).await;
    desk.answered(answered)
}

/// The account whose old password was proved in this journey; it may have been disabled since.
async fn account(desk: &Desk, held: &Held) -> Result<Account, Stop> {
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

fn render(
    desk: &Desk,
    held: &Held,
    account: &Account,
    problem: Option<PasswordProblem>,
) -> Response {
    let page = ChangePasswordPage {
        frame: desk.frame_at(Step::ChangePassword, held, account),
        seal: Desk::seal(held),
        asker: desk.asker(&held.journey),
        account: account.username.clone(),
        problem,
    };
    desk.page(held, &page)
}

async fn change(desk: &Desk, form: &Form) -> Result<Response, Stop> {
    let held = desk.posted(form, &[Step::ChangePassword]).await?;
    let account = account(desk, &held).await?;
    let entry = |name| Zeroizing::new(form.get(name).unwrap_or_default().to_owned());
    let (wanted, again) = (entry("new_password"), entry("confirm_password"));
    if wanted != again {
        return Ok(render(
            desk,
            &held,
            &account,
            Some(PasswordProblem::Mismatch),
        ));
    }
    let ground = &desk.ground;
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
    desk: &Desk,
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
    Ok(render(desk, held, account, Some(problem)))
}
