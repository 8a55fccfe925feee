//! The pictures that a content shows: only pictures of our own store (contract F-65, attack 41).

/// What the address of a picture of the store begins with.
const STORE: &str = "/files/p/";
/// The letters of a SHA-256 in hexadecimal.
const HASH: usize = 64;
/// The endings of the names.
const ENDINGS: [&str; 2] = [".png", ".jpg"];

/// The names of the pictures of the store that `content` names, each once, in their order. The store keeps them as long as
/// the announcement exists.
pub fn pictures_of(content: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for rest in content.split(STORE).skip(1) {
        let Some(name) = name_of(rest) else {
            continue;
        };
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// The name that `rest` begins with.
fn name_of(rest: &str) -> Option<&str> {
    let hash = rest.get(..HASH)?;
    let is_hash = hash
        .bytes()
        .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    let ending = ENDINGS
        .into_iter()
        .find(|ending| rest[HASH..].starts_with(ending))?;
    is_hash.then(|| &rest[..HASH + ending.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// F-65, attack 41: only names that the store made.
    #[test]
    fn attack_41_a_content_names_pictures_of_the_store_alone() {
        let (one, two) = ("0a".repeat(32), "f9".repeat(32));
        let content = format!(
            "![Plan](/files/p/{one}.png) and again /files/p/{one}.png\n[![x](https://files.test/files/p/{two}.jpg)][a]\n\
             ![no](https://evil.test/{two}.png) /files/p/../{two}.png /files/p/{}.png /files/p/{one}.svg /files/p/短",
            "0A".repeat(32)
        );
        assert_eq!(
            pictures_of(&content),
            [format!("{one}.png"), format!("{two}.jpg")]
        );
        assert!(pictures_of("").is_empty());
    }
}
