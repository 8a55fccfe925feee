//! The AI assistant: chats, the quota of words, and the gateway to models.
//!
//! - `words.rs`: what a word is;
//! - `quota.rs`: how much a person may use, and has used;
//! - `version.rs`: the models that people choose from;
//! - `gateway.rs`: one question to a model, and its answer in pieces;
//! - `secrets.rs`: seals texts and keys;
//! - `turn.rs`, `chats.rs`: chats and what was said in them;
//! - `answers.rs`: how an answer begins and ends in the database, once each;
//! - `answer_so_far.rs`: what has arrived of an answer;
//! - `readers.rs`: how many read at a time;
//! - `running.rs`, `piece_writer.rs`, `follower.rs`: the answers that this process writes, how they are stored, who reads along;
//! - `assistant.rs`: the assistant of one process.

mod answer_so_far;
mod answers;
#[expect(
    clippy::module_inception,
    reason = "the assistant of one process is what the room is about"
)]
mod assistant;
pub mod chats;
mod error;
mod follower;
mod gateway;
mod late;
mod piece_writer;
mod quota;
mod readers;
mod running;
mod secrets;
mod store;
mod turn;
mod version;
mod words;

pub use answers::{LONGEST_QUESTION, Question};
pub use assistant::{Assistant, AssistantParts};
pub use error::ChatError;
pub use follower::{AnswerEvent, Follower};
pub use gateway::LIMIT;
pub use late::LateAnswers;
pub use quota::{Figures, Quota};
pub use secrets::AssistantSecrets;
pub use store::erasure::erase as erase_person;
pub use turn::{Role, Turn, TurnState, TurnStateNumber};
pub use version::{Version, VersionSettingError, of_settings, rewrap_versions};
pub use words::count as count_words;

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    ("assistant/store/answers.rs", store::answers::STATEMENTS),
    ("assistant/store/chats.rs", store::chats::STATEMENTS),
    ("assistant/store/days.rs", store::days::STATEMENTS),
    ("assistant/store/erasure.rs", store::erasure::STATEMENTS),
    ("assistant/store/quotas.rs", store::quotas::STATEMENTS),
    (
        "assistant/store/use_of_month.rs",
        store::use_of_month::STATEMENTS,
    ),
    ("assistant/store/versions.rs", store::versions::STATEMENTS),
];
