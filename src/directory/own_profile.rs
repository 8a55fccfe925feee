//! The claims that people set about themselves. Names, birth date, gender, phone number and postal address are the
//! administrators', because applications may trust them (attack 21).

use super::account_error::AccountError;
use super::claim_fault::ClaimFault;
use super::save_account::save;
use super::set_claims::{ClaimValue, Known};
use super::update_account::last_change;
use super::{Account, store};
use crate::audit::AuditContext;
use crate::db::WriteTx;
use crate::faults::{Faults, Rule};
use crate::files::picture_address;

/// The claims that people set about themselves.
pub const OWN_CLAIMS: [&str; 5] = ["nickname", "profile", "picture", "website", "zoneinfo"];

/// Sets claims of the account `id`, all or none, and returns its new state. Claims that are not among [`OWN_CLAIMS`] are
/// refused. The audit entry has the values before and after.
///
/// # Errors
/// Every fault of every value; [`AccountError::Conflict`] if `version` is not the newest.
pub async fn save_profile(
    tx: &mut WriteTx,
    id: &str,
    version: Option<i64>,
    wishes: &[ClaimValue],
    audit: &AuditContext,
) -> Result<Account, AccountError> {
    let account = store::hold(tx, id).await?.ok_or(AccountError::Unknown)?;
    if version.is_some_and(|read| read != account.version) {
        return Err(AccountError::Conflict(last_change(tx, &account).await?));
    }
    let mut faults = Faults::default();
    for wish in wishes {
        let is_own = OWN_CLAIMS.contains(&&*wish.claim);
        faults.ensure(is_own, wish.claim.clone(), Rule::ClaimName);
    }
    faults.or(()).map_err(AccountError::Invalid)?;
    let wanted = Known::of(&account).with(wishes, &account);
    let wanted = wanted.map_err(|wrong| AccountError::Invalid(faults_of(wrong.list())))?;
    save(tx, &account, &wanted.applied_to(&account), audit).await?;
    store::find(tx, id).await?.ok_or(AccountError::Unknown)
}

/// Makes the uploaded picture `name` the picture of the account `id`, and returns its new state.
///
/// # Errors
/// [`AccountError::Unknown`]; the database failed.
pub async fn set_picture(
    tx: &mut WriteTx,
    id: &str,
    name: &str,
    audit: &AuditContext,
) -> Result<Account, AccountError> {
    let account = store::hold(tx, id).await?.ok_or(AccountError::Unknown)?;
    let mut changed = account.clone();
    changed.profile.picture = Some(picture_address(name));
    save(tx, &account, &changed, audit).await?;
    store::find(tx, id).await?.ok_or(AccountError::Unknown)
}

fn faults_of(wrong: &[ClaimFault]) -> Faults {
    let mut faults = Faults::default();
    for ClaimFault { claim, rule, .. } in wrong {
        faults.add(claim.clone(), *rule);
    }
    faults
}
