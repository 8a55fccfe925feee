//! Whether the messaging app is linked with an account (D-25).

use super::save_account::note;
use super::{Account, AccountError, store};
use crate::audit::{AuditContext, Change};
use crate::db::WriteTx;

/// Notes that the owner of an account has opened the messaging app with its link. If that is noted already, nothing
/// changes.
///
/// # Errors
/// [`AccountError::Unknown`] if there is no such account.
pub async fn link_messaging_app(
    tx: &mut WriteTx,
    account_id: &str,
    audit: &AuditContext,
) -> Result<(), AccountError> {
    let account = store::hold(tx, account_id).await?;
    let account = account.ok_or(AccountError::Unknown)?;
    if account.wechat_bound {
        return Ok(());
    }
    store::messaging_app::link_messaging_app(tx, account_id, audit.now).await?;
    let changed = Account {
        wechat_bound: true,
        ..account.clone()
    };
    note(tx, &account, &changed, Change::Updated, audit)
        .await
        .map(drop)
}
