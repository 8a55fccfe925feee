//! The groups that a person finds by their names.

use super::requests::agency;
use super::store::group_list::{FoundGroup, GROUPS, KEPT};
use super::store::my_groups::{ENABLED, VISIBLE, VISIBLE_GROUPS};
use crate::db::fit::best;
use crate::db::list::{ListError, OptionPaging, Query};
use crate::db::{Reads, SqlValue};
use crate::directory::Account;

/// The groups whose names fit `text` best, at most `most`: names that begin with it, then the others. With `every` they are
/// all groups, also disabled ones; otherwise the enabled ones that `account` sees.
///
/// # Errors
/// The database failed.
pub async fn groups_found(
    view: &mut dyn Reads,
    account: &Account,
    text: &str,
    every: bool,
    most: usize,
) -> Result<Vec<FoundGroup>, ListError> {
    let query = if every {
        GROUPS.options_by("groupName")?.only(&KEPT, Some(0))
    } else {
        seen_by(account)?
    };
    let query = query.reading(FoundGroup::READ);
    let wanted = OptionPaging {
        context: Some(text.to_owned()),
        page_num: 1,
        page_size: i64::try_from(most).unwrap_or(i64::MAX),
    };
    let begin = query.clone();
    let mut found: Vec<FoundGroup> = begin.beginning(view, text, wanted.page_size).await?;
    found.extend(query.options(view, &wanted).await?);
    Ok(best(found, text, most, |group| group.id.clone(), names))
}

fn names(group: &FoundGroup) -> Vec<&str> {
    vec![&group.name]
}

/// The enabled groups that `account` sees.
fn seen_by(account: &Account) -> Result<Query, ListError> {
    let (id, agency) = (account.id.as_str(), agency(account));
    let seen = [agency, id, id, id].map(SqlValue::from).to_vec();
    let query = VISIBLE_GROUPS.options_by("groupName")?;
    Ok(query.only(&ENABLED, Some(0)).only_all(&VISIBLE, seen))
}
