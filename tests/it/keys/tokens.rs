//! Our own tokens: signed, published, verified, and every forgery refused.

use std::{collections::HashSet, sync::LazyLock};

use atrium::keys::{Algorithm, KeySet, PublicKey, TokenError, TokenRules, TokenType};
use serde_json::{Value, json};

use crate::support::jose::{TestKey, b64};
use crate::support::key_set::new_keys;

static KEYS: LazyLock<KeySet> = LazyLock::new(new_keys);
const ISSUER: &str = "https://sso.example.test";
const NOW: i64 = 1_800_000_000_000;
const RULES: TokenRules<'_> = TokenRules {
    typ: TokenType::Jwt,
    issuer: ISSUER,
    now: Some(NOW),
};

fn claims() -> Value {
    json!({"iss": ISSUER, "sub": "1", "aud": "c", "exp": NOW / 1000 + 60, "iat": NOW / 1000})
}

fn token(alg: Algorithm) -> String {
    KEYS.sign(alg, TokenType::Jwt, &claims()).unwrap()
}

/// OIDC Core section 2, RFC 7515: both algorithms verify with what the JWKS publishes.
#[test]
fn oidc_core_2_both_algorithms_verify_with_the_published_keys() {
    let jwks: Value = serde_json::from_slice(&KEYS.jwks().body).unwrap();
    for alg in Algorithm::SIGNING {
        let token = token(alg);
        let (input, signature) = token.rsplit_once('.').unwrap();
        let header: Value =
            serde_json::from_slice(&unb64(input.split_once('.').unwrap().0)).unwrap();
        assert_eq!(header["typ"], "JWT");
        assert_eq!(header["alg"], alg.as_str());
        let jwk = jwks["keys"]
            .as_array()
            .unwrap()
            .iter()
            .find(|jwk| jwk["kid"] == header["kid"])
            .unwrap();
        let key = PublicKey::from_jwk(jwk.as_object().unwrap()).unwrap();
        key.verify(alg, input.as_bytes(), &unb64(signature))
            .unwrap();
        assert_eq!(
            Value::Object(KEYS.verify(&token, &RULES).unwrap()),
            claims()
        );
    }
}

/// A-19, RFC 7517 section 5: public members only, distinct kid, use and alg set.
#[test]
fn rfc7517_jwks_is_public_and_named() {
    let jwks = KEYS.jwks();
    let set: Value = serde_json::from_slice(&jwks.body).unwrap();
    let keys = set["keys"].as_array().unwrap();
    let kids: HashSet<&str> = keys
        .iter()
        .map(|jwk| jwk["kid"].as_str().unwrap())
        .collect();
    assert_eq!((keys.len(), kids.len()), (2, 2));
    for jwk in keys {
        assert_eq!(jwk["use"], "sig");
        let known = ["kty", "n", "e", "crv", "x", "y", "kid", "alg", "use"];
        for name in jwk.as_object().unwrap().keys() {
            assert!(known.contains(&name.as_str()), "{name} is published");
        }
        assert_eq!(
            jwk["kid"],
            PublicKey::from_jwk(jwk.as_object().unwrap())
                .unwrap()
                .thumbprint()
        );
    }
    assert!(jwks.etag.starts_with('"') && jwks.etag.ends_with('"'));
}

/// Attack 28: truncated, extended, re-encoded and other-case tokens are refused, never a panic.
#[test]
fn attack_28_altered_tokens_are_refused() {
    for alg in Algorithm::SIGNING {
        let good = token(alg);
        for cut in 0..good.len() {
            assert!(KEYS.verify(&good[..cut], &RULES).is_err(), "cut at {cut}");
        }
        for at in 0..good.len() {
            let mut bad = good.clone().into_bytes();
            bad[at] = if bad[at] == b'A' { b'B' } else { b'A' };
            assert!(
                KEYS.verify(std::str::from_utf8(&bad).unwrap(), &RULES)
                    .is_err(),
                "at {at}"
            );
        }
        let variants = [
            format!("{good}A"),
            format!("{good}="),
            format!("{good}."),
            format!(" {good}"),
            format!("{good}\n"),
            good.to_lowercase(),
            good.to_uppercase(),
            good.replace('.', ".."),
            good.replace('_', "/").replace('-', "+") + "=",
        ];
        for bad in variants {
            assert!(KEYS.verify(&bad, &RULES).is_err(), "{bad}");
        }
    }
}

