//! The chats of a person (contract E-11, G-72, G-73). Nobody else reads them: every function takes the account, and another's
//! chat is an unknown one.

use super::error::ChatError;
use super::secrets::{AssistantSecrets, ChatKey, TITLE, turn_place};
use super::store::chats::{self as store, ChatRow, TurnRow};
use super::store::{answers, days, use_of_month};
use super::turn::{Role, Turn, TurnState};
use super::words;
use crate::clock::{DAY, Millis};
use crate::db::{DbError, Reads, WriteTx};
use crate::keys::MasterError;
use crate::random::Random;

/// The most chats that a list has, and that a person keeps; the oldest makes room.
pub const MOST_CHATS: i64 = 200;
/// The most turns of a chat: the model sees 2,000 words of them anyway.
pub const MOST_TURNS: i64 = 400;
/// How long figures of days and months are kept, so that a year can be compared with the year before.
pub const FIGURES_KEPT: Millis = 400 * DAY;
/// Characters of a title (contract G-72).
const TITLE_LENGTH: usize = 30;
/// Words of earlier turns that the model sees (contract K-11).
const HISTORY_WORDS: i64 = 2_000;
/// How many turns are read at a time until there are so many words.
const TURNS_AT_ONCE: i64 = 60;

/// A chat in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatHead {
    pub id: String,
    /// Empty for a chat without turns.
    pub title: String,
    pub changed_at: Millis,
}

/// A whole chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chat {
    pub head: ChatHead,
    /// In the order in which they were said.
    pub turns: Vec<Turn>,
}

/// The chats of the account, newest first.
///
/// # Errors
/// The database failed.
pub async fn list(
    view: &mut dyn Reads,
    account_id: &str,
    secrets: &AssistantSecrets,
) -> Result<Vec<ChatHead>, DbError> {
    let rows = store::list(view, account_id, MOST_CHATS).await?;
    Ok(rows.into_iter().map(|row| head(row, secrets)).collect())
}

/// A chat that cannot be opened has no title, and stays in the list so that it can be deleted.
fn head(row: ChatRow, secrets: &AssistantSecrets) -> ChatHead {
    let title = secrets.chat_key(&row.id, &row.sealed_key);
    let title = title.and_then(|key| key.open(TITLE, &row.title));
    ChatHead {
        title: title.unwrap_or_default(),
        id: row.id,
        changed_at: row.changed_at,
    }
}

/// The chat `id` with all its turns.
///
/// # Errors
/// It is no chat of the account; it cannot be opened.
pub async fn chat(
    view: &mut dyn Reads,
    (id, account_id): (&str, &str),
    secrets: &AssistantSecrets,
) -> Result<Chat, ChatError> {
    let row = store::find(view, id, account_id).await?;
    let row = row.ok_or(ChatError::UnknownChat)?;
    let key = secrets.chat_key(&row.id, &row.sealed_key)?;
    let mut turns = store::turns(view, &row.id, i64::MAX, MOST_TURNS).await?;
    turns.reverse();
    let turns = turns
        .into_iter()
        .map(|turn| opened(&key, turn))
        .collect::<Result<_, _>>()?;
    Ok(Chat {
        head: head(row, secrets),
        turns,
    })
}

fn opened(key: &ChatKey, turn: TurnRow) -> Result<Turn, MasterError> {
    Ok(Turn {
        role: turn.role,
        content: key.open(&turn_place(turn.number), &turn.content)?,
        state: turn.state,
        answer_id: turn.answer_id,
        created_at: turn.created_at,
    })
}

