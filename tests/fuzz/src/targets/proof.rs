//! DPoP proofs (RFC 9449 section 4.3).

use std::sync::LazyLock;

use atrium::keys::{DpopNonces, DpopProof, Master, ProofRequest, verify_proof};
use atrium::random::hashed;
use url::Url;

use crate::case::note_accepted;
use crate::tokens::{NOW, Signer, Token};

const ENDPOINT: &str = "https://sso.example.com/oauth2/token";
const ACCESS_TOKEN: &str = "the access token of the request";

static SIGNER: LazyLock<Signer> = LazyLock::new(|| Signer::seeded(7));
static NONCES: LazyLock<DpopNonces> =
    LazyLock::new(|| DpopNonces::new(&Master::from_secret(&[7; 32]).expect("32 bytes")));

/// `"@jwk"`, `@nonce` and `@ath` stand for the key, our nonce and the hash of the access token.
pub fn run(input: &[u8]) {
    let jwk = SIGNER.jwk().to_string();
    let nonce = NONCES.current(NOW);
    let ath = hashed(ACCESS_TOKEN);
    let places = [("\"@jwk\"", &*jwk), ("@nonce", &*nonce), ("@ath", &*ath)];
    let token = Token::of(input, &SIGNER, &places);
    for (access_token, nonce_required) in [
        (None, false),
        (Some(ACCESS_TOKEN), false),
        (None, true),
        (Some(ACCESS_TOKEN), true),
    ] {
        let accepted = |text: &str, now| accepted(text, (access_token, nonce_required), now);
        let Some(proof) = accepted(&token.text, NOW) else {
            continue;
        };
        note_accepted();
        let (header, claims) = token.read();
        let typ = header["typ"].as_str().unwrap_or_default();
        assert!(typ.eq_ignore_ascii_case("dpop+jwt"), "{typ}");
        assert_eq!(proof.jkt, SIGNER.thumbprint());
        assert_eq!(claims["htm"], "POST");
        assert!(is_endpoint(claims["htu"].as_str().unwrap_or_default()));
        assert!(!nonce_required || claims["nonce"] == *nonce);
        assert!(access_token.is_none() || claims["ath"] == *ath);
        assert!(proof.keep_until > NOW, "it could be used again: {proof:?}");
        assert_eq!(accepted(&token.text, proof.keep_until), None);
        for spoilt in token.spoilt() {
            assert_eq!(accepted(&spoilt, NOW), None, "{spoilt}");
        }
    }
}

fn accepted(
    proof: &str,
    (token, nonce_required): (Option<&str>, bool),
    now: i64,
) -> Option<DpopProof> {
    let request = ProofRequest {
        proof,
        method: "POST",
        url: ENDPOINT,
        access_token: token,
        nonce_required,
    };
    verify_proof(&request, &NONCES, now).ok()
}

/// True for the endpoint's address with any query and fragment.
fn is_endpoint(htu: &str) -> bool {
    let Ok(mut url) = Url::parse(htu) else {
        return false;
    };
    url.set_query(None);
    url.set_fragment(None);
    url.as_str() == ENDPOINT
}
