//! How the servers of readers answered.

use async_trait::async_trait;

use crate::db::DbError;

/// Hears whether an address takes emails. The domain implements it.
#[async_trait]
pub trait Deliveries: Send + Sync {
    /// A mail server accepted an email to this address.
    async fn accepted(&self, email: &str) -> Result<(), DbError>;

    /// A mail server refused this address for good, with this code (RFC 5321 section 4.2.1).
    async fn refused(&self, email: &str, code: u16) -> Result<(), DbError>;
}
