//! Codes of authenticator apps: TOTP with SHA-1, six digits and 30 seconds (RFC 6238), which every app can do.

use ring::hmac;
use subtle::ConstantTimeEq as _;

use crate::clock::{Millis, SECOND};

/// Milliseconds of a step (RFC 6238 section 4.1, X).
const STEP: Millis = 30 * SECOND;
/// How many steps a code may be early or late (RFC 6238 section 5.2).
const WINDOW: i64 = 1;
/// The most steps that a clock may have drifted (RFC 6238 section 6): five minutes.
const MOST_DRIFT: i64 = 10;

/// What is kept between two codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The step of the last code; it and all earlier ones are used up (RFC 6238 section 5.2).
    pub last_step: i64,
    /// How many steps the app's clock is ahead.
    pub drift: i64,
}

/// What to keep after `code`, or `None` if it is not a code of `secret` around `now` that is still unused.
pub fn check(secret: &[u8], code: &str, kept: Kept, now: Millis) -> Option<Kept> {
    let expected = now.div_euclid(STEP).saturating_add(kept.drift);
    let mut found = None;
    // All candidates are compared, so that the time does not tell which one matched.
    for offset in -WINDOW..=WINDOW {
        let step = expected.saturating_add(offset);
        let matches: bool = code_of(secret, step)
            .as_bytes()
            .ct_eq(code.as_bytes())
            .into();
        if matches && step > kept.last_step {
            found = Some(Kept {
                last_step: step,
                drift: kept
                    .drift
                    .saturating_add(offset)
                    .clamp(-MOST_DRIFT, MOST_DRIFT),
            });
        }
    }
    found
}

/// The code of a step (RFC 4226 section 5.3).
fn code_of(secret: &[u8], step: i64) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret);
    let tag = hmac::sign(&key, &step.to_be_bytes());
    let digest = tag.as_ref();
    let offset = usize::from(digest.last().copied().unwrap_or_default() & 0x0f);
    let part = digest.get(offset..offset + 4).unwrap_or_default();
    let number = part
        .iter()
        .fold(0_u32, |number, byte| (number << 8) | u32::from(*byte));
    format!("{:06}", (number & 0x7fff_ffff) % 1_000_000)
}

/// The code of `secret` at `now`, as an app shows it.
pub fn code_at(secret: &[u8], now: Millis) -> String {
    code_of(secret, now.div_euclid(STEP))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    /// RFC 6238 appendix B, the last six of its eight digits.
    #[test]
    fn the_codes_are_those_of_the_rfc() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(code_at(SECRET, seconds * SECOND), code, "{seconds}");
        }
    }

    /// RFC 6238 section 5.2: one use a step, and one step of delay each way.
    #[test]
    fn attack_10_a_code_counts_once_and_only_around_its_time() {
        let now = 1_111_111_111 * SECOND;
        let code = code_at(SECRET, now);
        let kept = check(SECRET, &code, Kept::default(), now).unwrap();
        assert_eq!(kept.drift, 0);
        assert_eq!(check(SECRET, &code, kept, now), None, "used");
        let earlier = code_at(SECRET, now - STEP);
        assert_eq!(
            check(SECRET, &earlier, kept, now),
            None,
            "before the used one"
        );
        for (then, counts) in [
            (STEP, true),
            (-STEP, true),
            (2 * STEP, false),
            (-2 * STEP, false),
        ] {
            let known = check(SECRET, &code, Kept::default(), now + then);
            assert_eq!(known.is_some(), counts, "{then}");
        }
        for wrong in ["", "0", "50471", "0504710", "050 471", "０５０４７１"] {
            assert_eq!(check(SECRET, wrong, Kept::default(), now), None, "{wrong}");
        }
    }

    /// RFC 6238 section 6: the drift of the app's clock is followed, but not without end.
    #[test]
    fn the_drift_is_kept() {
        let mut kept = Kept::default();
        for round in 1..30 {
            let now = 1_000_000 * SECOND + round * 10 * STEP;
            // The app's clock runs slow: one more step each time.
            let Some(next) = check(SECRET, &code_at(SECRET, now - round * STEP), kept, now) else {
                assert_eq!((round, kept.drift), (12, -MOST_DRIFT));
                return;
            };
            kept = next;
        }
        panic!("the drift has no end");
    }
}
