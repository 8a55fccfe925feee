//! Numbers in JSON and in the database that stand for the values of an enum, such as a status.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sqlx::error::BoxDynError;
use utoipa::openapi::RefOr;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use super::{Coded, FromColumn, SqlValue};

/// A value of `T` that is its number in JSON and in a query. Another number is refused with the name of the field. The
/// schema lists the numbers, so the portal's type has them and no others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Number<T>(pub T);

impl<T: FromColumn> FromColumn for Number<T> {
    fn from_value(value: SqlValue) -> Result<Self, BoxDynError> {
        T::from_value(value).map(Self)
    }
}

impl<T: Coded> Serialize for Number<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0.code())
    }
}

impl<'de, T: Coded> Deserialize<'de> for Number<T> {
    /// Accepts a number in quotes too, which legacy clients send.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = whole(&Value::deserialize(deserializer)?);
        let known = T::ALL.iter().find(|(value, _)| Some(value.code()) == code);
        let (value, _) = known.ok_or_else(|| D::Error::custom("an unknown number"))?;
        Ok(Self(*value))
    }
}

impl<T: Coded> PartialSchema for Number<T> {
    fn schema() -> RefOr<Schema> {
        let numbers = T::ALL.iter().map(|(value, _)| value.code());
        let names: Vec<&str> = T::ALL.iter().map(|(_, name)| *name).collect();
        let meanings: Vec<String> = T::ALL
            .iter()
            .map(|(value, name)| format!("{} {}", value.code(), in_words(name)))
            .collect();
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .enum_values(Some(numbers))
            .description(Some(format!("{}.", meanings.join(", "))))
            .extensions(Some(
                ExtensionsBuilder::new()
                    .add("x-enum-varnames", names)
                    .build(),
            ))
            .into()
    }
}

impl<T: Coded> ToSchema for Number<T> {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed(T::NAME)
    }
}

/// The whole number that `value` is, or that it has in quotes.
pub fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// `TimedOut` as `timed out`.
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}
