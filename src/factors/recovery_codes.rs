//! Recovery codes: each replaces a lost second factor once.

use data_encoding::BASE32_NOPAD;

use crate::random::{Random, hashed};

/// How many an account gets.
pub const COUNT: usize = 10;
/// Bytes of a code: 80 bits, so that a hash without salt is enough.
const LENGTH: usize = 10;
/// Characters between two hyphens.
const GROUP: usize = 4;

/// New codes, as people read them: four groups of four characters.
pub fn draw(random: &Random) -> Vec<String> {
    (0..COUNT).map(|_| draw_one(random)).collect()
}

/// One code of this kind.
pub fn draw_one(random: &Random) -> String {
    let text = BASE32_NOPAD.encode(&random.bytes::<LENGTH>());
    let groups: Vec<&str> = (0..text.len())
        .step_by(GROUP)
        .filter_map(|at| text.get(at..at + GROUP))
        .collect();
    groups.join("-")
}

/// The stored form of a code, however it is typed: hyphens, spaces and lower case do not count.
pub fn hash_of(code: &str) -> String {
    let typed = code.chars().filter(char::is_ascii_alphanumeric);
    let typed: String = typed.map(|c| c.to_ascii_uppercase()).take(64).collect();
    hashed(&typed)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_have_80_bits_and_are_read_as_people_type_them() {
        let codes = draw(&Random::seeded(1));
        assert_eq!(codes.iter().collect::<BTreeSet<_>>().len(), COUNT);
        for code in &codes {
            assert_eq!(code.len(), 19, "{code}");
            let bytes = BASE32_NOPAD.decode(code.replace('-', "").as_bytes());
            assert_eq!(bytes.unwrap().len(), LENGTH);
            let typed = format!(" {} ", code.to_lowercase().replace('-', " "));
            assert_eq!(hash_of(&typed), hash_of(code));
        }
        assert_ne!(hash_of(&codes[0]), hash_of(&codes[1]));
    }
}
