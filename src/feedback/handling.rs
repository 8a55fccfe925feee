//! Status, assignment and answer of feedback, for the people who handle it (contract C-120 to C-122, S-25).

use super::answer_mail::write_answers;
use super::piece::{Feedback, FeedbackError, FeedbackStatus, LONGEST_ANSWER};
use super::store;
use crate::access::{Action, Object, Rights, may};
use crate::audit::{self, AuditContext, Change, Changes, Event, Field};
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account, EarlierChange};
use crate::faults::{Faults, Rule, tidied};

/// Which feedback to change, and its version that the caller has read; `None` changes any.
pub type Which<'a> = (&'a str, Option<i64>);

/// An answer to the author.
#[derive(Clone, Debug)]
pub struct FeedbackAnswer {
    /// Plain text.
    pub text: String,
    /// The new status; `None` leaves it.
    pub status: Option<FeedbackStatus>,
}

/// The feedback `id`, for a caller who may see all.
///
/// # Errors
/// The database failed.
pub async fn feedback(view: &mut dyn Reads, id: &str) -> Result<Option<Feedback>, DbError> {
    store::feedback::find(view, id).await
}

/// The feedback `id` of this person; that of others is unknown.
///
/// # Errors
/// The database failed.
pub async fn own(
    view: &mut dyn Reads,
    id: &str,
    account_id: &str,
) -> Result<Option<Feedback>, DbError> {
    let found = store::feedback::find(view, id).await?;
    Ok(found.filter(|feedback| feedback.account_id == account_id))
}

/// True if this person may handle feedback.
///
/// # Errors
/// The database failed.
pub async fn may_handle(view: &mut dyn Reads, account: &Account) -> Result<bool, DbError> {
    let rights = Rights::of(view, account).await?;
    Ok(may(&rights, Action::AnswerFeedback, &Object::None).allowed)
}

/// Sets the status and returns the new state. Duplicates follow.
///
/// # Errors
/// There is no such feedback, it is a duplicate, or it was changed meanwhile.
pub async fn set_status(
    tx: &mut WriteTx,
    which: Which<'_>,
    status: FeedbackStatus,
    audit: &AuditContext,
) -> Result<Feedback, FeedbackError> {
    let before = hold_first(tx, which).await?;
    let after = Feedback {
        status,
        ..before.clone()
    };
    save(tx, &before, &after, audit).await
}

/// Gives the feedback to a person who may handle it, or to nobody, and returns the new state.
///
/// # Errors
/// Those of [`set_status`]; the person may not handle feedback.
pub async fn assign(
    tx: &mut WriteTx,
    which: Which<'_>,
    assignee_id: Option<String>,
    audit: &AuditContext,
) -> Result<Feedback, FeedbackError> {
    let before = hold_first(tx, which).await?;
    let is_new = assignee_id != before.assignee_id;
    if let Some(id) = assignee_id.as_deref().filter(|_| is_new) {
        check_assignee(tx, id).await?;
    }
    let after = Feedback {
        assignee_id,
        ..before.clone()
    };
    save(tx, &before, &after, audit).await
}

/// Keeps the answer, which replaces an earlier one, and writes it to the author and to the authors of all duplicates; returns the
/// new state.
///
/// # Errors
/// Those of [`set_status`]; a fault of the text.
pub async fn answer(
    tx: &mut WriteTx,
    which: Which<'_>,
    answer: FeedbackAnswer,
    audit: &AuditContext,
) -> Result<Feedback, FeedbackError> {
    let text = tidied(&answer.text);
    let mut faults = Faults::default();
    faults.ensure(!text.is_empty(), "answer", Rule::Required);
    let long = Rule::of_text(&text, LONGEST_ANSWER, Rule::GroupText);
    faults.check("answer", long);
    faults.or(())?;
    let before = hold_first(tx, which).await?;
    let status = answer.status.unwrap_or(before.status);
    if text == before.answer {
        // It was sent before.
        let after = Feedback {
            status,
            ..before.clone()
        };
        return save(tx, &before, &after, audit).await;
    }
    let after = answered_now(&before, text, audit);
    let after = Feedback { status, ..after };
    let saved = save(tx, &before, &after, audit).await?;
    let mut all = vec![saved.clone()];
    all.extend(store::feedback::duplicates(tx, &saved.id).await?);
    write_answers(tx, &all, audit).await?;
    Ok(saved)
}

