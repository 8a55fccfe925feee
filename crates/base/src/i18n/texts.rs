//! The texts of the pages: one JSON catalogue per language, compiled into the binary.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::blanks;
use super::language::Language;

static EN_US: LazyLock<Texts> =
    LazyLock::new(|| Texts::read(include_str!("../../../../templates/locales/en-us.json")));
static ZH_CN: LazyLock<Texts> =
    LazyLock::new(|| Texts::read(include_str!("../../../../templates/locales/zh-cn.json")));

/// The key of a text, written as `Key("login.title")` so that a test finds every use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(pub &'static str);

pub struct Texts(HashMap<String, String>);

impl Texts {
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::EnUs => &EN_US,
            Language::ZhCn => &ZH_CN,
        }
    }

    /// Parses a catalogue. Anything but a JSON object of strings gives an empty one; a test
    /// prevents that.
    pub fn read(json: &str) -> Self {
        Self(serde_json::from_str(json).unwrap_or_default())
    }

    /// The text of `key`, or the key itself if the catalogue does not have it.
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.0.get(key).map_or(key, String::as_str)
    }

    /// The text of `key` with its placeholder `{name}` replaced by `value`.
    pub fn fill(&self, key: &str, name: &str, value: &str) -> String {
        blanks::fill(self.get(key), |known| (known == name).then_some(value))
    }

    /// The text of `key` with its placeholders replaced by `values`. Placeholders inside a value are not replaced.
    pub fn fill_all(&self, key: &str, values: &[(&str, &str)]) -> String {
        let value_of = |name: &str| values.iter().find(|(known, _)| *known == name);
        blanks::fill(self.get(key), |name| {
            value_of(name).map(|(_, value)| *value)
        })
    }

    /// The text of `key` before and after its placeholder `{name}`, which shows `value`, so that a page can put markup
    /// between. Without a placeholder all of it is in the first part.
    pub fn around<'a>(&'a self, key: &'a str, name: &str, value: &str) -> (&'a str, &'a str) {
        blanks::around(self.get(key), name, value)
    }

    /// All keys and texts, in no order.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(key, text)| (key.as_str(), text.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn keys(language: Language) -> BTreeSet<&'static str> {
        Texts::of(language).all().map(|(key, _)| key).collect()
    }

    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{')
            .skip(1)
            .filter_map(|rest| rest.split_once('}'))
            .map(|(name, _)| name)
            .collect()
    }

    #[test]
    fn both_languages_have_the_same_keys_and_placeholders() {
        assert!(
            keys(Language::EnUs).len() > 20,
            "the English catalogue was read"
        );
        assert_eq!(keys(Language::EnUs), keys(Language::ZhCn));
        for (key, english) in Texts::of(Language::EnUs).all() {
            let chinese = Texts::of(Language::ZhCn).get(key);
            assert!(
                !english.trim().is_empty() && !chinese.trim().is_empty(),
                "{key} is empty"
            );
            assert_eq!(placeholders(english), placeholders(chinese), "{key}");
        }
    }

    /// Contract S-02: these texts of the specification stay exactly as they are.
    #[test]
    fn literal_texts_stay_exactly_as_written() {
        let english = Texts::of(Language::EnUs);
        assert_eq!(english.get("login.create_account"), "Create Account");
        assert_eq!(english.get("login.forgot_password"), "Forget Password?");
    }

    #[test]
    fn texts_are_filled_and_split() {
        let texts = Texts::read(r#"{"a":"to {app} now"}"#);
        assert_eq!(texts.fill("a", "app", "{app}"), "to {app} now");
        assert_eq!(
            texts.fill_all("a", &[("app", "{x}"), ("x", "y")]),
            "to {x} now"
        );
        assert_eq!(texts.around("a", "app", "A"), ("to ", " now"));
        assert_eq!(texts.get("missing"), "missing");
    }
}
