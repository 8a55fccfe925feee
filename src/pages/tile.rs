//! An application as pages show it: its name with its picture, or a tile with its first letter.

/// Number of letter tile hues; the style sheet has a class `hue-N` for each.
pub const HUES: u32 = 12;

/// The application that asks, in the header of sign-in and consent pages.
#[derive(Clone, Debug)]
pub struct AppTile {
    /// The client id, which determines the hue of the letter tile.
    pub id: String,
    /// The name as people know it.
    pub name: String,
    /// The address of its picture; the page's policy must allow that origin.
    pub logo: Option<String>,
}

impl AppTile {
    /// An application for the samples of pages.
    pub fn sample(say: &dyn Fn(&str) -> String) -> Self {
        Self {
            id: "demo-app".to_owned(),
            name: say("Demo App"),
            logo: None,
        }
    }

    /// The first letter of the name, in upper case.
    pub fn letter(&self) -> String {
        let first = self.name.chars().find(|c| c.is_alphanumeric());
        first.map_or_else(|| "•".to_owned(), |c| c.to_uppercase().collect())
    }

    /// The hue of the tile, below [`HUES`].
    pub fn hue(&self) -> u32 {
        hue(&self.id)
    }
}

/// The hue of the application `id`, below [`HUES`]: FNV-1a, so that it never changes.
fn hue(id: &str) -> u32 {
    let hash = id.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    hash % HUES
}

/// This hue in degrees of the OKLCH circle, for the portal's tiles. None is green, which is reserved for the AI product
/// (contract K-32).
pub fn degrees(id: &str) -> u32 {
    const GREEN_ENDS: u32 = 190;
    const APART: u32 = 23;
    (GREEN_ENDS + APART * hue(id)) % 360
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_has_a_letter_and_a_hue_for_any_name() {
        let tile = |id: &str, name: &str| AppTile {
            id: id.into(),
            name: name.into(),
            logo: None,
        };
        assert_eq!(tile("demo-app", "demo app").letter(), "D");
        assert_eq!(tile("a", "«été»").letter(), "É");
        assert_eq!(tile("a", "报表").letter(), "报");
        assert_eq!(tile("a", "𠮷野家").letter(), "𠮷");
        assert_eq!(tile("a", "3D viewer").letter(), "3");
        assert_eq!(tile("a", "…").letter(), "•");
        assert!(tile("demo-app", "").hue() < HUES);
        assert_eq!(tile("", "x").hue(), 0x811c_9dc5 % HUES);
    }

    /// Contract K-32, look "Shape": sign-in pages and portal give an application the same colour.
    #[test]
    fn the_style_sheet_has_the_hues_of_the_portal() {
        let style = include_str!("../../templates/assets/signin.css");
        for id in (0..200).map(|number| format!("app-{number}")) {
            let class = format!(".hue-{} {{ --hue: {}; }}", hue(&id), degrees(&id));
            assert!(style.contains(&class), "{id}: {class}");
            assert!(!(106..190).contains(&degrees(&id)), "{id} is green");
        }
    }
}
