//! `[page_views]`: whether the portal reports which of its pages are shown.

use serde::Deserialize;

use super::{
    branding::is_link,
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

/// Whether the portal reports which of its pages are shown (contract T-03, G-80). Off by default.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PageViewsConfig {
    /// Atrium counts views by route and day.
    pub count: bool,
    /// The https address of an analytics service that takes the events of Plausible; empty for none.
    pub url: String,
}

impl Section for PageViewsConfig {
    const NAME: &'static str = "page_views";
    const KEYS: &'static [Key] = &[
        key("count", "true or false"),
        key("url", "an https address, or \"\""),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        faults.unless(self.url.is_empty() || is_link(&self.url), "url", || {
            format!("is {:?}", self.url)
        });
    }
}
