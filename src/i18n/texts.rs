//! The words of pages: one JSON catalogue per language, compiled in.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::language::Language;

static EN_US: LazyLock<Texts> =
    LazyLock::new(|| Texts::read(include_str!("../../templates/locales/en-us.json")));
static ZH_CN: LazyLock<Texts> =
    LazyLock::new(|| Texts::read(include_str!("../../templates/locales/zh-cn.json")));

/// The name of one text, written as `Key("login.title")` so that a test finds every use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(pub &'static str);

/// The catalogue of one language.
pub struct Texts(HashMap<String, String>);

impl Texts {
    /// The catalogue of `language`.
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::EnUs => &EN_US,
            Language::ZhCn => &ZH_CN,
        }
    }

    /// A catalogue that is no JSON object of strings is empty; a test keeps that from landing.
    pub(crate) fn read(json: &str) -> Self {
        Self(serde_json::from_str(json).unwrap_or_default())
    }

    /// The text named `key`, or the name itself where the catalogue lacks it.
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.0.get(key).map_or(key, String::as_str)
    }

    /// The text named `key` with its placeholder `{name}` replaced by `value`; a text without the
    /// placeholder stays as it is.
    pub fn fill(&self, key: &str, name: &str, value: &str) -> String {
        self.get(key).replace(&format!("{{{name}}}"), value)
    }

    /// The parts of a text before and after its placeholder `{name}`, for a page that puts markup
    /// in its place. Without the placeholder everything stands before it.
    pub fn around<'a>(&'a self, key: &'a str, name: &str) -> (&'a str, &'a str) {
        let text = self.get(key);
        text.split_once(&format!("{{{name}}}"))
            .unwrap_or((text, ""))
    }

    /// Every name and text, in no order.
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

    /// Contract S-02: the specification's literal texts, as written.
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
        assert_eq!(texts.around("a", "app"), ("to ", " now"));
        assert_eq!(texts.get("missing"), "missing");
    }
}
