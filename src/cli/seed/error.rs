//! Why the demo could not be written.

use crate::announcements::AnnouncementError;
use crate::clients::SyncError;
use crate::db::DbError;
use crate::directory::{AccountError, OrganisationError};
use crate::groups::RequestError;
use crate::surveys::SurveyError;

/// Why nothing was seeded.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    Request(#[from] RequestError),
    #[error(transparent)]
    Announcement(#[from] AnnouncementError),
    #[error(transparent)]
    Survey(#[from] SurveyError),
    #[error(transparent)]
    Organisation(#[from] OrganisationError),
    #[error("the clients file: {0}")]
    Clients(#[from] SyncError),
}

impl From<DbError> for SeedError {
    fn from(error: DbError) -> Self {
        Self::Account(error.into())
    }
}
