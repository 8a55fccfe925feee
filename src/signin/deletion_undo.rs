//! `/account-user/deletion-undo`: the owner of an account takes its deletion back (decision 0068).
//!
//! The token travels as on `/reset-password`, and only the button takes anything back. No second factor is asked for: the account
//! gets back what it had, and every way in stays as it was.

use axum::http::StatusCode;
use axum::response::Response;

use crate::directory::one_time_links::{OpenedLink, takes_deletion_back};
use crate::directory::reset_password::open_link;
use crate::directory::{AccountError, deletion};
use crate::i18n::texts::Key;
use crate::site::offered;
use crate::state::visitor::HandlerError;

use super::link_page::{LinkPage, Posted, respond};
use super::pages::{DeletionUndoDonePage, DeletionUndoPage};
use super::step_context::{Form, StepContext};

pub const PATH: &str = offered::DELETION_UNDO;

const PAGE: LinkPage = LinkPage {
    path: PATH,
    form: "deletion-undo",
    title: Key("deletion_undo.title"),
};

/// `GET /account-user/deletion-undo`.
pub async fn get(context: StepContext) -> Response {
    PAGE.show(&context)
}

/// `POST /account-user/deletion-undo`.
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
    let opened = open_link(&context.state.sign_in, &token, takes_deletion_back, address);
    let link = match opened.await {
        Ok(link) => link,
        Err(error) => return PAGE.refuse_link(context, error),
    };
    if form.get("undo").is_none() {
        let deletion = {
            let mut view = context.state.db.read().await?;
            deletion::find(&mut view, &link.account.id).await?
        };
        let page = DeletionUndoPage {
            frame: PAGE.frame(context, Some(&link)),
            csrf: PAGE.csrf(&secret),
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
                frame: PAGE.frame(context, Some(&link)),
                account: link.account.username.clone(),
            };
            Ok(respond(StatusCode::OK, &page))
        }
        Err(AccountError::Db(error)) => Err(error.into()),
        // Another request was faster, or the time is over.
        Ok(false) | Err(_) => Ok(PAGE.void(context)),
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
            let kept = deletion::take_back(tx, &link.account.id, &audit).await?;
            Ok(kept.is_some())
        })
    });
    taken.await
}
