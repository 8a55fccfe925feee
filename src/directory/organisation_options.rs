//! Agencies, companies and brands to choose from.

use super::choice::{Choice, narrow};
use super::store::organisation_names;
use crate::db::list::OptionPaging;
use crate::db::{DbError, Reads};

/// The agencies, by name.
pub async fn agency_options(
    view: &mut impl Reads,
    wanted: &OptionPaging,
) -> Result<Vec<Choice>, DbError> {
    Ok(narrow(organisation_names::agencies(view).await?, wanted))
}

/// The companies by name: those of an agency and those without one, or all if there is no
/// `agency_id`.
pub async fn company_options(
    view: &mut impl Reads,
    agency_id: Option<&str>,
    wanted: &OptionPaging,
) -> Result<Vec<Choice>, DbError> {
    Ok(narrow(
        organisation_names::companies(view, agency_id).await?,
        wanted,
    ))
}

/// The brands by name: those of a company and those without one, or all if there is no `company_id`.
pub async fn brand_options(
    view: &mut impl Reads,
    company_id: Option<&str>,
    wanted: &OptionPaging,
) -> Result<Vec<Choice>, DbError> {
    Ok(narrow(
        organisation_names::brands(view, company_id).await?,
        wanted,
    ))
}
