//! Groups: the products they grant, their managers, their members.

pub use super::store::groups::{appoint, grant, save, set_membership, set_status};

use super::store;
use crate::audit::{self, AuditContext, Event, ObjectKind};
use crate::db::WriteTx;
use crate::directory::{
    self, AccountError, AccountField, AccountRule, AddedAccount, NewAccount, Status,
};
use crate::i18n::language::Language;
use crate::limits::Limits;

/// Adds an account, makes it a member of the group `group_id` if there is one, and queues the email
/// to its owner (contract C-043). Writes an audit entry for each.
///
/// # Errors
/// As [`directory::add_and_welcome`]; an unknown group is a fault of its field.
pub async fn add_account(
    tx: &mut WriteTx,
    new: NewAccount,
    group_id: Option<&str>,
    language: Language,
    limits: &Limits,
    audit: &AuditContext,
) -> Result<AddedAccount, AccountError> {
    let added = directory::add_and_welcome(tx, new, language, limits, audit).await?;
    let Some(group_id) = group_id else {
        return Ok(added);
    };
    if !store::groups::is_on(tx, group_id).await? {
        return Err(AccountField::Group.breaks(AccountRule::Known).into());
    }
    let id = &added.account.id;
    set_membership(tx, id, group_id, Status::Enabled, audit.now).await?;
    let entry = audit.entry(Event::MemberAdded {}).account(id);
    audit::record(tx, &entry.object(ObjectKind::Group, group_id)).await?;
    Ok(added)
}
