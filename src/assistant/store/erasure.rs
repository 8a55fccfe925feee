//! Erases the chats of a person. What was used stays without the name, so that agencies keep their figures.

use super::chats;
use crate::db::{DbError, WriteTx, execute, fetch_all, statements};

statements! {
    CHATS = "SELECT id FROM chats WHERE account_id = $1 LIMIT $2";
    PIECES = "DELETE FROM chat_pieces WHERE answer_id IN (SELECT id FROM chat_answers WHERE account_id = $1)";
    ANSWERS = "DELETE FROM chat_answers WHERE account_id = $1";
    USE = "DELETE FROM assistant_use WHERE account_id = $1";
    QUOTA = "DELETE FROM assistant_quotas WHERE kind = 0 AND subject_id = $1";
    KEEP_DAYS = "INSERT INTO assistant_days (day_at, account_id, agency_id, version_id, answers, words, tokens_in, tokens_out, \
        cost, id) SELECT d.day_at, '', d.agency_id, d.version_id, d.answers, d.words, d.tokens_in, d.tokens_out, d.cost, \
        CAST(d.day_at AS TEXT) || '//' || d.agency_id || '/' || CAST(d.version_id AS TEXT) FROM assistant_days d \
        WHERE d.account_id = $1 ON CONFLICT (day_at, account_id, agency_id, version_id) DO UPDATE SET \
        answers = assistant_days.answers + excluded.answers, words = assistant_days.words + excluded.words, \
        tokens_in = assistant_days.tokens_in + excluded.tokens_in, \
        tokens_out = assistant_days.tokens_out + excluded.tokens_out, cost = assistant_days.cost + excluded.cost";
    DAYS = "DELETE FROM assistant_days WHERE account_id = $1";
}

/// Erases at most `most` chats of the account, and with the last of them the rest; returns how many chats.
pub async fn erase(tx: &mut WriteTx, account_id: &str, most: i64) -> Result<u64, DbError> {
    let found = fetch_all!(tx, (String,), CHATS, account_id, most)?;
    let mut erased = 0;
    for (id,) in found {
        chats::delete(tx, &id).await?;
        erased += 1;
    }
    if i64::try_from(erased).is_ok_and(|erased| erased < most) {
        execute!(tx, PIECES, account_id)?;
        execute!(tx, ANSWERS, account_id)?;
        execute!(tx, USE, account_id)?;
        execute!(tx, QUOTA, account_id)?;
        execute!(tx, KEEP_DAYS, account_id)?;
        execute!(tx, DAYS, account_id)?;
    }
    Ok(erased)
}
