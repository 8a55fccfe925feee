//! The versions that people choose from (contract E-15, G-75), from the settings file and from administrators.
//! Without any, a local echo stands in for both of the contract.

use std::collections::BTreeMap;
use std::path::Path;

use super::error::ChatError;
use super::gateway::Model;
use super::secrets::AssistantSecrets;
use super::store::versions::{self, VersionRow};
use super::stored_version::VersionStatus;
use crate::config::{AssistantConfig, AssistantVersionConfig, Secret};
use crate::db::{DbError, Reads, WriteTx};
use crate::keys::MasterError;

/// The most words of an answer of the echo.
const ECHO_WORDS: i64 = 1_500;
/// The names of the contract.
const ECHOES: [(i64, &str); 2] = [(1, "GPT 3.5"), (2, "GPT 4.0")];
/// Millionths.
const MILLION: f64 = 1_000_000.0;

/// A model that people choose.
#[derive(Clone, Debug)]
pub struct Version {
    pub id: i64,
    /// What people see.
    pub value: String,
    pub model: Model,
    /// Millionths of the currency for a million tokens of questions, and of answers.
    pub prices: (i64, i64),
    pub max_answer_words: i64,
    /// Words a person may use in a month with this version; `None` without a limit of its own.
    pub monthly_words: Option<i64>,
}

/// Why a version of the settings file cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("assistant.version {id}: {file}: {why}")]
pub struct VersionSettingError {
    pub id: i64,
    pub file: String,
    pub why: std::io::Error,
}

impl Version {
    /// True if it only repeats what it is asked.
    pub const fn is_echo(&self) -> bool {
        matches!(self.model, Model::Echo)
    }

    /// What these tokens cost, in millionths of the currency.
    pub fn cost(&self, (question, answer): (i64, i64)) -> i64 {
        let parts = [(question, self.prices.0), (answer, self.prices.1)];
        let sum: i128 = parts
            .iter()
            .map(|(tokens, price)| i128::from(*tokens) * i128::from(*price))
            .sum();
        i64::try_from(sum / 1_000_000).unwrap_or(i64::MAX)
    }

    fn of_file(settings: &AssistantVersionConfig) -> Result<Self, VersionSettingError> {
        let has_key = !settings.key_file.as_os_str().is_empty();
        let key = has_key.then(|| read_key(settings.id, &settings.key_file));
        let key = key.transpose()?;
        Ok(Self {
            id: settings.id,
            value: settings.value.clone(),
            model: Model::Provider {
                base_url: settings.base_url.clone(),
                key,
                name: settings.model.clone(),
            },
            prices: (
                millionths(settings.price_in),
                millionths(settings.price_out),
            ),
            max_answer_words: settings.max_answer_words,
            monthly_words: settings.monthly_words,
        })
    }

    pub(super) fn of_row(row: VersionRow, secrets: &AssistantSecrets) -> Result<Self, MasterError> {
        let has_key = !row.sealed_key.is_empty();
        let key = has_key.then(|| secrets.provider_key(&row.base_url, &row.sealed_key));
        let key = key.transpose()?;
        Ok(Self {
            id: row.id,
            value: row.value,
            model: Model::Provider {
                base_url: row.base_url,
                key,
                name: row.model,
            },
            prices: (row.price_in, row.price_out),
            max_answer_words: row.max_answer_words,
            monthly_words: row.monthly_words,
        })
    }
}

/// A price of the settings in millionths.
pub fn millionths(price: f64) -> i64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "prices are checked to be small"
    )]
    let price = (price * MILLION).round() as i64;
    price
}

/// A price in the currency.
#[expect(clippy::cast_precision_loss, reason = "prices are checked to be small")]
pub fn of_millionths(price: i64) -> f64 {
    price as f64 / MILLION
}

fn read_key(id: i64, file: &Path) -> Result<Secret, VersionSettingError> {
    let text = std::fs::read_to_string(file).map_err(|why| VersionSettingError {
        id,
        file: file.display().to_string(),
        why,
    })?;
    Ok(Secret::new(text.trim()))
}

/// The versions of the settings file.
///
/// # Errors
/// A file with a key cannot be read.
pub fn of_settings(settings: &AssistantConfig) -> Result<Vec<Version>, VersionSettingError> {
    settings.version.iter().map(Version::of_file).collect()
}

/// Every version that people may choose: those of the file first. A stored one with the number of one of the file, or whose
/// key cannot be opened, is left out.
///
/// # Errors
/// The database failed.
pub async fn offered(
    view: &mut dyn Reads,
    of_file: &[Version],
    secrets: &AssistantSecrets,
) -> Result<Vec<Version>, DbError> {
    let mut all = of_file.to_vec();
    for row in versions::all(view).await? {
        let (id, is_on) = (row.id, row.status == VersionStatus::On);
        if !is_on || of_file.iter().any(|version| version.id == id) {
            continue;
        }
        match Version::of_row(row, secrets) {
            Ok(version) => all.push(version),
            Err(error) => {
                tracing::error!(version = id, %error, "the key of this version cannot be opened, so nobody can choose it");
            }
        }
    }
    if all.is_empty() {
        all.extend(ECHOES.map(|(id, value)| Version {
            id,
            value: value.to_owned(),
            model: Model::Echo,
            prices: (0, 0),
            max_answer_words: ECHO_WORDS,
            monthly_words: None,
        }));
    }
    Ok(all)
}

/// The names of all versions by number: of the file, of administrators, deleted ones too, and of the echo.
///
/// # Errors
/// The database failed.
pub async fn version_names(
    view: &mut dyn Reads,
    of_file: &[Version],
) -> Result<BTreeMap<i64, String>, DbError> {
    let echoes = ECHOES.map(|(id, value)| (id, value.to_owned()));
    let mut names: BTreeMap<i64, String> = echoes.into_iter().collect();
    names.extend(versions::names(view).await?);
    let of_file = of_file.iter();
    names.extend(of_file.map(|version| (version.id, version.value.clone())));
    Ok(names)
}

/// Seals the keys of all stored versions under the master secret of `new`; returns how many.
///
/// # Errors
/// [`ChatError::Sealing`]: `old` did not seal one of them. Then nothing is to be committed.
pub async fn rewrap_versions(
    tx: &mut WriteTx,
    old: &AssistantSecrets,
    new: &AssistantSecrets,
) -> Result<usize, ChatError> {
    let mut count = 0;
    for (id, base_url, sealed) in versions::sealed_by_others(tx, new.master_id()).await? {
        let key = old.provider_key(&base_url, &sealed)?;
        let again = new.seal_provider_key(&base_url, key.expose())?;
        let changed = versions::reseal(tx, id, &sealed, (&again, new.master_id())).await?;
        count += usize::from(changed);
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_for_a_million_tokens() {
        let version = Version {
            id: 1,
            value: String::new(),
            model: Model::Echo,
            prices: (millionths(2.5), millionths(10.0)),
            max_answer_words: 1,
            monthly_words: None,
        };
        // 2,000 tokens at 2.50 and 500 at 10.00 for a million: 0.01.
        assert_eq!(version.cost((2_000, 500)), 10_000);
    }
}
