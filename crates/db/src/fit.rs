//! What fits a search best, for lists that show few of many matches.

use std::collections::HashSet;
use std::hash::Hash;

use super::search::{MOST_WORDS, cut, folded, lines_of_readings};

/// How well the names of a thing fit a search. A smaller one is shown first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// A name, or one of its readings, begins with the whole search.
    Begins,
    /// A word of it begins with the first word of the search.
    WordBegins,
    /// It has the words somewhere.
    Inside,
}

impl Fit {
    /// How well `names` fit `search`; `None` if they do not have all its words. Chinese names are read in pinyin too.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>, search: &str) -> Option<Self> {
        let search = cut(&folded(search));
        let mut lines: Vec<String> = names.into_iter().map(|name| cut(&folded(name))).collect();
        lines.extend(lines_of_readings(lines.clone()));
        let has = |word: &str| lines.iter().any(|line| line.contains(word));
        let mut words = search.split(' ').take(MOST_WORDS);
        if !words.clone().all(has) {
            return None;
        }
        let first = words.next().unwrap_or_default();
        let mut of_names = lines.iter().flat_map(|line| line.split(' '));
        Some(if lines.iter().any(|line| line.starts_with(&search)) {
            Self::Begins
        } else if of_names.any(|word| word.starts_with(first)) {
            Self::WordBegins
        } else {
            Self::Inside
        })
    }
}

/// The `most` things of `found` that fit `search` best, each once; equal ones stay in their order. `id` tells them apart,
/// and `names` are compared.
pub fn best<T, I: Eq + Hash>(
    found: Vec<T>,
    search: &str,
    most: usize,
    id: fn(&T) -> I,
    names: fn(&T) -> Vec<&str>,
) -> Vec<T> {
    let mut seen = HashSet::new();
    let once = found.into_iter().filter(|one| seen.insert(id(one)));
    let mut fitting: Vec<(Fit, T)> = once
        .filter_map(|one| Some((Fit::of(names(&one), search)?, one)))
        .collect();
    fitting.sort_by_key(|(fit, _)| *fit);
    fitting.into_iter().take(most).map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_begins_with_the_search_fits_best() {
        for (names, search, fit) in [
            (&["Media desk"][..], "med", Some(Fit::Begins)),
            (&["Media desk"], "Media D", Some(Fit::Begins)),
            (&["Our media"], "med", Some(Fit::WordBegins)),
            (&["Multimedia"], "med", Some(Fit::Inside)),
            (&["财务系统"], "cw", Some(Fit::Begins)),
            (&["财务系统"], "xitong", Some(Fit::Inside)),
            (&["app16", "Multimedia"], "app", Some(Fit::Begins)),
            (&["王小明"], "wm", None),
            (&["Media"], "media desk", None),
        ] {
            let found = Fit::of(names.iter().copied(), search);
            assert_eq!(found, fit, "{search} in {names:?}");
        }
    }

    #[test]
    fn the_best_come_first_and_once() {
        let found = vec!["Multimedia", "Our media", "Media", "Media", "Other"];
        let shown = best(found, "media", 2, |one| *one, |one| vec![*one]);
        assert_eq!(shown, ["Media", "Our media"]);
    }
}
