//! The pictures of feedback: its author and the people who handle it see them, nobody else.

use super::piece::{Feedback, FeedbackError};
use super::store;
use crate::access::{Action, Object, Rights, may};
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::Account;
use crate::faults::{Faults, Rule};
use crate::files::references::{self, Owner};

/// Feedback as the owner of its pictures.
pub(super) fn owner(id: &str) -> Owner<'_> {
    Owner("feedback", id)
}

/// Remembers that the person has uploaded the picture `name` for feedback.
///
/// # Errors
/// The database failed.
pub async fn note_upload(
    tx: &mut WriteTx,
    account_id: &str,
    name: &str,
    now: Millis,
) -> Result<(), DbError> {
    store::uploads::note(tx, (account_id, name), now).await
}

/// Says which pictures the feedback uses. They are public at no time.
///
/// # Errors
/// One of them was not uploaded by its author for feedback, or is no longer kept.
pub(super) async fn use_pictures(
    tx: &mut WriteTx,
    feedback: &Feedback,
    now: Millis,
) -> Result<(), FeedbackError> {
    let names = &feedback.pictures;
    let mut are_own = true;
    for name in names {
        are_own = are_own && store::uploads::is_of(tx, (&feedback.account_id, name)).await?;
    }
    let unknown = references::set(tx, owner(&feedback.id), names, None, now).await?;
    if are_own && unknown.is_empty() {
        return Ok(());
    }
    Err(Faults::of("pictures", Rule::KeptPictures).into())
}

/// True if the person may see the picture `name` of the feedback `id` now.
///
/// # Errors
/// The database failed.
pub async fn may_see(
    view: &mut dyn Reads,
    account: &Account,
    (id, name): (&str, &str),
) -> Result<bool, DbError> {
    let Some(feedback) = store::feedback::find(view, id).await? else {
        return Ok(false);
    };
    if !feedback.pictures.iter().any(|known| known == name) {
        return Ok(false);
    }
    if feedback.account_id == account.id {
        return Ok(true);
    }
    let rights = Rights::of(view, account).await?;
    Ok(may(&rights, Action::ListFeedback, &Object::None).allowed)
}
