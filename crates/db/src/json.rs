//! Columns that hold JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::error::BoxDynError;

use super::{FromColumn, SqlValue};

/// A column with JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned> FromColumn for Json<T> {
    fn from_value(value: SqlValue) -> Result<Self, BoxDynError> {
        Ok(Self(serde_json::from_str(&String::from_value(value)?)?))
    }
}

/// A list as JSON, for such a column; an empty one if its items cannot be written.
pub fn json_list<T: Serialize>(list: &[T]) -> String {
    serde_json::to_string(list).unwrap_or_else(|_| "[]".to_owned())
}
