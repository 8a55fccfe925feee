//! Optional settings: an empty text means "not set", so that the example file can show every key.

use std::{fmt::Display, marker::PhantomData, str::FromStr};

use serde::{Deserialize, Deserializer, de};

use super::Secret;

/// Deserialises an optional value from text; the empty text is `None`.
///
/// # Errors
/// The text is not empty and not a `T`.
pub fn read<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    struct Text<T>(PhantomData<T>);
    impl<T: FromStr<Err: Display>> de::Visitor<'_> for Text<T> {
        type Value = Option<T>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a text")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
            if text.is_empty() {
                return Ok(None);
            }
            text.parse()
                .map(Some)
                .map_err(|why| E::custom(format!("is not readable: {why}")))
        }
    }
    deserializer.deserialize_str(Text(PhantomData))
}

/// Deserialises an optional secret; the empty text is `None`.
///
/// # Errors
/// The value is not a text.
pub fn read_secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Secret>, D::Error> {
    let secret = Secret::deserialize(deserializer)?;
    Ok(Some(secret).filter(|s| !s.expose().is_empty()))
}
