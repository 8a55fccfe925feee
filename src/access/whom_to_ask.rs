//! The names of those who can help a person who was refused.

use super::may::{Decision, WhomToAsk};
use super::object::{GroupFacts, Object};
use super::store;
use crate::db::{DbError, Reads};
use crate::directory::Account;

/// The names of the people whom `account` may ask about `object`, as far as they may know them: a member
/// learns the managers of the group (design 9, "Groups"), and who may open a product its administrator. An
/// unknown object gives no names, and so does one that the person does not belong to.
///
/// # Errors
/// The database failed.
pub async fn names(
    view: &mut impl Reads,
    account: &Account,
    object: &Object,
    decision: Decision,
) -> Result<Vec<String>, DbError> {
    match (decision.whom_to_ask, object) {
        (
            WhomToAsk::GroupManagers,
            Object::Group(GroupFacts { id, .. })
            | Object::Membership {
                group: GroupFacts { id, .. },
                ..
            },
        ) => store::groups::managers_for(view, id, &account.id).await,
        (WhomToAsk::ProductAdministrator, Object::Product { id, standing })
            if standing.closed().is_none() =>
        {
            let found = store::products::find(view, account, *id).await?;
            let name = found.map(|(product, _)| product.admin_name);
            Ok(name.into_iter().filter(|name| !name.is_empty()).collect())
        }
        _ => Ok(Vec::new()),
    }
}
