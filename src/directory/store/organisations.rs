//! Agencies, companies, brands, divisions and industries in the database.

use super::organisation_list::{AGENCIES, BRANDS, COMPANIES, OrganisationListRow, list_of};
use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, WriteTx, execute, statements};
use crate::directory::Organisation;
use crate::directory::organisation::{OrganisationKind, OrganisationStatus};

statements! {
    NAMES = concat!(
        "SELECT CAST('agency' AS TEXT), id, name FROM agencies WHERE id IN ", ids!(),
        " UNION ALL SELECT CAST('company' AS TEXT), id, name FROM companies WHERE id IN ", ids!(),
        " UNION ALL SELECT CAST('brand' AS TEXT), id, name FROM brands WHERE id IN ", ids!(),
        " UNION ALL SELECT CAST('division' AS TEXT), id, name FROM divisions WHERE id IN ", ids!(),
        " UNION ALL SELECT CAST('industry' AS TEXT), id, name FROM industries WHERE id IN ", ids!(),
        " UNION ALL SELECT CAST('iris_mapping' AS TEXT), id, iris_name FROM iris_mappings WHERE id IN ", ids!());
    SAVE_AGENCY = "INSERT INTO agencies (id, name, created_at) VALUES ($1, $2, $3) \
        ON CONFLICT (id) DO UPDATE SET name = excluded.name";
    SAVE_COMPANY = "INSERT INTO companies (id, name, agency_id, created_at) \
        VALUES ($1, $2, $3, $4) \
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, agency_id = excluded.agency_id";
    SAVE_BRAND = "INSERT INTO brands (id, name, company_id, created_at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, company_id = excluded.company_id";
    ADD_AGENCY = "INSERT INTO agencies (id, name, status, created_at, version, logo_url) \
        VALUES ($1, $2, 0, $3, 1, $4)";
    ADD_COMPANY = "INSERT INTO companies (id, name, status, created_at, version, agency_id) \
        VALUES ($1, $2, 0, $3, 1, $4)";
    ADD_BRAND = "INSERT INTO brands (id, name, status, created_at, version, company_id) \
        VALUES ($1, $2, 0, $3, 1, $4)";
    ADD_DIVISION = "INSERT INTO divisions (id, name, status, created_at, version, company_id) \
        VALUES ($1, $2, 0, $3, 1, $4)";
    ADD_INDUSTRY = "INSERT INTO industries (id, name, status, created_at, version) \
        VALUES ($1, $2, 0, $3, 1)";
    HOLD_AGENCY = "UPDATE agencies SET status = status WHERE id = $1";
    HOLD_COMPANY = "UPDATE companies SET status = status WHERE id = $1";
    HOLD_BRAND = "UPDATE brands SET status = status WHERE id = $1";
    HOLD_DIVISION = "UPDATE divisions SET status = status WHERE id = $1";
    HOLD_INDUSTRY = "UPDATE industries SET status = status WHERE id = $1";
    UPDATE_AGENCY = "UPDATE agencies SET name = $2, status = $3, changed_at = $4, changed_by = $5, \
        version = version + 1, logo_url = $6 WHERE id = $1";
    UPDATE_COMPANY = "UPDATE companies SET name = $2, status = $3, changed_at = $4, changed_by = $5, \
        version = version + 1, agency_id = $6 WHERE id = $1";
    UPDATE_BRAND = "UPDATE brands SET name = $2, status = $3, changed_at = $4, changed_by = $5, \
        version = version + 1, company_id = $6 WHERE id = $1";
    UPDATE_DIVISION = "UPDATE divisions SET name = $2, status = $3, changed_at = $4, changed_by = $5, \
        version = version + 1, company_id = $6 WHERE id = $1";
    UPDATE_INDUSTRY = "UPDATE industries SET name = $2, status = $3, changed_at = $4, changed_by = $5, \
        version = version + 1 WHERE id = $1";
}

/// An organisation that somebody may belong to.
pub(in crate::directory) struct Belonging {
    pub organisation: Organisation,
    /// The id of its own parent, if it has one.
    pub belongs_to: Option<String>,
    pub status: OrganisationStatus,
}

/// Kind (as in the audit trail), id and name of organisations and IRIS mappings among at most 100 ids.
pub(in crate::directory) async fn names(
    view: &mut dyn Reads,
    ids: &[&str],
) -> Result<Vec<(String, String, String)>, DbError> {
    fetch_by_ids!(view, (String, String, String), NAMES, ids.iter().copied())
}

