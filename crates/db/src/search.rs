//! The search index: finds names by any part of two characters or more, on both engines.
//!
//! A name is cut into grams: all its parts of two and of three characters, and each single
//! character of scripts without spaces. A Chinese name of an account, a group or a product is also
//! found by its pinyin (`readings.rs`). SQLite keeps them in an FTS5 table, PostgreSQL in a GIN
//! index; the engines differ only in how they match the grams of a search (`db::list` composes
//! that). A searchable noun keeps its number in the index and its folded text in its own row. A
//! match of grams is checked against that text.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;

use atrium_base::i18n::characters::is_unseen;

use super::readings::readings;
use super::{
    DbError, Engine, Reads, WriteTx, execute, fetch_all, fetch_one, fetch_optional, statements,
};

statements! {
    NUMBER = "INSERT INTO search_numbers (noun) VALUES ($1) RETURNING number";
    KEEP = "INSERT INTO search_grams (rowid, grams) VALUES ($1, $2)";
    FORGET = "DELETE FROM search_grams WHERE rowid = $1";
    UNREAD = "SELECT number FROM search_unread WHERE noun = $1 LIMIT $2";
    NOTE_READ = "DELETE FROM search_unread WHERE noun = $1 AND number = $2";
}

/// On PostgreSQL the index has the text beside the grams, so that matches are counted without reading their rows.
const KEEP_WITH_TEXT: &str = "INSERT INTO search_grams (rowid, grams, text) VALUES ($1, $2, $3)";

/// PostgreSQL's own estimate of the rows with one gram. It exists for common grams only.
const SHARE: &str = "SELECT CAST(known.share * c.reltuples AS BIGINT) \
    FROM (SELECT unnest(CAST(CAST(most_common_elems AS TEXT) AS TEXT[])) AS gram, \
        unnest(most_common_elem_freqs) AS share FROM pg_stats \
        WHERE schemaname = current_schema() AND tablename = 'search_grams_by_gram') known \
    JOIN pg_class c ON c.oid = CAST('search_grams' AS regclass) WHERE known.gram = $1";

/// The most characters of a name to index, and of a search to read.
const LONGEST: usize = 300;
/// The most words of a search; further ones are ignored (attack 37).
pub(super) const MOST_WORDS: usize = 10;

/// What has searchable names. Each has its own grams, which begin with its letter, so that a search reads no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Noun {
    AccessRight = b'x',
    Account = b'a',
    Agency = b'y',
    Announcement = b'w',
    Application = b'c',
    Brand = b'b',
    Company = b'o',
    Division = b'd',
    Feedback = b'f',
    Group = b'g',
    Industry = b'n',
    IrisMapping = b'i',
    Module = b'm',
    Product = b'p',
    Request = b'q',
    Role = b'r',
    Survey = b'v',
}

impl Noun {
    fn letter(self) -> char {
        char::from(self as u8)
    }

    /// As [`NUMBER`] stores it.
    pub(super) fn stored(self) -> String {
        self.letter().into()
    }

    /// True if its Chinese names are found by their pinyin too.
    const fn is_read(self) -> bool {
        matches!(self, Self::Account | Self::Group | Self::Product)
    }
}

/// Folds a text, so that all spellings that look alike are equal: compatibility form (NFKC) without case and invisible
/// characters, such as joiners, and with one space between words. `ＡＤＡ` and `ada` are equal.
///
/// It converts each character to upper case and then to lower case, which also joins pairs that are
/// equal only in capitals (`ß` and `SS`, `ς` and `σ`).
pub fn folded(text: &str) -> String {
    let spelt: String = text
        .nfkc()
        .filter(|c| !is_unseen(*c) || c.is_whitespace())
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .nfkc()
        .collect();
    let words: Vec<&str> = spelt.split_whitespace().collect();
    words.join(" ")
}

/// The names of one row, ready for the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    noun: Noun,
    text: String,
    grams: String,
}

impl Entry {
    /// An entry of `noun`, to be found by any part of `names`.
    pub fn of<'n>(noun: Noun, names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut names: Vec<String> = names.into_iter().map(|name| cut(&folded(name))).collect();
        if noun.is_read() {
            names.extend(lines_of_readings(names.clone()));
        }
        let mut grams = BTreeSet::new();
        for word in names.iter().flat_map(|name| name.split_whitespace()) {
            let chars: Vec<char> = word.chars().collect();
            for length in [2, 3] {
                grams.extend(chars.windows(length).map(|gram| coded(noun, gram)));
            }
            let single = chars.iter().filter(|c| is_unspaced(**c));
            grams.extend(single.map(|c| coded(noun, &[*c])));
        }
        Self {
            noun,
            grams: joined(&grams),
            // No search contains a line break, so no match spans two names.
            text: names.join("\n"),
        }
    }

    /// The folded text, for the row.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The grams, separated by spaces, for the index.
    pub fn grams(&self) -> &str {
        &self.grams
    }
}

/// The readings of folded names. They are cut like names.
pub(super) fn lines_of_readings(names: Vec<String>) -> impl Iterator<Item = String> {
    let names = names.into_iter();
    names
        .flat_map(|name| readings(&name))
        .map(|line| cut(&line))
}

