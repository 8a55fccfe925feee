//! The names of agencies and companies, for those who choose one.

use crate::db::{DbError, Reads, fetch_all, statements};

/// Most names that are read at once; organisations are few.
const MOST: i64 = 10_000;

statements! {
    AGENCY_NAMES = "SELECT id, name FROM agencies ORDER BY id LIMIT $1";
    COMPANY_NAMES = "SELECT id, name FROM companies ORDER BY id LIMIT $1";
    COMPANY_NAMES_OF_AGENCY = "SELECT id, name FROM companies \
        WHERE agency_id = $1 OR agency_id IS NULL ORDER BY id LIMIT $2";
}

/// The id and the name of each agency.
pub async fn agencies(view: &mut impl Reads) -> Result<Vec<(String, String)>, DbError> {
    fetch_all!(view, (String, String), AGENCY_NAMES, MOST)
}

/// The id and the name of each company: of `agency_id` and of none, or all without one.
pub async fn companies(
    view: &mut impl Reads,
    agency_id: Option<&str>,
) -> Result<Vec<(String, String)>, DbError> {
    match agency_id {
        Some(agency_id) => {
            fetch_all!(
                view,
                (String, String),
                COMPANY_NAMES_OF_AGENCY,
                agency_id,
                MOST
            )
        }
        None => fetch_all!(view, (String, String), COMPANY_NAMES, MOST),
    }
}
