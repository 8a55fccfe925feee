//! The classes of proof that an application asks for (OpenID Connect Core 5.5.1.1).

use serde_json::Value;

use super::acr::Acr;

/// The classes that a request wants; any of them is enough, and so is a stronger one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedAcr {
    /// Those that this server has; unknown values are ignored.
    values: Vec<Acr>,
    /// True if the request fails without one of them.
    is_essential: bool,
}

impl WantedAcr {
    /// What a request wants by `claim`, which is the claim `acr` of the ID token, else by its `acr_values`. `None` if it
    /// wants nothing.
    pub fn of(claim: Option<&Value>, acr_values: &str) -> Option<Self> {
        let is_essential =
            claim.is_some_and(|acr| acr.get("essential") == Some(&Value::Bool(true)));
        let named: Vec<&str> = match claim.map(|acr| (acr.get("value"), acr.get("values"))) {
            Some((Some(value), _)) => value.as_str().into_iter().collect(),
            Some((None, Some(values))) => {
                let values = values.as_array().into_iter().flatten();
                values.filter_map(Value::as_str).collect()
            }
            _ => acr_values
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
    pub fn is_met_by(&self, acr: Acr) -> bool {
        self.values.iter().any(|wanted| *wanted <= acr)
    }

    /// True if the request fails without one of the classes.
    pub const fn is_essential(&self) -> bool {
        self.is_essential
    }

    /// The strongest of the classes that a session of class `has` has too.
    pub fn strongest_in(&self, has: Acr) -> Option<Acr> {
        let values = self.values.iter().copied();
        values.filter(|value| *value <= has).max()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// OpenID Connect Core 5.5.1.1: the claim counts before `acr_values`, and unknown values are no class of ours.
    #[test]
    fn the_claim_counts_before_acr_values() {
        let (mfa, password) = (Acr::Mfa.as_str(), Acr::Password.as_str());
        let one = json!({"value": mfa, "essential": true});
        let wanted = WantedAcr::of(Some(&one), password).unwrap();
        assert!(wanted.is_essential());
        assert!(!wanted.is_met_by(Acr::Password) && wanted.is_met_by(Acr::PhishingResistant));
        let several = json!({"values": ["urn:x", mfa]});
        let wanted = WantedAcr::of(Some(&several), "").unwrap();
        assert!(!wanted.is_essential());
        assert_eq!(wanted.strongest_in(Acr::PhishingResistant), Some(Acr::Mfa));
        assert_eq!(wanted.strongest_in(Acr::Password), None);
        let plain = WantedAcr::of(Some(&Value::Null), mfa).unwrap();
        assert!(plain.is_met_by(Acr::Mfa));
        assert_eq!(WantedAcr::of(None, " "), None);
        assert!(!WantedAcr::of(None, "urn:x").unwrap().is_met_by(Acr::Mfa));
    }
}
