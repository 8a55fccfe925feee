//! The options of a form, and how they are selected.

use sqlx_macros::FromRow;

use super::names::normalise;
use crate::db::list::OptionPaging;

/// One option of a form.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Choice {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The id of what it belongs to: a company's agency, a brand's company.
    #[sqlx(default)]
    pub belongs_to: Option<String>,
}

/// The wanted ones of `all`, by name, for tables that are not searched by an index.
pub(super) fn narrow(all: Vec<Choice>, wanted: &OptionPaging) -> Vec<Choice> {
    let text = normalise(wanted.context.as_deref().unwrap_or_default());
    let mut found: Vec<(String, Choice)> = all
        .into_iter()
        .map(|choice| (normalise(&choice.name), choice))
        .filter(|(folded, _)| folded.contains(&text))
        .collect();
    found.sort_by(|(a, left), (b, right)| a.cmp(b).then_with(|| left.id.cmp(&right.id)));
    let size = usize::try_from(wanted.page_size).unwrap_or(usize::MAX);
    let page = usize::try_from(wanted.page_num - 1).unwrap_or(usize::MAX);
    let page = found.into_iter().skip(page.saturating_mul(size));
    page.take(size).map(|(_, choice)| choice).collect()
}