/// The feedback with this answer of the caller.
fn answered_now(before: &Feedback, answer: String, audit: &AuditContext) -> Feedback {
    Feedback {
        answer,
        answered_at: Some(audit.now),
        answered_by: audit.actor().map(str::to_owned),
        ..before.clone()
    }
}

async fn check_assignee(view: &mut dyn Reads, id: &str) -> Result<(), FeedbackError> {
    let account = directory::find(view, id).await?;
    let account = account.ok_or(FeedbackError::Unknown("userId"))?;
    if may_handle(view, &account).await? {
        return Ok(());
    }
    Err(Faults::of("userId", Rule::Listed).into())
}

/// Locks feedback that is no duplicate, and reads it.
async fn hold_first(tx: &mut WriteTx, which: Which<'_>) -> Result<Feedback, FeedbackError> {
    let held = hold(tx, which).await?;
    if held.merged_into.is_some() {
        return Err(FeedbackError::Merged);
    }
    Ok(held)
}

/// Locks the feedback and reads it.
pub(super) async fn hold(
    tx: &mut WriteTx,
    (id, version): Which<'_>,
) -> Result<Feedback, FeedbackError> {
    let held = store::feedback::hold(tx, id).await?;
    let held = held.ok_or(FeedbackError::Unknown("id"))?;
    if version.is_some_and(|read| read != held.version) {
        let at = held.changed_at.unwrap_or(held.created_at);
        let earlier = EarlierChange::of(tx, held.changed_by.as_deref(), at).await?;
        return Err(FeedbackError::Conflict(earlier));
    }
    Ok(held)
}

/// Stores `after` with a new version and an audit entry, and what its duplicates take from it. Does nothing if nothing
/// changed.
pub(super) async fn save(
    tx: &mut WriteTx,
    before: &Feedback,
    after: &Feedback,
    audit: &AuditContext,
) -> Result<Feedback, FeedbackError> {
    let changes = feedback_changes(Some(before), after);
    if changes.is_empty() {
        return Ok(after.clone());
    }
    let by: (Option<&str>, Millis) = (audit.actor(), audit.now);
    store::feedback::update(tx, after, by).await?;
    store::feedback::update_duplicates(tx, after, by).await?;
    let event = Event::FeedbackChanged {
        id: after.id.clone(),
        change: Change::Updated,
        changes,
    };
    audit::record(tx, &audit.entry(event)).await?;
    let saved = store::feedback::find(tx, &after.id).await?;
    saved.ok_or(FeedbackError::Unknown("id"))
}

/// What changed, without what people wrote: who reads the audit log need not read feedback.
pub(super) fn feedback_changes(before: Option<&Feedback>, after: &Feedback) -> Changes {
    let (product, category) = (Field::recorded("product"), Field::recorded("category"));
    let Some(before) = before else {
        let new = Changes::default();
        return new
            .begin(product, &after.product_id)
            .begin(category, &after.category);
    };
    Changes::default()
        .note(Field::recorded("status"), &before.status, &after.status)
        .note(
            Field::recorded("assignee"),
            &before.assignee_id,
            &after.assignee_id,
        )
        .note(Field::hidden("answer"), &answered(before), &answered(after))
        .note(
            Field::recorded("merged_into"),
            &before.merged_into,
            &after.merged_into,
        )
}

fn answered(feedback: &Feedback) -> (&str, Option<Millis>) {
    (feedback.answer.as_str(), feedback.answered_at)
}
