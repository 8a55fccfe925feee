//! The groups that a claim gives.

use serde_json::Value;

use crate::config::{AbsentClaim, GroupsClaim};

/// True if the claims say which groups the person is in, or that these are too many for a token.
pub(super) fn is_in(rule: &GroupsClaim, claims: &Value) -> bool {
    values(rule, claims).is_some() || is_elsewhere(rule, claims)
}

/// The ids of the groups that `rule` gives for the claims of the ID token, or of UserInfo if the token has none; `None` if
/// the provider does not say.
pub(super) fn groups(
    rule: &GroupsClaim,
    token: &Value,
    user: Option<&Value>,
) -> Option<Vec<String>> {
    if is_elsewhere(rule, token) {
        return None;
    }
    let said = values(rule, token).or_else(|| values(rule, user?));
    let values = match (said, rule.absent) {
        (Some(values), _) => values,
        (None, AbsentClaim::None) => Vec::new(),
        (None, AbsentClaim::Unknown) => return None,
    };
    let mapped = rule.map.iter();
    let mapped = mapped.filter(|(value, _)| values.contains(&value.as_str()));
    let mut ids: Vec<String> = mapped.map(|(_, id)| id.clone()).collect();
    ids.sort_unstable();
    ids.dedup();
    Some(ids)
}

fn values<'c>(rule: &GroupsClaim, claims: &'c Value) -> Option<Vec<&'c str>> {
    match claims.get(&rule.claim)? {
        Value::Array(values) => Some(values.iter().filter_map(Value::as_str).collect()),
        Value::String(value) => Some(vec![value]),
        _ => None,
    }
}

/// True if the groups are too many for a token. Then a claim says where they are (OpenID Connect Core section 5.6.2), which
/// is not read.
fn is_elsewhere(rule: &GroupsClaim, claims: &Value) -> bool {
    claims["_claim_names"].get(&rule.claim).is_some() || claims["hasgroups"] == true
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A claim that is absent or elsewhere says nothing, unless the entry says that absent means none.
    #[test]
    fn what_a_claim_says() {
        let map = [("staff", "g-1"), ("lions", "g-2"), ("pride", "g-2")];
        let map = map.map(|(value, id)| (value.to_owned(), id.to_owned()));
        let rule = |absent| GroupsClaim {
            claim: "groups".to_owned(),
            absent,
            map: map.clone().into(),
        };
        let (unknown, none) = (rule(AbsentClaim::Unknown), rule(AbsentClaim::None));
        let ids = |ids: &[&str]| Some(ids.iter().map(|&id| id.to_owned()).collect::<Vec<_>>());
        let claims = json!({"groups": ["pride", "staff", "lions", "others", 7]});
        assert_eq!(groups(&unknown, &claims, None), ids(&["g-1", "g-2"]));
        let (one, no) = (json!({"groups": "staff"}), json!({"groups": []}));
        assert_eq!(groups(&unknown, &one, None), ids(&["g-1"]));
        // The token decides, and UserInfo only where it is silent.
        assert_eq!(groups(&unknown, &no, Some(&one)), ids(&[]));
        assert_eq!(groups(&unknown, &json!({}), Some(&one)), ids(&["g-1"]));
        for absent in [json!({}), json!({"groups": null}), json!({"groups": 7})] {
            assert_eq!(groups(&unknown, &absent, None), None, "{absent}");
            assert_eq!(groups(&none, &absent, Some(&absent)), ids(&[]), "{absent}");
        }
        for elsewhere in [
            json!({"_claim_names": {"groups": "src1"}, "_claim_sources": {"src1": {}}}),
            json!({"hasgroups": true}),
        ] {
            assert!(is_in(&none, &elsewhere));
            assert_eq!(groups(&none, &elsewhere, None), None, "{elsewhere}");
        }
    }
}
