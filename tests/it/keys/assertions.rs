//! Client assertions (`private_key_jwt`).

use atrium::keys::{
    Algorithm, AssertionError, ClientKeys, KeyError, check_assertion, claimed_issuer,
    verify_assertion,
};
use serde_json::{Value, json};

use crate::support::jose::TestKey;

const NOW: i64 = 1_800_000_000_000;
const AUDIENCES: [&str; 2] = [
    "https://sso.example.test",
    "https://sso.example.test/oauth2/token",
];

fn set(keys: &[Value]) -> ClientKeys {
    ClientKeys::parse(&json!({"keys": keys}).to_string()).unwrap()
}

fn claims() -> Value {
    json!({"iss": "app", "sub": "app", "aud": AUDIENCES[0], "jti": "1", "exp": NOW / 1000 + 60, "iat": NOW / 1000})
}

fn header(key: &TestKey) -> Value {
    json!({"alg": key.alg(), "kid": "k"})
}

/// OIDC Core section 9: each algorithm of the list, from the client's own key alone.
#[test]
fn oidc_core_9_every_algorithm() {
    for key in [TestKey::es256(), TestKey::ed25519(), TestKey::rsa()] {
        let keys = set(&[key.named("k")]);
        let assertion = key.sign(&header(&key), &claims());
        let registered = Algorithm::parse(key.alg()).unwrap();
        for accepted in [None, Some(registered)] {
            let read = verify_assertion(&assertion, &keys, accepted).unwrap();
            let used = check_assertion(&read, "app", &AUDIENCES, NOW).unwrap();
            assert!(used.keep_until > NOW + 60_000 && used.jti_hash.len() == 43);
        }
        assert_eq!(claimed_issuer(&assertion).as_deref(), Some("app"));
        let foreign = set(&[TestKey::es256().named("k"), TestKey::ed25519().named("k")]);
        assert!(verify_assertion(&assertion, &foreign, None).is_err());
    }
    let rsa = TestKey::rsa();
    let rs256 = rsa.sign(&json!({"alg": "RS256"}), &claims());
    assert!(verify_assertion(&rs256, &set(&[rsa.jwk()]), None).is_ok());
    assert_eq!(
        verify_assertion(&rs256, &set(&[rsa.jwk()]), Some(Algorithm::Ps256)).unwrap_err(),
        AssertionError::Algorithm
    );
}

/// A key without `kid` works if it is the only one that fits.
#[test]
fn a_key_without_kid_works_when_it_is_the_only_fit() {
    let (one, two) = (TestKey::es256(), TestKey::es256());
    let named = one.sign(&header(&one), &claims());
    let bare = one.sign(&json!({"alg": "ES256"}), &claims());
    let result = |assertion: &str, keys: &ClientKeys| verify_assertion(assertion, keys, None).err();
    assert_eq!(result(&named, &set(&[one.jwk()])), None);
    assert_eq!(
        result(
            &bare,
            &set(&[one.named("k"), TestKey::ed25519().named("e")])
        ),
        None
    );
    assert_eq!(
        result(&named, &set(&[two.named("x"), one.named("k")])),
        None
    );
    let ambiguous = set(&[one.named("k"), two.named("x")]);
    assert_eq!(result(&bare, &ambiguous), Some(AssertionError::UnknownKey));
    assert_eq!(
        result(&named, &set(&[one.named("x")])),
        Some(AssertionError::UnknownKey)
    );
    assert_eq!(
        result(&named, &set(&[two.named("k")])),
        Some(AssertionError::Signature)
    );
}

