//! The values of arguments and columns: whole numbers and texts.

use serde::{Deserialize, Serialize};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::types::Oid;
use sqlx::postgres::{PgTypeInfo, Postgres};
use sqlx::sqlite::{Sqlite, SqliteTypeInfo};
use sqlx::{Database, Encode, Type};

/// A value of a statement, a row or a cursor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SqlValue {
    Null,
    Number(i64),
    Text(String),
}

impl SqlValue {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "NULL",
            Self::Number(_) => "a whole number",
            Self::Text(_) => "a text",
        }
    }
}

macro_rules! value_from {
    ($($from:ty: $value:ident => $made:expr;)+) => {
        $(impl From<$from> for SqlValue {
            fn from($value: $from) -> Self {
                $made
            }
        })+
    };
}

value_from! {
    i64: number => Self::Number(number);
    &i64: number => Self::Number(*number);
    bool: flag => Self::Number(flag.into());
    &str: text => Self::Text(text.to_owned());
    &&str: text => Self::Text((*text).to_owned());
    String: text => Self::Text(text);
    &String: text => Self::Text(text.clone());
    &Option<String>: text => text.as_ref().into();
}

impl<T: Into<SqlValue>> From<Option<T>> for SqlValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, T::into)
    }
}

/// A NULL as an argument. PostgreSQL takes its type from its place in the statement.
pub(super) struct Null;

impl<DB: Database> Encode<'_, DB> for Null {
    fn encode_by_ref(&self, _: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Ok(IsNull::Yes)
    }
}

impl Type<Postgres> for Null {
    fn type_info() -> PgTypeInfo {
        PgTypeInfo::with_oid(Oid(0))
    }
}

impl Type<Sqlite> for Null {
    fn type_info() -> SqliteTypeInfo {
        <String as Type<Sqlite>>::type_info()
    }
}
