//! Client assertions (RFC 7523 section 3) and the JWK Sets of clients (RFC 7517 section 5).

use std::sync::LazyLock;

use atrium::keys::{ClientKeys, UsedAssertion, check_assertion, claimed_issuer, verify_assertion};
use serde_json::{Value, json};

use crate::case::note_accepted;
use crate::tokens::{ISSUER, NOW, Signer, Token, form, names};

const CLIENT: &str = "client-1";
const ENDPOINT: &str = "https://sso.example.com/oauth2/token";
/// Members that only private or symmetric keys have.
const PRIVATE: [&str; 3] = ["d", "k", "p"];

static SIGNER: LazyLock<Signer> = LazyLock::new(|| Signer::seeded(7));
static KEYS: LazyLock<ClientKeys> = LazyLock::new(|| {
    let set = json!({ "keys": [SIGNER.jwk()] });
    ClientKeys::parse(&set.to_string()).expect("a JWK Set")
});

/// `keys`, and a JWK Set; else a token.
pub fn run(input: &[u8]) {
    match form(input) {
        (b"keys", set) => read_keys(&String::from_utf8_lossy(set)),
        _ => read_assertion(&Token::of(input, &SIGNER, &[])),
    }
}

fn read_assertion(token: &Token) {
    let claimed = claimed_issuer(&token.text);
    let Some(used) = accepted(&token.text, NOW) else {
        return;
    };
    note_accepted();
    let (_, claims) = token.read();
    assert_eq!(claimed.as_deref(), Some(CLIENT));
    assert_eq!(claims["iss"], CLIENT);
    assert_eq!(claims["sub"], CLIENT);
    assert!(names(&claims["aud"], ISSUER) || names(&claims["aud"], ENDPOINT));
    assert_ne!(claims["jti"], "");
    assert!(claims["jti"].is_string());
    assert!(used.keep_until > NOW, "it could be used again: {used:?}");
    assert!(accepted(&token.text, used.keep_until).is_none());
    for spoilt in token.spoilt() {
        assert!(accepted(&spoilt, NOW).is_none(), "{spoilt}");
    }
}

fn accepted(text: &str, now: i64) -> Option<UsedAssertion> {
    let claims = verify_assertion(text, &KEYS, None).ok()?;
    check_assertion(&claims, CLIENT, &[ISSUER, ENDPOINT], now).ok()
}

fn read_keys(set: &str) {
    let Ok(keys) = ClientKeys::parse(set) else {
        return;
    };
    note_accepted();
    let read: Value = serde_json::from_str(set).expect("a JWK Set is JSON");
    for key in read["keys"].as_array().into_iter().flatten() {
        let private = PRIVATE.iter().find(|member| key.get(member).is_some());
        assert_eq!(private, None, "a private key is accepted");
    }
    let stranger = Signer::seeded(9);
    let signed = stranger.sign(br#"{"alg":"EdDSA"}"#, b"{}");
    let is_verified = verify_assertion(&signed, &keys, None).is_ok();
    assert!(!is_verified || set.contains(stranger.x()));
}
