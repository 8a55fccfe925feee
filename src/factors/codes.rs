//! Checks what a person types as second factor: a code of the authenticator app, or a recovery code.

use super::changes::tell;
use super::recovery_codes;
use super::secrets::FactorSecrets;
use super::store;
use super::store::temporary_codes;
use super::totp::{self, Kept};
use crate::audit::AuditContext;
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::Account;
use crate::mail::FactorChange;

/// What a person typed.
#[derive(Clone, Copy)]
pub enum Typed<'a> {
    /// A code of the authenticator app.
    Authenticator(&'a str),
    /// A recovery code.
    Recovery(&'a str),
    /// A recovery code, or the temporary code of an administrator.
    Spare(&'a str),
}

/// A right code that is not used up yet.
#[must_use = "a code that is not used up counts again"]
#[derive(Clone)]
pub enum CodeProof {
    /// Of the app with this sealed secret.
    Authenticator { secret: String, kept: Kept },
    /// The recovery code with this hash.
    Recovery { hash: String },
    /// The temporary code with this hash. It lets its owner add a factor and is none.
    Temporary { hash: String },
}

/// Checks a code of the account; `None` if it is wrong or used up.
///
/// # Errors
/// The database failed.
pub async fn check(
    view: &mut dyn Reads,
    secrets: &FactorSecrets,
    account_id: &str,
    typed: Typed<'_>,
    now: Millis,
) -> Result<Option<CodeProof>, DbError> {
    match typed {
        Typed::Authenticator(code) => {
            let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
            let Some(row) = store::authenticator(view, account_id).await? else {
                return Ok(None);
            };
            let Ok(secret) = secrets.open(account_id, &row.secret) else {
                tracing::error!(
                    "the secret of an authenticator app cannot be opened: `atrium keys reseal` covers it"
                );
                return Ok(None);
            };
            let kept = totp::check(secret.as_slice(), &code, row.kept(), now);
            Ok(kept.map(|kept| CodeProof::Authenticator {
                secret: row.secret,
                kept,
            }))
        }
        Typed::Recovery(code) => {
            let hash = recovery_codes::hash_of(code);
            let known = store::has_recovery_code(view, account_id, &hash).await?;
            Ok(known.then_some(CodeProof::Recovery { hash }))
        }
        Typed::Spare(code) => {
            let recovery = Typed::Recovery(code);
            let known = Box::pin(check(view, secrets, account_id, recovery, now)).await?;
            if known.is_some() {
                return Ok(known);
            }
            let hash = recovery_codes::hash_of(code);
            let works = temporary_codes::works(view, account_id, &hash, now).await?;
            Ok(works.then_some(CodeProof::Temporary { hash }))
        }
    }
}

impl CodeProof {
    /// Uses the code up, inside the write that stores what it proves; false if it was used since. The owner of a
    /// recovery code or a temporary code gets an email.
    ///
    /// # Errors
    /// The database failed.
    pub async fn settle(
        &self,
        tx: &mut WriteTx,
        account: &Account,
        audit: &AuditContext,
    ) -> Result<bool, DbError> {
        let (id, now) = (account.id.as_str(), audit.now);
        match self {
            Self::Authenticator { secret, kept } => {
                store::use_authenticator(tx, id, secret, *kept, now).await
            }
            Self::Recovery { hash } => {
                if !store::use_recovery_code(tx, id, hash, now).await? {
                    return Ok(false);
                }
                tell(tx, account, FactorChange::RecoveryCodeUsed, audit).await?;
                Ok(true)
            }
            Self::Temporary { hash } => {
                if !temporary_codes::use_up(tx, id, hash, now).await? {
                    return Ok(false);
                }
                tell(tx, account, FactorChange::TemporaryCodeUsed, audit).await?;
                Ok(true)
            }
        }
    }
}
