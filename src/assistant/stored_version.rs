//! A version that administrators add: its form and its rules.

use crate::config::Secret;
use crate::db::{DbError, coded};
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule};
use crate::keys::MasterError;

/// The most versions that administrators add.
pub const MOST_VERSIONS: usize = 50;
/// Numbers up to this one are for the settings file.
pub const LAST_OF_FILE: i64 = 1_000;
/// The largest quota, in words.
pub const MOST_WORDS: i64 = 1_000_000_000;
/// The most words of one answer.
const MOST_ANSWER_WORDS: i64 = 100_000;
/// The most characters of a name, as for versions of the settings file.
const LONGEST_NAME: usize = 40;
/// The most characters of an address.
const LONGEST_ADDRESS: usize = 500;
/// The most characters of a key.
const LONGEST_KEY: usize = 1_000;
/// The largest price of a million tokens.
const LARGEST_PRICE: f64 = 1_000_000.0;

/// Whether people can choose a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionStatus {
    On,
    Off,
    /// Figures still name it.
    Deleted,
}

coded!(VersionStatus {
    On = 0,
    Off = 1,
    Deleted = 2
});

/// What happens to the key of a version.
#[derive(Clone, Debug, Default)]
pub enum KeyChange {
    /// It stays, unless the address changes.
    #[default]
    Keep,
    Remove,
    New(Secret),
}

/// The values of a form. It has all of them but the key.
#[derive(Clone, Debug, Default)]
pub struct VersionForm {
    /// What people see.
    pub value: String,
    /// The address in front of `/chat/completions`.
    pub base_url: String,
    pub key: KeyChange,
    /// The model's name at the provider.
    pub model: String,
    /// The price of a million tokens of questions, and of answers.
    pub prices: (f64, f64),
    pub max_answer_words: i64,
    /// Words a person may use in a month with this version; `None` without a limit of its own.
    pub monthly_words: Option<i64>,
    /// Smaller ones stand first.
    pub position: i64,
    pub is_on: bool,
}

/// Why a version was not saved, deleted or tested.
#[derive(Debug, thiserror::Error)]
pub enum VersionError {
    #[error("there is no such version")]
    Unknown,
    #[error("the version is declared in the settings file")]
    OfFile,
    #[error(transparent)]
    Invalid(#[from] Faults),
    /// Somebody else changed it after it was read.
    #[error("the version was changed meanwhile")]
    Conflict(EarlierChange),
    #[error("there are {MOST_VERSIONS} versions already")]
    TooMany,
    #[error("the key: {0}")]
    Sealing(#[from] MasterError),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl VersionForm {
    /// The form without spaces around its texts, and without slashes at the end of its address.
    #[must_use]
    pub fn trimmed(self) -> Self {
        Self {
            value: self.value.trim().to_owned(),
            base_url: self.base_url.trim().trim_end_matches('/').to_owned(),
            model: self.model.trim().to_owned(),
            ..self
        }
    }

    /// Every rule that the form breaks. `may_be_asked` says whether this server may ask its address.
    ///
    /// # Errors
    /// All faults by field.
    pub fn check(&self, may_be_asked: bool) -> Result<(), Faults> {
        let mut faults = Faults::default();
        faults.name("value", &self.value, Rule::Required);
        let length = self.value.chars().count();
        faults.ensure(length <= LONGEST_NAME, "value", Rule::VersionName);
        faults.name("model", &self.model, Rule::Required);
        let fits = self.base_url.chars().count() <= LONGEST_ADDRESS;
        faults.ensure(may_be_asked && fits, "baseUrl", Rule::ProviderAddress);
        if let KeyChange::New(key) = &self.key {
            let is_key = key.expose().len() <= LONGEST_KEY
                && key.expose().chars().all(|letter| letter.is_ascii_graphic());
            faults.ensure(is_key, "key", Rule::ProviderKey);
        }
        for (field, price) in [("priceIn", self.prices.0), ("priceOut", self.prices.1)] {
            let is_price = price.is_finite() && (0.0..=LARGEST_PRICE).contains(&price);
            faults.ensure(is_price, field, Rule::TokenPrice);
        }
        let words = (1..=MOST_ANSWER_WORDS).contains(&self.max_answer_words);
        faults.ensure(words, "maxAnswerWords", Rule::AnswerWords);
        let words = self
            .monthly_words
            .is_none_or(|words| (0..=MOST_WORDS).contains(&words));
        faults.ensure(words, "monthlyWords", Rule::MonthlyWords);
        let position = (0..=1_000_000).contains(&self.position);
        faults.ensure(position, "position", Rule::Range);
        faults.or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G-75: each field has its rule; an address ends without a slash.
    #[test]
    fn a_version_has_faults_by_name() {
        let good = VersionForm {
            value: " Large ".to_owned(),
            base_url: "https://ai.example/v1//".to_owned(),
            model: "large-1".to_owned(),
            prices: (2.5, 0.0),
            max_answer_words: 1,
            monthly_words: Some(0),
            ..VersionForm::default()
        }
        .trimmed();
        assert_eq!(
            (&*good.value, &*good.base_url),
            ("Large", "https://ai.example/v1")
        );
        assert!(good.check(true).is_ok());
        let bad = VersionForm {
            value: "n".repeat(41),
            key: KeyChange::New(Secret::new("two words")),
            model: String::new(),
            prices: (-1.0, f64::NAN),
            max_answer_words: 0,
            monthly_words: Some(-7),
            position: -1,
            ..good
        };
        let faults = bad.check(false).unwrap_err();
        let fields: Vec<&str> = faults.list().iter().map(|fault| &*fault.field).collect();
        assert_eq!(
            fields,
            [
                "value",
                "model",
                "baseUrl",
                "key",
                "priceIn",
                "priceOut",
                "maxAnswerWords",
                "monthlyWords",
                "position"
            ]
        );
    }
}