/// Attack 22, RFC 8725 section 3.1: the named key, not the header, decides the algorithm, and a key in the header is
/// ignored.
#[test]
fn rfc8725_algorithms_cannot_be_confused() {
    let set: Value = serde_json::from_slice(&KEYS.jwks().body).unwrap();
    let (rsa, ec) = (&set["keys"][0]["kid"], &set["keys"][1]["kid"]);
    let mine = TestKey::es256();
    let unsigned = |header: Value| {
        format!(
            "{}.{}.",
            b64(header.to_string().as_bytes()),
            b64(claims().to_string().as_bytes())
        )
    };
    let cases = [
        (
            unsigned(json!({"alg": "none", "typ": "JWT", "kid": rsa})),
            TokenError::Algorithm,
        ),
        (
            unsigned(json!({"alg": "None", "typ": "JWT", "kid": ec})),
            TokenError::Algorithm,
        ),
        (
            unsigned(json!({"alg": "none", "typ": "JWT"})),
            TokenError::UnknownKey,
        ),
        (
            mine.sign(
                &json!({"alg": "HS256", "typ": "JWT", "kid": rsa}),
                &claims(),
            ),
            TokenError::Algorithm,
        ),
        (
            mine.sign(
                &json!({"alg": "ES256", "typ": "JWT", "kid": rsa}),
                &claims(),
            ),
            TokenError::Algorithm,
        ),
        (
            mine.sign(
                &json!({"alg": "RS256", "typ": "JWT", "kid": rsa}),
                &claims(),
            ),
            TokenError::Signature,
        ),
        (
            mine.sign(
                &json!({"alg": "ES256", "typ": "JWT", "kid": ec, "jwk": mine.jwk()}),
                &claims(),
            ),
            TokenError::Signature,
        ),
        (
            mine.sign(
                &json!({"alg": "ES256", "typ": "JWT", "kid": "x", "jwk": mine.jwk()}),
                &claims(),
            ),
            TokenError::UnknownKey,
        ),
    ];
    for (token, want) in cases {
        assert_eq!(KEYS.verify(&token, &RULES).unwrap_err(), want, "{token}");
    }
    let zeros = format!(
        "{}.{}",
        token(Algorithm::Es256).rsplit_once('.').unwrap().0,
        b64(&[0; 64])
    );
    assert_eq!(
        KEYS.verify(&zeros, &RULES).unwrap_err(),
        TokenError::Signature
    );
}

/// A-93, RFC 9068 section 2.1, RFC 8725 section 3.11: no kind of token is accepted as another.
#[test]
fn rfc9068_types_are_kept_apart() {
    let types = [
        TokenType::Jwt,
        TokenType::AccessToken,
        TokenType::LogoutToken,
    ];
    for made in types {
        let token = KEYS.sign(Algorithm::Es256, made, &claims()).unwrap();
        for wanted in types {
            let result = KEYS.verify(
                &token,
                &TokenRules {
                    typ: wanted,
                    ..RULES
                },
            );
            assert_eq!(result.is_ok(), made == wanted, "{made:?} as {wanted:?}");
        }
    }
}

/// OIDC RP-Initiated Logout section 2: an expired hint is accepted, an expired token is not.
#[test]
fn an_id_token_hint_may_have_expired() {
    let token = token(Algorithm::Rs256);
    let late = TokenRules {
        now: Some(NOW + 60_000),
        ..RULES
    };
    assert_eq!(KEYS.verify(&token, &late).unwrap_err(), TokenError::Expired);
    assert!(
        KEYS.verify(&token, &TokenRules { now: None, ..RULES })
            .is_ok()
    );
    let other = TokenRules {
        issuer: "https://sso.example.test/",
        ..RULES
    };
    assert_eq!(KEYS.verify(&token, &other).unwrap_err(), TokenError::Issuer);
    let endless = KEYS
        .sign(Algorithm::Es256, TokenType::Jwt, &json!({"iss": ISSUER}))
        .unwrap();
    assert_eq!(
        KEYS.verify(&endless, &RULES).unwrap_err(),
        TokenError::Expired
    );
}

fn unb64(text: &str) -> Vec<u8> {
    use base64::Engine as _;
    base64::engine::general_purpose::URL_SAFE_NO_PAD
        .decode(text)
        .unwrap()
}
