//! A new password on Atrium's own pages: 8 to 100 characters of any kind, not the one before.

use zeroize::Zeroizing;

use super::account::Account;
use super::password::{PasswordLength, check_length};
use super::password_pool::{HashError, HashPool};
use super::store;
use crate::audit::{self, Entry, Event, Origin, PasswordChange};
use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::http::language::Language;
use crate::mail::{self, Letter, Recipient};
use crate::random::Random;

/// Why a password was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangePasswordError {
    /// Too short or too long.
    #[error(transparent)]
    Length(#[from] PasswordLength),
    /// The new one is the old one.
    #[error("the new password is the old one")]
    Same,
    /// Someone else changed it meanwhile.
    #[error("the password was changed meanwhile")]
    Outrun,
    /// More passwords than the machine can hash: 503 with Retry-After.
    #[error("too many passwords at once")]
    Busy,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<HashError> for ChangePasswordError {
    fn from(_: HashError) -> Self {
        Self::Busy
    }
}

/// A checked and hashed password that is not stored yet.
pub struct NewPassword {
    account_id: String,
    replaces: Option<String>,
    hash: String,
    username: String,
    reader: Option<Recipient>,
}

impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "NewPassword(of {})", self.account_id)
    }
}

/// Word that an account has a new password. Whoever holds it ends the account's other sessions
/// and all its grants, offline ones too, in the same write (design 8).
#[must_use = "sessions and grants of the old password must end in the same write"]
#[derive(Debug, PartialEq, Eq)]
pub struct PasswordChanged {
    /// Whose.
    pub account_id: String,
}

/// Checks and hashes a new password for `account`; no transaction is open meanwhile.
pub async fn prepare(
    pool: &HashPool,
    random: &Random,
    account: &Account,
    password: Zeroizing<String>,
) -> Result<NewPassword, ChangePasswordError> {
    check_length(&password)?;
    let replaces = account.password_hash.clone();
    if replaces.is_some() {
        match pool.verify(password.clone(), replaces.clone()).await {
            Ok(verdict) if verdict.matches => return Err(ChangePasswordError::Same),
            // A damaged hash is no reason to keep it.
            Ok(_) | Err(HashError::Unusable) => {}
            Err(busy) => return Err(busy.into()),
        }
    }
    Ok(NewPassword {
        account_id: account.id.clone(),
        replaces,
        hash: pool.hash(password, random).await?,
        username: account.username.clone(),
        reader: reader(account),
    })
}

/// Who is told that the password was changed: nobody, when the account has no mail address.
fn reader(account: &Account) -> Option<Recipient> {
    let name = if account.full_name.is_empty() {
        &account.username
    } else {
        &account.full_name
    };
    Some(Recipient {
        name: name.clone(),
        email: account.email.clone()?,
        language: Language::from_api(&account.lang).unwrap_or_default(),
    })
}

impl NewPassword {
    /// Stores the password in place of the one it was checked against, with an audit entry and a
    /// letter to the owner (contract F-13), and asks for no further change.
    ///
    /// # Errors
    /// [`ChangePasswordError::Outrun`] when that one is no longer stored.
    pub async fn save(
        self,
        tx: &mut WriteTx,
        random: &Random,
        by: PasswordChange,
        origin: &Origin,
        now: Millis,
    ) -> Result<PasswordChanged, ChangePasswordError> {
        let old = self.replaces.as_deref();
        if !store::replace_password(tx, &self.account_id, old, &self.hash, now).await? {
            return Err(ChangePasswordError::Outrun);
        }
        let entry = Entry::new(Event::PasswordChanged { by }, random, now)
            .account(&self.account_id)
            .origin(origin);
        audit::record(tx, &entry).await?;
        if let Some(reader) = &self.reader {
            let letter = Letter::PasswordChanged(mail::PasswordChanged {
                name: reader.name.clone(),
                account: self.username,
                at: now,
            });
            mail::queue(tx, reader, letter, random, now).await?;
        }
        Ok(PasswordChanged {
            account_id: self.account_id,
        })
    }
}
