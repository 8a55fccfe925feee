//! How an answer begins and ends in the database: exactly once each, whichever process does it.

use std::collections::BTreeSet;

use super::chats;
use super::error::ChatError;
use super::quota::{self, Quota};
use super::secrets::{AssistantSecrets, ChatKey, piece_place, turn_place};
use super::store::answers::{self as store, AnswerRow, PieceRow};
use super::store::chats as chat_store;
use super::store::days::{self, Used};
use super::store::use_of_month::Whose;
use super::turn::TurnState;
use super::version::Version;
use super::words;
use crate::clock::{Millis, SECOND};
use crate::config::AssistantWaits;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::Account;
use crate::insight::{self, Count, Figure};
use crate::random::Random;

/// The most characters of a question (contract K-07, F-35).
pub const LONGEST_QUESTION: usize = 2_048;
/// How long an answer may take (contract K-08), and 10 seconds more, after which its process must be dead.
pub const HELD_FOR: Millis =
    AssistantWaits::USUAL.answer.as_secs().cast_signed() * SECOND + 10 * SECOND;
/// The most answers that arrive for one person at a time.
const MOST_AT_ONCE: i64 = 3;

/// What a person asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The chat; `None` begins one.
    pub chat_id: Option<String>,
    pub text: String,
}

/// An answer that has begun.
#[derive(Clone, Debug)]
pub struct Begun {
    pub row: AnswerRow,
    /// The most words of the answer.
    pub most_words: i64,
    /// True if the quota is the reason why it has no more.
    pub by_quota: bool,
    pub key: ChatKey,
    pub version: Version,
}

/// What an answer came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    pub text: String,
    pub words: i64,
    pub state: TurnState,
    /// The tokens of question and answer, if the provider counted them.
    pub tokens: Option<(i64, i64)>,
}

/// What every beginning needs.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    pub secrets: &'a AssistantSecrets,
    pub random: &'a Random,
    /// The quota of people without another.
    pub usual: Quota,
    /// The month, as `yyyy-MM`.
    pub month: &'a str,
    /// When the day began.
    pub day_at: Millis,
    /// The process that will write the answer.
    pub holder: &'a str,
    pub now: Millis,
}

/// Stores the question of `account` to `version`, holds the most that it can cost, and begins its answer.
///
/// # Errors
/// The question is empty or too long; nothing is left; an answer is arriving in the chat.
pub async fn begin(
    tx: &mut WriteTx,
    account: &Account,
    question: &Question,
    version: Version,
    rules: Rules<'_>,
) -> Result<Begun, ChatError> {
    let text = question.text.trim();
    if text.is_empty() {
        return Err(ChatError::Empty);
    }
    if text.chars().count() > LONGEST_QUESTION {
        return Err(ChatError::TooLong);
    }
    let whose = Whose {
        account_id: &account.id,
        month: rules.month,
    };
    let quota = quota::quota_of(tx, account, rules.usual).await?;
    let question_words = words::count(text);
    // This locks the person's figures, so that questions are decided one after the other.
    quota::lock(tx, whose, &version).await?;
    for id in store::late_of_account(tx, &account.id, rules.now).await? {
        end_late(tx, &id, rules.secrets, rules.day_at).await?;
    }
    let held = quota::hold(tx, whose, (quota, &version), question_words).await?;
    let held = held.ok_or(ChatError::UsedUp)?;
    if store::count(tx, &account.id).await? >= MOST_AT_ONCE {
        return Err(ChatError::TooMany);
    }
    let chat_id = match &question.chat_id {
        Some(id) => id.clone(),
        None => chats::add(tx, &account.id, (rules.secrets, rules.random), rules.now).await?,
    };
    let chat = chat_store::hold(tx, &chat_id, &account.id).await?;
    let chat = chat.ok_or(ChatError::UnknownChat)?;
    if store::of_chat(tx, &account.id, &chat.id).await?.is_some() {
        return Err(ChatError::Arriving);
    }
    let key = rules.secrets.chat_key(&chat.id, &chat.sealed_key)?;
    let id = rules.random.uuid_v7(rules.now).to_string();
    let number = chats::add_question(tx, &chat, (&key, text, &id), rules.now).await?;
    let row = AnswerRow {
        id,
        chat_id,
        number,
        account_id: account.id.clone(),
        agency_id: account
            .agency
            .as_ref()
            .map(|agency| agency.id.clone())
            .unwrap_or_default(),
        version_id: version.id,
        month: rules.month.to_owned(),
        held,
        question_words,
        holder: rules.holder.to_owned(),
        began_at: rules.now,
        ends_at: rules.now + HELD_FOR,
    };
    store::insert(tx, &row).await?;
    let most = held - question_words;
    Ok(Begun {
        row,
        by_quota: most < version.max_answer_words,
        most_words: most,
        key,
        version,
    })
}

