//! The assistant in the JSON form of the product API (contract E-11 to E-16).

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::assistant::chats::{Chat, ChatHead};
use crate::assistant::{
    ChatError, Figures, Question, Role, Turn, TurnState, TurnStateNumber, Version, count_words,
};
use crate::calls::Creation;
use crate::db::Number;
use crate::http::envelope::{ApiError, Fault};
use crate::http::fields::integer_or_empty;
use crate::i18n::texts::Key;

/// Whether the caller may use the assistant.
#[derive(Debug, Serialize, ToSchema)]
pub struct Authority {
    /// True if so.
    pub authorized: bool,
}

/// A version of the assistant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatVersion {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub value: String,
    /// The most words of an answer.
    pub max_answer_words: i64,
    /// True if it only repeats what it is asked, because no AI provider is set.
    pub echo: bool,
}

impl From<Version> for ChatVersion {
    fn from(version: Version) -> Self {
        Self {
            echo: version.is_echo(),
            id: version.id,
            value: version.value,
            max_answer_words: version.max_answer_words,
        }
    }
}

/// What the caller has used this month.
#[derive(Debug, Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "the contract's own names")]
pub struct Cost {
    /// Words used.
    pub cost: i64,
    /// Words left; null without a limit.
    pub remain: Option<i64>,
    /// How much is left, in per cent.
    pub percentage: i64,
    /// Words that answers which are arriving may still cost.
    pub held: i64,
    /// The words of the month; null without a limit.
    pub quota: Option<i64>,
    /// The same as `cost`.
    pub words: i64,
}

impl From<Figures> for Cost {
    fn from(figures: Figures) -> Self {
        let remain = figures.left();
        Self {
            cost: figures.used,
            remain,
            percentage: figures.percentage(),
            held: figures.held,
            quota: remain.map(|_| figures.quota.stored()),
            words: figures.used,
        }
    }
}

/// A chat in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatRow {
    /// The chat's id.
    pub chat_id: String,
    /// The beginning of its first question; empty for a chat without one.
    pub title: String,
}

impl From<ChatHead> for ChatRow {
    fn from(head: ChatHead) -> Self {
        Self {
            chat_id: head.id,
            title: head.title,
        }
    }
}

/// What was said.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatMessage {
    /// `user` or `assistant`.
    pub role: &'static str,
    /// A question as it was written; an answer as Markdown.
    pub content: String,
    /// How it stands. Questions are always whole.
    pub state: TurnStateNumber,
    /// The id of an answer.
    pub answer_id: Option<String>,
    /// When it was said, in milliseconds since 1970.
    pub at: i64,
    /// How many words it has.
    pub words: i64,
}

impl From<Turn> for ChatMessage {
    fn from(turn: Turn) -> Self {
        Self {
            role: match turn.role {
                Role::User => "user",
                Role::Assistant => "assistant",
            },
            words: count_words(&turn.content),
            content: turn.content,
            state: Number(turn.state),
            answer_id: turn.answer_id,
            at: turn.created_at,
        }
    }
}

/// A chat.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatInfo {
    /// The chat's id.
    pub chat_id: String,
    /// The beginning of its first question.
    pub title: String,
    /// What was said, in order.
    pub message_list: Vec<ChatMessage>,
}

impl From<Chat> for ChatInfo {
    fn from(chat: Chat) -> Self {
        Self {
            chat_id: chat.head.id,
            title: chat.head.title,
            message_list: chat.turns.into_iter().map(ChatMessage::from).collect(),
        }
    }
}

/// A chat.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ChatIdQuery {
    /// The chat's id.
    pub chat_id: String,
}

/// A chat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatIdBody {
    /// The chat's id.
    pub chat_id: String,
}

/// A question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskBody {
    /// The chat's id; without it a chat begins.
    pub chat_id: Option<String>,
    /// The question, at most 2,048 characters.
    pub text: String,
    /// The version that answers; the first one if it is missing or empty.
    #[serde(default, deserialize_with = "integer_or_empty")]
    pub version_id: Option<i64>,
}

impl AskBody {
    pub(super) fn question(self) -> Question {
        question(self.chat_id, self.text)
    }
}

/// The question; an empty id of a chat is none.
fn question(chat_id: Option<String>, text: String) -> Question {
    Question {
        chat_id: chat_id.filter(|id| !id.is_empty()),
        text,
    }
}

/// An answer that has begun.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    /// The chat's id.
    pub chat_id: String,
    /// The answer's id, to follow it and to stop it.
    pub answer_id: String,
}

impl Creation for Asked {}

/// A turn of a client.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TalkTurn {
    /// `user` or `assistant`.
    pub role: String,
    /// What was said.
    pub content: String,
}

/// A question with what was said before.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TalkBody {
    /// The last turn is the question.
    pub message_list: Vec<TalkTurn>,
    /// The chat's id; without it a chat begins.
    pub chat_id: Option<String>,
    /// The version that answers; the first one if it is missing or empty.
    #[serde(default, deserialize_with = "integer_or_empty")]
    pub version_id: Option<i64>,
}

impl TalkBody {
    /// # Errors
    /// The last turn is no question.
    pub fn question(self) -> Result<Question, ApiError> {
        let last = self.message_list.into_iter().next_back();
        let last = last.filter(|turn| turn.role == "user");
        let last = last.ok_or_else(|| ApiError::illegal("messageList"))?;
        Ok(question(self.chat_id, last.content))
    }
}

/// The answer to follow.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct StreamQuery {
    /// The answer's id.
    pub answer_id: String,
}

/// The answer to stop.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StopBody {
    /// The answer's id.
    pub answer_id: String,
}

impl ChatError {
    /// Why an answer that ended in `state` has no words; `None` if that is no failure.
    pub(super) fn of_end(state: TurnState) -> Option<Self> {
        match state {
            TurnState::Failed | TurnState::Cut => Some(Self::Failed),
            TurnState::Busy => Some(Self::Busy),
            TurnState::TooLong => Some(Self::TooLong),
            TurnState::UsedUp => Some(Self::UsedUp),
            TurnState::Whole | TurnState::Arriving | TurnState::Stopped | TurnState::Long => None,
        }
    }
}

impl From<ChatError> for ApiError {
    fn from(error: ChatError) -> Self {
        let fault = |field: &'static str, words| Self::Invalid(vec![Fault::new(field, words)]);
        match error {
            ChatError::NotAuthorized => Self::NotAuthorized,
            ChatError::UnknownChat => Self::illegal("chatId"),
            ChatError::UnknownAnswer => Self::illegal("answerId"),
            ChatError::UnknownVersion => fault("versionId", Key("chat.no_version")),
            ChatError::Empty => Self::illegal("text"),
            ChatError::TooLong => fault("text", Key("chat.too_long")),
            ChatError::UsedUp => fault("quota", Key("chat.used_up")),
            ChatError::Arriving => fault("chatId", Key("chat.arriving")),
            ChatError::TooMany => fault("chatId", Key("chat.too_many")),
            ChatError::TooManyReaders => Self::LimitReached(Key("chat.too_many_readers"), 10),
            ChatError::Busy => Self::Unavailable(Key("chat.busy"), 10),
            ChatError::Failed => Self::Unavailable(Key("chat.failed"), 10),
            ChatError::Sealing(error) => {
                tracing::error!(%error, "a chat cannot be opened");
                Self::Internal
            }
            ChatError::Db(error) => error.into(),
        }
    }
}