/// The readings of one name as a column keeps them for lists that show this name alone ([`Search::read`](super::list::Search::read)).
pub fn read_text(name: &str) -> String {
    let lines: Vec<String> = lines_of_readings(vec![cut(&folded(name))]).collect();
    lines.join("\n")
}

/// Numbers of entries of `noun` that were made before names were read, at most `most`.
pub(super) async fn unread(tx: &mut WriteTx, noun: Noun, most: i64) -> Result<Vec<i64>, DbError> {
    if !noun.is_read() {
        return Ok(Vec::new());
    }
    let numbers = fetch_all!(tx, (i64,), UNREAD, noun.stored(), most)?;
    Ok(numbers.into_iter().map(|(number,)| number).collect())
}

/// Notes that the names of this entry are read now, or that nothing has it any more.
pub(super) async fn note_read(tx: &mut WriteTx, noun: Noun, number: i64) -> Result<(), DbError> {
    execute!(tx, NOTE_READ, noun.stored(), number).map(drop)
}

/// Puts `entry` into the index, in place of the one with `number`, and returns its number, for the
/// row.
pub async fn put(tx: &mut WriteTx, number: Option<i64>, entry: &Entry) -> Result<i64, DbError> {
    let number = match number {
        Some(number) => {
            forget(tx, number).await?;
            number
        }
        None => fetch_one!(tx, (i64,), NUMBER, entry.noun.stored())?.0,
    };
    match tx.engine() {
        Engine::Sqlite => execute!(tx, KEEP, number, &entry.grams)?,
        Engine::Postgres => execute!(tx, KEEP_WITH_TEXT, number, &entry.grams, &entry.text)?,
    };
    Ok(number)
}

/// Removes the entry with `number` from the index. Every function that deletes a row of a searched list must call this,
/// because the index is counted without the rows.
pub async fn forget(tx: &mut WriteTx, number: i64) -> Result<(), DbError> {
    execute!(tx, FORGET, number).map(drop)
}

/// True if the index can find something by `text`.
pub fn can_find(text: &str) -> bool {
    Words::of(Noun::Account, text).is_some()
}

/// The words of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    grams: String,
    patterns: Vec<String>,
    exact: bool,
}

impl Words {
    /// The words of `text`; a name must contain all of them. `None` if the index cannot find any: a word needs two
    /// characters, or one character of a script without spaces.
    pub fn of(noun: Noun, text: &str) -> Option<Self> {
        let text = cut(&folded(text.trim()));
        let mut grams = BTreeSet::new();
        let mut exact = true;
        let words: Vec<&str> = text.split_whitespace().take(MOST_WORDS).collect();
        for word in &words {
            let chars: Vec<char> = word.chars().collect();
            match chars.len() {
                1 if !is_unspaced(chars[0]) => exact = false,
                1..=3 => {
                    grams.insert(coded(noun, &chars));
                }
                _ => {
                    exact = false;
                    grams.extend(chars.windows(3).map(|gram| coded(noun, gram)));
                }
            }
        }
        (!grams.is_empty()).then(|| Self {
            grams: joined(&grams),
            patterns: words.iter().map(|word| pattern(word)).collect(),
            exact,
        })
    }

    /// The grams that a name must have, separated by spaces.
    pub(super) fn grams(&self) -> &str {
        &self.grams
    }

    /// About how many names have the gram of a search with only one gram, if PostgreSQL's
    /// statistics of the index list it as common. Otherwise 0.
    ///
    /// PostgreSQL needs a tenth of a second to count a common gram, because it gathers all matches
    /// before it returns the first. SQLite returns them one by one.
    pub(super) async fn share(&self, view: &mut dyn Reads) -> Result<i64, DbError> {
        if view.engine() == Engine::Sqlite {
            return Ok(0);
        }
        let share = fetch_optional!(view, (i64,), SHARE, &self.grams)?;
        Ok(share.map_or(0, |(rows,)| rows))
    }

    /// A pattern for `LIKE … ESCAPE '!'` for each word.
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }

    /// True if a name with all grams is sure to contain the words. A name can have the grams of a
    /// longer word in different places.
    pub(super) fn is_exact(&self) -> bool {
        self.exact
    }
}