/// Ends an answer: stores its text under `key`, counts what it cost by the prices of `version`, and gives back the rest. Without
/// a key its chat is gone, and the text with it. False if the answer had ended before.
///
/// # Errors
/// The text was not sealed; the database failed.
pub async fn settle(
    tx: &mut WriteTx,
    id: &str,
    ended: &Ended,
    (key, version): (Option<&ChatKey>, Option<&Version>),
    day_at: Millis,
) -> Result<bool, ChatError> {
    let Some(row) = store::take(tx, id).await? else {
        return Ok(false);
    };
    // A question costs its words and those of its answer. Without an answer it costs nothing, unless the person stopped it: the
    // model has got it then.
    let words = match (ended.words, ended.state) {
        (0, state) if state != TurnState::Stopped => 0,
        (answer, _) => row.question_words + answer,
    };
    let whose = Whose {
        account_id: &row.account_id,
        month: &row.month,
    };
    quota::settle(tx, whose, row.version_id, (row.held, words)).await?;
    let tokens = ended.tokens.unwrap_or_default();
    let used = Used {
        words,
        tokens_in: tokens.0,
        tokens_out: tokens.1,
        cost: version.map_or(0, |version| version.cost(tokens)),
    };
    if used != Used::default() {
        let by = (&*row.account_id, &*row.agency_id, row.version_id);
        days::add(tx, day_at, by, used).await?;
        count_use(tx, day_at, used);
    }
    if let Some(key) = key {
        let content = match ended.text.as_str() {
            "" => String::new(),
            text => key.seal(&turn_place(row.number), text)?,
        };
        chat_store::end_turn(tx, (&row.chat_id, row.number), ended.state, &content).await?;
    }
    store::delete_pieces(tx, id).await?;
    Ok(true)
}

/// Counts an answer for the figures of administrators.
fn count_use(tx: &mut WriteTx, day_at: Millis, used: Used) {
    for (figure, many) in [
        (Figure::AssistantAnswers, 1),
        (Figure::AssistantWords, used.words),
        (Figure::AssistantCost, used.cost),
    ] {
        let count = Count::one(figure, "");
        insight::count(tx, day_at, Count { many, ..count });
    }
}

/// Ends the answer of a process that died, with the pieces that it stored. What cannot be opened is lost, and still counts.
///
/// # Errors
/// The database failed.
pub async fn end_late(
    tx: &mut WriteTx,
    id: &str,
    secrets: &AssistantSecrets,
    day_at: Millis,
) -> Result<(), ChatError> {
    let pieces = store::pieces(tx, id, 0).await?;
    let turn = chat_store::turn_of_answer(tx, id).await?;
    let key = turn.map(|turn| secrets.chat_key(&turn.chat_id, &turn.sealed_key));
    let key = key.transpose().unwrap_or_else(|error| {
        tracing::error!(%error, "a chat with an answer that was cut cannot be opened");
        None
    });
    let text = key.as_ref().map(|key| joined(key, id, &pieces)).transpose();
    let text = text.unwrap_or_else(|error| {
        tracing::error!(%error, "an answer that was cut cannot be opened");
        None
    });
    let ended = Ended {
        text: text.unwrap_or_default(),
        words: pieces.iter().map(|piece| piece.words).sum(),
        state: TurnState::Cut,
        tokens: None,
    };
    settle(tx, id, &ended, (key.as_ref(), None), day_at).await?;
    Ok(())
}

/// The text of the pieces, in order.
pub(super) fn joined(
    key: &ChatKey,
    answer_id: &str,
    pieces: &[PieceRow],
) -> Result<String, ChatError> {
    let texts = pieces
        .iter()
        .map(|piece| key.open(&piece_place(answer_id, piece.number), &piece.content));
    Ok(texts.collect::<Result<String, _>>()?)
}

/// Ends at most `most` answers whose process should have ended them before `before`.
///
/// # Errors
/// The database failed.
pub async fn end_all_late(
    tx: &mut WriteTx,
    before: Millis,
    most: i64,
    (secrets, day_at): (&AssistantSecrets, Millis),
) -> Result<u64, ChatError> {
    let mut ended = 0;
    for id in store::late(tx, before, most).await? {
        end_late(tx, &id, secrets, day_at).await?;
        ended += 1;
    }
    Ok(ended)
}

/// Deletes at most `most` pieces that came after their answer was settled by another process.
///
/// # Errors
/// The database failed.
pub async fn sweep_pieces(tx: &mut WriteTx, most: i64) -> Result<u64, DbError> {
    store::sweep_pieces(tx, most).await
}

/// The answers of this process that somebody asked to stop.
///
/// # Errors
/// The database failed.
pub(super) async fn asked_to_stop(
    view: &mut dyn Reads,
    holder: &str,
) -> Result<BTreeSet<String>, DbError> {
    let asked = store::asked_to_stop(view, holder, 1_000).await?;
    Ok(asked.into_iter().collect())
}
