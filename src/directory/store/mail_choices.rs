//! Which emails people want, where they chose.

use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, statements};

statements! {
    ALL = "SELECT topic, mode FROM mail_choices WHERE account_id = $1";
    FIND = "SELECT mode FROM mail_choices WHERE account_id = $1 AND topic = $2";
    PUT = "INSERT INTO mail_choices (account_id, topic, mode, sent_on) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (account_id, topic) DO UPDATE SET mode = excluded.mode, sent_on = excluded.sent_on";
    /// By the index of the mode, so that only people with a summary are read.
    DUE = "SELECT account_id FROM mail_choices WHERE topic = $1 AND mode = $2 AND sent_on < $3 \
        ORDER BY sent_on COLLATE \"C\", account_id COLLATE \"C\" LIMIT $4";
    /// False if another process was faster.
    NOTE_SENT = "UPDATE mail_choices SET sent_on = $4 WHERE account_id = $1 AND topic = $2 AND mode = $3 AND sent_on < $4";
}

/// The topics with the modes that the account chose.
pub async fn all(view: &mut dyn Reads, account_id: &str) -> Result<Vec<(String, String)>, DbError> {
    fetch_all!(view, (String, String), ALL, account_id)
}

/// The mode of a topic, if the account chose one.
pub async fn find(
    view: &mut dyn Reads,
    account_id: &str,
    topic: &str,
) -> Result<Option<String>, DbError> {
    let found = fetch_optional!(view, (String,), FIND, account_id, topic)?;
    Ok(found.map(|(mode,)| mode))
}

/// Stores the choice. `sent_on` (yyyy-MM-dd) is the day whose summary is not sent any more.
pub async fn put(
    tx: &mut WriteTx,
    account_id: &str,
    (topic, mode): (&str, &str),
    sent_on: &str,
) -> Result<(), DbError> {
    execute!(tx, PUT, account_id, topic, mode, sent_on).map(drop)
}

/// At most `most` accounts with this mode whose summary of `today` is not sent.
pub async fn due(
    view: &mut dyn Reads,
    (topic, mode): (&str, &str),
    today: &str,
    most: i64,
) -> Result<Vec<(String,)>, DbError> {
    fetch_all!(view, (String,), DUE, topic, mode, today, most)
}

/// Notes the summary of `today`; false if it is noted, or the person chose another mode.
pub async fn note_sent(
    tx: &mut WriteTx,
    account_id: &str,
    (topic, mode): (&str, &str),
    today: &str,
) -> Result<bool, DbError> {
    Ok(execute!(tx, NOTE_SENT, account_id, topic, mode, today)? == 1)
}
