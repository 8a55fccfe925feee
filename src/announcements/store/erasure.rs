//! Erases what a person has read. How many people have read an announcement stays.

use crate::db::{DbError, WriteTx, execute, statements};

statements! {
    READS = "DELETE FROM announcement_reads WHERE account_id = $1";
}

/// Forgets what the account has read.
pub async fn erase(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    execute!(tx, READS, account_id).map(drop)
}
