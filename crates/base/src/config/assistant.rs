//! `[assistant]`: the AI assistant, its models and its quota.

use std::{collections::HashSet, path::PathBuf, time::Duration};

use serde::{Deserialize, Deserializer};

use super::{
    branding::is_link,
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

/// The value of `monthly_words` for no limit.
pub const UNLIMITED: i64 = -1;
/// The largest quota, in words.
const MOST_WORDS: i64 = 1_000_000_000;

/// The AI assistant (contract S-14, G-75, G-78, G-79).
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AssistantConfig {
    /// The models that people choose from, in the order of the file.
    pub version: Vec<AssistantVersionConfig>,
    /// Words a person may use in a month, unless the person or a group of theirs has another figure; [`UNLIMITED`], or 0 for
    /// none.
    pub monthly_words: i64,
    /// How many days a chat is kept after its last turn.
    pub keep_days: i64,
    /// What the prices are in, as people read it.
    pub currency: String,
    /// No setting: only tests wait for less.
    #[serde(skip)]
    pub waits: AssistantWaits,
}

/// How long the assistant waits for what may never come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssistantWaits {
    /// For an answer in all (contract K-08).
    pub answer: Duration,
    /// For a provider that sends nothing.
    pub silence: Duration,
    /// Until a stream that has nothing to say says so, so that nothing between takes it for dead.
    pub ping: Duration,
}

impl AssistantWaits {
    /// Every server waits like this.
    pub const USUAL: Self = Self {
        answer: Duration::from_secs(300),
        silence: Duration::from_secs(60),
        ping: Duration::from_secs(15),
    };
}

/// A model behind an address that speaks the protocol of `OpenAI`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AssistantVersionConfig {
    /// Its number in the contract's calls, 1 to 999, unique.
    pub id: i64,
    /// What people see, 1 to 40 characters.
    pub value: String,
    /// The address in front of `/chat/completions`.
    pub base_url: String,
    /// File with the key. The check does not open it. Empty for none.
    pub key_file: PathBuf,
    /// The model's name at the provider.
    pub model: String,
    /// The price of a million tokens of questions, 0 if it is not known.
    pub price_in: f64,
    /// The price of a million tokens of answers, 0 if it is not known.
    pub price_out: f64,
    /// The most words of one answer.
    pub max_answer_words: i64,
    /// Words a person may use in a month with this version; none for no limit of its own.
    #[serde(deserialize_with = "read_limit")]
    pub monthly_words: Option<i64>,
}

impl Default for AssistantConfig {
    fn default() -> Self {
        Self {
            version: Vec::new(),
            monthly_words: 100_000,
            keep_days: 90,
            currency: "USD".to_owned(),
            waits: AssistantWaits::USUAL,
        }
    }
}

impl Default for AssistantVersionConfig {
    fn default() -> Self {
        Self {
            id: 0,
            value: String::new(),
            base_url: String::new(),
            key_file: PathBuf::new(),
            model: String::new(),
            price_in: 0.0,
            price_out: 0.0,
            max_answer_words: 1_500,
            monthly_words: None,
        }
    }
}

/// A number, or -1 for none.
fn read_limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    let read = i64::deserialize(deserializer)?;
    Ok((read != UNLIMITED).then_some(read))
}

impl AssistantVersionConfig {
    /// The first part that is not allowed, with what it must be.
    pub fn fault(&self) -> Option<(&'static str, &'static str)> {
        let length = self.value.chars().count();
        let price = |price: f64| price.is_finite() && (0.0..=1_000_000.0).contains(&price);
        let parts = [
            ("id", "1 to 999", (1..=999).contains(&self.id)),
            (
                "value",
                "a text of 1 to 40 characters",
                (1..=40).contains(&length),
            ),
            (
                "base_url",
                "an http or https address",
                is_address(&self.base_url),
            ),
            (
                "model",
                "a name of 1 to 100 characters",
                (1..=100).contains(&self.model.chars().count()),
            ),
            ("price_in", "0 to 1000000", price(self.price_in)),
            ("price_out", "0 to 1000000", price(self.price_out)),
            (
                "max_answer_words",
                "1 to 100000",
                (1..=100_000).contains(&self.max_answer_words),
            ),
            (
                "monthly_words",
                "0 to 1000000000, or -1",
                self.monthly_words
                    .is_none_or(|words| (0..=MOST_WORDS).contains(&words)),
            ),
        ];
        let wrong = parts.into_iter().find(|(_, _, holds)| !holds);
        wrong.map(|(part, rule, _)| (part, rule))
    }
}

/// Whether it may be asked is decided when it is used (`outbound.allow`).
fn is_address(text: &str) -> bool {
    is_link(text) || (text.starts_with("http://") && is_link(&text.replacen("http", "https", 1)))
}

impl Section for AssistantConfig {
    const NAME: &'static str = "assistant";
    const KEYS: &'static [Key] = &[
        key("version", "tables [[assistant.version]]"),
        key("monthly_words", "0 to 1000000000, or -1 for no limit"),
        key("keep_days", "1 to 3650"),
        key("currency", "a text of 1 to 10 characters"),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        let words = self.monthly_words;
        let is_limit = words == UNLIMITED || (0..=MOST_WORDS).contains(&words);
        faults.unless(is_limit, "monthly_words", || format!("is {words}"));
        let days = self.keep_days;
        faults.unless((1..=3_650).contains(&days), "keep_days", || {
            format!("is {days}")
        });
        let length = self.currency.chars().count();
        faults.unless((1..=10).contains(&length), "currency", || {
            format!("has {length} characters")
        });
        let mut ids = HashSet::new();
        for version in &self.version {
            let fault = version.fault();
            faults.unless(fault.is_none(), "version", || {
                let (part, rule) = fault.unwrap_or_default();
                format!("{} has a {part} that is not {rule}", version.id)
            });
            faults.unless(ids.insert(version.id), "version", || {
                format!("has the id {} twice", version.id)
            });
        }
    }
}
