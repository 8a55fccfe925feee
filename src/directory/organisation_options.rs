//! Agencies, companies and brands to choose from.

use super::choice::{Choice, OptionFilter};
use super::store::organisation_names;
use crate::db::{DbError, Reads};

/// The agencies, by name.
pub async fn agency_options(
    view: &mut impl Reads,
    filter: &OptionFilter,
) -> Result<Vec<Choice>, DbError> {
    Ok(filter.narrow(organisation_names::agencies(view).await?))
}

/// The companies by name: those of an agency and those without one, or all if there is no
/// `agency_id`.
pub async fn company_options(
    view: &mut impl Reads,
    agency_id: Option<&str>,
    filter: &OptionFilter,
) -> Result<Vec<Choice>, DbError> {
    Ok(filter.narrow(organisation_names::companies(view, agency_id).await?))
}

/// The brands by name: those of a company and those without one, or all if there is no `company_id`.
pub async fn brand_options(
    view: &mut impl Reads,
    company_id: Option<&str>,
    filter: &OptionFilter,
) -> Result<Vec<Choice>, DbError> {
    Ok(filter.narrow(organisation_names::brands(view, company_id).await?))
}
