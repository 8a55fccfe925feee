//! Strict parsing of compact signed tokens (RFC 7515 section 7.1).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::digest::{SHA256, digest};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Longest accepted compact token, in bytes: the limit of a form, so that every ID token of ours can be sent back.
const LENGTH_MAX: usize = 64 * 1024;

/// Not three strict base64url parts with JSON objects inside, too long, or with `crit` extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Malformed;

/// The header members that we use. All others are ignored, so `jku` and `x5c` are never followed. serde refuses a
/// repeated member.
#[derive(Debug, Deserialize)]
pub(super) struct Header {
    pub alg: String,
    pub typ: Option<String>,
    pub kid: Option<String>,
    pub jwk: Option<Map<String, Value>>,
    /// RFC 7515 section 4.1.11: we support no extension, so a token with one is refused.
    crit: Option<Value>,
}

/// A parsed token whose signature has not been verified yet.
#[derive(Debug)]
pub(super) struct Compact<'a> {
    pub header: Header,
    /// What the signature covers: the first two parts with their dot.
    pub signing_input: &'a str,
    pub payload: Vec<u8>,
    pub signature: Vec<u8>,
}

impl<'a> Compact<'a> {
    /// Parses `token`. Refuses padding, other alphabets, spare bits and a fourth part, so that one signed content has
    /// exactly one spelling (attack 28).
    pub(super) fn parse(token: &'a str) -> Result<Self, Malformed> {
        if token.len() > LENGTH_MAX {
            return Err(Malformed);
        }
        let (signing_input, signature) = token.rsplit_once('.').ok_or(Malformed)?;
        let (header, payload) = signing_input.split_once('.').ok_or(Malformed)?;
        let header: Header = json(&decode(header)?)?;
        if header.crit.is_some() {
            return Err(Malformed);
        }
        Ok(Self {
            header,
            signing_input,
            payload: decode(payload)?,
            signature: decode(signature)?,
        })
    }

    /// Deserialises the payload; call it after the signature was verified.
    pub(super) fn claims<T: for<'de> Deserialize<'de>>(&self) -> Result<T, Malformed> {
        json(&self.payload)
    }
}

/// SHA-256 in base64url, to identify tokens and ids that must not be stored.
pub(super) fn hash(parts: &[&str]) -> String {
    // The length before each part distinguishes ("ab","c") from ("a","bc").
    let mut text = Vec::new();
    for part in parts {
        text.extend_from_slice(&(part.len() as u64).to_be_bytes());
        text.extend_from_slice(part.as_bytes());
    }
    URL_SAFE_NO_PAD.encode(digest(&SHA256, &text))
}

/// `at_hash`, `c_hash`, `s_hash` (OIDC Core section 3.1.3.6, 3.3.2.11): the left half of SHA-256. Correct for RS256 and
/// ES256, the only algorithms of our keys.
pub fn half_hash(value: &str) -> String {
    let hash = digest(&SHA256, value.as_bytes());
    URL_SAFE_NO_PAD.encode(&hash.as_ref()[..16])
}

fn decode(part: &str) -> Result<Vec<u8>, Malformed> {
    URL_SAFE_NO_PAD.decode(part).map_err(|_| Malformed)
}

fn json<T: for<'de> Deserialize<'de>>(bytes: &[u8]) -> Result<T, Malformed> {
    // A field that nobody reads is JSON too, so it must be UTF-8 (RFC 8259 section 8.1).
    let text = std::str::from_utf8(bytes).map_err(|_| Malformed)?;
    serde_json::from_str(text).map_err(|_| Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(text: &str) -> String {
        URL_SAFE_NO_PAD.encode(text)
    }

    /// RFC 7515 section 5.2: a header with bytes that are no UTF-8 is refused, in fields that nobody reads too.
    #[test]
    fn broken_utf_8_is_refused() {
        let token = |header: &[u8]| format!("{}.e30.AA", URL_SAFE_NO_PAD.encode(header));
        assert!(Compact::parse(&token(b"{\"alg\":\"EdDSA\",\"x\":\"a\"}")).is_ok());
        assert!(Compact::parse(&token(b"{\"alg\":\"EdDSA\",\"x\":\"\xc0\xaf\"}")).is_err());
    }

    /// Attack 28, RFC 7515 section 5.2: any other spelling is refused, never a panic.
    #[test]
    fn only_one_spelling_is_read() {
        let good = format!(
            "{}.{}.{}",
            part(r#"{"alg":"ES256"}"#),
            part("{}"),
            part("ab")
        );
        assert!(Compact::parse(&good).is_ok());
        let mut bad = vec![
            String::new(),
            ".".into(),
            "..".into(),
            "...".into(),
            format!("{good}="),
            format!("{good}.AA"),
            format!(" {good}"),
            format!("{good}\n"),
            good.replace('.', "%2E"),
            format!("{}.{}.YWJ", part(r#"{"alg":"ES256"}"#), part("{}")), // spare bits set
            format!("{}.{}.", part("[]"), part("{}")),
            format!(
                "{}.{}.AA",
                part(r#"{"alg":"ES256","alg":"none"}"#),
                part("{}")
            ),
            format!(
                "{}.{}.AA",
                part(r#"{"alg":"ES256","crit":["b64"]}"#),
                part("{}")
            ),
            format!("{}.{}.AA", part(r#"{"typ":"JWT"}"#), part("{}")),
            "A".repeat(LENGTH_MAX + 1),
        ];
        bad.push(format!("{}.{}.AA", part(&"[".repeat(9000)), part("{}")));
        for token in bad {
            assert!(Compact::parse(&token).is_err(), "{token}");
        }
    }

    /// OIDC Core section 3.1.3.6, with the example of the specification's appendix A.3.
    #[test]
    fn half_hash_of_the_specification() {
        assert_eq!(
            half_hash("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"),
            "77QmUPtjPfzWtF2AnpK9RQ"
        );
        assert_eq!(
            half_hash("Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk"),
            "LDktKdoQak3Pk0cnXxCltA"
        );
    }
}