/// `none`, HMAC, and tokens of other kinds are no assertions.
#[test]
fn other_tokens_are_no_assertions() {
    let key = TestKey::es256();
    let keys = set(&[key.named("k")]);
    for (header, want) in [
        (json!({"alg": "none"}), AssertionError::Algorithm),
        (json!({"alg": "HS256"}), AssertionError::Algorithm),
        (
            json!({"alg": "ES256", "typ": "at+jwt"}),
            AssertionError::Type,
        ),
        (
            json!({"alg": "ES256", "typ": "dpop+jwt"}),
            AssertionError::Type,
        ),
        (
            json!({"alg": "ES256", "typ": "logout+jwt"}),
            AssertionError::Type,
        ),
    ] {
        let assertion = key.sign(&header, &claims());
        assert_eq!(
            verify_assertion(&assertion, &keys, None).unwrap_err(),
            want,
            "{header}"
        );
    }
}

/// A-08, A-57, RFC 7523 section 3: the claims.
#[test]
fn rfc7523_3_claim_rules() {
    let key = TestKey::es256();
    let keys = set(&[key.jwk()]);
    let now = NOW / 1000;
    let cases = [
        (json!({}), None),
        (json!({"aud": AUDIENCES[1]}), None),
        (json!({"aud": ["x", AUDIENCES[0]]}), None),
        (json!({"iat": now + 10, "nbf": now + 10}), None),
        (json!({"exp": now - 10}), None),
        (json!({"exp": 1_800_000_000.5}), None),
        (json!({"iss": "other"}), Some(AssertionError::Subject)),
        (json!({"sub": "other"}), Some(AssertionError::Subject)),
        (json!({"sub": null}), Some(AssertionError::Malformed)),
        (json!({"aud": null}), Some(AssertionError::Malformed)),
        (
            json!({"aud": "https://other.test"}),
            Some(AssertionError::Audience),
        ),
        (json!({"aud": []}), Some(AssertionError::Audience)),
        (
            json!({"aud": format!("{}/", AUDIENCES[0])}),
            Some(AssertionError::Audience),
        ),
        (json!({"exp": null}), Some(AssertionError::Malformed)),
        (json!({"exp": now - 300}), Some(AssertionError::Expired)),
        (json!({"exp": now + 900_000}), Some(AssertionError::Expired)),
        (json!({"exp": 1e300}), Some(AssertionError::Expired)),
        (json!({"iat": now + 60}), Some(AssertionError::Future)),
        (json!({"nbf": now + 60}), Some(AssertionError::Future)),
        (json!({"jti": null}), Some(AssertionError::Jti)),
        (json!({"jti": ""}), Some(AssertionError::Jti)),
    ];
    for (more, want) in cases {
        let mut all = claims();
        for (name, value) in more.as_object().unwrap() {
            all[name] = value.clone();
        }
        let assertion = key.sign(&header(&key), &all);
        let result = verify_assertion(&assertion, &keys, None)
            .and_then(|read| check_assertion(&read, "app", &AUDIENCES, NOW));
        assert_eq!(result.err(), want, "{more}");
    }
}

/// RFC 7517 section 5: unknown keys are ignored, a private key in the set is refused.
#[test]
fn rfc7517_5_key_sets_are_read_strictly() {
    let ec = TestKey::es256().jwk();
    let mixed = set(&[
        json!({"kty": "OKP", "crv": "X25519", "x": "AA"}),
        json!({"kty": "new"}),
        ec,
    ]);
    assert!(!mixed.is_empty());
    assert!(ClientKeys::parse(r#"{"keys":[]}"#).unwrap().is_empty());
    for bad in [
        "",
        "[]",
        "{}",
        r#"{"keys":{}}"#,
        r#"{"keys":[1]}"#,
        &"[".repeat(100_000),
    ] {
        assert_eq!(ClientKeys::parse(bad).unwrap_err(), KeyError::Malformed);
    }
    let many = json!({"keys": vec![json!({"kty": "new"}); 51]}).to_string();
    assert_eq!(ClientKeys::parse(&many).unwrap_err(), KeyError::Malformed);
    let leaked = json!({"keys": [{"kty": "oct", "k": "c2VjcmV0"}]}).to_string();
    assert_eq!(ClientKeys::parse(&leaked).unwrap_err(), KeyError::Private);
}