/// The organisation of a kind with this id.
pub(in crate::directory) async fn find(
    view: &mut dyn Reads,
    kind: OrganisationKind,
    id: &str,
) -> Result<Option<OrganisationListRow>, DbError> {
    list_of(kind).find(view, id).await
}

/// The organisation of a kind with this id, as a place that somebody may belong to.
pub(in crate::directory) async fn find_belonging(
    view: &mut dyn Reads,
    kind: OrganisationKind,
    id: &str,
) -> Result<Option<Belonging>, DbError> {
    let found = find(view, kind, id).await?;
    Ok(found.map(|row| Belonging {
        organisation: Organisation {
            id: row.id,
            name: row.name,
        },
        belongs_to: row.parent_id,
        status: row.status.0,
    }))
}

/// The organisation of a kind with this id, locked until the end of this write.
pub(in crate::directory) async fn hold(
    tx: &mut WriteTx,
    kind: OrganisationKind,
    id: &str,
) -> Result<Option<OrganisationListRow>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    let sql = match kind {
        OrganisationKind::Agency => HOLD_AGENCY,
        OrganisationKind::Company => HOLD_COMPANY,
        OrganisationKind::Brand => HOLD_BRAND,
        OrganisationKind::Division => HOLD_DIVISION,
        OrganisationKind::Industry => HOLD_INDUSTRY,
    };
    execute!(tx, sql, id)?;
    find(tx, kind, id).await
}

/// Adds an organisation that is on.
pub(in crate::directory) async fn insert(
    tx: &mut WriteTx,
    kind: OrganisationKind,
    row: &OrganisationListRow,
) -> Result<(), DbError> {
    let (id, name, now, parent) = (&row.id, &row.name, row.created_at, &row.parent_id);
    match kind {
        OrganisationKind::Agency => execute!(tx, ADD_AGENCY, id, name, now, &row.logo),
        OrganisationKind::Company => execute!(tx, ADD_COMPANY, id, name, now, parent),
        OrganisationKind::Brand => execute!(tx, ADD_BRAND, id, name, now, parent),
        OrganisationKind::Division => execute!(tx, ADD_DIVISION, id, name, now, parent),
        OrganisationKind::Industry => execute!(tx, ADD_INDUSTRY, id, name, now),
    }?;
    list_of(kind).index_names(tx, id.as_str()).await
}

/// Stores everything of `row` that may change, as changed by `by` at `now`.
pub(in crate::directory) async fn update(
    tx: &mut WriteTx,
    kind: OrganisationKind,
    row: &OrganisationListRow,
    by: &str,
    now: Millis,
) -> Result<(), DbError> {
    let (id, name, status, parent) = (&row.id, &row.name, row.status.0.code(), &row.parent_id);
    match kind {
        OrganisationKind::Agency => {
            execute!(tx, UPDATE_AGENCY, id, name, status, now, by, &row.logo)
        }
        OrganisationKind::Company => {
            execute!(tx, UPDATE_COMPANY, id, name, status, now, by, parent)
        }
        OrganisationKind::Brand => execute!(tx, UPDATE_BRAND, id, name, status, now, by, parent),
        OrganisationKind::Division => {
            execute!(tx, UPDATE_DIVISION, id, name, status, now, by, parent)
        }
        OrganisationKind::Industry => execute!(tx, UPDATE_INDUSTRY, id, name, status, now, by),
    }?;
    list_of(kind).index_names(tx, id.as_str()).await
}

/// Creates or renames an agency.
pub async fn save_agency(
    tx: &mut WriteTx,
    id: &str,
    name: &str,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, SAVE_AGENCY, id, name, now)?;
    AGENCIES.index_names(tx, id).await
}

/// Creates or renames a company, with or without an agency.
pub async fn save_company(
    tx: &mut WriteTx,
    id: &str,
    name: &str,
    agency_id: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, SAVE_COMPANY, id, name, agency_id, now)?;
    COMPANIES.index_names(tx, id).await
}

/// Creates or renames a brand, with or without a company.
pub async fn save_brand(
    tx: &mut WriteTx,
    id: &str,
    name: &str,
    company_id: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, SAVE_BRAND, id, name, company_id, now)?;
    BRANDS.index_names(tx, id).await
}
