//! One application with its revision, for administrators.

use super::client::Client;
use super::store::{self, Revision};
use crate::db::{DbError, Reads};

/// The application with this id, enabled or not, and its revision.
///
/// # Errors
/// The database failed, or the row is damaged.
pub async fn application(
    view: &mut dyn Reads,
    client_id: &str,
) -> Result<Option<(Client, Revision)>, DbError> {
    store::with_revision(view, client_id).await
}
