//! Agencies, companies and brands in the database.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx, execute, statements};

statements! {
    SAVE_AGENCY = "INSERT INTO agencies (id, name, created_at) VALUES ($1, $2, $3) \
        ON CONFLICT (id) DO UPDATE SET name = excluded.name";
    SAVE_COMPANY = "INSERT INTO companies (id, name, agency_id, created_at) \
        VALUES ($1, $2, $3, $4) \
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, agency_id = excluded.agency_id";
    SAVE_BRAND = "INSERT INTO brands (id, name, company_id, created_at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, company_id = excluded.company_id";
}

/// Makes or renames an agency.
pub async fn save_agency(
    tx: &mut WriteTx,
    id: &str,
    name: &str,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, SAVE_AGENCY, id, name, now).map(drop)
}

/// Makes or renames a company, of an agency or of none.
pub async fn save_company(
    tx: &mut WriteTx,
    id: &str,
    name: &str,
    agency_id: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, SAVE_COMPANY, id, name, agency_id, now).map(drop)
}

/// Makes or renames a brand, of a company or of none.
pub async fn save_brand(
    tx: &mut WriteTx,
    id: &str,
    name: &str,
    company_id: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, SAVE_BRAND, id, name, company_id, now).map(drop)
}
