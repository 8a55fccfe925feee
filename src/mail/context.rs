//! What all emails need: language, texts, the product's name and colours, and links to the public
//! address.

use std::sync::LazyLock;

use crate::clock::Millis;
use crate::i18n::language::Language;
use crate::i18n::moment;
use crate::i18n::texts::Texts;
use crate::site::branding::Branding;

use super::link::OneTimeLink;

static EN_US: LazyLock<Texts> =
    LazyLock::new(|| Texts::read(include_str!("../../templates/mail/locales/en-us.json")));
static ZH_CN: LazyLock<Texts> =
    LazyLock::new(|| Texts::read(include_str!("../../templates/mail/locales/zh-cn.json")));

pub fn words(language: Language) -> &'static Texts {
    match language {
        Language::EnUs => &EN_US,
        Language::ZhCn => &ZH_CN,
    }
}

/// What one email needs.
pub struct MailContext<'a> {
    pub language: Language,
    pub product: &'a str,
    /// The accent colour in light and in dark mode, as CSS colours.
    pub accent: (String, String),
    /// True if Atrium's mark stands beside the name: an email draws it, because it has no pictures. An installer's logo
    /// is a picture.
    pub has_mark: bool,
    /// The one-time link, if the email has one.
    pub one_time_link: Option<&'a OneTimeLink>,
    /// True for a sample, which says that it is none of the real emails.
    pub is_sample: bool,
    public_url: &'a str,
}

impl<'a> MailContext<'a> {
    /// The context of an email in `language`; `public_url` has no trailing slash.
    pub fn new(language: Language, branding: &'a Branding, public_url: &'a str) -> Self {
        let (light, dark) = branding.logo_colours();
        Self {
            language,
            product: &branding.product,
            accent: (light.to_string(), dark.to_string()),
            has_mark: branding.logo.is_none(),
            one_time_link: None,
            is_sample: false,
            public_url,
        }
    }

    /// Adds a one-time link.
    #[must_use]
    pub fn with_link(self, link: Option<&'a OneTimeLink>) -> Self {
        Self {
            one_time_link: link,
            ..self
        }
    }

    /// The same for a sample.
    #[must_use]
    pub fn of_sample(self, is_sample: bool) -> Self {
        Self { is_sample, ..self }
    }

    /// The text of `key`.
    pub fn text<'k>(&self, key: &'k str) -> &'k str {
        words(self.language).get(key)
    }

    /// The text of `key` with its placeholders replaced by `values`. Placeholders inside a value
    /// are not replaced.
    pub fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        words(self.language).fill_all(key, values)
    }

    /// The public address of `path`, which starts with a slash (attack 12).
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// A time as text in UTC, because the reader's time zone is unknown.
    pub fn time(&self, at: Millis) -> String {
        moment::in_words(at, self.language)
    }

    /// A day, given as yyyy-MM-dd, as text.
    pub fn day(&self, day: &str) -> String {
        moment::day_in_words(day, self.language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_not_filled_again() {
        let branding = Branding::default();
        let context = MailContext::new(Language::EnUs, &branding, "https://sso.example");
        let filled = context.fill(
            "password_changed.intro",
            &[("account", "{time}{x}"), ("time", "noon")],
        );
        assert_eq!(
            filled,
            "The password of your account {time}{x} was changed on noon."
        );
    }

    #[test]
    fn times_are_written_as_the_language_has_it() {
        let branding = Branding::default();
        let time = |language| MailContext::new(language, &branding, "").time(1_795_261_860_000);
        assert_eq!(time(Language::EnUs), "21 November 2026 at 11:51 UTC");
        assert_eq!(time(Language::ZhCn), "2026年11月21日 11:51（UTC）");
        let day = |language| MailContext::new(language, &branding, "").day("2026-12-01");
        assert_eq!(day(Language::EnUs), "1 December 2026");
        assert_eq!(day(Language::ZhCn), "2026年12月1日");
    }
}
