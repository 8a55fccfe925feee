//! DPoP proofs (RFC 9449 section 4.3).

use atrium::keys::{DpopError, DpopNonces, Master, ProofRequest, verify_proof};
use serde_json::{Value, json};

use crate::support::jose::{TestKey, b64};

const NOW: i64 = 1_800_000_000_000;
const URL: &str = "https://sso.example.test/oauth2/token";

fn nonces() -> DpopNonces {
    DpopNonces::new(&Master::from_secret(&[7; 32]).unwrap())
}

fn request(proof: &str) -> ProofRequest<'_> {
    ProofRequest {
        proof,
        method: "POST",
        url: URL,
        access_token: None,
        nonce_required: false,
    }
}

fn check(proof: &str) -> Result<atrium::keys::DpopProof, DpopError> {
    verify_proof(&request(proof), &nonces(), NOW)
}

fn with(header: &Value, more: &Value) -> Result<atrium::keys::DpopProof, DpopError> {
    let key = TestKey::es256();
    let mut full = key.proof_header();
    merge(&mut full, header);
    let mut claims = json!({"jti": "j", "htm": "POST", "htu": URL, "iat": NOW / 1000});
    merge(&mut claims, more);
    check(&key.sign(&full, &claims))
}

/// Null removes a member.
fn merge(into: &mut Value, more: &Value) {
    for (name, value) in more.as_object().unwrap() {
        if value.is_null() {
            into.as_object_mut().unwrap().shift_remove(name);
        } else {
            into[name] = value.clone();
        }
    }
}

/// A-73, RFC 9449 section 4.2: each advertised algorithm is accepted and named by its thumbprint.
#[test]
fn rfc9449_4_2_every_advertised_algorithm() {
    for key in [TestKey::es256(), TestKey::ed25519(), TestKey::rsa()] {
        let proof = check(&key.proof("POST", URL, NOW, &json!({}))).unwrap();
        let jwk = key.jwk();
        let public = atrium::keys::PublicKey::from_jwk(jwk.as_object().unwrap()).unwrap();
        assert_eq!(proof.jkt, public.thumbprint());
        assert_eq!(proof.jti_hash.len(), 43);
    }
}

/// A-73, RFC 9449 section 4.3 points 4 to 7: type, algorithm, key and signature.
#[test]
fn rfc9449_4_3_header_rules() {
    let private = json!({"jwk": {"kty": "EC", "crv": "P-256", "x": b64(&[1; 32]), "y": b64(&[1; 32]), "d": b64(&[1; 32])}});
    let cases = [
        (json!({"typ": null}), DpopError::Type),
        (json!({"typ": "JWT"}), DpopError::Type),
        (json!({"typ": "at+jwt"}), DpopError::Type),
        (json!({"alg": "none"}), DpopError::Algorithm),
        (json!({"alg": "HS256"}), DpopError::Algorithm),
        (json!({"alg": "ES384"}), DpopError::Algorithm),
        (json!({"alg": "PS256"}), DpopError::Key),
        (json!({"jwk": null}), DpopError::Key),
        (json!({"jwk": {"kty": "oct", "k": "AAAA"}}), DpopError::Key),
        (private, DpopError::Key),
        (json!({"jwk": TestKey::es256().jwk()}), DpopError::Signature),
        (json!({"crit": ["exp"]}), DpopError::Malformed),
    ];
    for (header, want) in cases {
        assert_eq!(with(&header, &json!({})).unwrap_err(), want, "{header}");
    }
    assert!(with(&json!({"typ": "DPOP+JWT", "x": 1, "kid": "a"}), &json!({})).is_ok());
}