/// What was said in the chats of the account, opened: each turn with the title of its chat, the newest first, and a few more than
/// `most` if there are so many. A chat that cannot be opened is left out.
///
/// # Errors
/// The database failed.
pub async fn said(
    view: &mut dyn Reads,
    account_id: &str,
    secrets: &AssistantSecrets,
    most: usize,
) -> Result<Vec<(String, Turn)>, DbError> {
    let mut said = Vec::new();
    for row in store::list(view, account_id, MOST_CHATS).await? {
        let Ok(key) = secrets.chat_key(&row.id, &row.sealed_key) else {
            continue;
        };
        let turns = store::turns(view, &row.id, i64::MAX, MOST_TURNS).await?;
        let title = head(row, secrets).title;
        let opened = turns.into_iter().filter_map(|turn| opened(&key, turn).ok());
        said.extend(opened.map(|turn| (title.clone(), turn)));
        if said.len() > most {
            break;
        }
    }
    Ok(said)
}

/// An empty chat of the account: one that is there, or a new one (contract G-73).
///
/// # Errors
/// The database failed.
pub async fn add(
    tx: &mut WriteTx,
    account_id: &str,
    (secrets, random): (&AssistantSecrets, &Random),
    now: Millis,
) -> Result<String, ChatError> {
    if let Some(empty) = store::empty(tx, account_id).await? {
        return Ok(empty.id);
    }
    while store::count(tx, account_id).await? >= MOST_CHATS {
        let oldest = store::list(tx, account_id, MOST_CHATS).await?.pop();
        let Some(oldest) = oldest else { break };
        delete(tx, &oldest.id, account_id).await?;
    }
    let id = random.uuid_v7(now).to_string();
    let key = secrets.new_chat_key(&id)?;
    store::insert(tx, (&id, account_id), (&key, secrets.master_id()), now).await?;
    Ok(id)
}

/// Deletes the chat `id`. What it used stays counted; an answer that is arriving is asked to stop.
///
/// # Errors
/// The database failed. An unknown chat is no error, so that it may be deleted twice (contract C-126).
pub async fn delete(tx: &mut WriteTx, id: &str, account_id: &str) -> Result<(), DbError> {
    if store::hold(tx, id, account_id).await?.is_none() {
        return Ok(());
    }
    if let Some(answer) = answers::of_chat(tx, account_id, id).await? {
        answers::ask_to_stop(tx, &answer, account_id).await?;
    }
    store::delete(tx, id).await
}

/// Stores a question and the place of its answer, with the title if it is the first. Returns the number of the answer's turn.
pub(super) async fn add_question(
    tx: &mut WriteTx,
    row: &ChatRow,
    (key, question, answer_id): (&ChatKey, &str, &str),
    now: Millis,
) -> Result<i64, ChatError> {
    if row.turns + 2 > MOST_TURNS {
        return Err(ChatError::TooLong);
    }
    let number = row.turns;
    let asked = TurnRow {
        number,
        role: Role::User,
        state: TurnState::Whole,
        content: key.seal(&turn_place(number), question)?,
        answer_id: None,
        created_at: now,
    };
    let answer = TurnRow {
        number: number + 1,
        role: Role::Assistant,
        state: TurnState::Arriving,
        content: String::new(),
        answer_id: Some(answer_id.to_owned()),
        created_at: now,
    };
    store::add_turn(tx, &row.id, &asked).await?;
    store::add_turn(tx, &row.id, &answer).await?;
    let title = match row.turns {
        0 => key.seal(TITLE, &title_of(question))?,
        _ => row.title.clone(),
    };
    store::change(tx, &row.id, &title, number + 2, now).await?;
    Ok(number + 1)
}

/// The beginning of a question, on one line, at most 30 characters.
fn title_of(question: &str) -> String {
    let words = question.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(TITLE_LENGTH).collect()
}

/// What the model sees before answer number `number`: the question, and of earlier turns the newest, as long as they have
/// 2,000 words together. A question that got no answer is left out.
pub(super) async fn history(
    view: &mut dyn Reads,
    (chat_id, number): (&str, i64),
    key: &ChatKey,
) -> Result<Vec<Turn>, ChatError> {
    let mut newest_first = Vec::new();
    let mut before = number;
    loop {
        let rows = store::turns(view, chat_id, before, TURNS_AT_ONCE).await?;
        let Some(oldest) = rows.last() else {
            return Ok(recent(&newest_first).0);
        };
        before = oldest.number;
        for row in rows {
            newest_first.push(opened(key, row)?);
        }
        if let (seen, true) = recent(&newest_first) {
            return Ok(seen);
        }
    }
}

