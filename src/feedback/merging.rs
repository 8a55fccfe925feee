//! Duplicates follow the first: they take its status, its assignee and its answer, which reaches every author.

use super::answer_mail::write_answers;
use super::handling::{Which, hold, save};
use super::piece::{Feedback, FeedbackError, MOST_DUPLICATES};
use super::store;
use crate::audit::AuditContext;
use crate::db::{DbError, Reads, WriteTx};
use crate::faults::{Faults, Rule};

/// What says the same as the feedback `id`, in the order of arrival.
///
/// # Errors
/// The database failed.
pub async fn duplicates(view: &mut dyn Reads, id: &str) -> Result<Vec<Feedback>, DbError> {
    store::feedback::duplicates(view, id).await
}

/// Makes the feedback a duplicate of `into`, with its own duplicates; or a piece of its own again, without `into`. Returns
/// the new state.
///
/// # Errors
/// There is no such feedback, or it was changed meanwhile; `into` is the same, a duplicate itself, or has too many.
pub async fn merge(
    tx: &mut WriteTx,
    which: Which<'_>,
    into: Option<&str>,
    audit: &AuditContext,
) -> Result<Feedback, FeedbackError> {
    let Some(into) = into else {
        let before = hold(tx, which).await?;
        let after = Feedback {
            merged_into: None,
            ..before.clone()
        };
        return save(tx, &before, &after, audit).await;
    };
    if into == which.0 {
        return Err(Faults::of("intoId", Rule::Listed).into());
    }
    let (before, first) = hold_both(tx, which, into).await?;
    if first.merged_into.is_some() {
        return Err(Faults::of("intoId", Rule::Listed).into());
    }
    let moved = store::feedback::duplicates(tx, &before.id).await?;
    let known = store::feedback::duplicates(tx, into).await?;
    if moved.len() + known.len() >= MOST_DUPLICATES {
        return Err(Faults::of("intoId", Rule::Most(MOST_DUPLICATES)).into());
    }
    // An answer that only one of them has is the answer of both.
    let takes_answer = first.answer.is_empty() && !before.answer.is_empty();
    let first = if takes_answer {
        let answered = Feedback {
            answer: before.answer.clone(),
            answered_at: before.answered_at,
            answered_by: before.answered_by.clone(),
            ..first.clone()
        };
        let first = save(tx, &first, &answered, audit).await?;
        let mut reached = vec![first.clone()];
        reached.extend(store::feedback::duplicates(tx, into).await?);
        write_answers(tx, &reached, audit).await?;
        first
    } else {
        first
    };
    let after = Feedback {
        merged_into: Some(into.to_owned()),
        status: first.status,
        assignee_id: first.assignee_id.clone(),
        answer: first.answer.clone(),
        answered_at: first.answered_at,
        answered_by: first.answered_by.clone(),
        ..before.clone()
    };
    let saved = save(tx, &before, &after, audit).await?;
    store::feedback::move_duplicates(tx, &after, (audit.actor(), audit.now)).await?;
    if !first.answer.is_empty() && before.answer != first.answer {
        let mut reached = vec![saved.clone()];
        let with_answer = |feedback: Feedback| Feedback {
            answer: first.answer.clone(),
            ..feedback
        };
        reached.extend(moved.into_iter().map(with_answer));
        write_answers(tx, &reached, audit).await?;
    }
    Ok(saved)
}

/// Locks both in the order of their ids, so that two writes do not wait for each other.
async fn hold_both(
    tx: &mut WriteTx,
    which: Which<'_>,
    into: &str,
) -> Result<(Feedback, Feedback), FeedbackError> {
    let unknown = || FeedbackError::Unknown("intoId");
    if which.0 < into {
        let before = hold(tx, which).await?;
        let first = store::feedback::hold(tx, into).await?;
        return Ok((before, first.ok_or_else(unknown)?));
    }
    let first = store::feedback::hold(tx, into).await?;
    let before = hold(tx, which).await?;
    Ok((before, first.ok_or_else(unknown)?))
}
