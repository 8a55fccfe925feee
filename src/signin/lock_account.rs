//! `/lock-account`: the holder of a one-time link locks the account, because somebody else has signed in.
//!
//! The token travels as on `/reset-password`. Opening the page locks nothing: programs that look for malicious links open
//! it too.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;

use crate::db::DbError;
use crate::directory::AccountError;
use crate::directory::one_time_links::{OpenedLink, locks};
use crate::directory::reset_password::open_link;
use crate::i18n::texts::Key;
use crate::sessions::end;
use crate::site::offered;
use crate::state::visitor::HandlerError;

use super::link_page::{LinkPage, Posted, respond};
use super::pages::{LockDonePage, LockPage};
use super::step_context::{Form, StepContext};

pub const PATH: &str = offered::LOCK_ACCOUNT;

const PAGE: LinkPage = LinkPage {
    path: PATH,
    form: "lock-account",
    title: Key("lock.title"),
};

/// `GET /lock-account`.
pub async fn get(context: StepContext) -> Response {
    PAGE.show(&context)
}

/// `POST /lock-account`.
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
    let link = match open_link(&context.state.sign_in, &token, locks, address).await {
        Ok(link) => link,
        Err(error) => return PAGE.refuse_link(context, error),
    };
    let page = |refused| {
        let page = LockPage {
            frame: PAGE.frame(context, Some(&link)),
            csrf: PAGE.csrf(&secret),
            token: token.clone(),
            account: link.account.username.clone(),
            refused,
        };
        respond(StatusCode::OK, &page)
    };
    if form.get("lock").is_none() {
        return Ok(page(false));
    }
    match lock(context, link.clone()).await {
        Ok(true) => {
            let frame = PAGE.frame(context, Some(&link));
            Ok(respond(StatusCode::OK, &LockDonePage { frame }))
        }
        Ok(false) => Ok(PAGE.void(context)),
        Err(AccountError::Db(error)) => Err(error.into()),
        // Only the last super administrator cannot be locked.
        Err(_) => {
            end_everything(context, link.account.id.clone()).await?;
            Ok(page(true))
        }
    }
}

async fn end_everything(context: &StepContext, account_id: String) -> Result<(), DbError> {
    let (audit, clients) = (context.audit(), context.state.clients.clone());
    let ended = context.state.db.write(move |tx| {
        Box::pin(async move { end::everything(tx, &account_id, &audit, &clients).await })
    });
    ended.await
}

/// False if the link no longer works.
async fn lock(context: &StepContext, link: OpenedLink) -> Result<bool, AccountError> {
    let (audit, state) = (context.audit(), Arc::clone(&context.state));
    let locked = context.state.db.write(move |tx| {
        Box::pin(async move {
            if !link.redeem(tx, audit.now).await? {
                return Ok(false);
            }
            let which = (&state.zone, &state.providers, &state.clients);
            end::lock_account(tx, &link.account.id, which, &audit).await?;
            Ok(true)
        })
    });
    locked.await
}
