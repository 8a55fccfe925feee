//! A tile of home: what it says and where it leads (contract G-23).

use crate::clock::Millis;
use crate::config::{self, TypeLabel};
use crate::i18n::language::Language;

/// What a tile says and where it leads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HomeTile {
    /// Its name; empty for the usual one.
    pub name: String,
    /// Its name in Chinese; empty if it is the same.
    pub name_zh: String,
    /// Its description; empty for none.
    pub description: String,
    /// Its description in Chinese; empty if it is the same.
    pub description_zh: String,
    /// The https address that it opens, which gets no token (attack T10); empty for none.
    pub url: String,
    /// The product that it opens instead.
    pub product_id: Option<i64>,
}

impl HomeTile {
    /// Name and description for a reader of `language`.
    pub fn texts(&self, language: Language) -> (String, String) {
        let of_two = |first: &str, chinese: &str| language.of_two(first.into(), chinese.into());
        (
            of_two(&self.name, &self.name_zh),
            of_two(&self.description, &self.description_zh),
        )
    }
}

impl From<&config::HomeTile> for HomeTile {
    fn from(tile: &config::HomeTile) -> Self {
        let both = |text: &Option<TypeLabel>| match text {
            Some(both) => (both.en_us.clone(), both.zh_cn.clone()),
            None => (String::new(), String::new()),
        };
        let (name, name_zh) = both(&tile.name);
        let (description, description_zh) = both(&tile.description);
        Self {
            name,
            name_zh,
            description,
            description_zh,
            url: tile.url.clone(),
            product_id: tile.product,
        }
    }
}

/// The tile of one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedTile {
    /// Which one: one of [`HOME_TILES`](crate::config::HOME_TILES).
    pub slot: String,
    pub tile: HomeTile,
    /// 0 for a tile of the settings.
    pub version: i64,
    pub changed_at: Millis,
    pub changed_by: Option<String>,
}
