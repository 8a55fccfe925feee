//! The language of an account, for its pages and emails.

use super::save_account::note;
use super::{Account, AccountError, store};
use crate::audit::{AuditContext, Change};
use crate::db::WriteTx;

/// Sets the language of an account, one of [`super::LANGUAGES`] (contract C-008, F-58, K-28). If
/// the account already has it, nothing changes and there is no audit entry.
///
/// # Errors
/// [`AccountError::Invalid`] for another language, [`AccountError::Unknown`] if there is no such
/// account.
pub async fn change_language(
    tx: &mut WriteTx,
    account_id: &str,
    lang: &str,
    audit: &AuditContext,
) -> Result<(), AccountError> {
    let account = store::hold(tx, account_id).await?;
    let account = account.ok_or(AccountError::Unknown)?;
    if account.lang.as_deref() == Some(lang) {
        return Ok(());
    }
    store::set_lang(tx, account_id, lang, audit.now).await?;
    let changed = Account {
        lang: Some(lang.to_owned()),
        ..account.clone()
    };
    note(tx, &account, &changed, Change::Updated, audit)
        .await
        .map(drop)
}
