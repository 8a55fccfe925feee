//! Organisations to choose from: those that are on.

use super::choice::{AgencyLogo, Choice};
use super::organisation::{OrganisationKind, OrganisationStatus};
use super::store::organisation_list::{AGENCIES, STATUS, list_of, parent_or_none};
use crate::db::Reads;
use crate::db::list::{ListError, OptionPaging};

/// The organisations of a kind, by name: of a parent or without one, or all if there is no `parent_id`.
///
/// # Errors
/// The database failed.
pub async fn organisation_options(
    view: &mut dyn Reads,
    kind: OrganisationKind,
    parent_id: Option<&str>,
    wanted: &OptionPaging,
) -> Result<Vec<Choice>, ListError> {
    let query = list_of(kind).options_by("name")?;
    let query = match parent_or_none(kind) {
        Some(filter) => query.only(filter, parent_id),
        None => query,
    };
    let on = OrganisationStatus::On.code();
    query.only(&STATUS, Some(on)).options(view, wanted).await
}

/// The agencies with their logos, by the time they were added, then by id (contract G-31); the results of a search by
/// name.
///
/// # Errors
/// The database failed.
pub async fn agency_logos(
    view: &mut dyn Reads,
    wanted: &OptionPaging,
) -> Result<Vec<AgencyLogo>, ListError> {
    let is_searched = wanted.context.is_some();
    let sort = if is_searched { "name" } else { "created" };
    let on = OrganisationStatus::On.code();
    let query = AGENCIES.options_by(sort)?.only(&STATUS, Some(on));
    query.options(view, wanted).await
}
