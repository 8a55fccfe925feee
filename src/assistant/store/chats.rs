//! Chats and their turns in the database.

use crate::assistant::turn::{Role, TurnState};
use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_one, fetch_optional, from_row, statements,
};

statements! {
    FIND = "SELECT id, sealed_key, title, turns, changed_at FROM chats WHERE id = $1 AND account_id = $2";
    HOLD = "UPDATE chats SET turns = turns WHERE id = $1 AND account_id = $2";
    LIST = "SELECT id, sealed_key, title, turns, changed_at FROM chats WHERE account_id = $1 \
        ORDER BY changed_at DESC, id COLLATE \"C\" DESC LIMIT $2";
    COUNT = "SELECT CAST(COUNT(*) AS BIGINT) FROM chats WHERE account_id = $1";
    EMPTY = "SELECT id, sealed_key, title, turns, changed_at FROM chats WHERE account_id = $1 AND turns = 0 \
        ORDER BY changed_at DESC LIMIT 1";
    INSERT = "INSERT INTO chats (id, account_id, sealed_key, master_id, title, turns, created_at, changed_at) \
        VALUES ($1, $2, $3, $4, '', 0, $5, $5)";
    CHANGE = "UPDATE chats SET title = $2, turns = $3, changed_at = $4 WHERE id = $1";
    DELETE = "DELETE FROM chats WHERE id = $1";
    DELETE_OLD = "DELETE FROM chats WHERE id = $1 AND changed_at < $2";
    DELETE_TURNS = "DELETE FROM chat_turns WHERE chat_id = $1";
    ADD_TURN = "INSERT INTO chat_turns (chat_id, number, role, state, content, answer_id, created_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    TURNS = "SELECT number, role, state, content, answer_id, created_at FROM chat_turns WHERE chat_id = $1 \
        AND number < $2 ORDER BY number DESC LIMIT $3";
    TURN_OF_ANSWER = "SELECT t.chat_id, t.number, t.state, t.content, c.account_id, c.sealed_key FROM chat_turns t \
        JOIN chats c ON c.id = t.chat_id WHERE t.answer_id = $1";
    END_TURN = "UPDATE chat_turns SET state = $3, content = $4 WHERE chat_id = $1 AND number = $2";
    OLD = "SELECT id FROM chats WHERE changed_at < $1 AND NOT EXISTS \
        (SELECT 1 FROM chat_answers a WHERE a.chat_id = chats.id) ORDER BY changed_at LIMIT $2";
    SEALED_BY_OTHERS = "SELECT id, sealed_key FROM chats WHERE master_id <> $1";
    RESEAL = "UPDATE chats SET sealed_key = $2, master_id = $3 WHERE id = $1 AND sealed_key = $4";
}

/// A chat, still sealed.
pub struct ChatRow {
    pub id: String,
    pub sealed_key: String,
    pub title: String,
    pub turns: i64,
    pub changed_at: Millis,
}

from_row!(ChatRow {
    id,
    sealed_key,
    title,
    turns,
    changed_at
});

/// A turn, still sealed.
pub struct TurnRow {
    pub number: i64,
    pub role: Role,
    pub state: TurnState,
    pub content: String,
    pub answer_id: Option<String>,
    pub created_at: Millis,
}

from_row!(TurnRow {
    number,
    role,
    state,
    content,
    answer_id,
    created_at
});

/// The turn that an answer is, still sealed, with the key of its chat.
pub struct AnswerTurnRow {
    pub chat_id: String,
    pub number: i64,
    pub state: TurnState,
    pub content: String,
    pub account_id: String,
    pub sealed_key: String,
}

from_row!(AnswerTurnRow {
    chat_id,
    number,
    state,
    content,
    account_id,
    sealed_key
});

/// The chat `id` of this account; nobody finds another's (attack 33).
pub async fn find(
    view: &mut dyn Reads,
    id: &str,
    account_id: &str,
) -> Result<Option<ChatRow>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    fetch_optional!(view, ChatRow, FIND, id, account_id)
}

