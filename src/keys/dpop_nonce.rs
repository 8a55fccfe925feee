//! Server nonces for DPoP (RFC 9449 sections 8 and 9): a time and its MAC, without stored state.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::hmac;

use super::master::Master;
use crate::clock::{MINUTE, Millis};

/// The nonce changes after this time, in all processes alike.
const STEP: Millis = MINUTE;
/// A nonce is valid this long after the start of its step.
pub const NONCE_LIFETIME: Millis = 5 * MINUTE;
/// Length of the MAC in bytes: 128 bits.
const TAG: usize = 16;

/// Issues and checks nonces; all processes with the same master secret accept each other's.
pub struct DpopNonces(hmac::Key);

impl std::fmt::Debug for DpopNonces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DpopNonces")
    }
}

impl DpopNonces {
    /// Derives the MAC key from `master`.
    pub fn new(master: &Master) -> Self {
        let key = master.derive("dpop nonce");
        Self(hmac::Key::new(hmac::HMAC_SHA256, key.as_slice()))
    }

    /// The nonce to send in `DPoP-Nonce` at `now`.
    pub fn current(&self, now: Millis) -> String {
        let step = now.div_euclid(STEP).to_be_bytes();
        let tag = hmac::sign(&self.0, &step);
        URL_SAFE_NO_PAD.encode([step.as_slice(), &tag.as_ref()[..TAG]].concat())
    }

    /// Until when `nonce` is valid; `None` when it is not ours, too old or from the future.
    pub fn valid_until(&self, nonce: &str, now: Millis) -> Option<Millis> {
        let bytes = URL_SAFE_NO_PAD.decode(nonce).ok()?;
        let step: [u8; 8] = bytes.get(..8)?.try_into().ok()?;
        let begun = i64::from_be_bytes(step).checked_mul(STEP)?;
        let until = begun.checked_add(NONCE_LIFETIME)?;
        // A nonce from one step ahead comes from a process whose clock is slightly ahead.
        let timely = begun <= now.saturating_add(STEP) && now < until;
        let ours = subtle::ConstantTimeEq::ct_eq(nonce.as_bytes(), self.current(begun).as_bytes());
        (timely && bool::from(ours)).then_some(until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 9449 section 8: only recent nonces of ours, from any process with the same secret.
    #[test]
    fn nonces_are_ours_and_recent() {
        let nonces = |byte| DpopNonces::new(&Master::from_secret(&[byte; 32]).unwrap());
        let now = 1_700_000_000_000;
        let nonce = nonces(1).current(now);
        assert_eq!(
            nonce,
            nonces(1).current(now + 1),
            "the same within a minute"
        );
        assert!(nonces(1).valid_until(&nonce, now).is_some());
        assert!(nonces(1).valid_until(&nonce, now + 4 * MINUTE).is_some());
        assert!(nonces(1).valid_until(&nonce, now + 5 * MINUTE).is_none());
        assert!(nonces(1).valid_until(&nonce, now - 2 * MINUTE).is_none());
        assert!(nonces(2).valid_until(&nonce, now).is_none());
        for bad in [
            "",
            "x",
            "AAAA",
            &nonce[1..],
            &format!("{nonce}A"),
            &nonce.to_lowercase(),
        ] {
            assert!(nonces(1).valid_until(bad, now).is_none(), "{bad}");
        }
    }
}
