//! How strong a proof the request wants (`acr`), and what its answer says (OpenID Connect Core 5.5.1.1).

use crate::factors::{Acr, WantedAcr};
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

/// What `request` wants: by the claim `acr` of the ID token, else by `acr_values`.
pub fn wanted(request: &AuthorizeRequest) -> Option<WantedAcr> {
    WantedAcr::of(request.claim("id_token", "acr"), &request.acr_values)
}

/// What is missing for `wanted`: `has` is the class of the session, `reachable` the strongest that the account can prove. A
/// wish that cannot be met is dropped, unless it is essential.
pub fn missing(
    wanted: &WantedAcr,
    has: Acr,
    reachable: Acr,
    shows_no_page: bool,
) -> Option<Missing> {
    if wanted.is_met_by(has) {
        return None;
    }
    let refuse = |code| wanted.is_essential().then_some(Missing::Refuse(code));
    if !wanted.is_met_by(reachable) {
        return refuse(ErrorCode::UnmetAuthenticationRequirements);
    }
    if shows_no_page {
        return refuse(ErrorCode::LoginRequired);
    }
    Some(Missing::SecondFactor)
}

/// The value for the answer to a request that wants `wanted`, in a session of class `has`. A stronger session has all
/// weaker classes too, so a client that asked for one of these finds it.
pub fn answered(wanted: Option<&WantedAcr>, has: Acr) -> Acr {
    let strongest = wanted.and_then(|wanted| wanted.strongest_in(has));
    strongest.unwrap_or(has)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn wanted(values: &[Acr], is_essential: bool) -> WantedAcr {
        let mut named: Vec<&str> = values.iter().map(|acr| acr.as_str()).collect();
        named.push("urn:unknown");
        let claim = json!({"values": named, "essential": is_essential});
        WantedAcr::of(Some(&claim), "").unwrap()
    }

    /// OpenID Connect Core 5.5.1.1.
    #[test]
    fn only_an_essential_class_that_cannot_be_proved_refuses() {
        use Acr::{Mfa, Password, PhishingResistant};
        let unmet = Some(Missing::Refuse(ErrorCode::UnmetAuthenticationRequirements));
        let login = Some(Missing::Refuse(ErrorCode::LoginRequired));
        let mfa = wanted(&[Mfa], true);
        assert_eq!(missing(&mfa, Mfa, Mfa, false), None);
        assert_eq!(
            missing(&mfa, PhishingResistant, Mfa, false),
            None,
            "stronger"
        );
        assert_eq!(missing(&mfa, Password, Password, false), unmet);
        assert_eq!(missing(&mfa, Password, Mfa, true), login);
        let second = Some(Missing::SecondFactor);
        assert_eq!(missing(&mfa, Password, Mfa, false), second);
        let wish = wanted(&[Mfa], false);
        assert_eq!(missing(&wish, Password, Password, false), None);
        assert_eq!(missing(&wish, Password, Mfa, true), None);
        assert_eq!(missing(&wish, Password, Mfa, false), second);
        let unknown = wanted(&[], true);
        let strongest = PhishingResistant;
        assert_eq!(missing(&unknown, strongest, strongest, false), unmet);
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
