//! Strict parsing of query and form parameters: repeated names are never resolved silently, and invalid bytes are never
//! replaced.

use percent_encoding::percent_decode_str;

/// Most parameters of one request.
const MAX_PARAMETERS: usize = 100;

/// Why a query or form cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadParams {
    /// A name or value is not UTF-8 after percent-decoding.
    #[error("a parameter is not valid UTF-8")]
    NotUtf8,
    /// A name or value contains NUL, which no text column can store.
    #[error("a parameter contains a NUL character")]
    Nul,
    /// More than 100.
    #[error("there are too many parameters")]
    TooMany,
}

/// The parameters of one request, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// Parses `application/x-www-form-urlencoded` text from a query or a form body.
    pub fn parse(text: &str) -> Result<Self, BadParams> {
        let mut pairs = Vec::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            if pairs.len() == MAX_PARAMETERS {
                return Err(BadParams::TooMany);
            }
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            pairs.push((decode(name)?, decode(value)?));
        }
        Ok(Self(pairs))
    }

    /// Parameters that were stored before.
    pub fn from_pairs(pairs: Vec<(String, String)>) -> Self {
        Self(pairs)
    }

    /// The pairs, in their order.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.0
    }

    /// The first value of `name`; an empty one counts as absent (RFC 6749 section 3.1).
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut found = self
            .0
            .iter()
            .filter(|(key, value)| key == name && !value.is_empty());
        found.next().map(|(_, value)| value.as_str())
    }

    /// Every value of `name` that is not empty.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0
            .iter()
            .filter(move |(key, value)| key == name && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }

    /// A repeated name that is not in `repeatable` (RFC 6749 section 3.1).
    pub fn repeated(&self, repeatable: &[&str]) -> Option<&str> {
        let name = |at: usize| self.0[at].0.as_str();
        (1..self.0.len())
            .find(|&at| !repeatable.contains(&name(at)) && (0..at).any(|one| name(one) == name(at)))
            .map(name)
    }
}

fn decode(text: &str) -> Result<String, BadParams> {
    let spaced = text.replace('+', " ");
    let decoded = percent_decode_str(&spaced)
        .decode_utf8()
        .map_err(|_| BadParams::NotUtf8)?;
    if decoded.contains('\0') {
        return Err(BadParams::Nul);
    }
    Ok(decoded.into_owned())
}

/// `url` with `pairs` added to its query; the existing query is kept unchanged.
pub fn with_query(url: &str, pairs: &[(&str, &str)]) -> String {
    let (before, fragment) = match url.split_once('#') {
        Some((before, fragment)) => (before, Some(fragment)),
        None => (url, None),
    };
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in pairs {
        query.append_pair(name, value);
    }
    let mark = match before.split_once('?') {
        None => "?",
        Some((_, "")) => "",
        Some((_, query)) if query.ends_with('&') => "",
        Some(_) => "&",
    };
    let fragment = fragment
        .map(|fragment| format!("#{fragment}"))
        .unwrap_or_default();
    format!("{before}{mark}{}{fragment}", query.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6749 section 3.1: a parameter must not be repeated. Attack 4.
    #[test]
    fn repeated_parameters_are_found() {
        let params = Params::parse("a=1&b=2&a=1").unwrap();
        assert_eq!(params.repeated(&[]), Some("a"));
        assert_eq!(params.repeated(&["a"]), None);
        assert_eq!(Params::parse("a=1&b=2").unwrap().repeated(&[]), None);
    }

    /// RFC 6749 section 3.1: a parameter without a value counts as omitted.
    #[test]
    fn an_empty_value_counts_as_absent() {
        let params = Params::parse("state=&nonce=n&flag").unwrap();
        assert_eq!((params.get("state"), params.get("flag")), (None, None));
        assert_eq!(params.get("nonce"), Some("n"));
    }

    #[test]
    fn bytes_are_never_replaced() {
        assert_eq!(Params::parse("a=%FF"), Err(BadParams::NotUtf8));
        assert_eq!(Params::parse("a=%00"), Err(BadParams::Nul));
        assert_eq!(
            Params::parse("a=%E4%B8%AD+x%2By").unwrap().get("a"),
            Some("中 x+y")
        );
        assert_eq!(Params::parse("a=%zz").unwrap().get("a"), Some("%zz"));
        assert_eq!(Params::parse(&"a&".repeat(101)), Err(BadParams::TooMany));
    }

    #[test]
    fn added_pairs_keep_what_is_there() {
        let added = |url| with_query(url, &[("token", "a b&c")]);
        assert_eq!(added("http://h/p"), "http://h/p?token=a+b%26c");
        assert_eq!(
            added("http://h/p?x=%20y"),
            "http://h/p?x=%20y&token=a+b%26c"
        );
        assert_eq!(added("http://h/p?"), "http://h/p?token=a+b%26c");
        assert_eq!(added("app:/p?x#f"), "app:/p?x&token=a+b%26c#f");
    }
}
