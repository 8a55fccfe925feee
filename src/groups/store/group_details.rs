//! A group as administrators see it, and its sets.

use super::group_list::GROUPS;
use super::groups::changed;
use crate::access::subjects::changed_product;
use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_one, fetch_optional, from_row, statements,
};
use crate::groups::group::{Group, GroupEntry, GroupSet, GroupSets};

statements! {
    FIND = "SELECT id, name, description, admin_msg, status, visible AS visibility, due_days, refuse_days, max_days, \
        created_at, version, changed_at, changed_by FROM groups WHERE id = $1 AND deleted = 0";
    HOLD = "UPDATE groups SET status = status WHERE id = $1";
    MEMBERS = "SELECT COUNT(*) FROM memberships WHERE group_id = $1 AND status = 0";
    NAMED = "SELECT id FROM groups WHERE deleted = 0 AND name_key = $1 AND id <> $2 LIMIT 1";
    INSERT = "INSERT INTO groups (id, name, admin_msg, status, created_at) VALUES ($1, $2, '', 0, $3)";
    UPDATE = "UPDATE groups SET name = $2, description = $3, admin_msg = $4, status = $5, visible = $6, due_days = $7, \
        refuse_days = $8, max_days = $9 WHERE id = $1";
    NOTE_CHANGE = "UPDATE groups SET version = version + 1, changed_at = $2, changed_by = $3 WHERE id = $1";
    DELETE = "UPDATE groups SET deleted = 1, status = 2 WHERE id = $1";
    SETS = "SELECT CAST(0 AS BIGINT) AS set_code, a.id, COALESCE(NULLIF(a.full_name, ''), a.username) AS name, \
            a.username AS code, a.email AS more, CAST(CASE WHEN a.status = 0 THEN 1 ELSE 0 END AS BIGINT) AS is_on FROM group_managers x JOIN accounts a ON a.id = x.account_id \
            WHERE x.group_id = $1 \
        UNION ALL SELECT CAST(1 AS BIGINT), a.id, COALESCE(NULLIF(a.full_name, ''), a.username), a.username, a.email, \
            CAST(CASE WHEN a.status = 0 THEN 1 ELSE 0 END AS BIGINT) FROM group_stand_ins x JOIN accounts a ON a.id = x.account_id WHERE x.group_id = $1 \
        UNION ALL SELECT CAST(2 AS BIGINT), a.id, COALESCE(NULLIF(a.full_name, ''), a.username), a.username, a.email, \
            CAST(CASE WHEN a.status = 0 THEN 1 ELSE 0 END AS BIGINT) FROM group_visible_accounts x JOIN accounts a ON a.id = x.account_id WHERE x.group_id = $1 \
        UNION ALL SELECT CAST(3 AS BIGINT), CAST(p.id AS TEXT), p.name, p.app_name, p.name_zh, \
            CAST(CASE WHEN p.status = 0 THEN 1 ELSE 0 END AS BIGINT) \
            FROM group_products x JOIN products p ON p.id = x.product_id WHERE x.group_id = $1 \
        UNION ALL SELECT CAST(4 AS BIGINT), o.id, o.name, '', CAST(NULL AS TEXT), \
            CAST(CASE WHEN o.status = 0 THEN 1 ELSE 0 END AS BIGINT) \
            FROM group_visible_agencies x JOIN agencies o ON o.id = x.agency_id WHERE x.group_id = $1 \
        UNION ALL SELECT l.kind + 5, l.organisation_id, COALESCE(c.name, b.name, d.name, i.name, ''), '', \
            CAST(NULL AS TEXT), \
            CAST(CASE WHEN COALESCE(c.status, b.status, d.status, i.status, 1) = 0 THEN 1 ELSE 0 END AS BIGINT) \
            FROM group_limits l \
            LEFT JOIN companies c ON l.kind = 0 AND c.id = l.organisation_id \
            LEFT JOIN brands b ON l.kind = 1 AND b.id = l.organisation_id \
            LEFT JOIN divisions d ON l.kind = 2 AND d.id = l.organisation_id \
            LEFT JOIN industries i ON l.kind = 3 AND i.id = l.organisation_id WHERE l.group_id = $1 LIMIT 20000";
    PERSON = "SELECT CAST(0 AS BIGINT) AS set_code, id, COALESCE(NULLIF(full_name, ''), username) AS name, \
        username AS code, email AS more, \
        CAST(CASE WHEN status = 0 THEN 1 ELSE 0 END AS BIGINT) AS is_on FROM accounts WHERE id = $1";
    PRODUCT = "SELECT CAST(3 AS BIGINT) AS set_code, CAST(id AS TEXT) AS id, name, app_name AS code, \
        name_zh AS more, \
        CAST(CASE WHEN status = 0 THEN 1 ELSE 0 END AS BIGINT) AS is_on FROM products WHERE id = $1";
    AGENCY = "SELECT CAST(4 AS BIGINT) AS set_code, id, name, '' AS code, CAST(NULL AS TEXT) AS more, \
        CAST(CASE WHEN status = 0 THEN 1 ELSE 0 END AS BIGINT) AS is_on \
        FROM agencies WHERE id = $1";
    COMPANY = "SELECT CAST(5 AS BIGINT) AS set_code, id, name, '' AS code, CAST(NULL AS TEXT) AS more, \
        CAST(CASE WHEN status = 0 THEN 1 ELSE 0 END AS BIGINT) AS is_on \
        FROM companies WHERE id = $1";
    BRAND = "SELECT CAST(6 AS BIGINT) AS set_code, id, name, '' AS code, CAST(NULL AS TEXT) AS more, \
        CAST(CASE WHEN status = 0 THEN 1 ELSE 0 END AS BIGINT) AS is_on \
        FROM brands WHERE id = $1";
    DIVISION = "SELECT CAST(7 AS BIGINT) AS set_code, id, name, '' AS code, CAST(NULL AS TEXT) AS more, \
        CAST(CASE WHEN status = 0 THEN 1 ELSE 0 END AS BIGINT) AS is_on \
        FROM divisions WHERE id = $1";
    INDUSTRY = "SELECT CAST(8 AS BIGINT) AS set_code, id, name, '' AS code, CAST(NULL AS TEXT) AS more, \
        CAST(CASE WHEN status = 0 THEN 1 ELSE 0 END AS BIGINT) AS is_on \
        FROM industries WHERE id = $1";
    ADD_MANAGER = "INSERT INTO group_managers (group_id, account_id) VALUES ($1, $2)";
    REMOVE_MANAGER = "DELETE FROM group_managers WHERE group_id = $1 AND account_id = $2";
    ADD_STAND_IN = "INSERT INTO group_stand_ins (group_id, account_id) VALUES ($1, $2)";
    REMOVE_STAND_IN = "DELETE FROM group_stand_ins WHERE group_id = $1 AND account_id = $2";
    ADD_PERSON = "INSERT INTO group_visible_accounts (group_id, account_id) VALUES ($1, $2)";
    REMOVE_PERSON = "DELETE FROM group_visible_accounts WHERE group_id = $1 AND account_id = $2";
    ADD_AGENCY = "INSERT INTO group_visible_agencies (group_id, agency_id) VALUES ($1, $2)";
    REMOVE_AGENCY = "DELETE FROM group_visible_agencies WHERE group_id = $1 AND agency_id = $2";
    ADD_LIMIT = "INSERT INTO group_limits (group_id, organisation_id, kind) VALUES ($1, $2, $3)";
    REMOVE_LIMIT = "DELETE FROM group_limits WHERE group_id = $1 AND organisation_id = $2 AND kind = $3";
    REMOVE_BRANDS = "DELETE FROM group_industry_brands WHERE group_id = $1 AND industry_id = $2";
    ADD_PRODUCT = "INSERT INTO group_products (group_id, product_id) VALUES ($1, $2)";
    REMOVE_PRODUCT = "DELETE FROM group_products WHERE group_id = $1 AND product_id = $2";
}

