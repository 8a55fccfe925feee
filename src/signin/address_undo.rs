//! `/account-user/address-undo`: the reader of the earlier email address of an account takes its change back (decision 0067).
//!
//! The token travels as on `/reset-password`, and only the button takes anything back. The code of the second factor is asked
//! for where the account had an app before a thief could add one (attack 15).

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;
use zeroize::Zeroizing;

use crate::db::DbError;
use crate::directory::address_change::take_back::{OpenedUndo, open};
use crate::directory::{self, AccountError};
use crate::factors::{self, CodeProof};
use crate::i18n::texts::Key;
use crate::limits::{self, Reservation};
use crate::sessions::end;
use crate::site::offered;
use crate::state::visitor::HandlerError;

use super::link_page::{LinkPage, Posted, respond};
use super::pages::{AddressUndoDonePage, AddressUndoPage, CodeProblem};
use super::step_context::{Form, StepContext};
use super::typed_code::{CodeRefused, check_either};

pub const PATH: &str = offered::ADDRESS_UNDO;

const PAGE: LinkPage = LinkPage {
    path: PATH,
    form: "address-undo",
    title: Key("address_undo.title"),
};

/// `GET /account-user/address-undo`.
pub async fn get(context: StepContext) -> Response {
    PAGE.show(&context)
}

/// `POST /account-user/address-undo`.
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
    let undo = match open(&context.state.sign_in, &token, address).await {
        Ok(undo) => undo,
        Err(error) => return PAGE.refuse_link(context, error),
    };
    let asks_factor = has_earlier_app(context, &undo).await?;
    let page = |problem: Option<(CodeProblem, bool)>| {
        let page = AddressUndoPage {
            frame: PAGE.frame_for(context, Some(&undo.account)),
            csrf: PAGE.csrf(&secret),
            token: token.clone(),
            account: undo.account.username.clone(),
            email: undo.email().to_owned(),
            asks_factor,
            code_problem: problem,
        };
        respond(StatusCode::OK, &page)
    };
    if form.get("undo").is_none() {
        return Ok(page(None));
    }
    let code = if asks_factor {
        match check_either(context, &undo.account, &entry("code")).await {
            Ok(code) => Some(code),
            Err(CodeRefused::Problem(problem, by_recovery)) => {
                return Ok(page(Some((problem, by_recovery))));
            }
            Err(CodeRefused::Handler(error)) => return Err(error),
        }
    } else {
        None
    };
    match take_back(context, undo.clone(), code).await {
        Ok(true) => {
            let page = AddressUndoDonePage {
                frame: PAGE.frame_for(context, Some(&undo.account)),
                account: undo.account.username.clone(),
                email: undo.email().to_owned(),
            };
            Ok(respond(StatusCode::OK, &page))
        }
        Err(AccountError::Db(error)) => Err(error.into()),
        // Another request was faster.
        Ok(false) | Err(_) => Ok(PAGE.void(context)),
    }
}

/// True if the account has an app that a thief who changed the address cannot have added.
async fn has_earlier_app(context: &StepContext, undo: &OpenedUndo) -> Result<bool, DbError> {
    let mut view = context.state.db.read().await?;
    let app = factors::authenticator(&mut view, &undo.account.id).await?;
    Ok(app.is_some_and(|(added_at, _)| added_at < undo.doubtful_since()))
}

/// False if the link no longer works.
async fn take_back(
    context: &StepContext,
    undo: OpenedUndo,
    code: Option<(CodeProof, Reservation)>,
) -> Result<bool, AccountError> {
    let (audit, state) = (context.audit(), Arc::clone(&context.state));
    let taken = context.state.db.write(move |tx| {
        Box::pin(async move {
            // The account's row before those of its factors, as everywhere.
            directory::hold(tx, &undo.account.id).await?;
            if let Some((code, reservation)) = code {
                if !code.settle(tx, &undo.account, &audit).await? {
                    return Ok(false);
                }
                limits::succeeded(tx, &reservation).await?;
            }
            let with = (&state.zone, &state.providers, &state.clients);
            end::take_back_address(tx, &undo, with, &audit).await
        })
    });
    taken.await
}
