//! The icon of a product (contract G-28): a picture that was uploaded or fetched and is kept here, or one chosen from the set
//! of the portal, which it draws on a tile with the product's hue.

use crate::files::{picture_in, references};

/// In front of the name of an icon of the set. The names are those of the icon set Lucide.
const CHOSEN: &str = "lucide:";
/// The longest name of an icon of the set.
const LONGEST: usize = 60;

/// True if `text` is the icon of a product that the form may have.
pub fn is_icon(text: &str) -> bool {
    is_chosen(text) || picture_in(text).is_some()
}

/// True if `text` names an icon of the set.
fn is_chosen(text: &str) -> bool {
    let name = text.strip_prefix(CHOSEN).unwrap_or_default();
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(is_plain)
}

/// A product as the owner of its pictures.
pub fn owner(id: &str) -> references::Owner<'_> {
    references::Owner("product", id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G-28, attack 3: nothing else is an icon, in particular no address of another server.
    #[test]
    fn an_icon_is_chosen_or_kept_here() {
        let kept = format!("/files/p/{}.png", "0a".repeat(32));
        for text in ["lucide:calendar", "lucide:chart-2", &kept] {
            assert!(is_icon(text), "{text}");
        }
        let escaping = format!("/files/p/../{}.png", "0a".repeat(32));
        let longest = format!("lucide:{}", "a".repeat(LONGEST + 1));
        for text in [
            "",
            "lucide:",
            "lucide:Calendar",
            "lucide:../x",
            "/files/p/",
            "/files/p/x.png",
            "https://a.example/icon.png",
            "data:image/png;base64,AA",
            &escaping,
            &longest,
        ] {
            assert!(!is_icon(text), "{text}");
        }
    }
}
