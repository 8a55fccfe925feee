//! The upper limits of any server on this core: signatures, password hashes and commits.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use argon2_rust::params::Memory;
use argon2_rust::{Algorithm, Argon2, Params, Version};
use josekit::jwk::alg::ec::{EcCurve, EcKeyPair};
use josekit::jwk::alg::rsa::RsaKeyPair;
use josekit::jws::{ES256, JwsHeader, JwsSigner, JwsVerifier, RS256};
use josekit::jwt::{self, JwtPayload};

use crate::commits;
use crate::http::Result;

/// Operations per second on one core.
#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize)]
pub struct Limits {
    /// RS256 signatures with a key of 2048 bits.
    pub rs256: f64,
    /// ES256 signatures.
    pub es256: f64,
    /// ES256 signatures that are checked.
    pub es256_checks: f64,
    /// Argon2id hashes with 19 MiB, two passes and one lane.
    pub argon2id: f64,
    /// Group commits of the same rows.
    pub commits: commits::Rates,
}

/// Measures each of them for `time`. The database is in `folder`.
pub fn measure(folder: &Path, migrations: &Path, time: Duration) -> Result<Limits> {
    let rsa = RsaKeyPair::generate(2048)?.to_jwk_private_key();
    let curve = EcKeyPair::generate(EcCurve::P256)?;
    let (curve, public) = (curve.to_jwk_private_key(), curve.to_jwk_public_key());
    let (signer, verifier) = (
        ES256.signer_from_jwk(&curve)?,
        ES256.verifier_from_jwk(&public)?,
    );
    Ok(Limits {
        rs256: signatures(&RS256.signer_from_jwk(&rsa)?, time)?,
        es256: signatures(&signer, time)?,
        es256_checks: checks(&signer, &verifier, time)?,
        argon2id: hashes(time)?,
        commits: commits::measure(folder, migrations, time)?,
    })
}

fn signatures(signer: &dyn JwsSigner, time: Duration) -> Result<f64> {
    let (header, claims) = id_token()?;
    rate(time, || {
        black_box(jwt::encode_with_signer(&claims, &header, signer)?);
        Ok(())
    })
}

fn checks(signer: &dyn JwsSigner, verifier: &dyn JwsVerifier, time: Duration) -> Result<f64> {
    let (header, claims) = id_token()?;
    let token = jwt::encode_with_signer(&claims, &header, signer)?;
    rate(time, || {
        black_box(jwt::decode_with_verifier(&token, verifier)?);
        Ok(())
    })
}

/// The header and the claims of an ID token.
fn id_token() -> Result<(JwsHeader, JwtPayload)> {
    let mut header = JwsHeader::new();
    header.set_key_id("a-key");
    let mut claims = JwtPayload::new();
    claims.set_issuer("http://127.0.0.1:8080");
    claims.set_subject("1b671a64-40d5-491e-99b0-da01ff1f3341");
    claims.set_audience(vec!["demo-app"]);
    claims.set_claim("nonce", Some("n-0S6_WzA2Mj".into()))?;
    claims.set_claim("auth_time", Some(1_780_000_000.into()))?;
    Ok((header, claims))
}

fn hashes(time: Duration) -> Result<f64> {
    let cost = Params::builder()
        .memory(Memory::kib(19 * 1024))
        .passes(2)
        .lanes(1)
        .build()?;
    let mut hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, cost).hasher();
    let mut tag = [0; 32];
    rate(time, || {
        Ok(hasher.hash_into(b"Atrium2026*", b"sixteen-bytes-xx", black_box(&mut tag))?)
    })
}

fn rate(time: Duration, mut work: impl FnMut() -> Result<()>) -> Result<f64> {
    work()?;
    let start = Instant::now();
    let mut laps = 0_u32;
    while start.elapsed() < time {
        work()?;
        laps += 1;
    }
    Ok(f64::from(laps) / start.elapsed().as_secs_f64())
}
