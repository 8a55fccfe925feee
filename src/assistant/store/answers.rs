//! The answers that are arriving, and the pieces of them that have arrived.

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_one, fetch_optional, from_row, statements,
};

statements! {
    INSERT = "INSERT INTO chat_answers (id, chat_id, number, account_id, agency_id, version_id, month, held, \
        question_words, holder, stop_asked, began_at, ends_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11, $12)";
    /// Whatever gets the row back settles the answer; nothing else does.
    TAKE = "DELETE FROM chat_answers WHERE id = $1 RETURNING id, chat_id, number, account_id, agency_id, version_id, month, \
        held, question_words, holder, began_at, ends_at";
    OF_CHAT = "SELECT id FROM chat_answers WHERE account_id = $1 AND chat_id = $2";
    COUNT = "SELECT CAST(COUNT(*) AS BIGINT) FROM chat_answers WHERE account_id = $1";
    LATE_OF_ACCOUNT = "SELECT id FROM chat_answers WHERE account_id = $1 AND ends_at <= $2";
    LATE = "SELECT id FROM chat_answers WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2";
    ASK_TO_STOP = "UPDATE chat_answers SET stop_asked = 1 WHERE id = $1 AND account_id = $2";
    ASKED_TO_STOP = "SELECT id FROM chat_answers WHERE stop_asked = 1 AND holder = $1 LIMIT $2";
    /// An answer that was settled takes no more pieces.
    ADD_PIECE = "INSERT INTO chat_pieces (answer_id, number, words, content) SELECT $1, $2, $3, $4 \
        WHERE EXISTS (SELECT 1 FROM chat_answers WHERE id = $1) ON CONFLICT (answer_id, number) DO NOTHING";
    PIECES = "SELECT number, words, content FROM chat_pieces WHERE answer_id = $1 AND number >= $2 ORDER BY number";
    DELETE_PIECES = "DELETE FROM chat_pieces WHERE answer_id = $1";
    /// A process can add a piece while another one settles its answer.
    SWEEP_PIECES = "DELETE FROM chat_pieces WHERE (answer_id, number) IN (SELECT p.answer_id, p.number FROM chat_pieces p \
        WHERE NOT EXISTS (SELECT 1 FROM chat_answers a WHERE a.id = p.answer_id) LIMIT $1)";
}

/// An answer that is arriving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerRow {
    pub id: String,
    pub chat_id: String,
    /// The number of its turn.
    pub number: i64,
    pub account_id: String,
    /// The agency of the person when the answer began; empty without one.
    pub agency_id: String,
    pub version_id: i64,
    /// The month whose quota it uses, as `yyyy-MM`.
    pub month: String,
    /// The words of the quota that it holds.
    pub held: i64,
    pub question_words: i64,
    /// The process that writes it.
    pub holder: String,
    pub began_at: Millis,
    /// When any process may end it.
    pub ends_at: Millis,
}

from_row!(AnswerRow {
    id,
    chat_id,
    number,
    account_id,
    agency_id,
    version_id,
    month,
    held,
    question_words,
    holder,
    began_at,
    ends_at
});

/// A part of an answer, still sealed.
pub struct PieceRow {
    pub number: i64,
    pub words: i64,
    pub content: String,
}

from_row!(PieceRow {
    number,
    words,
    content
});

pub async fn insert(tx: &mut WriteTx, new: &AnswerRow) -> Result<(), DbError> {
    execute!(
        tx,
        INSERT,
        &new.id,
        &new.chat_id,
        new.number,
        &new.account_id,
        &new.agency_id,
        new.version_id,
        &new.month,
        new.held,
        new.question_words,
        &new.holder,
        new.began_at,
        new.ends_at,
    )
    .map(drop)
}

/// Takes the answer away to settle it; `None` if that was done.
pub async fn take(tx: &mut WriteTx, id: &str) -> Result<Option<AnswerRow>, DbError> {
    fetch_optional!(tx, AnswerRow, TAKE, id)
}

/// The id of the answer that is arriving in the chat.
pub async fn of_chat(
    view: &mut dyn Reads,
    account_id: &str,
    chat_id: &str,
) -> Result<Option<String>, DbError> {
    let found = fetch_optional!(view, (String,), OF_CHAT, account_id, chat_id)?;
    Ok(found.map(|(id,)| id))
}

/// How many answers are arriving for the account.
pub async fn count(view: &mut dyn Reads, account_id: &str) -> Result<i64, DbError> {
    let (count,) = fetch_one!(view, (i64,), COUNT, account_id)?;
    Ok(count)
}

/// The answers of the account whose process should have ended them.
pub async fn late_of_account(
    view: &mut dyn Reads,
    account_id: &str,
    now: Millis,
) -> Result<Vec<String>, DbError> {
    let late = fetch_all!(view, (String,), LATE_OF_ACCOUNT, account_id, now)?;
    Ok(late.into_iter().map(|(id,)| id).collect())
}

/// At most `most` answers that should have ended before `before`.
pub async fn late(view: &mut dyn Reads, before: Millis, most: i64) -> Result<Vec<String>, DbError> {
    let late = fetch_all!(view, (String,), LATE, before, most)?;
    Ok(late.into_iter().map(|(id,)| id).collect())
}

/// Asks the process that writes the answer to stop. False if it is no answer of the account, or has ended.
pub async fn ask_to_stop(tx: &mut WriteTx, id: &str, account_id: &str) -> Result<bool, DbError> {
    Ok(execute!(tx, ASK_TO_STOP, id, account_id)? == 1)
}

/// The answers of this process that somebody asked to stop.
pub async fn asked_to_stop(
    view: &mut dyn Reads,
    holder: &str,
    most: i64,
) -> Result<Vec<String>, DbError> {
    let asked = fetch_all!(view, (String,), ASKED_TO_STOP, holder, most)?;
    Ok(asked.into_iter().map(|(id,)| id).collect())
}

pub async fn add_piece(tx: &mut WriteTx, answer_id: &str, piece: &PieceRow) -> Result<(), DbError> {
    let PieceRow {
        number,
        words,
        content,
    } = piece;
    execute!(tx, ADD_PIECE, answer_id, *number, *words, content).map(drop)
}

/// The pieces of an answer from `first` on, in order.
pub async fn pieces(
    view: &mut dyn Reads,
    answer_id: &str,
    first: i64,
) -> Result<Vec<PieceRow>, DbError> {
    fetch_all!(view, PieceRow, PIECES, answer_id, first)
}

pub async fn delete_pieces(tx: &mut WriteTx, answer_id: &str) -> Result<(), DbError> {
    execute!(tx, DELETE_PIECES, answer_id).map(drop)
}

/// Deletes at most `most` pieces of answers that were settled.
pub async fn sweep_pieces(tx: &mut WriteTx, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP_PIECES, most)
}