fn pattern(word: &str) -> String {
    let mut pattern = String::from("%");
    for c in word.chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// A gram as one ASCII word, which the tokenizer of FTS5 does not split: the letter of the noun and
/// the bytes in hexadecimal.
fn coded(noun: Noun, gram: &[char]) -> String {
    let mut code = String::from(noun.letter());
    for byte in gram.iter().collect::<String>().bytes() {
        for digit in [byte >> 4, byte & 15] {
            code.extend(char::from_digit(u32::from(digit), 16));
        }
    }
    code
}

fn joined(grams: &BTreeSet<String>) -> String {
    let grams: Vec<&str> = grams.iter().map(String::as_str).collect();
    grams.join(" ")
}

pub(super) fn cut(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

/// Kana, Hangul and Chinese characters, which are written without spaces between words.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c), 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xAC00..=0xD7AF | 0x2_0000..=0x3_FFFF)
}

#[cfg(test)]
mod tests {
    use super::*;
    use atrium_base::i18n::characters::is_at_most;

    /// True if `names` has all grams of `search`.
    fn finds(names: &[&str], search: &str) -> bool {
        let entry = Entry::of(Noun::Account, names.iter().copied());
        let words = Words::of(Noun::Account, search).unwrap();
        let kept: BTreeSet<&str> = entry.grams.split(' ').collect();
        words.grams.split(' ').all(|gram| kept.contains(gram))
    }

    #[test]
    fn any_part_of_two_characters_is_found() {
        let names = [
            "BenAdmin",
            "Benjamin O\u{2019}Admin",
            "ben@demo.test",
            "王小明",
        ];
        for search in [
            "be",
            "adm",
            "DEMO",
            "o.te",
            "mi",
            "njam",
            "王",
            "小明",
            "明",
            "ＢＥＮ",
            "ben 王",
            "b en",
        ] {
            assert!(finds(&names, search), "{search}");
        }
        for search in ["xy", "明王", "benb", "admin@"] {
            assert!(!finds(&names, search), "{search}");
        }
    }

    /// Chinese names are found by any part of their pinyin and by their initials; names of organisations are not.
    #[test]
    fn chinese_names_are_found_by_their_pinyin() {
        let names = ["wei", "王小明 Wei", "wei@demo.test"];
        for search in ["wangxiao", "xiaoming", "wxm", "xm", "王小", "wang 明"] {
            assert!(finds(&names, search), "{search}");
        }
        for search in ["wangming", "wm", "王明"] {
            assert!(!finds(&names, search), "{search}");
        }
        assert_eq!(Entry::of(Noun::Agency, ["财务"]).text(), "财务");
        assert_eq!(Entry::of(Noun::Group, ["财务"]).text(), "财务\ncaiwu\ncw");
        assert_eq!(read_text("财务 Ltd"), "caiwu ltd\ncw ltd");
        assert_eq!(read_text("Ada"), "");
    }

    #[test]
    fn a_search_needs_something_that_the_index_has() {
        for text in [
            "",
            " ",
            "a",
            "a b c",
            "é",
            "e\u{301}",
            "\u{1f600}",
            "a\u{200d}",
            "\u{200c}\u{200d}",
        ] {
            assert_eq!(Words::of(Noun::Account, text), None, "{text:?}");
            assert!(!can_find(text), "{text:?}");
        }
        // The portal's `canFind` has the same examples (portal/src/kit/can-find.test.ts).
        for text in [
            "be",
            "ß",
            "王",
            " 明 ",
            "b en",
            "が",
            "한",
            "ａｂ",
            "\u{20000}",
        ] {
            assert!(can_find(text), "{text:?}");
        }
    }

    #[test]
    fn spaces_between_words_are_one() {
        for text in [
            "Blue  Sky",
            " blue\u{a0} sky",
            "BLUE \u{3000}\u{200b} Sky\t",
            "blue\nsky",
        ] {
            assert_eq!(folded(text), "blue sky", "{text:?}");
        }
        assert_eq!(folded(" \u{200d} "), "");
    }

    #[test]
    fn what_nobody_sees_is_not_searched() {
        assert_eq!(folded("Me\u{200d}di\u{ad}a"), "media");
        assert!(finds(&["Me\u{200c}dia"], "media"));
        assert!(finds(&["Media"], "me\u{200d}d"));
    }

    #[test]
    fn pattern_characters_are_plain_text() {
        let words = Words::of(Noun::Account, "50%_!x").unwrap();
        assert_eq!(words.patterns, ["%50!%!_!!x%"]);
        assert!(!words.exact);
    }

    /// Attack 37: a very long search costs little.
    #[test]
    fn a_flood_of_words_is_bounded() {
        let flood = "ab cd ".repeat(100_000);
        let words = Words::of(Noun::Account, &flood).unwrap();
        assert_eq!(words.patterns.len(), MOST_WORDS);
        let entry = Entry::of(Noun::Account, [flood.as_str()]);
        assert_eq!(entry.text.chars().count(), LONGEST);
    }

    /// Attack 37, decision 0056: a row of PostgreSQL's indexes has at most 2,704 bytes, including a client's id.
    #[test]
    fn attack_37_an_index_takes_every_name() {
        // Letters that grow without case, with accents that grow in compatibility form.
        for letter in [
            "a",
            "\u{1f82}",
            "\u{23a}",
            "\u{1fb7}",
            "\u{fdfa}",
            "\u{10000}",
        ] {
            for accent in ["\u{301}", "\u{f77}", "\u{fb2c}", "\u{1d164}", "\u{345}"] {
                let name = |many: usize| format!("{letter}{}", accent.repeat(many)).repeat(100);
                let name = (0..31).rev().map(name).find(|name| is_at_most(name, 100));
                let indexed = folded(&name.unwrap_or_default()).len();
                assert!(indexed <= 2_500, "{letter} {accent}: {indexed}");
            }
        }
    }
}
