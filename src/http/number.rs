//! Numbers in a request that stand for the values of an enum, such as a status.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

pub use crate::db::Number;

/// Reads an optional field that a form may leave empty; use it with `#[serde(default)]`.
pub fn or_empty<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        Value::String(text) if text.is_empty() => Ok(None),
        value => T::deserialize(value).map(Some).map_err(D::Error::custom),
    }
}
