//! Agencies and companies to choose from.

use super::account::Organisation;
use super::names::normalise;
use super::store::organisation_names;
use crate::db::{DbError, Reads};

/// The most options in one answer (design 9, "Lists").
pub const MOST_OPTIONS: usize = 1_000;

/// Selects options.
#[derive(Clone, Debug, Default)]
pub struct OptionFilter {
    /// Text that the name must contain, in any spelling; empty for all.
    pub context: String,
    /// The number of options to skip.
    pub skip: usize,
    /// The number of options to return, at most [`MOST_OPTIONS`].
    pub take: usize,
}

/// The agencies, by name.
pub async fn agency_options(
    view: &mut impl Reads,
    filter: &OptionFilter,
) -> Result<Vec<Organisation>, DbError> {
    Ok(filter.of(organisation_names::agencies(view).await?))
}

/// The companies by name: those of an agency and those without one, or all if there is no
/// `agency_id`.
pub async fn company_options(
    view: &mut impl Reads,
    agency_id: Option<&str>,
    filter: &OptionFilter,
) -> Result<Vec<Organisation>, DbError> {
    Ok(filter.of(organisation_names::companies(view, agency_id).await?))
}

impl OptionFilter {
    /// Filtered and sorted here, because each engine folds and sorts names in its own way.
    fn of(&self, names: Vec<(String, String)>) -> Vec<Organisation> {
        let wanted = normalise(&self.context);
        let mut found: Vec<(String, Organisation)> = names
            .into_iter()
            .map(|(id, name)| (normalise(&name), Organisation { id, name }))
            .filter(|(folded, _)| folded.contains(&wanted))
            .collect();
        found.sort_by(|(a, left), (b, right)| a.cmp(b).then_with(|| left.id.cmp(&right.id)));
        let window = found.into_iter().skip(self.skip);
        window
            .take(self.take.min(MOST_OPTIONS))
            .map(|(_, organisation)| organisation)
            .collect()
    }
}
