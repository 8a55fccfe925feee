//! Lines of plain text above every page, such as planned maintenance.

use std::sync::{Arc, PoisonError, RwLock};

use crate::clock::Millis;
use crate::i18n::language::Language;

/// The most lines on one page.
const MOST: usize = 3;

/// A line with its times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    /// The same in Chinese; empty if it is the same.
    pub text_zh: String,
    /// When it begins to stand there; `None` for at once.
    pub from: Option<Millis>,
    /// When it goes; `None` if it stays.
    pub until: Option<Millis>,
}

/// The lines of all pages, which the room of announcements replaces; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Notices(Arc<RwLock<Arc<[Notice]>>>);

impl Notices {
    /// From now on pages show these, the first ones first.
    pub fn replace(&self, notices: Vec<Notice>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = notices.into();
    }

    /// The lines of a page in `language` at `now`.
    pub fn shown(&self, language: Language, now: Millis) -> Vec<String> {
        let notices = Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner));
        let begun = notices.iter().filter(|notice| {
            notice.from.is_none_or(|from| from <= now) && notice.until.is_none_or(|end| end > now)
        });
        let texts =
            begun.map(|notice| language.of_two(notice.text.clone(), notice.text_zh.clone()));
        texts.take(MOST).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stands_from_its_start_until_its_end() {
        let notices = Notices::default();
        let line = |text: &str, from, until| Notice {
            text: text.to_owned(),
            text_zh: format!("{text}。"),
            from,
            until,
        };
        notices.replace(vec![
            line("tonight", Some(10), Some(20)),
            line("always", None, None),
        ]);
        let shown = |now| notices.shown(Language::EnUs, now);
        assert_eq!(shown(9), ["always"]);
        assert_eq!(shown(10), ["tonight", "always"]);
        assert_eq!(shown(20), ["always"]);
        assert_eq!(notices.shown(Language::ZhCn, 10), ["tonight。", "always。"]);
        notices.replace(vec![line("x", None, None); 9]);
        assert_eq!(shown(0).len(), MOST);
    }
}
