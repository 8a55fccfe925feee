//! The AI assistant: chats, the quota of words, and the gateway to models.
//!
//! - `words.rs`: what a word is;
//! - `quota.rs`: how much a person may use, and has used;
//! - `version.rs`: the models that people choose from; `stored_version.rs`, `editing.rs`: those that administrators add;
//! - `quota_of.rs`, `quota_editing.rs`: the quotas that administrators set; `month_of_use.rs`: sums of what was used;
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
mod editing;
mod error;
mod follower;
mod gateway;
mod late;
mod month_of_use;
mod piece_writer;
mod quota;
mod quota_editing;
mod quota_of;
mod readers;
mod running;
mod secrets;
mod store;
mod stored_version;
mod turn;
mod version;
mod words;

pub use answers::{LONGEST_QUESTION, Question};
pub use assistant::{Assistant, AssistantParts};
pub use editing::{SavedVersion, ShownVersion, Tested, record_test};
pub use error::ChatError;
pub use follower::{AnswerEvent, Follower};
pub use late::LateAnswers;
pub use month_of_use::MonthOfUse;
pub use quota::{Figures, Quota, QuotaSource};
pub use quota_editing::set_quota;
pub use quota_of::{AssistantQuotaKindNumber, QuotaError, QuotaKind};
pub use secrets::AssistantSecrets;
pub use store::days::Sum;
pub use store::erasure::erase as erase_person;
pub use store::quota_list::{AssistantQuotaFilter, AssistantQuotaRow, QUOTAS};
pub use store::use_list::{AssistantUseFilter, AssistantUseRow, USE};
pub use stored_version::{KeyChange, VersionError, VersionForm};
pub use turn::{Role, Turn, TurnState, TurnStateNumber};
pub use version::{
    Version, VersionSettingError, of_millionths, of_settings, rewrap_versions, version_names,
};
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
