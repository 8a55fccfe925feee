//! The email with an answer. All about one piece of feedback are one conversation.

use super::piece::Feedback;
use crate::audit::AuditContext;
use crate::db::{DbError, WriteTx};
use crate::directory::{self, write_to};
use crate::mail::{FeedbackAnswered, Mail};

/// Queues the answer to the author of each of `all`, which have the same answer. An author of several gets one email for each:
/// each quotes its own text.
pub(super) async fn write_answers(
    tx: &mut WriteTx,
    all: &[Feedback],
    audit: &AuditContext,
) -> Result<(), DbError> {
    for feedback in all {
        let Some(author) = directory::find(tx, &feedback.account_id).await? else {
            continue;
        };
        let mail = Mail::FeedbackAnswered(FeedbackAnswered {
            name: author.display_name().into(),
            feedback: feedback.text.as_str().into(),
            answer: FeedbackAnswered::parts(&feedback.answer),
            feedback_id: feedback.id.clone(),
        });
        write_to(tx, &author, mail, audit).await?;
    }
    Ok(())
}
