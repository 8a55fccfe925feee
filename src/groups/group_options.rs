//! The groups that a person can choose in a form.

use super::status::GroupStatus;
use super::store::group_list::{GROUPS, GroupOption, MANAGER, STATUS};
use crate::access::{Action, GroupFacts, Object, Rights, may};
use crate::db::Reads;
use crate::db::list::{ListError, OptionPaging};

/// The enabled groups, sorted by name.
///
/// # Errors
/// The database failed.
pub async fn group_options(
    view: &mut dyn Reads,
    wanted: &OptionPaging,
) -> Result<Vec<GroupOption>, ListError> {
    let on = Some(GroupStatus::On.code());
    GROUPS
        .options_by("groupName")?
        .only(&STATUS, on)
        .options(view, wanted)
        .await
}

/// The enabled groups that a person with these `rights` manages, sorted by name. A person who may manage any group
/// gets all of them (contract C-101).
///
/// # Errors
/// The database failed.
pub async fn managed_groups(
    view: &mut dyn Reads,
    rights: &Rights,
    wanted: &OptionPaging,
) -> Result<Vec<GroupOption>, ListError> {
    let anybodys = Object::Group(GroupFacts::default());
    let manages_all = may(rights, Action::ManageGroup, &anybodys).allowed;
    let manager = (!manages_all).then_some(&*rights.account_id);
    GROUPS
        .options_by("groupName")?
        .only(&MANAGER, manager)
        .only(&STATUS, Some(GroupStatus::On.code()))
        .options(view, wanted)
        .await
}
