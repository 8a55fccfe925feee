//! `[home]`: what stands on the home page besides the applications.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{
    TypeLabel,
    branding::is_link,
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

/// The tiles that can have a target (contract G-23): two of the skills card, three of strategy, the site for briefs, the site
/// of the assistant, and three further assistants (G-76).
pub const HOME_TILES: [&str; 10] = [
    "data_sources",
    "upskill",
    "strategy_1",
    "strategy_2",
    "strategy_3",
    "brief",
    "ai_site",
    "assistant_1",
    "assistant_2",
    "assistant_3",
];
/// The most characters of a name and of a description.
const LONGEST: [usize; 2] = [60, 300];

/// What stands on the home page besides the applications.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HomeConfig {
    /// The tiles by name. One that is missing leads nowhere.
    pub tiles: BTreeMap<String, HomeTile>,
}

/// A tile of the home page.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default, deny_unknown_fields)]
pub struct HomeTile {
    /// Its name; `None` for the usual one.
    pub name: Option<TypeLabel>,
    /// Its description; `None` for the usual one.
    pub description: Option<TypeLabel>,
    /// The https address that it opens. It gets no token (attack T10).
    pub url: String,
    /// The id of the product that it opens instead.
    pub product: Option<i64>,
}

impl Section for HomeConfig {
    const NAME: &'static str = "home";
    const KEYS: &'static [Key] = &[key(
        "tiles",
        "for data_sources, upskill, strategy_1 to strategy_3, brief, ai_site and assistant_1 to assistant_3 an entry \
         { url = \"https://…\" } or { product = 12 }, with name and description in en-us and zh-cn if wanted",
    )];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        for (slot, tile) in &self.tiles {
            faults.unless(HOME_TILES.contains(&slot.as_str()), "tiles", || {
                format!("has the tile {slot:?}")
            });
            // Attack T13.
            faults.unless(tile.url.is_empty() || is_link(&tile.url), "tiles", || {
                format!("has the address {:?}", tile.url)
            });
            let is_one = tile.url.is_empty() || tile.product.is_none();
            faults.unless(is_one, "tiles", || {
                format!("has an address and a product for {slot:?}")
            });
            let texts = [&tile.name, &tile.description].into_iter().zip(LONGEST);
            for (text, longest) in texts {
                let both = text.iter().flat_map(|both| [&both.en_us, &both.zh_cn]);
                let fits = both.clone().all(|text| text.chars().count() <= longest);
                faults.unless(fits, "tiles", || {
                    format!("has a text of more than {longest} characters for {slot:?}")
                });
            }
        }
    }
}
