//! The confirmation link holds the application itself, sealed under a purpose of its own, so that nothing of a stranger is
//! stored before the address is confirmed.

use zeroize::Zeroizing;

use super::form::Application;
use crate::clock::{HOUR, Millis};
use crate::keys::{KeySet, SealedKind};
use crate::mail::OneTimeLink;
use crate::random::Random;

const KIND: SealedKind = SealedKind {
    name: "apply for an account",
    version: 1,
};
/// How long a link works after its email was sent, as for other newcomers (decision 0014).
pub(in crate::directory) const LIFETIME: Millis = 72 * HOUR;
const PLACE: &str = "account application";

/// The application as the email carries it until it is sent.
pub(super) fn text(application: &Application) -> String {
    serde_json::to_string(application).unwrap_or_else(|error| {
        // The link of such an email is void, so that nothing is sent.
        tracing::error!(%error, "an application cannot be written as JSON");
        String::new()
    })
}

/// The link of an email with this [`text`]; `None` without a key or for another text.
pub(in crate::directory) fn seal(
    text: &str,
    (keys, random): (&KeySet, &Random),
    now: Millis,
) -> Option<OneTimeLink> {
    let application: Application = serde_json::from_str(text).ok()?;
    let expires_at = now.saturating_add(LIFETIME);
    let text = serde_json::to_vec(&(expires_at, application)).ok()?;
    let sealed = keys.ring().seal(KIND, PLACE, &text, random).ok()?;
    Some(OneTimeLink {
        token: Zeroizing::new(sealed),
        expires_at,
    })
}

/// The application of a link; `None` for any other text, or too late.
pub fn open(token: &str, keys: &KeySet, now: Millis) -> Option<Application> {
    let opened = keys.ring().open(KIND, PLACE, token)?;
    let (until, application): (Millis, Application) = serde_json::from_slice(&opened.text).ok()?;
    (now < until).then_some(application)
}

#[cfg(test)]
mod tests {
    use super::super::form::Applicant;
    use super::*;

    /// Attack 13: a link opens for 72 hours, to the millisecond, and only whole.
    #[test]
    fn attack_13_a_sealed_application_opens_in_time() {
        let (keys, random) = (KeySet::ephemeral().unwrap(), Random::system());
        let application = Application {
            id: "a".to_owned(),
            applicant: Applicant {
                username: "LiWei".to_owned(),
                ..Applicant::default()
            },
        };
        let link = seal(&text(&application), (&keys, &random), 1_000).unwrap();
        let end = 1_000 + 72 * HOUR;
        assert_eq!(link.expires_at, end);
        assert_eq!(open(&link.token, &keys, end - 1), Some(application));
        assert_eq!(open(&link.token, &keys, end), None);
        let other = KeySet::ephemeral().unwrap();
        assert_eq!(open(&link.token, &other, 1_000), None);
        assert_eq!(open(&link.token[1..], &keys, 1_000), None);
        assert_eq!(open("", &keys, 1_000), None);
        assert!(seal("", (&keys, &random), 1_000).is_none());
    }
}
