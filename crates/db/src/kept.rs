//! What everybody reads alike, kept in memory until it changes.

use std::sync::{Arc, Mutex, PoisonError};

use super::{DbError, ReadTx, fetch_optional, statements};

statements! {
    VERSION = "SELECT version FROM changes WHERE topic = $1";
}

/// A value read from rows whose writers all announce a change of one topic ([`WriteTx::changed`]). A view sees the version of the
/// topic together with the rows, so it gets no value older than itself.
///
/// [`WriteTx::changed`]: super::WriteTx::changed
pub struct Kept<T> {
    topic: &'static str,
    last: Mutex<Option<(i64, Arc<T>)>>,
}

/// What a view finds: the kept value, or the version with which to keep what it reads itself.
pub enum Found<T> {
    Kept(Arc<T>),
    Missing(i64),
}

impl<T> Kept<T> {
    /// Nothing is kept yet.
    pub const fn new(topic: &'static str) -> Self {
        Self {
            topic,
            last: Mutex::new(None),
        }
    }

    /// The value as `view` sees it, if it is kept.
    ///
    /// # Errors
    /// The database failed.
    pub async fn find(&self, view: &mut ReadTx) -> Result<Found<T>, DbError> {
        let version = fetch_optional!(view, (i64,), VERSION, self.topic)?;
        let version = version.map_or(0, |(version,)| version);
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(match &*last {
            Some((of, value)) if *of == version => Found::Kept(Arc::clone(value)),
            _ => Found::Missing(version),
        })
    }

    /// Keeps `value`, which a view read that found `version`, unless a newer one is kept.
    pub fn keep(&self, version: i64, value: T) -> Arc<T> {
        let value = Arc::new(value);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|(of, _)| *of < version) {
            *last = Some((version, Arc::clone(&value)));
        }
        value
    }
}
