//! `/account-user/address`: the reader of a new email address confirms it for an account (decision 0067).
//!
//! The token travels as on `/reset-password`. Opening the page changes nothing, because mail scanners open it too: only its
//! button does.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;

use crate::directory::AccountError;
use crate::directory::address_change::confirm::{OpenedChange, confirm, open};
use crate::i18n::texts::Key;
use crate::site::offered;
use crate::state::visitor::HandlerError;

use super::link_page::{LinkPage, Posted, respond};
use super::pages::{AddressDonePage, AddressPage};
use super::step_context::{Form, StepContext};

pub const PATH: &str = offered::ADDRESS;

const PAGE: LinkPage = LinkPage {
    path: PATH,
    form: "address",
    title: Key("address.title"),
};

/// `GET /account-user/address`.
pub async fn get(context: StepContext) -> Response {
    PAGE.show(&context)
}

/// `POST /account-user/address`.
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
    let state = &context.state;
    let change = match open(&state.sign_in, &state.keys, &token, address).await {
        Ok(change) => change,
        Err(error) => return PAGE.refuse_link(context, error),
    };
    let frame = PAGE.frame_for(context, Some(&change.account));
    let (account, email) = (change.account.username.clone(), change.email().to_owned());
    if form.get("confirm").is_none() {
        let page = AddressPage {
            frame,
            csrf: PAGE.csrf(&secret),
            token,
            account,
            email,
        };
        return Ok(respond(StatusCode::OK, &page));
    }
    match write(context, change).await {
        Ok(true) => {
            let page = AddressDonePage {
                frame,
                account,
                email,
            };
            Ok(respond(StatusCode::OK, &page))
        }
        Err(AccountError::Db(error)) => Err(error.into()),
        // Another request was faster, or another account got the address.
        Ok(false) | Err(_) => Ok(PAGE.void(context)),
    }
}

async fn write(context: &StepContext, change: OpenedChange) -> Result<bool, AccountError> {
    let (audit, state) = (context.audit(), Arc::clone(&context.state));
    let written = context
        .state
        .db
        .write(move |tx| Box::pin(async move { confirm(tx, change, &state.zone, &audit).await }));
    written.await
}
