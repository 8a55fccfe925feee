//! Versions of the assistant in the JSON form of the product API (contract E-15, G-75, G-79).

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::assistant::{KeyChange, SavedVersion, ShownVersion, Tested, VersionForm, of_millionths};
use crate::calls::Creation;
use crate::config::Secret;
use crate::http::fields::{filled, integer, optional_integer};

/// A version of the assistant, for administrators.
#[expect(clippy::struct_excessive_bools, reason = "the flags of a version")]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantVersionRow {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub value: String,
    /// The address in front of `/chat/completions`.
    pub base_url: String,
    /// True if a key is stored. No call reads it.
    pub has_key: bool,
    /// False if nobody can choose it although it is on: its key cannot be opened, or the settings file has its number.
    pub usable: bool,
    /// The model's name at the provider.
    pub model: String,
    /// The price of a million tokens of questions.
    pub price_in: f64,
    /// The price of a million tokens of answers.
    pub price_out: f64,
    /// The most words of one answer.
    pub max_answer_words: i64,
    /// Words a person may use in a month with this version; null without a limit of its own.
    pub monthly_words: Option<i64>,
    /// Smaller ones stand first.
    pub position: i64,
    /// True if people can choose it.
    pub on: bool,
    /// True if the settings file declares it: it is changed there.
    pub of_file: bool,
    /// Increases with each change; 0 for one of the settings file.
    pub version: i64,
}

impl From<ShownVersion> for AssistantVersionRow {
    fn from(one: ShownVersion) -> Self {
        Self {
            id: one.id,
            value: one.value,
            base_url: one.base_url,
            has_key: one.has_key,
            usable: one.is_usable,
            model: one.model,
            price_in: of_millionths(one.prices.0),
            price_out: of_millionths(one.prices.1),
            max_answer_words: one.max_answer_words,
            monthly_words: one.monthly_words,
            position: one.position,
            on: one.is_on,
            of_file: one.is_of_file,
            version: one.version,
        }
    }
}

/// The versions of the assistant, and what the settings say.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantVersions {
    /// The ones of the settings file in its order, then the others.
    pub versions: Vec<AssistantVersionRow>,
    /// True if no version can be chosen, so that the assistant only repeats what it is asked.
    pub echo: bool,
    /// What prices are in.
    pub currency: String,
    /// Words a month of people without another figure; -1 without a limit.
    pub usual_words: i64,
    /// How many days a chat is kept after its last turn.
    pub keep_days: i64,
}

/// A version. Every field is set, but a missing key stays.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AssistantVersionBody {
    /// Its number, to change it.
    #[serde(deserialize_with = "optional_integer")]
    pub id: Option<i64>,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// Its name, of at most 40 characters.
    pub value: String,
    /// The address in front of `/chat/completions`: https, or http to a host that `outbound.allow` names.
    pub base_url: String,
    /// A new key. A missing or empty one keeps the stored key, unless the address changes.
    pub key: Option<String>,
    /// True removes the stored key.
    pub remove_key: bool,
    /// The model's name at the provider.
    pub model: String,
    /// The price of a million tokens of questions; 0 if it is not known.
    #[serde(deserialize_with = "price")]
    pub price_in: f64,
    /// The price of a million tokens of answers; 0 if it is not known.
    #[serde(deserialize_with = "price")]
    pub price_out: f64,
    /// The most words of one answer.
    #[serde(deserialize_with = "optional_integer")]
    pub max_answer_words: Option<i64>,
    /// Words a person may use in a month with this version; null or -1 without a limit of its own.
    #[serde(deserialize_with = "optional_integer")]
    pub monthly_words: Option<i64>,
    /// Smaller ones stand first.
    #[serde(deserialize_with = "optional_integer")]
    pub position: Option<i64>,
    /// True if people can choose it.
    pub on: bool,
}

impl std::fmt::Debug for AssistantVersionBody {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AssistantVersionBody({:?}, {:?})", self.id, self.value)
    }
}

/// The most words of an answer if a request does not say.
const USUAL_ANSWER_WORDS: i64 = 1_500;

impl AssistantVersionBody {
    pub(super) fn form(self) -> VersionForm {
        let key = match filled(self.key) {
            Some(key) => KeyChange::New(Secret::new(key)),
            None if self.remove_key => KeyChange::Remove,
            None => KeyChange::Keep,
        };
        VersionForm {
            value: self.value,
            base_url: self.base_url,
            key,
            model: self.model,
            prices: (self.price_in, self.price_out),
            max_answer_words: self.max_answer_words.unwrap_or(USUAL_ANSWER_WORDS),
            monthly_words: self.monthly_words.filter(|words| *words != -1),
            position: self.position.unwrap_or_default(),
            is_on: self.on,
        }
    }
}

/// A number, or a text with one.
fn price<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let price = match Value::deserialize(deserializer)? {
        Value::Null => Some(0.0),
        Value::Number(number) => number.as_f64(),
        Value::String(text) if text.is_empty() => Some(0.0),
        Value::String(text) => text.parse().ok(),
        _ => None,
    };
    price.ok_or_else(|| D::Error::custom("not a price"))
}

/// A version that was saved.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedAssistantVersion {
    /// Its number.
    pub id: i64,
    /// Its new version.
    pub version: i64,
    /// True if its key was forgotten, because its address changed.
    pub key_forgotten: bool,
}

impl Creation for SavedAssistantVersion {}

impl From<SavedVersion> for SavedAssistantVersion {
    fn from(saved: SavedVersion) -> Self {
        Self {
            id: saved.id,
            version: saved.version,
            key_forgotten: saved.forgot_key,
        }
    }
}

/// A version.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AssistantVersionIdBody {
    /// Its number.
    #[serde(deserialize_with = "integer")]
    pub id: i64,
}

/// What a provider answered to a test.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TestOutcome {
    /// It answered.
    Answered,
    /// It wants another key, or any.
    Key,
    /// It knows no such model, or has nothing at this address.
    Model,
    /// It has too much to do.
    Busy,
    /// It refused the question.
    Refused,
    /// What it wrote is no answer of this protocol.
    Malformed,
    /// It did not answer in time.
    Silent,
    /// It was not reached.
    NotReached,
    /// This server may not ask that address.
    Forbidden,
    /// The stored key cannot be opened.
    Sealed,
}

/// What came back of a test.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TestedVersion {
    /// What happened.
    pub outcome: TestOutcome,
    /// The HTTP status of a refusal; null otherwise.
    pub status: Option<u16>,
}

impl From<Tested> for TestedVersion {
    fn from(tested: Tested) -> Self {
        let (outcome, status) = match tested {
            Tested::Answered => (TestOutcome::Answered, None),
            Tested::Key => (TestOutcome::Key, None),
            Tested::Model => (TestOutcome::Model, None),
            Tested::Busy => (TestOutcome::Busy, None),
            Tested::Refused(status) => (TestOutcome::Refused, Some(status)),
            Tested::Malformed => (TestOutcome::Malformed, None),
            Tested::Silent => (TestOutcome::Silent, None),
            Tested::NotReached => (TestOutcome::NotReached, None),
            Tested::Forbidden => (TestOutcome::Forbidden, None),
            Tested::Sealed => (TestOutcome::Sealed, None),
        };
        Self { outcome, status }
    }
}
