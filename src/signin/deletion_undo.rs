//! `/account-user/deletion-undo`: the owner of an account takes its deletion back (decision 0068).
//!
//! The token travels as on `/reset-password`, and only the button takes anything back. No second factor is asked for: the account
//! gets back what it had, and every way in stays as it was.

use axum::http::StatusCode;
use axum::response::Response;
use zeroize::Zeroizing;

use crate::directory::one_time_links::{OpenedLink, takes_deletion_back};
use crate::directory::reset_password::open_link;
use crate::directory::{AccountError, deletion};
use crate::i18n::texts::Key;
use crate::site::offered;
use crate::state::visitor::HandlerError;

use super::pages::{DeletionUndoDonePage, DeletionUndoPage};
use super::reset_password::{LinkPlace, NOWHERE, respond};
use super::step_context::{Form, StepContext};

pub const PATH: &str = offered::DELETION_UNDO;

const PLACE: LinkPlace = LinkPlace {
    path: PATH,
    form: "deletion-undo",
    title: Key("deletion_undo.title"),
};

/// `GET /account-user/deletion-undo`.
pub async fn get(context: StepContext) -> Response {
    PLACE.show(&context)
}

/// `POST /account-user/deletion-undo`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = answer(&context, &form).await;
    context.answered(answered)
}

async fn answer(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let secret = context.posted_alone(form, PLACE.form)?;
    let token = form.get("token").unwrap_or_default().trim().to_owned();
    let token = Zeroizing::new(token);
    if token.is_empty() {
        return Ok(PLACE.ask_for_code(context, &secret, true));
    }
    let address = context.origin.address.unwrap_or(NOWHERE);
    let opened = open_link(&context.state.sign_in, &token, takes_deletion_back, address);
    let link = match opened.await {
        Ok(link) => link,
        Err(error) => return PLACE.refuse_link(context, error),
    };
    if form.get("undo").is_none() {
        let deletion = {
            let mut view = context.state.db.read().await?;
            deletion::find(&mut view, &link.account.id).await?
        };
        let page = DeletionUndoPage {
            frame: PLACE.frame(context, Some(&link)),
            csrf: PLACE.csrf(&secret),
            token,
            account: link.account.username.clone(),
            erase_at: deletion
                .map(|deletion| deletion.erase_at)
                .unwrap_or_default(),
        };
        return Ok(respond(StatusCode::OK, &page));
    }
    match take_back(context, link.clone()).await {
        Ok(true) => {
            let page = DeletionUndoDonePage {
                frame: PLACE.frame(context, Some(&link)),
                account: link.account.username.clone(),
            };
            Ok(respond(StatusCode::OK, &page))
        }
        Err(AccountError::Db(error)) => Err(error.into()),
        // Another request was faster, or the time is over.
        Ok(false) | Err(_) => Ok(PLACE.void(context)),
    }
}

/// False if the link no longer works.
async fn take_back(context: &StepContext, link: OpenedLink) -> Result<bool, AccountError> {
    let audit = context.audit();
    let taken = context.state.db.write(move |tx| {
        Box::pin(async move {
            if !link.redeem(tx, audit.now).await? {
                return Ok(false);
            }
            deletion::take_back(tx, &link.account.id, &audit).await
        })
    });
    taken.await
}
