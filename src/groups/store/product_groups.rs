//! The groups that open a product, with the place of one person in each.

use std::collections::BTreeSet;

use crate::access::conditions::gives_to_account;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{Day, DbError, Reads, fetch_all, from_row, statements};
use crate::directory::Status;
use crate::groups::request::Outcome;
use crate::groups::status::GroupStatus;

statements! {
    /// The groups that open the product `$1`, with the place of the account `$2`: all of them if `$5` is 1, otherwise those
    /// that the account `$4` of the agency `$3` sees.
    OPENING = concat!("SELECT g.id, g.name, g.status, m.status AS membership, m.outcome, m.ends_on, \
        CAST(CASE WHEN ", gives_to_account!(), " THEN 1 ELSE 0 END AS BIGINT) AS gives, \
        CAST(CASE WHEN g.status = 0 AND ", visible_to!("a.agency_id", "a.id"), " THEN 1 ELSE 0 END AS BIGINT) AS may_ask \
        FROM group_products gp CROSS JOIN groups g CROSS JOIN accounts a \
        LEFT JOIN memberships m ON m.group_id = g.id AND m.account_id = a.id \
        WHERE gp.product_id = $1 AND g.id = gp.group_id AND g.deleted = 0 AND a.id = $2 \
        AND (CAST($5 AS BIGINT) = 1 OR (g.status = 0 AND ", visible_to!("$3", "$4"), ")) \
        ORDER BY CASE WHEN m.account_id IS NULL THEN 1 ELSE 0 END, g.name_key COLLATE \"C\", g.id COLLATE \"C\" LIMIT 200");
    /// The managers who can sign in on the day `$101`.
    SIGNING_MANAGERS = concat!("SELECT m.group_id, CASE WHEN a.full_name = '' THEN a.username ELSE a.full_name END AS manager \
        FROM group_managers m CROSS JOIN accounts a WHERE a.id = m.account_id AND ", can_sign_in!("$101"),
        " AND m.group_id IN ", ids!(),
        " ORDER BY m.group_id COLLATE \"C\", a.full_name_key COLLATE \"C\", a.id COLLATE \"C\" LIMIT 500");
}

/// A group that opens a product, with the place of a person in it.
pub struct OpeningRow {
    pub id: String,
    pub name: String,
    pub status: GroupStatus,
    pub membership: Option<Status>,
    pub outcome: Option<Outcome>,
    pub ends_on: Day,
    pub gives: bool,
    pub may_ask: bool,
}

from_row!(OpeningRow {
    id,
    name,
    status,
    membership,
    outcome,
    ends_on,
    gives,
    may_ask
});

/// The groups that open the product, at most 200, with the place of the account in each: every group if `every`, otherwise
/// the enabled ones that the reader, an account of an agency, sees.
pub async fn opening(
    view: &mut dyn Reads,
    (product_id, account_id): (i64, &str),
    (reader_id, agency_id): (&str, &str),
    every: bool,
) -> Result<Vec<OpeningRow>, DbError> {
    fetch_all!(
        view,
        OpeningRow,
        OPENING,
        product_id,
        account_id,
        agency_id,
        reader_id,
        i64::from(every)
    )
}

/// The id of each of at most 100 groups and the name of a manager who can sign in on the day `today` (yyyy-MM-dd), a row for
/// each manager.
pub async fn able_managers(
    view: &mut dyn Reads,
    groups: &BTreeSet<&str>,
    today: &str,
) -> Result<Vec<(String, String)>, DbError> {
    let ids = groups.iter().copied();
    fetch_by_ids!(view, (String, String), SIGNING_MANAGERS, ids, today)
}
