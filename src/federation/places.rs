//! The agency and the groups that a provider's settings name.

use super::examination::{Checked, Outcome, Point};
use super::provider::Provider;
use crate::config::{CreateRule, ProviderConfig};
use crate::db::{DbError, Reads};
use crate::directory::{AGENCIES, OrganisationListRow, OrganisationStatus};
use crate::groups::{NotGiven, why_not_given};

/// True if the agency of new accounts is on, or the settings name none.
///
/// # Errors
/// The database failed.
pub async fn has_agency(view: &mut dyn Reads, settings: &ProviderConfig) -> Result<bool, DbError> {
    let Some(id) = settings.agency.as_deref().filter(|id| !id.is_empty()) else {
        return Ok(true);
    };
    if id.contains('\0') {
        return Ok(false);
    }
    let agency: Option<OrganisationListRow> = AGENCIES.find(view, id).await?;
    Ok(agency.is_some_and(|agency| agency.status.0 == OrganisationStatus::On))
}

/// The values of the claim whose groups it cannot give, each with the cause.
///
/// # Errors
/// The database failed.
pub async fn bad_groups(
    view: &mut dyn Reads,
    settings: &ProviderConfig,
) -> Result<Vec<(String, NotGiven)>, DbError> {
    let mut bad = Vec::new();
    for (value, group) in &settings.groups.map {
        if let Some(why) = why_not_given(view, group).await? {
            bad.push((value.clone(), why));
        }
    }
    Ok(bad)
}

impl Provider {
    /// Checks the agency and the groups that its settings name here. A sign-in works without them, so a fault is a note.
    ///
    /// # Errors
    /// The database failed.
    pub async fn examine_places(&self, view: &mut dyn Reads) -> Result<Vec<Checked>, DbError> {
        let settings = self.settings();
        let mut checks = Vec::new();
        if let (Some(agency), true) = (self.agency(), self.create() != CreateRule::Refuse) {
            let is_on = has_agency(view, settings).await?;
            checks.push(Checked::of(Point::Agency, is_on, Outcome::Note, agency));
        }
        if self.groups_claim().is_some() {
            let bad = bad_groups(view, settings).await?;
            let values: Vec<&str> = bad.iter().map(|(value, _)| value.as_str()).collect();
            let good = values.is_empty();
            let found = values.join(", ");
            checks.push(Checked::of(Point::Groups, good, Outcome::Note, found));
        }
        Ok(checks)
    }
}
