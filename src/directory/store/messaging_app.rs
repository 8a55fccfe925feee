//! Whether the messaging app is linked with an account.

use super::{TOPIC, touched};
use crate::clock::Millis;
use crate::db::{WriteTx, execute, statements};
use crate::directory::account_error::AccountError;

statements! {
    LINK_MESSAGING_APP = "UPDATE accounts SET wechat_bound = 1, updated_at = $2 WHERE id = $1";
}

pub async fn link_messaging_app(
    tx: &mut WriteTx,
    id: &str,
    now: Millis,
) -> Result<(), AccountError> {
    let rows = execute!(tx, LINK_MESSAGING_APP, id, now)?;
    touched(tx.changed_rows(TOPIC, rows))
}
