//! How Chinese names are read: in full pinyin and by initials, so that a keyboard without Chinese characters finds them.

use std::collections::BTreeSet;

use pinyin::ToPinyinMulti as _;

/// The most readings of one name, so that many characters with several readings do not multiply.
const MOST_READINGS: usize = 16;

/// The readings of a folded name without tones: first in full, then by initials, each with the name's other characters
/// in their places. `gpt 财务` gives `gpt caiwu` and `gpt cw`. A name without Chinese characters has none.
///
/// A character with several readings has each of them, as long as the name has at most [`MOST_READINGS`]; then only the most
/// frequent one. `ü` is `v`, as one types it.
pub(crate) fn readings(name: &str) -> Vec<String> {
    let mut read = vec![Reading::default()];
    let mut is_chinese = false;
    for c in name.chars() {
        let sounds = sounds(c);
        if sounds.is_empty() {
            for reading in &mut read {
                reading.push(c);
            }
            continue;
        }
        is_chinese = true;
        let room = (MOST_READINGS / read.len()).max(1);
        let each = sounds.iter().take(room);
        read = each
            .flat_map(|sound| read.iter().map(|reading| reading.and(sound)))
            .collect();
    }
    if !is_chinese {
        return Vec::new();
    }
    let (full, initials): (Vec<String>, Vec<String>) = read
        .into_iter()
        .map(|reading| (reading.full, reading.initials))
        .unzip();
    let mut seen = BTreeSet::new();
    let lines = full.into_iter().chain(initials);
    lines.filter(|line| seen.insert(line.clone())).collect()
}

/// One way to read a name.
#[derive(Clone, Default)]
struct Reading {
    full: String,
    initials: String,
}

impl Reading {
    fn push(&mut self, c: char) {
        self.full.push(c);
        self.initials.push(c);
    }

    fn and(&self, sound: &str) -> Self {
        let mut longer = self.clone();
        longer.full.push_str(sound);
        longer.initials.extend(sound.chars().next());
        longer
    }
}

/// The different sounds of a Chinese character without tones, the most frequent first; none for any other character.
fn sounds(c: char) -> Vec<String> {
    let mut sounds: Vec<String> = Vec::new();
    for sound in c.to_pinyin_multi().into_iter().flatten() {
        let sound = typed(sound.plain());
        if !sound.is_empty() && !sounds.contains(&sound) {
            sounds.push(sound);
        }
    }
    sounds
}

/// A sound as one types it.
fn typed(sound: &str) -> String {
    let letters = sound.chars().map(|c| match c {
        'ü' => 'v',
        'ê' => 'e',
        other => other,
    });
    letters.filter(char::is_ascii_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_in_full_and_by_initials() {
        for (name, expected) in [
            ("财务", &["caiwu", "cw"][..]),
            ("gpt 手", &["gpt shou", "gpt s"]),
            ("绿", &["lv", "lu", "l"]),
            ("ada lovelace", &[]),
            ("かな", &[]),
            ("", &[]),
        ] {
            assert_eq!(readings(name), expected, "{name}");
        }
    }

    /// 重 is read in two ways, and 单 in three, as a name in another one than as a word.
    #[test]
    fn every_reading_of_a_character_is_there() {
        let of_city = readings("重庆");
        for reading in ["zhongqing", "chongqing", "zq", "cq"] {
            assert!(of_city.iter().any(|one| one == reading), "{of_city:?}");
        }
        let of_person = readings("单雄信");
        for reading in ["danxiongxin", "shanxiongxin", "sxx", "dxx"] {
            assert!(of_person.iter().any(|one| one == reading), "{of_person:?}");
        }
    }

    /// Attack 37: a name of characters with many readings does not flood the index.
    #[test]
    fn attack_37_a_name_has_sixteen_readings_at_most() {
        let flood = readings(&"和单重行乐".repeat(60));
        assert!(flood.len() <= 2 * MOST_READINGS, "{}", flood.len());
        assert!(flood.len() > MOST_READINGS / 2);
    }
}
