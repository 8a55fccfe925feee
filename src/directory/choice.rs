//! The options of a form, and how they are selected.

use super::names::normalise;

/// The most options in one answer (design 9, "Lists").
pub const MOST_OPTIONS: usize = 1_000;

/// One option of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The id of what it belongs to: a company's agency, a brand's company.
    pub belongs_to: Option<String>,
}

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

impl OptionFilter {
    /// The wanted ones of `all`, by name. This is not done in SQL, because the engines fold and order names
    /// differently.
    pub fn narrow(&self, all: Vec<Choice>) -> Vec<Choice> {
        let wanted = normalise(&self.context);
        let mut found: Vec<(String, Choice)> = all
            .into_iter()
            .map(|choice| (normalise(&choice.name), choice))
            .filter(|(folded, _)| folded.contains(&wanted))
            .collect();
        found.sort_by(|(a, left), (b, right)| a.cmp(b).then_with(|| left.id.cmp(&right.id)));
        let page = found.into_iter().skip(self.skip);
        page.take(self.take.min(MOST_OPTIONS))
            .map(|(_, choice)| choice)
            .collect()
    }
}
