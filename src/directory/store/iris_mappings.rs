//! IRIS mappings in the database, and their list.

use crate::clock::Millis;
use crate::db::list::{Column, Filter, List, Search, Sort, WORDS, filters, row};
use crate::db::search::Noun;
use crate::db::{DbError, WriteTx, execute, statements};
use crate::directory::organisation::OrganisationStatusNumber;

statements! {
    HOLD = "UPDATE iris_mappings SET status = status WHERE id = $1";
    ADD = "INSERT INTO iris_mappings (id, iris_code, iris_name, agency_id, company_id, account_id, \
        status, created_at, version) VALUES ($1, $2, $3, $4, $5, $6, 0, $7, 1)";
    UPDATE = "UPDATE iris_mappings SET agency_id = $2, company_id = $3, account_id = $4, status = $5, \
        changed_at = $6, changed_by = $7, version = version + 1 WHERE id = $1";
}

/// Every IRIS mapping.
pub static IRIS_MAPPINGS: List = List {
    name: "iris_mappings",
    columns: IrisMappingRow::COLUMNS,
    table: "iris_mappings i",
    joins: "LEFT JOIN agencies g ON g.id = i.agency_id LEFT JOIN companies c ON c.id = i.company_id \
        LEFT JOIN accounts a ON a.id = i.account_id",
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
        read: None,
        number: "i.search_number",
        text: "i.search_text",
        shown: None,
        besides: None,
    }),
};

static STATUS: Filter = Filter::is("status", Column::number("i.status"), &["created"]);
static AGENCY: Filter = Filter::is("agency", Column::text("i.agency_id"), &["created"]);
static COMPANY: Filter = Filter::is("company", Column::text("i.company_id"), &["created"]);

row! {
    /// An IRIS mapping in the list.
    #[derive(Default)]
    pub struct IrisMappingRow {
        /// The mapping's id.
        id: String = "i.id",
        /// The code in IRIS.
        iris_code: String = "i.iris_code",
        /// The name in IRIS.
        iris_name: String = "i.iris_name",
        /// The agency's id.
        agency_id: Option<String> = "i.agency_id",
        /// The agency's name.
        agency_name: Option<String> = "g.name",
        /// The client's id.
        client_id: Option<String> = "i.company_id",
        /// The client's name.
        client_name: Option<String> = "c.name",
        /// The id of the responsible account.
        user_id: Option<String> = "i.account_id",
        /// The name of the responsible account.
        username: Option<String> = "a.username",
        /// The display name of its owner.
        full_name: Option<String> = "a.full_name",
        /// Whether it is in use.
        status: OrganisationStatusNumber = "i.status",
        /// Increases with each change.
        version: i64 = "i.version",
        /// When it was created, in milliseconds since 1970.
        created_at: i64 = "i.created_at",
        /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
        #[serde(rename = "c_time")]
        c_time: String,
        /// When it was last changed, or created.
        #[serde(skip)]
        changed_at: Millis = "COALESCE(i.changed_at, i.created_at)",
        /// Who changed it last: the id of an account, or `cli`.
        #[serde(skip)]
        changed_by: Option<String> = "i.changed_by",
    }
}

filters! {
    /// Filters of the IRIS mappings. An empty or missing field does not filter.
    pub struct IrisMappingFilter of IRIS_MAPPINGS {
        /// Words in code or name. Each must occur in one of them and have two characters or more.
        context: String = WORDS,
        /// Only mappings of this status.
        status: OrganisationStatusNumber = STATUS,
        /// Only mappings to this agency.
        agency_id: String = AGENCY,
        /// Only mappings to this client.
        client_id: String = COMPANY,
    }
}

/// The mapping with this id, locked until the end of this write.
pub(in crate::directory) async fn hold(
    tx: &mut WriteTx,
    id: &str,
) -> Result<Option<IrisMappingRow>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    execute!(tx, HOLD, id)?;
    IRIS_MAPPINGS.find(tx, id).await
}

/// Adds a mapping that is on.
pub(in crate::directory) async fn insert(
    tx: &mut WriteTx,
    new: &IrisMappingRow,
) -> Result<(), DbError> {
    execute!(
        tx,
        ADD,
        &new.id,
        &new.iris_code,
        &new.iris_name,
        &new.agency_id,
        &new.client_id,
        &new.user_id,
        new.created_at,
    )?;
    IRIS_MAPPINGS.index_names(tx, new.id.as_str()).await
}

/// Stores everything of `mapping` that may change, as changed by `by` at `now`.
pub(in crate::directory) async fn update(
    tx: &mut WriteTx,
    mapping: &IrisMappingRow,
    by: &str,
    now: Millis,
) -> Result<(), DbError> {
    execute!(
        tx,
        UPDATE,
        &mapping.id,
        &mapping.agency_id,
        &mapping.client_id,
        &mapping.user_id,
        mapping.status.0.code(),
        now,
        by,
    )
    .map(drop)
}
