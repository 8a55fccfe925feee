//! The two languages of the pages, and how one is chosen.

use http::{HeaderMap, header};

/// A language that Atrium supports (contract K-28).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// The default.
    #[default]
    EnUs,
    /// Simplified Chinese.
    ZhCn,
}

/// The cookie that pages and portal set when a reader picks a language.
pub const COOKIE: &str = "lang";

/// The query parameter of the language switch. It overrides every other preference.
pub const QUERY: &str = "lang";

/// The most language ranges that are read from one header or parameter.
const RANGES_READ: usize = 32;

impl Language {
    /// All languages, in the order of the language switch.
    pub const ALL: [Self; 2] = [Self::EnUs, Self::ZhCn];

    /// The BCP 47 tag for `<html lang>` and `Content-Language`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::EnUs => "en",
            Self::ZhCn => "zh-CN",
        }
    }

    /// The value used by the product API, the `lang` cookie and the account (contract K-28).
    pub const fn api(self) -> &'static str {
        match self {
            Self::EnUs => "en-us",
            Self::ZhCn => "zh-cn",
        }
    }

    /// The language's name in that language, for the language switch.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::EnUs => "English",
            Self::ZhCn => "中文",
        }
    }

    /// Of a text in the first language and its Chinese translation, the text to show. A translation that is empty is the
    /// first text.
    pub fn of_two(self, first: String, chinese: String) -> String {
        match self {
            Self::ZhCn if !chinese.is_empty() => chinese,
            Self::EnUs | Self::ZhCn => first,
        }
    }

    /// Parses a value of the API, the cookie or the account. No other value is accepted.
    pub fn from_api(value: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|language| language.api().eq_ignore_ascii_case(value))
    }

    /// The language of a BCP 47 tag. A longer tag falls back to a shorter one (RFC 4647 section
    /// 3.4): `zh`, `zh-Hans-CN` and `zh-TW` are Chinese, `en-GB` is English.
    fn matching(tag: &str) -> Option<Self> {
        let primary = tag.trim().split(['-', '_']).next().unwrap_or_default();
        match primary.to_ascii_lowercase().as_str() {
            "en" => Some(Self::EnUs),
            "zh" | "cmn" => Some(Self::ZhCn),
            _ => None,
        }
    }

    /// The `Set-Cookie` value that stores this language for a year. It is not `HttpOnly`, because
    /// the portal reads it. `path` is our cookies' path; `secure` is true if the public address is https.
    pub fn cookie(self, path: &str, secure: bool) -> String {
        let secure = if secure { "; Secure" } else { "" };
        format!(
            "{COOKIE}={}; Path={path}; Max-Age=31536000; SameSite=Lax{secure}",
            self.api()
        )
    }
}

/// The language in a `Cookie` header, if it has one that Atrium supports.
pub fn of_cookies(header: &str) -> Option<Language> {
    header
        .split(';')
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(name, value)| (name == COOKIE).then_some(value))
        .and_then(Language::from_api)
}

/// The language for a request outside the pages: from its cookie, then from `Accept-Language`.
pub fn of_headers(headers: &HeaderMap) -> Language {
    let text = |name| headers.get(name)?.to_str().ok();
    let wishes = LanguagePreferences {
        cookie: text(header::COOKIE).and_then(of_cookies).map(Language::api),
        accept_language: text(header::ACCEPT_LANGUAGE),
        ..LanguagePreferences::default()
    };
    wishes.language()
}

/// All preferences of a reader, each as it was received; `None` if absent.
#[derive(Clone, Copy, Debug, Default)]
pub struct LanguagePreferences<'a> {
    /// The query parameter of the language switch on the page itself.
    pub chosen: Option<&'a str>,
    /// `ui_locales` of the authorization request: tags separated by spaces (OIDC Core 3.1.2.1).
    pub ui_locales: Option<&'a str>,
    /// The `lang` cookie.
    pub cookie: Option<&'a str>,
    /// The language of the account, once it is known whose account it is.
    pub account: Option<&'a str>,
    /// The `Accept-Language` header (RFC 9110 section 12.5.4).
    pub accept_language: Option<&'a str>,
}

impl LanguagePreferences<'_> {
    /// The language to answer in: the first preference that names a supported one, else English.
    pub fn language(&self) -> Language {
        self.chosen
            .and_then(Language::from_api)
            .or_else(|| self.ui_locales.and_then(first_of_list))
            .or_else(|| self.cookie.and_then(Language::from_api))
            .or_else(|| self.account.and_then(Language::from_api))
            .or_else(|| self.accept_language.and_then(best_of_header))
            .unwrap_or_default()
    }
}

