//! What an entry counts as in the figures of administrators, who read counts and never the trail.

use super::{Entry, Event, SignInRefusal};
use crate::insight::{Count, Figure};

/// The count of `entry`, if it has one. Names and addresses that a stranger typed never become part of it.
pub(super) fn of(entry: &Entry) -> Option<Count> {
    match &entry.event {
        Event::SignInSucceeded { amr, .. } => Some(Count::one(Figure::SignIns, method(amr))),
        Event::SignInRefused { reason } => Some(Count::one(Figure::Refusals, refusal(*reason))),
        Event::IdentityRefused { .. } => Some(Count::one(Figure::Refusals, "corporate")),
        Event::AccessRefused { .. } => Some(Count::one(Figure::Refusals, "no_access")),
        Event::LaunchGranted { mode: "query" } => {
            let client = entry.client.as_deref()?;
            Some(Count::of(Figure::QueryTokens, client))
        }
        _ => None,
    }
}

/// How the person signed in, from the methods of RFC 8176. A corporate sign-in names none of them.
fn method(amr: &[String]) -> &'static str {
    let has = |method: &str| amr.iter().any(|known| known == method);
    match (has("pwd"), has("hwk") || has("swk"), has("otp")) {
        (true, true, _) => "password_and_key",
        (true, _, true) => "password_and_code",
        (true, false, false) if has("mfa") => "password_and_other",
        (true, false, false) => "password",
        (false, true, _) => "passkey",
        (false, false, _) => "corporate",
    }
}

const fn refusal(reason: SignInRefusal) -> &'static str {
    match reason {
        SignInRefusal::UnknownAccount => "unknown_account",
        SignInRefusal::WrongPassword | SignInRefusal::NoPassword => "wrong_password",
        SignInRefusal::WrongCode => "wrong_code",
        SignInRefusal::UnknownPasskey | SignInRefusal::WrongPasskey => "wrong_passkey",
        SignInRefusal::CorporateOnly => "corporate_only",
        SignInRefusal::Disabled => "disabled",
        SignInRefusal::Expired => "expired",
        SignInRefusal::Delayed | SignInRefusal::AccountLimit => "too_many",
        SignInRefusal::Busy => "busy",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::random::Random;

    /// Every reason of the figure of refusals, and no other.
    #[test]
    fn a_refusal_has_one_reason() {
        let corporate = Event::IdentityRefused {
            provider: "acme".to_owned(),
            reason: "unknown",
        };
        let no_access = Event::AccessRefused {
            door: "/oauth2/authorize",
            reason: "no_group",
        };
        let events = [(corporate, "corporate"), (no_access, "no_access")];
        let reasons = [
            (SignInRefusal::UnknownAccount, "unknown_account"),
            (SignInRefusal::WrongPassword, "wrong_password"),
            (SignInRefusal::NoPassword, "wrong_password"),
            (SignInRefusal::WrongCode, "wrong_code"),
            (SignInRefusal::UnknownPasskey, "wrong_passkey"),
            (SignInRefusal::WrongPasskey, "wrong_passkey"),
            (SignInRefusal::CorporateOnly, "corporate_only"),
            (SignInRefusal::Disabled, "disabled"),
            (SignInRefusal::Expired, "expired"),
            (SignInRefusal::Delayed, "too_many"),
            (SignInRefusal::AccountLimit, "too_many"),
            (SignInRefusal::Busy, "busy"),
        ];
        let reasons = reasons.map(|(reason, part)| (Event::SignInRefused { reason }, part));
        let mut parts = BTreeSet::new();
        for (event, part) in events.into_iter().chain(reasons) {
            let entry = Entry::new(event, &Random::seeded(1), 7);
            assert_eq!(of(&entry), Some(Count::one(Figure::Refusals, part)));
            parts.insert(part);
        }
        assert_eq!(parts.len(), 11);
    }

    #[test]
    fn a_sign_in_has_one_method() {
        for (amr, expected) in [
            ("pwd", "password"),
            ("pwd otp mfa", "password_and_code"),
            ("pwd hwk user mfa", "password_and_key"),
            ("pwd mfa", "password_and_other"),
            ("hwk user mfa", "passkey"),
            ("swk user mfa", "passkey"),
            ("mfa", "corporate"),
            ("otp mfa", "corporate"),
            ("", "corporate"),
        ] {
            let methods: Vec<String> = amr.split_whitespace().map(str::to_owned).collect();
            assert_eq!(method(&methods), expected, "{amr}");
        }
    }
}
