//! The groups that a person can choose in a form.

use super::object::{GroupFacts, Object};
use super::{Action, Rights, may, store};
use crate::db::{DbError, Reads};
use crate::directory::{Choice, OptionFilter};

/// The enabled groups that a person with these `rights` manages, sorted by name. A person who may manage any group
/// gets all of them (contract C-101).
///
/// # Errors
/// The database does not answer.
pub async fn managed_groups(
    view: &mut impl Reads,
    rights: &Rights,
    filter: &OptionFilter,
) -> Result<Vec<Choice>, DbError> {
    let anybodys = Object::Group(GroupFacts::default());
    let groups = if may(rights, Action::ManageGroup, &anybodys).allowed {
        store::groups::names(view).await?
    } else {
        store::groups::managed_names(view, &rights.account_id).await?
    };
    let choice = |(id, name)| Choice {
        id,
        name,
        belongs_to: None,
    };
    Ok(filter.narrow(groups.into_iter().map(choice).collect()))
}