/// Locks the chat and reads it.
pub async fn hold(
    tx: &mut WriteTx,
    id: &str,
    account_id: &str,
) -> Result<Option<ChatRow>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    execute!(tx, HOLD, id, account_id)?;
    find(tx, id, account_id).await
}

/// The account's chats, newest first.
pub async fn list(
    view: &mut dyn Reads,
    account_id: &str,
    most: i64,
) -> Result<Vec<ChatRow>, DbError> {
    fetch_all!(view, ChatRow, LIST, account_id, most)
}

pub async fn count(view: &mut dyn Reads, account_id: &str) -> Result<i64, DbError> {
    let (count,) = fetch_one!(view, (i64,), COUNT, account_id)?;
    Ok(count)
}

/// A chat of the account without turns.
pub async fn empty(view: &mut dyn Reads, account_id: &str) -> Result<Option<ChatRow>, DbError> {
    fetch_optional!(view, ChatRow, EMPTY, account_id)
}

/// Adds a chat without turns.
pub async fn insert(
    tx: &mut WriteTx,
    (id, account_id): (&str, &str),
    (sealed_key, master_id): (&str, &str),
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, INSERT, id, account_id, sealed_key, master_id, now).map(drop)
}

/// Stores title, number of turns and time of a chat.
pub async fn change(
    tx: &mut WriteTx,
    id: &str,
    title: &str,
    turns: i64,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, CHANGE, id, title, turns, now).map(drop)
}

/// Deletes a chat with its turns.
pub async fn delete(tx: &mut WriteTx, id: &str) -> Result<(), DbError> {
    execute!(tx, DELETE_TURNS, id)?;
    execute!(tx, DELETE, id).map(drop)
}

pub async fn add_turn(tx: &mut WriteTx, chat_id: &str, turn: &TurnRow) -> Result<(), DbError> {
    execute!(
        tx,
        ADD_TURN,
        chat_id,
        turn.number,
        turn.role.code(),
        turn.state.code(),
        &turn.content,
        turn.answer_id.as_deref(),
        turn.created_at,
    )
    .map(drop)
}

/// At most `most` turns before number `before`, the last first.
pub async fn turns(
    view: &mut dyn Reads,
    chat_id: &str,
    before: i64,
    most: i64,
) -> Result<Vec<TurnRow>, DbError> {
    fetch_all!(view, TurnRow, TURNS, chat_id, before, most)
}

pub async fn turn_of_answer(
    view: &mut dyn Reads,
    answer_id: &str,
) -> Result<Option<AnswerTurnRow>, DbError> {
    if answer_id.contains('\0') {
        return Ok(None);
    }
    fetch_optional!(view, AnswerTurnRow, TURN_OF_ANSWER, answer_id)
}

/// Ends an answer with its sealed content.
pub async fn end_turn(
    tx: &mut WriteTx,
    (chat_id, number): (&str, i64),
    state: TurnState,
    content: &str,
) -> Result<(), DbError> {
    execute!(tx, END_TURN, chat_id, number, state.code(), content).map(drop)
}

/// Deletes at most `most` chats whose last turn was before `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    let old = fetch_all!(tx, (String,), OLD, before, most)?;
    let mut swept = 0;
    for (id,) in old {
        // Somebody may have asked something in it meanwhile.
        let deleted = execute!(tx, DELETE_OLD, &id, before)?;
        if deleted == 1 {
            execute!(tx, DELETE_TURNS, &id)?;
        }
        swept += deleted;
    }
    Ok(swept)
}

/// Ids and keys of the chats that another master secret sealed.
pub async fn sealed_by_others(
    view: &mut dyn Reads,
    master_id: &str,
) -> Result<Vec<(String, String)>, DbError> {
    fetch_all!(view, (String, String), SEALED_BY_OTHERS, master_id)
}

/// Stores a key that was sealed again, unless it has changed. False if it has.
pub async fn reseal(
    tx: &mut WriteTx,
    id: &str,
    sealed: &str,
    (again, master_id): (&str, &str),
) -> Result<bool, DbError> {
    Ok(execute!(tx, RESEAL, id, again, master_id, sealed)? == 1)
}
