//! Signed tokens whose header and payload are the input, so that an input reaches what lies behind the signature.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::{Value, json};

/// The time of every case, in milliseconds: 2027-01-15.
pub const NOW: i64 = 1_800_000_000_000;
/// Our own address.
pub const ISSUER: &str = "https://sso.example.com";

/// The first line of an input, which says what the rest is.
pub fn form(input: &[u8]) -> (&[u8], &[u8]) {
    let end = input.iter().position(|byte| *byte == b'\n');
    end.map_or((input, &[][..]), |end| (&input[..end], &input[end + 1..]))
}

/// `bytes` with `to` for each `from`.
pub fn replaced(bytes: &[u8], from: &str, to: &[u8]) -> Vec<u8> {
    let from = from.as_bytes();
    let mut rest = bytes;
    let mut new = Vec::with_capacity(bytes.len());
    while let Some(first) = rest.first() {
        if let Some(after) = rest.strip_prefix(from) {
            new.extend_from_slice(to);
            rest = after;
        } else {
            new.push(*first);
            rest = &rest[1..];
        }
    }
    new
}

pub fn b64(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub fn sha256(bytes: &[u8]) -> Vec<u8> {
    digest(&SHA256, bytes).as_ref().to_vec()
}

/// An Ed25519 key (RFC 8037).
pub struct Signer {
    pair: Ed25519KeyPair,
    x: String,
}

impl Signer {
    pub fn seeded(seed: u8) -> Self {
        let pair = Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).expect("a seed of 32 bytes");
        let x = b64(pair.public_key());
        Self { pair, x }
    }

    /// The public key's member `x`.
    pub fn x(&self) -> &str {
        &self.x
    }

    pub fn jwk(&self) -> Value {
        json!({ "kty": "OKP", "crv": "Ed25519", "x": self.x })
    }

    /// RFC 7638 section 3.
    pub fn thumbprint(&self) -> String {
        let members = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{}"}}"#, self.x);
        b64(sha256(members.as_bytes()))
    }

    pub fn sign(&self, header: &[u8], payload: &[u8]) -> String {
        let signed = format!("{}.{}", b64(header), b64(payload));
        let signature = self.pair.sign(signed.as_bytes());
        format!("{signed}.{}", b64(signature))
    }
}

/// The token that an input asks for: `signed`, a line with the header, and the payload. Anything else is the text of a
/// token that nobody signed.
pub struct Token {
    pub text: String,
    /// Header and payload, if the key signed them.
    pub signed: Option<(Vec<u8>, Vec<u8>)>,
}

impl Token {
    /// `places` are words that stand for values that an input cannot know.
    pub fn of(input: &[u8], signer: &Signer, places: &[(&str, &str)]) -> Self {
        let fill = |bytes: &[u8]| {
            let filled = bytes.to_vec();
            places.iter().fold(filled, |bytes, (place, value)| {
                replaced(&bytes, place, value.as_bytes())
            })
        };
        match form(input) {
            (b"signed", rest) => {
                let (header, payload) = form(rest);
                let (header, payload) = (fill(header), fill(payload));
                Self {
                    text: signer.sign(&header, &payload),
                    signed: Some((header, payload)),
                }
            }
            _ => Self {
                text: String::from_utf8_lossy(input).into_owned(),
                signed: None,
            },
        }
    }

    /// Header and payload of a token that was accepted, as JSON.
    pub fn read(&self) -> (Value, Value) {
        let (header, payload) = self
            .signed
            .as_ref()
            .expect("a token is accepted that the key did not sign");
        let json = |bytes: &[u8]| -> Value {
            serde_json::from_slice(bytes).expect("an accepted token is JSON")
        };
        (json(header), json(payload))
    }

    /// Texts near the token, none of which is signed.
    pub fn spoilt(&self) -> Vec<String> {
        let text = &self.text;
        let (signed, signature) = text.rsplit_once('.').unwrap_or((text, ""));
        let (_, payload) = signed.split_once('.').unwrap_or((signed, ""));
        let changed = (0..8).map(|part| {
            let at = part * text.len() / 8;
            let other = if text[at..].starts_with('A') {
                "B"
            } else {
                "A"
            };
            format!("{}{other}{}", &text[..at], &text[at + 1..])
        });
        let mut spoilt: Vec<String> = changed.collect();
        spoilt.extend([
            format!("{text}A"),
            format!("{text}="),
            format!(" {text}"),
            format!("{text}.{signature}"),
            text[..text.len() - 1].to_owned(),
            format!("{signed}."),
            format!("{}.{payload}.", b64(r#"{"alg":"none"}"#)),
        ]);
        spoilt
    }
}

/// True if `aud` names `one`, alone or in a list.
pub fn names(aud: &Value, one: &str) -> bool {
    aud == one
        || aud
            .as_array()
            .is_some_and(|all| all.iter().any(|aud| aud == one))
}
