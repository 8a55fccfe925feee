//! Where an account belongs: its agency, company (client) and brand.

use super::account::{Account, Organisation};
use super::organisation::{OrganisationKind, OrganisationStatus};
use super::store::organisations::{Belonging, find_belonging};
use crate::db::{DbError, Reads};
use crate::faults::{Faults, Rule};

/// The organisations that an account is to belong to, by ids. `None` keeps an organisation, an empty id removes it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Placing<'a> {
    pub agency: Option<&'a str>,
    pub company: Option<&'a str>,
    pub brand: Option<&'a str>,
}

/// Gives the account the organisations that are `wanted`. Each must exist, belong to its parent, and be on unless the
/// account already has it. An organisation that was not requested is removed if it no longer belongs to its parent.
///
/// # Errors
/// The database failed. A fault of a field is added to `faults`.
pub(super) async fn place(
    view: &mut dyn Reads,
    changed: &mut Account,
    wanted: &Placing<'_>,
    faults: &mut Faults,
) -> Result<(), DbError> {
    if [wanted.agency, wanted.company, wanted.brand] == [None; 3] {
        return Ok(());
    }
    if let Some(id) = wanted.agency {
        let found = find_belonging(view, OrganisationKind::Agency, id).await?;
        let current = changed.agency.take();
        let found = found.filter(|agency| is_offered(agency, current.as_ref()));
        changed.agency = named(found, id, || {
            faults.add("agencyId", Rule::Belongs);
        });
    }
    let agency = changed.agency.as_ref();
    let current = changed.company.take();
    let id = given_or(wanted.company, current.as_ref());
    let found = find_belonging(view, OrganisationKind::Company, &id).await?;
    let found = found.filter(|one| is_offered(one, current.as_ref()) && belongs(one, agency));
    changed.company = named(found, &id, || {
        if wanted.company.is_some() {
            faults.add("clientId", Rule::Belongs);
        }
    });
    let company = changed.company.as_ref();
    let current = changed.brand.take();
    let id = given_or(wanted.brand, current.as_ref());
    let found = find_belonging(view, OrganisationKind::Brand, &id).await?;
    let found = found.filter(|one| is_offered(one, current.as_ref()) && belongs(one, company));
    changed.brand = named(found, &id, || {
        if wanted.brand.is_some() {
            faults.add("brandId", Rule::Belongs);
        }
    });
    Ok(())
}

fn given_or(given: Option<&str>, current: Option<&Organisation>) -> String {
    let current = || current.map(|current| current.id.clone());
    given
        .map(str::to_owned)
        .or_else(current)
        .unwrap_or_default()
}

/// True if it is on, or the account belongs to it already.
fn is_offered(one: &Belonging, current: Option<&Organisation>) -> bool {
    let is_current = current.is_some_and(|current| current.id == one.organisation.id);
    is_current || one.status == OrganisationStatus::On
}

/// True if it belongs to `above` or to no parent.
pub(super) fn belongs(one: &Belonging, above: Option<&Organisation>) -> bool {
    match (&one.belongs_to, above) {
        (Some(id), Some(above)) => *id == above.id,
        // An organisation with a parent needs an account with that parent.
        (Some(_), None) => false,
        (None, _) => true,
    }
}

/// The organisation that was found. A non-empty `id` without an organisation is a fault.
fn named(found: Option<Belonging>, id: &str, fault: impl FnOnce()) -> Option<Organisation> {
    if found.is_none() && !id.is_empty() {
        fault();
    }
    found.map(|one| one.organisation)
}