/// The turns that the model sees, in their order, and whether older ones would change nothing. `newest_first` begins with the
/// question.
fn recent(newest_first: &[Turn]) -> (Vec<Turn>, bool) {
    let Some((question, rest)) = newest_first.split_first() else {
        return (Vec::new(), false);
    };
    let mut left = HISTORY_WORDS - words::count(&question.content);
    let mut seen = vec![question.clone()];
    for pair in rest.chunks(2) {
        let [answer, asked] = pair else { break };
        if answer.content.is_empty() {
            continue;
        }
        left -= words::count(&answer.content) + words::count(&asked.content);
        if left < 0 {
            break;
        }
        seen.extend([answer.clone(), asked.clone()]);
    }
    seen.reverse();
    (seen, left <= 0)
}

/// Deletes at most `most` chats that nobody has used since `before`.
///
/// # Errors
/// The database failed.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    store::sweep(tx, before, most).await
}

/// Deletes at most `most` figures of days before `before`.
///
/// # Errors
/// The database failed.
pub async fn sweep_days(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    days::sweep(tx, before, most).await
}

/// Deletes at most `most` figures of months that ended before `before`.
///
/// # Errors
/// The database failed.
pub async fn sweep_months(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    let month = super::quota::month(before, &jiff::tz::TimeZone::UTC);
    use_of_month::sweep(tx, &month, most).await
}

/// Seals the keys of all chats under the master secret of `new`; returns how many.
///
/// # Errors
/// [`ChatError::Sealing`]: `old` did not seal one of them. Then nothing is to be committed.
pub async fn rewrap(
    tx: &mut WriteTx,
    old: &AssistantSecrets,
    new: &AssistantSecrets,
) -> Result<usize, ChatError> {
    let mut count = 0;
    for (id, sealed) in store::sealed_by_others(tx, new.master_id()).await? {
        let again = old.rewrap_chat_key(&id, &sealed, new)?;
        let changed = store::reseal(tx, &id, &sealed, (&again, new.master_id())).await?;
        count += usize::from(changed);
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(role: Role, content: String) -> Turn {
        Turn {
            role,
            content,
            state: TurnState::Whole,
            answer_id: None,
            created_at: 0,
        }
    }

    /// G-72: a title is the first 30 characters of the first question.
    #[test]
    fn a_title_is_the_beginning_of_the_question() {
        assert_eq!(title_of("  Plan\n\nthe   launch "), "Plan the launch");
        assert_eq!(title_of(&"中".repeat(40)), "中".repeat(30));
    }

    /// K-11: about 2,000 words go along, always with the question, and an answer never without what was asked.
    #[test]
    fn the_model_sees_2000_words() {
        let said = |words: usize| vec!["word"; words].join(" ");
        let newest_first = vec![
            turn(Role::User, said(100)),
            turn(Role::Assistant, said(900)),
            turn(Role::User, said(100)),
            turn(Role::Assistant, String::new()),
            turn(Role::User, "unanswered".to_owned()),
            turn(Role::Assistant, said(890)),
            turn(Role::User, said(10)),
            turn(Role::Assistant, said(1)),
            turn(Role::User, said(1)),
        ];
        let (seen, is_full) = recent(&newest_first);
        assert!(is_full);
        let lengths: Vec<i64> = seen
            .iter()
            .map(|turn| words::count(&turn.content))
            .collect();
        assert_eq!(lengths, [10, 890, 100, 900, 100]);
        assert_eq!(seen[0].role, Role::User);
        let question = vec![turn(Role::User, said(2_048))];
        assert_eq!(recent(&question), (question.clone(), true));
        assert!(!recent(&newest_first[..5]).1, "older turns are read too");
    }
}
