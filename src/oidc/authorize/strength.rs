//! How strong a proof the request wants (`acr`), and what its answer says (OpenID Connect Core 5.5.1.1).

use serde_json::Value;

use crate::factors::Acr;
use crate::oidc::error::ErrorCode;

use super::request::AuthorizeRequest;

/// What is missing of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A second factor, which the person can prove.
    SecondFactor,
    /// What cannot be had: the request fails.
    Refuse(ErrorCode),
}

/// The classes that a request wants; any of them is enough, and so is a stronger one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedAcr {
    /// Those that this server has; unknown values are ignored.
    values: Vec<Acr>,
    /// True if the request fails without one of them.
    is_essential: bool,
}

impl WantedAcr {
    /// What `request` wants: by the claim `acr` of the ID token, else by `acr_values`. `None` if it wants nothing.
    pub fn of(request: &AuthorizeRequest) -> Option<Self> {
        let claim = request.claim("id_token", "acr");
        let is_essential =
            claim.is_some_and(|acr| acr.get("essential") == Some(&Value::Bool(true)));
        let named: Vec<&str> = match claim.map(|acr| (acr.get("value"), acr.get("values"))) {
            Some((Some(value), _)) => value.as_str().into_iter().collect(),
            Some((None, Some(values))) => {
                let values = values.as_array().into_iter().flatten();
                values.filter_map(Value::as_str).collect()
            }
            _ => request
                .acr_values
                .split(' ')
                .filter(|word| !word.is_empty())
                .collect(),
        };
        (!named.is_empty()).then(|| Self {
            values: named.into_iter().filter_map(Acr::of).collect(),
            is_essential,
        })
    }

    /// True if a proof of class `acr` is enough.
    fn is_met_by(&self, acr: Acr) -> bool {
        self.values.iter().any(|wanted| *wanted <= acr)
    }

    /// What is missing: `has` is the class of the session, `reachable` the strongest that the account can
    /// prove. A wish that cannot be met is dropped, unless it is essential.
    pub fn missing(&self, has: Acr, reachable: Acr, shows_no_page: bool) -> Option<Missing> {
        if self.is_met_by(has) {
            return None;
        }
        if !self.is_met_by(reachable) {
            let unmet = Missing::Refuse(ErrorCode::UnmetAuthenticationRequirements);
            return self.is_essential.then_some(unmet);
        }
        if shows_no_page {
            return self
                .is_essential
                .then_some(Missing::Refuse(ErrorCode::LoginRequired));
        }
        Some(Missing::SecondFactor)
    }
}

/// The value for the answer to a request that wants `wanted`, in a session of class `has`. A stronger session has all
/// weaker classes too, so a client that asked for one of these finds it.
pub fn answered(wanted: Option<&WantedAcr>, has: Acr) -> Acr {
    let values = wanted.into_iter().flat_map(|wanted| &wanted.values);
    values
        .copied()
        .filter(|value| *value <= has)
        .max()
        .unwrap_or(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(values: &[Acr], is_essential: bool) -> WantedAcr {
        WantedAcr {
            values: values.to_vec(),
            is_essential,
        }
    }

    /// OpenID Connect Core 5.5.1.1.
    #[test]
    fn only_an_essential_class_that_cannot_be_proved_refuses() {
        use Acr::{Mfa, Password, PhishingResistant};
        let unmet = Some(Missing::Refuse(ErrorCode::UnmetAuthenticationRequirements));
        let login = Some(Missing::Refuse(ErrorCode::LoginRequired));
        let mfa = wanted(&[Mfa], true);
        assert_eq!(mfa.missing(Mfa, Mfa, false), None);
        assert_eq!(mfa.missing(PhishingResistant, Mfa, false), None, "stronger");
        assert_eq!(mfa.missing(Password, Password, false), unmet);
        assert_eq!(mfa.missing(Password, Mfa, true), login);
        assert_eq!(
            mfa.missing(Password, Mfa, false),
            Some(Missing::SecondFactor)
        );
        let wish = wanted(&[Mfa], false);
        assert_eq!(wish.missing(Password, Password, false), None);
        assert_eq!(wish.missing(Password, Mfa, true), None);
        assert!(wish.missing(Password, Mfa, false).is_some());
        let unknown = wanted(&[], true);
        assert_eq!(
            unknown.missing(PhishingResistant, PhishingResistant, false),
            unmet
        );
    }

    #[test]
    fn a_client_finds_the_class_that_it_asked_for() {
        use Acr::{Mfa, Password, PhishingResistant};
        assert_eq!(answered(None, Mfa), Mfa);
        assert_eq!(
            answered(Some(&wanted(&[Mfa], true)), PhishingResistant),
            Mfa
        );
        assert_eq!(answered(Some(&wanted(&[Password, Mfa], true)), Mfa), Mfa);
        assert_eq!(
            answered(Some(&wanted(&[PhishingResistant], false)), Mfa),
            Mfa
        );
        assert_eq!(answered(Some(&wanted(&[], false)), Password), Password);
    }
}
