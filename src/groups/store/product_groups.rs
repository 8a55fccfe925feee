//! The groups that open a product, with the place of one person in each, and the products that a group opens.

use std::collections::BTreeSet;

use crate::access::conditions::gives_to_account;
use crate::clock::Millis;
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
    /// The first 20 managers of each group who can sign in on the day `$101`.
    SIGNING_MANAGERS = concat!("SELECT s.group_id, s.manager FROM \
        (SELECT m.group_id, CASE WHEN a.full_name = '' THEN a.username ELSE a.full_name END AS manager, \
            ROW_NUMBER() OVER (PARTITION BY m.group_id ORDER BY a.full_name_key COLLATE \"C\", a.id COLLATE \"C\") AS place \
        FROM group_managers m CROSS JOIN accounts a WHERE a.id = m.account_id AND ", can_sign_in!("$101"),
        " AND m.group_id IN ", ids!(), ") s WHERE s.place <= 20 ORDER BY s.group_id COLLATE \"C\", s.place");
    /// The products that each group opens: the first 8, and how many there are. `$101` has the ids that the settings hide,
    /// each between commas, and leaves out what home does not show; with an empty text it is every product.
    OPENED = concat!("SELECT p.group_id, p.id, p.name, p.name_zh, p.app_name, p.client_id, p.icon_url, p.total FROM \
        (SELECT gp.group_id, q.id, q.name, q.name_zh, q.app_name, q.client_id, q.icon_url, q.sort, \
            COUNT(*) OVER (PARTITION BY gp.group_id) AS total, \
            ROW_NUMBER() OVER (PARTITION BY gp.group_id ORDER BY q.sort, q.id) AS place \
        FROM group_products gp CROSS JOIN products q WHERE q.id = gp.product_id AND ($101 = '' OR \
        (q.status = 0 AND q.hidden = 0 AND $101 NOT LIKE ('%,' || CAST(q.id AS TEXT) || ',%'))) AND gp.group_id IN ", ids!(), ") p \
        WHERE p.place <= 8 ORDER BY p.sort, p.id");
    /// The products that an enabled group opens which the account `$2` of the agency `$1` sees.
    /// Each product for which the account sees a group, which is looked for until the first is found.
    ASKABLE = concat!("SELECT p.id FROM products p WHERE EXISTS (SELECT 1 FROM group_products gp CROSS JOIN groups g \
        WHERE gp.product_id = p.id AND g.id = gp.group_id AND g.status = 0 AND g.deleted = 0 AND ",
        visible_to!("$1", "$2"), ") ORDER BY p.id LIMIT 10000");
    /// What groups open that everybody sees.
    PUBLIC = "SELECT DISTINCT gp.product_id FROM groups g CROSS JOIN group_products gp \
        WHERE g.visible = 0 AND g.status = 0 AND g.deleted = 0 AND gp.group_id = g.id ORDER BY gp.product_id LIMIT 10000";
    /// What the other groups open that the account sees.
    SHOWN = concat!("SELECT DISTINCT gp.product_id FROM groups g CROSS JOIN group_products gp \
        WHERE g.visible <> 0 AND g.status = 0 AND g.deleted = 0 AND gp.group_id = g.id AND ",
        visible_to!("$1", "$2"), " ORDER BY gp.product_id LIMIT 10000");
    /// What the account was to the groups of each product, where nothing is left of it, with its last request that was
    /// refused or timed out.
    PAST = concat!("SELECT gp.product_id, mm.outcome, mm.ends_on, r.decision_reason, r.decided_at \
        FROM memberships mm CROSS JOIN groups g CROSS JOIN accounts a CROSS JOIN group_products gp \
        LEFT JOIN requests r ON r.id = (SELECT q.id FROM requests q WHERE q.account_id = mm.account_id \
            AND q.group_id = mm.group_id AND q.state IN (2, 4) ORDER BY q.created_at DESC LIMIT 1) \
        WHERE mm.account_id = $1 AND mm.status = 2 AND g.id = mm.group_id AND a.id = mm.account_id AND ",
        gives_to_account!(), " AND gp.group_id = mm.group_id ORDER BY gp.product_id LIMIT 10000");
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
/// each of the first 20 managers of a group.
pub async fn able_managers(
    view: &mut dyn Reads,
    groups: &BTreeSet<&str>,
    today: &str,
) -> Result<Vec<(String, String)>, DbError> {
    let ids = groups.iter().copied();
    fetch_by_ids!(view, (String, String), SIGNING_MANAGERS, ids, today)
}

/// A product that a group opens.
pub struct OpenedRow {
    pub group_id: String,
    pub id: i64,
    pub name: String,
    pub name_zh: String,
    pub app_name: String,
    pub client_id: Option<String>,
    pub icon_url: String,
    /// How many products the group opens.
    pub total: i64,
}

from_row!(OpenedRow {
    group_id,
    id,
    name,
    name_zh,
    app_name,
    client_id,
    icon_url,
    total
});

/// For each of at most 100 groups the first 8 products that it opens: those of home without the `hidden` ids, each between
/// commas, or every product if the text is empty.
pub async fn opened(
    view: &mut dyn Reads,
    groups: &[&str],
    hidden: &str,
) -> Result<Vec<OpenedRow>, DbError> {
    let ids = groups.iter().copied();
    fetch_by_ids!(view, OpenedRow, OPENED, ids, hidden)
}

/// The ids of the products for which the account of an agency sees a group to ask.
pub async fn askable(
    view: &mut dyn Reads,
    (account_id, agency_id): (&str, &str),
) -> Result<BTreeSet<i64>, DbError> {
    let found = fetch_all!(view, (i64,), ASKABLE, agency_id, account_id)?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// The ids of the products for which everybody sees a group to ask.
pub async fn public(view: &mut dyn Reads) -> Result<BTreeSet<i64>, DbError> {
    let found = fetch_all!(view, (i64,), PUBLIC)?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// The ids of those for which the account of an agency sees another group.
pub async fn shown(
    view: &mut dyn Reads,
    (account_id, agency_id): (&str, &str),
) -> Result<BTreeSet<i64>, DbError> {
    let found = fetch_all!(view, (i64,), SHOWN, agency_id, account_id)?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// What a person was to a group of a product.
pub struct PastRow {
    pub product_id: i64,
    pub outcome: Outcome,
    pub ends_on: Day,
    /// Of the last request that was refused or timed out.
    pub decision_reason: Option<String>,
    pub decided_at: Option<Millis>,
}

from_row!(PastRow {
    product_id,
    outcome,
    ends_on,
    decision_reason,
    decided_at
});

/// What the account was to the groups of each product in which it has no place now.
pub async fn past(view: &mut dyn Reads, account_id: &str) -> Result<Vec<PastRow>, DbError> {
    fetch_all!(view, PastRow, PAST, account_id)
}
