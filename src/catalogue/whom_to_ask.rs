//! The names of those who can help a person who was refused.

use super::store;
use crate::access::{Decision, GroupFacts, Object, WhomToAsk};
use crate::db::{DbError, Reads};
use crate::directory::Account;
use crate::groups;

/// The names of the people whom `account` may ask about `object`, if the account may know them: members learn the
/// managers of their group, and people who may open a product learn its administrator. Otherwise,
/// and for an unknown object, there are no names.
///
/// # Errors
/// The database failed.
pub async fn names(
    view: &mut dyn Reads,
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
        ) => groups::managers_for(view, id, &account.id).await,
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
