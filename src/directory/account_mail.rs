//! Emails to the owner of an account.

use super::account::Account;
use super::mail_choices::wants;
use crate::audit::AuditContext;
use crate::db::{DbError, WriteTx};
use crate::i18n::language::Language;
use crate::mail::{self, Mail, NewBrowser, Recipient};

/// Queues an email to `account` in its language. Does nothing for a person without an address, or who does not want it: they
/// see the same in the portal.
///
/// # Errors
/// The database failed.
pub async fn write_to(
    tx: &mut WriteTx,
    account: &Account,
    mail: Mail,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let Some(email) = account.email.clone() else {
        return Ok(());
    };
    if !wants(tx, &account.id, &mail).await? {
        return Ok(());
    }
    let language = account.lang.as_deref().and_then(Language::from_api);
    let to = Recipient {
        name: account.display_name().to_owned(),
        email,
        language: language.unwrap_or_default(),
    };
    mail::queue(tx, &to, mail, &audit.random, audit.now).await
}

/// Queues the email about a sign-in to `account` with a browser or program that it had not used before, which `audit` names.
///
/// # Errors
/// The database failed.
pub async fn write_of_new_browser(
    tx: &mut WriteTx,
    account: &Account,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let mail = Mail::NewBrowser(NewBrowser {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        account_id: account.id.clone(),
        browser: audit.origin.browser.clone(),
        address: audit.origin.address,
        at: audit.now,
    });
    write_to(tx, account, mail, audit).await
}
