//! IRIS mappings in the database, and their list.

use crate::clock::Millis;
use crate::db::list::{Column, Filter, List, Search, Sort};
use crate::db::search::Noun;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, from_row, statements};
use crate::directory::organisation::OrganisationStatus;

macro_rules! columns {
    () => {
        "i.id, i.iris_code, i.iris_name, i.agency_id, g.name AS agency_name, i.company_id, \
         c.name AS company_name, i.account_id, a.username, a.full_name, i.status, i.version, \
         i.created_at, COALESCE(i.changed_at, i.created_at) AS changed_at, i.changed_by"
    };
}

macro_rules! joins {
    () => {
        "LEFT JOIN agencies g ON g.id = i.agency_id LEFT JOIN companies c ON c.id = i.company_id \
         LEFT JOIN accounts a ON a.id = i.account_id"
    };
}

statements! {
    FIND = concat!("SELECT ", columns!(), " FROM iris_mappings i ", joins!(), " WHERE i.id = $1");
    HOLD = "UPDATE iris_mappings SET status = status WHERE id = $1";
    ADD = "INSERT INTO iris_mappings (id, iris_code, iris_name, agency_id, company_id, account_id, \
        status, created_at, version) VALUES ($1, $2, $3, $4, $5, $6, 0, $7, 1)";
    UPDATE = "UPDATE iris_mappings SET agency_id = $2, company_id = $3, account_id = $4, status = $5, \
        changed_at = $6, changed_by = $7, version = version + 1 WHERE id = $1";
}

/// Every IRIS mapping.
pub static IRIS_MAPPINGS: List = List {
    name: "iris_mappings",
    columns: columns!(),
    table: "iris_mappings i",
    joins: joins!(),
    key: Column::text("i.id"),
    filters: &[&STATUS, &AGENCY, &COMPANY],
    sorts: &[
        Sort::by("created", &[Column::number("i.created_at")]),
        Sort::by("irisCode", &[Column::text("i.code_key")]),
        Sort::by("irisName", &[Column::text("i.name_key")]),
    ],
    // Newest first (contract G-51).
    usual_sort: "-created",
    search: Some(Search {
        noun: Noun::IrisMapping,
        names: &["iris_code", "iris_name"],
        sorted: &[("code_key", "iris_code"), ("name_key", "iris_name")],
        number: "i.search_number",
        text: "i.search_text",
        shown: None,
        besides: None,
    }),
};

pub(in crate::directory) static STATUS: Filter =
    Filter::is("status", Column::number("i.status"), &["created"]);
pub(in crate::directory) static AGENCY: Filter =
    Filter::is("agency", Column::text("i.agency_id"), &["created"]);
pub(in crate::directory) static COMPANY: Filter =
    Filter::is("company", Column::text("i.company_id"), &["created"]);

/// An IRIS mapping (contract G-49).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrisMapping {
    pub id: String,
    /// The code of an organisation in IRIS.
    pub iris_code: String,
    /// Its name in IRIS.
    pub iris_name: String,
    pub agency_id: Option<String>,
    pub agency_name: Option<String>,
    /// The client (company).
    pub company_id: Option<String>,
    pub company_name: Option<String>,
    /// The responsible account.
    pub account_id: Option<String>,
    pub username: Option<String>,
    /// The display name of that account's owner.
    pub full_name: Option<String>,
    pub status: OrganisationStatus,
    /// Increases with each change.
    pub version: i64,
    pub created_at: Millis,
    /// When it was last changed, or created.
    pub changed_at: Millis,
    /// Who changed it last: the id of an account, or `cli`.
    pub changed_by: Option<String>,
}

from_row!(IrisMapping {
    id,
    iris_code,
    iris_name,
    agency_id,
    agency_name,
    company_id,
    company_name,
    account_id,
    username,
    full_name,
    status,
    version,
    created_at,
    changed_at,
    changed_by
});

/// The mapping with this id.
pub(in crate::directory) async fn find(
    view: &mut dyn Reads,
    id: &str,
) -> Result<Option<IrisMapping>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    fetch_optional!(view, IrisMapping, FIND, id)
}

/// The mapping with this id, locked until the end of this write.
pub(in crate::directory) async fn hold(
    tx: &mut WriteTx,
    id: &str,
) -> Result<Option<IrisMapping>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    execute!(tx, HOLD, id)?;
    find(tx, id).await
}

/// Adds a mapping that is on.
pub(in crate::directory) async fn insert(
    tx: &mut WriteTx,
    new: &IrisMapping,
) -> Result<(), DbError> {
    execute!(
        tx,
        ADD,
        &new.id,
        &new.iris_code,
        &new.iris_name,
        &new.agency_id,
        &new.company_id,
        &new.account_id,
        new.created_at,
    )?;
    IRIS_MAPPINGS.index_names(tx, new.id.as_str()).await
}

/// Stores everything of `mapping` that may change, as changed by `by` at `now`.
pub(in crate::directory) async fn update(
    tx: &mut WriteTx,
    mapping: &IrisMapping,
    by: &str,
    now: Millis,
) -> Result<(), DbError> {
    execute!(
        tx,
        UPDATE,
        &mapping.id,
        &mapping.agency_id,
        &mapping.company_id,
        &mapping.account_id,
        mapping.status.code(),
        now,
        by,
    )
    .map(drop)
}
