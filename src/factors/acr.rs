//! How strong a proof of identity is (`acr`), by its methods (`amr`).

/// A class of authentication, weakest first (OpenID Connect Core section 2, `acr`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Acr {
    /// A password, or a corporate provider.
    Password,
    /// One of these and a second factor.
    Mfa,
    /// A passkey that verified its user: no other site can use what it proves.
    PhishingResistant,
}

impl Acr {
    pub const ALL: [Self; 3] = [Self::Password, Self::Mfa, Self::PhishingResistant];

    /// The value in tokens and requests.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Password => "urn:atrium:acr:password",
            Self::Mfa => "urn:atrium:acr:mfa",
            Self::PhishingResistant => "urn:atrium:acr:phishing_resistant",
        }
    }

    /// The class with this value.
    pub fn of(value: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|acr| acr.as_str() == value)
    }

    /// The class of a proof by these methods (RFC 8176). A passkey that verified its user (`user`) is the strongest, also
    /// beside a password; a key that is a second factor only has no `user`.
    pub fn of_methods(amr: &[String]) -> Self {
        let has = |method: &str| amr.iter().any(|known| known == method);
        if !has("mfa") {
            Self::Password
        } else if (has("hwk") || has("swk")) && has("user") {
            Self::PhishingResistant
        } else {
            Self::Mfa
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8176: a weaker proof never has the value of a stronger one.
    #[test]
    fn the_class_follows_from_the_methods() {
        for (amr, acr) in [
            ("", Acr::Password),
            ("pwd", Acr::Password),
            ("otp", Acr::Password),
            ("swk user", Acr::Password),
            ("pwd otp mfa", Acr::Mfa),
            ("pwd hwk mfa", Acr::Mfa),
            ("pwd otp user mfa", Acr::Mfa),
            ("pwd hwk user mfa", Acr::PhishingResistant),
            ("pwd otp mfa swk user", Acr::PhishingResistant),
            ("otp mfa", Acr::Mfa),
            ("hwk user mfa", Acr::PhishingResistant),
            ("swk user mfa", Acr::PhishingResistant),
        ] {
            let methods: Vec<String> = amr.split_whitespace().map(str::to_owned).collect();
            assert_eq!(Acr::of_methods(&methods), acr, "{amr}");
        }
        for acr in Acr::ALL {
            assert_eq!(Acr::of(acr.as_str()), Some(acr));
        }
        assert!(Acr::Password < Acr::Mfa && Acr::Mfa < Acr::PhishingResistant);
    }
}