struct EntryRow {
    set_code: GroupSet,
    id: String,
    name: String,
    code: String,
    /// The email address of a person, or the Chinese name of a product.
    more: Option<String>,
    is_on: bool,
}

from_row!(EntryRow {
    set_code,
    id,
    name,
    code,
    more,
    is_on
});

impl EntryRow {
    fn entry(self) -> (GroupSet, GroupEntry) {
        let (email, name_zh) = match self.set_code {
            GroupSet::Products => (None, self.more),
            _ => (self.more, None),
        };
        let entry = GroupEntry {
            id: self.id,
            name: self.name,
            name_zh: name_zh.unwrap_or_default(),
            code: self.code,
            email,
            is_on: self.is_on,
        };
        (self.set_code, entry)
    }
}

/// The group `id`, if it exists and is not deleted.
pub async fn find(view: &mut dyn Reads, id: &str) -> Result<Option<Group>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    fetch_optional!(view, Group, FIND, id)
}

/// Locks the group `id` until the end of the transaction and reads it.
pub async fn hold(tx: &mut WriteTx, id: &str) -> Result<Option<Group>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    execute!(tx, HOLD, id)?;
    find(tx, id).await
}

/// Every set of the group.
pub async fn sets(view: &mut dyn Reads, id: &str) -> Result<GroupSets, DbError> {
    let rows = fetch_all!(view, EntryRow, SETS, id)?;
    Ok(GroupSets::new(
        rows.into_iter().map(EntryRow::entry).collect(),
    ))
}

/// How many members are enabled.
pub async fn members(view: &mut dyn Reads, id: &str) -> Result<i64, DbError> {
    Ok(fetch_one!(view, (i64,), MEMBERS, id)?.0)
}

