//! Erases what a person has answered by name, and which surveys the person met. Anonymous answers belong to nobody.

use crate::db::{DbError, WriteTx, execute, statements};

statements! {
    ANSWERS_OF_PERSON = "DELETE FROM survey_answers WHERE account_id = $1";
    SURVEYS_OF_PERSON = "DELETE FROM survey_people WHERE account_id = $1";
}

/// Forgets the answers of the account and what it did with surveys.
pub async fn erase(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    execute!(tx, ANSWERS_OF_PERSON, account_id)?;
    execute!(tx, SURVEYS_OF_PERSON, account_id).map(drop)
}
