//! The names of agencies and companies, for options in forms.

use crate::db::{DbError, Reads, fetch_all, statements};

/// The most names that are read at once; there are few organisations.
const MOST: i64 = 10_000;

statements! {
    AGENCY_NAMES = "SELECT id, name FROM agencies ORDER BY id LIMIT $1";
    COMPANY_NAMES = "SELECT id, name FROM companies ORDER BY id LIMIT $1";
    COMPANY_NAMES_OF_AGENCY = "SELECT id, name FROM companies \
        WHERE agency_id = $1 OR agency_id IS NULL ORDER BY id LIMIT $2";
}

pub async fn agencies(view: &mut impl Reads) -> Result<Vec<(String, String)>, DbError> {
    fetch_all!(view, (String, String), AGENCY_NAMES, MOST)
}

/// The id and name of each company: those of `agency_id` and those without an agency, or all if
/// there is no `agency_id`.
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
