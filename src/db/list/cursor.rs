//! Cursors: places in a list that are handed out and come back.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use super::query::{Place, Query};
use super::{Bind, ListError};
use crate::db::search::Words;
use crate::random::hashed;

/// Longest cursor that is looked at (attack 37).
const LONGEST: usize = 4_000;

/// Where a page lies beside one that was shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Cursor {
    /// Behind this place; with how many rows stand before the page, if that is known.
    #[serde(rename = "n")]
    Next(Place, Option<i64>),
    /// Before this place.
    #[serde(rename = "p")]
    Previous(Place, Option<i64>),
    /// At the end of the list.
    #[serde(rename = "l")]
    Last,
}

impl Query {
    /// What is handed out: a cursor is bound to its list, sort, filters and search, and an altered one
    /// is not taken. Nothing in it is secret, and whoever made one up would find a place in a list that
    /// he may read anyway; so it carries a digest without a key.
    pub(super) fn hand_out(&self, cursor: &Cursor) -> String {
        let said = serde_json::to_string(cursor).unwrap_or_default();
        URL_SAFE_NO_PAD.encode(format!("{}{said}", self.digest(&said)))
    }

    /// The cursor that came back.
    ///
    /// # Errors
    /// [`ListError::Cursor`] unless this list gave it out for this sort, these filters and this search.
    pub(super) fn take_back(&self, text: &str) -> Result<Cursor, ListError> {
        let said = Some(text)
            .filter(|text| text.len() <= LONGEST)
            .and_then(|text| URL_SAFE_NO_PAD.decode(text).ok())
            .and_then(|bytes| String::from_utf8(bytes).ok())
            .ok_or(ListError::Cursor)?;
        let (digest, said) = said.split_at_checked(DIGEST).ok_or(ListError::Cursor)?;
        if digest != self.digest(said) {
            return Err(ListError::Cursor);
        }
        let cursor: Cursor = serde_json::from_str(said).map_err(|_| ListError::Cursor)?;
        let fits = match &cursor {
            Cursor::Next(place, before) | Cursor::Previous(place, before) => {
                self.is_place(place) && before.is_none_or(is_count)
            }
            Cursor::Last => true,
        };
        if fits {
            Ok(cursor)
        } else {
            Err(ListError::Cursor)
        }
    }

    fn digest(&self, said: &str) -> String {
        let filters: Vec<(&str, &[Bind])> = self
            .filters
            .iter()
            .map(|condition| (condition.filter.name, &condition.values[..]))
            .collect();
        let words = self.words.as_ref().map(Words::patterns);
        let bound = (
            self.list.name,
            self.sort.name,
            self.descending,
            filters,
            words,
            said,
        );
        let mut digest = hashed(&serde_json::to_string(&bound).unwrap_or_default());
        digest.truncate(DIGEST);
        digest
    }

    fn is_place(&self, place: &Place) -> bool {
        let values = place.values();
        self.order().count() == values.len()
            && self
                .order()
                .zip(values)
                .all(|(column, value)| value.is(column.kind))
            && !values.iter().any(has_nul)
    }
}

/// Characters of a digest that a cursor begins with.
const DIGEST: usize = 22;

/// A number of rows that some list may have. A forged cursor may say any number (attack 35).
fn is_count(rows: i64) -> bool {
    (0..=i64::from(u32::MAX)).contains(&rows)
}

/// A text with a NUL, which PostgreSQL does not take.
fn has_nul(value: &Bind) -> bool {
    matches!(value, Bind::Text(text) if text.contains('\0'))
}