fn first_of_list(ui_locales: &str) -> Option<Language> {
    ui_locales
        .split_ascii_whitespace()
        .take(RANGES_READ)
        .find_map(Language::matching)
}

fn best_of_header(header: &str) -> Option<Language> {
    let mut best: Option<(Language, f32)> = None;
    for range in header.split(',').take(RANGES_READ) {
        let (tag, weight) = weighted(range);
        let Some(language) = Language::matching(tag) else {
            continue;
        };
        if weight > best.map_or(0.0, |(_, highest)| highest) {
            best = Some((language, weight));
        }
    }
    best.map(|(language, _)| language)
}

/// Splits `zh-CN;q=0.8` into tag and weight. A weight that is not a number counts as 0.
fn weighted(range: &str) -> (&str, f32) {
    let (tag, parameters) = range.split_once(';').unwrap_or((range, ""));
    let weight = match parameters.trim().split_once('=') {
        Some((name, value)) if name.trim().eq_ignore_ascii_case("q") => value
            .trim()
            .parse()
            .ok()
            .filter(|q| (0.0..=1.0).contains(q))
            .unwrap_or(0.0),
        _ => 1.0,
    };
    (tag, weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bcp47_tags_find_the_nearest_language() {
        for tag in ["zh", "ZH-cn", "zh-Hans-CN", "zh-TW", "zh_CN", "cmn-Hans"] {
            assert_eq!(Language::matching(tag), Some(Language::ZhCn), "{tag}");
        }
        for tag in ["en", "en-GB", "EN-us", "en-Latn-US"] {
            assert_eq!(Language::matching(tag), Some(Language::EnUs), "{tag}");
        }
        for tag in ["", "fr", "*", "english", "-en", "z\u{130}h"] {
            assert_eq!(Language::matching(tag), None, "{tag}");
        }
    }

    /// The order of the preferences.
    #[test]
    fn the_first_supported_preference_wins() {
        let all = LanguagePreferences {
            chosen: Some("en-us"),
            ui_locales: Some("fr zh-Hans-CN"),
            cookie: Some("en-us"),
            account: Some("zh-cn"),
            accept_language: Some("en"),
        };
        assert_eq!(all.language(), Language::EnUs);
        assert_eq!(
            LanguagePreferences {
                chosen: None,
                ..all
            }
            .language(),
            Language::ZhCn
        );
        assert_eq!(
            LanguagePreferences {
                chosen: Some("klingon"),
                ..all
            }
            .language(),
            Language::ZhCn
        );
        let rest = LanguagePreferences {
            chosen: None,
            ui_locales: Some("fr de"),
            ..all
        };
        assert_eq!(rest.language(), Language::EnUs);
        let rest = LanguagePreferences {
            cookie: Some("<script>"),
            ..rest
        };
        assert_eq!(rest.language(), Language::ZhCn);
        let rest = LanguagePreferences {
            account: None,
            ..rest
        };
        assert_eq!(rest.language(), Language::EnUs);
        assert_eq!(LanguagePreferences::default().language(), Language::EnUs);
    }

    /// RFC 9110 section 12.5.4: the highest weight wins, 0 excludes, the first of equals wins.
    #[test]
    fn accept_language_is_weighed() {
        let of = |header| {
            LanguagePreferences {
                accept_language: Some(header),
                ..LanguagePreferences::default()
            }
            .language()
        };
        assert_eq!(of("zh-CN,zh;q=0.9,en;q=0.8"), Language::ZhCn);
        assert_eq!(of("en;q=0.3, zh ; q = 0.4"), Language::ZhCn);
        assert_eq!(of("en, zh"), Language::EnUs);
        assert_eq!(of("zh;q=0"), Language::EnUs);
        assert_eq!(of("zh;q=abc, fr"), Language::EnUs);
        assert_eq!(of("zh;q=NaN"), Language::EnUs);
        assert_eq!(of(";;,,=,q=;"), Language::EnUs);
    }

    #[test]
    fn the_cookie_is_read_by_the_portal_too() {
        let cookie = Language::ZhCn.cookie("/", true);
        assert_eq!(
            cookie,
            "lang=zh-cn; Path=/; Max-Age=31536000; SameSite=Lax; Secure"
        );
        assert!(!Language::EnUs.cookie("/", false).contains("Secure"));
    }
}
