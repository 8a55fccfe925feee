//! Cursors: positions in a list that a caller gets and sends back.

use atrium_base::random::hashed;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use super::ListError;
use super::query::{Place, Query};
use crate::SqlValue;
use crate::search::Words;

/// Longest accepted cursor (attack 37): a name of a hundred letters, each folded to eighteen, fits, and so does a
/// request line.
const LONGEST: usize = 7_000;

/// The position of a page relative to one that was shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Cursor {
    /// After this place, with the number of rows before the page, if known.
    #[serde(rename = "n")]
    Next(Place, Option<i64>),
    /// Before this place, with the number of rows before the page, if known.
    #[serde(rename = "p")]
    Previous(Place, Option<i64>),
    /// The last page.
    #[serde(rename = "l")]
    Last,
}

impl Query {
    /// The text of a cursor. It is bound to its list, sort, filters and search, and refused if
    /// altered. It contains nothing secret, and a forged one only leads to rows that the caller may
    /// read anyway. So a digest without a key is enough.
    pub(super) fn hand_out(&self, cursor: &Cursor) -> String {
        let said = serde_json::to_string(cursor).unwrap_or_default();
        URL_SAFE_NO_PAD.encode(format!("{}{said}", self.digest(&said)))
    }

    /// Parses a cursor.
    ///
    /// # Errors
    /// [`ListError::Cursor`] unless this list issued it for the same sort, filters and search.
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

    /// The cursor `text` as this list writes it. The texts are equal, unless somebody forged `text`.
    ///
    /// # Errors
    /// [`ListError::Cursor`] as for a page.
    pub fn cursor_again(&self, text: &str) -> Result<String, ListError> {
        Ok(self.hand_out(&self.take_back(text)?))
    }

    fn digest(&self, said: &str) -> String {
        let filters: Vec<(&str, &[SqlValue])> = self
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
                .all(|(column, value)| column.kind.fits(value))
            && !values.iter().any(has_nul)
    }
}

/// Length of the digest at the start of a cursor, in characters.
const DIGEST: usize = 22;

/// True for a possible number of rows. A forged cursor may contain any number (attack 35).
fn is_count(rows: i64) -> bool {
    (0..=i64::from(u32::MAX)).contains(&rows)
}

/// True for a text with NUL, which PostgreSQL refuses.
fn has_nul(value: &SqlValue) -> bool {
    matches!(value, SqlValue::Text(text) if text.contains('\0'))
}