/// True if a group other than `id` has this folded name.
pub async fn is_taken(view: &mut dyn Reads, name_key: &str, id: &str) -> Result<bool, DbError> {
    Ok(fetch_optional!(view, (String,), NAMED, name_key, id)?.is_some())
}

/// The account, product or organisation `id`, as an entry of `set`.
pub async fn entry(
    view: &mut dyn Reads,
    set: GroupSet,
    id: &str,
) -> Result<Option<GroupEntry>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    let row = match set {
        GroupSet::Managers | GroupSet::StandIns | GroupSet::People => {
            fetch_optional!(view, EntryRow, PERSON, id)?
        }
        GroupSet::Products => {
            let Ok(number) = id.parse::<i64>() else {
                return Ok(None);
            };
            fetch_optional!(view, EntryRow, PRODUCT, number)?
        }
        GroupSet::Agencies => fetch_optional!(view, EntryRow, AGENCY, id)?,
        GroupSet::Companies => fetch_optional!(view, EntryRow, COMPANY, id)?,
        GroupSet::Brands => fetch_optional!(view, EntryRow, BRAND, id)?,
        GroupSet::Divisions => fetch_optional!(view, EntryRow, DIVISION, id)?,
        GroupSet::Industries => fetch_optional!(view, EntryRow, INDUSTRY, id)?,
    };
    Ok(row.map(|row| row.entry().1))
}

/// Adds a group with this name; [`update`] stores the rest.
pub async fn insert(tx: &mut WriteTx, id: &str, name: &str, now: Millis) -> Result<(), DbError> {
    execute!(tx, INSERT, id, name, now)?;
    GROUPS.index_names(tx, id).await?;
    changed(tx, id).await
}

/// Stores everything of `group` but its sets.
pub async fn update(tx: &mut WriteTx, group: &Group) -> Result<(), DbError> {
    execute!(
        tx,
        UPDATE,
        &group.id,
        &group.name,
        &group.description,
        &group.admin_msg,
        group.status.code(),
        group.visibility.code(),
        group.due_days,
        group.refuse_days,
        group.max_days,
    )?;
    GROUPS.index_names(tx, group.id.as_str()).await?;
    changed(tx, &group.id).await
}

/// Increases the version; `by` is an account id or `cli`.
pub async fn note_change(tx: &mut WriteTx, id: &str, by: &str, now: Millis) -> Result<(), DbError> {
    execute!(tx, NOTE_CHANGE, id, now, by).map(drop)
}

/// Takes the group out of every list and switches it off. Its rows stay.
pub async fn delete(tx: &mut WriteTx, id: &str) -> Result<(), DbError> {
    execute!(tx, DELETE, id)?;
    changed(tx, id).await
}

/// Adds an entry to a set, or removes it.
pub async fn put(
    tx: &mut WriteTx,
    id: &str,
    set: GroupSet,
    entry_id: &str,
    is_in: bool,
) -> Result<(), DbError> {
    let sql = match (set, is_in) {
        (GroupSet::Managers, true) => ADD_MANAGER,
        (GroupSet::Managers, false) => REMOVE_MANAGER,
        (GroupSet::StandIns, true) => ADD_STAND_IN,
        (GroupSet::StandIns, false) => REMOVE_STAND_IN,
        (GroupSet::People, true) => ADD_PERSON,
        (GroupSet::People, false) => REMOVE_PERSON,
        (GroupSet::Agencies, true) => ADD_AGENCY,
        (GroupSet::Agencies, false) => REMOVE_AGENCY,
        (GroupSet::Products, is_in) => return put_product(tx, id, entry_id, is_in).await,
        (
            GroupSet::Companies | GroupSet::Brands | GroupSet::Divisions | GroupSet::Industries,
            is_in,
        ) => return put_limit(tx, id, set, entry_id, is_in).await,
    };
    execute!(tx, sql, id, entry_id).map(drop)
}

async fn put_product(
    tx: &mut WriteTx,
    id: &str,
    product_id: &str,
    is_in: bool,
) -> Result<(), DbError> {
    let number: i64 = product_id
        .parse()
        .map_err(|_| DbError::damaged("product"))?;
    if is_in {
        execute!(tx, ADD_PRODUCT, id, number)?;
    } else {
        execute!(tx, REMOVE_PRODUCT, id, number)?;
    }
    changed_product(tx, number).await
}

/// The limits of a group decide who gets its products.
async fn put_limit(
    tx: &mut WriteTx,
    id: &str,
    set: GroupSet,
    organisation_id: &str,
    is_in: bool,
) -> Result<(), DbError> {
    let kind = set.code() - GroupSet::Companies.code();
    let sql = if is_in { ADD_LIMIT } else { REMOVE_LIMIT };
    execute!(tx, sql, id, organisation_id, kind)?;
    if set == GroupSet::Industries && !is_in {
        execute!(tx, REMOVE_BRANDS, id, organisation_id)?;
    }
    changed(tx, id).await
}