/// RFC 9449 section 4.3 points 8 to 11: method, address, freshness and jti; nbf, exp and unknown members
/// are tolerated.
#[test]
fn rfc9449_4_3_claim_rules() {
    let now = NOW / 1000;
    let cases = [
        (json!({"jti": null}), Some(DpopError::Jti)),
        (json!({"jti": ""}), Some(DpopError::Jti)),
        (json!({"jti": "j".repeat(2000)}), Some(DpopError::Jti)),
        (json!({"jti": 5}), Some(DpopError::Malformed)),
        (json!({"htm": null}), Some(DpopError::Malformed)),
        (json!({"htm": "GET"}), Some(DpopError::Method)),
        (json!({"htm": "post"}), Some(DpopError::Method)),
        (
            json!({"htu": "https://sso.example.test/oauth2/token/"}),
            Some(DpopError::Address),
        ),
        (
            json!({"htu": "http://sso.example.test/oauth2/token"}),
            Some(DpopError::Address),
        ),
        (
            json!({"htu": "https://sso.example.test:8443/oauth2/token"}),
            Some(DpopError::Address),
        ),
        (
            json!({"htu": "https://evil@sso.example.test/oauth2/token"}),
            Some(DpopError::Address),
        ),
        (
            json!({"htu": "https://sso.example.test.evil.test/oauth2/token"}),
            Some(DpopError::Address),
        ),
        (json!({"htu": "/oauth2/token"}), Some(DpopError::Address)),
        (
            json!({"htu": "https://sso.example.test/oauth2/token?a=b#c"}),
            None,
        ),
        (
            json!({"htu": "HTTPS://SSO.Example.TEST:443/oauth2/token"}),
            None,
        ),
        (json!({"iat": null}), Some(DpopError::Malformed)),
        (json!({"iat": "now"}), Some(DpopError::Malformed)),
        (json!({"iat": now - 10}), None),
        (json!({"iat": now + 10}), None),
        (json!({"iat": now + 60}), Some(DpopError::Stale)),
        (json!({"iat": now - 3600}), Some(DpopError::Stale)),
        (json!({"iat": now + 3600}), Some(DpopError::Stale)),
        (json!({"iat": i64::MIN}), Some(DpopError::Stale)),
        (json!({"iat": 1e300}), Some(DpopError::Stale)),
        (
            json!({"nbf": now + 900, "exp": now - 900, "more": {"a": []}}),
            None,
        ),
        (json!({"nonce": "made up"}), Some(DpopError::NonceInvalid)),
    ];
    for (claims, want) in cases {
        assert_eq!(with(&json!({}), &claims).err(), want, "{claims}");
    }
    assert!(DpopError::Stale.wants_nonce() && DpopError::NonceMissing.wants_nonce());
    assert!(!DpopError::Signature.wants_nonce());
}

/// RFC 9449 section 4.3 point 12, section 7.1: at a resource the proof is for this access token.
#[test]
fn rfc9449_7_1_access_token_hash() {
    let key = TestKey::es256();
    let at = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU";
    let ath = json!({"ath": "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"}); // RFC 9449 section 7.1
    let good = key.proof("GET", URL, NOW, &ath);
    let ask = |proof: &str, access_token| {
        let request = ProofRequest {
            proof,
            method: "GET",
            url: URL,
            access_token,
            nonce_required: false,
        };
        verify_proof(&request, &nonces(), NOW).map(drop)
    };
    assert_eq!(ask(&good, Some(at)), Ok(()));
    assert_eq!(ask(&good, Some("another")), Err(DpopError::AccessToken));
    let bare = key.proof("GET", URL, NOW, &json!({}));
    assert_eq!(ask(&bare, Some(at)), Err(DpopError::AccessToken));
}

/// A-76, RFC 9449 section 8: a nonce of ours proves freshness with any clock of the client.
#[test]
fn rfc9449_8_nonce_proves_freshness() {
    let key = TestKey::es256();
    let nonce = nonces().current(NOW);
    let required = |proof: &str, now| {
        let request = ProofRequest {
            nonce_required: true,
            ..request(proof)
        };
        verify_proof(&request, &nonces(), now)
    };
    let bare = key.proof("POST", URL, NOW, &json!({}));
    assert_eq!(required(&bare, NOW).unwrap_err(), DpopError::NonceMissing);
    let slow = key.proof("POST", URL, NOW - 86_400_000, &json!({"nonce": nonce}));
    let proof = required(&slow, NOW).unwrap();
    assert!(proof.keep_until > NOW);
    assert_eq!(
        required(&slow, NOW + 600_000).unwrap_err(),
        DpopError::NonceInvalid
    );
}

/// RFC 9449 section 11.1: a replay has the same hash, another key or jti has not.
#[test]
fn rfc9449_11_1_replays_share_their_hash() {
    let (one, two) = (TestKey::es256(), TestKey::es256());
    let hash = |key: &TestKey, jti: &str| {
        check(&key.proof("POST", URL, NOW, &json!({"jti": jti})))
            .unwrap()
            .jti_hash
    };
    assert_eq!(hash(&one, "a"), hash(&one, "a"));
    assert_ne!(hash(&one, "a"), hash(&one, "b"));
    assert_ne!(hash(&one, "a"), hash(&two, "a"));
}

/// Any bytes: refused, never a panic.
#[test]
fn any_bytes_are_refused() {
    let good = TestKey::es256().proof("POST", URL, NOW, &json!({}));
    for cut in 0..good.len() {
        assert!(check(&good[..cut]).is_err());
        let mut bad = good.clone().into_bytes();
        bad[cut] ^= 1;
        let bad = String::from_utf8_lossy(&bad).into_owned();
        assert!(check(&bad).is_err(), "changed at {cut}");
    }
}
