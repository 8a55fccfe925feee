//! The claims about an account that a relying application may get (OpenID Connect Core 1.0 section
//! 5).

use serde_json::{Map, Value};

use super::account::Account;
use super::profile::Address;
use crate::clock::seconds;

/// The scope of groups and roles. It is not a standard scope, but the names of its claims are
/// registered (RFC 7643 section 4.1.2, RFC 9068 section 2.2.3.1). `access` has their values.
pub const GROUPS: &str = "groups";

/// The claims of each scope (section 5.4).
const BY_SCOPE: [(&str, &[&str]); 5] = [
    (
        "profile",
        &[
            "name",
            "family_name",
            "given_name",
            "middle_name",
            "nickname",
            "preferred_username",
            "profile",
            "picture",
            "website",
            "gender",
            "birthdate",
            "zoneinfo",
            "locale",
            "updated_at",
        ],
    ),
    ("email", &["email", "email_verified"]),
    ("address", &["address"]),
    ("phone", &["phone_number", "phone_number_verified"]),
    (GROUPS, &["groups", "roles"]),
];

/// The scope of a claim (section 5.4); `None` for `sub` and unknown names.
pub fn scope_of(claim: &str) -> Option<&'static str> {
    let found = BY_SCOPE.iter().find(|(_, claims)| claims.contains(&claim));
    found.map(|(scope, _)| *scope)
}

/// The claims of all scopes, for `claims_supported` of discovery.
pub fn supported() -> impl Iterator<Item = &'static str> {
    BY_SCOPE
        .iter()
        .flat_map(|(_, claims)| claims.iter().copied())
}

/// The claims of [`supported`] that come from an account.
pub fn of_account() -> impl Iterator<Item = &'static str> {
    supported().filter(|claim| scope_of(claim) != Some(GROUPS))
}

/// The claims of `account` for the granted `scopes` and the `requested` names (section 5.5),
/// without `sub`. A claim without a value is left out, never null or empty; unknown names are
/// ignored.
pub fn standard_claims(
    account: &Account,
    scopes: &[&str],
    requested: &[&str],
) -> Map<String, Value> {
    let by_scope = BY_SCOPE
        .iter()
        .filter(|(scope, _)| scopes.contains(scope))
        .flat_map(|(_, claims)| claims.iter().copied());
    let by_name = of_account().filter(|claim| requested.contains(claim));
    let mut claims = Map::new();
    for claim in by_scope.chain(by_name) {
        if !claims.contains_key(claim)
            && let Some(value) = claim_of(account, claim)
        {
            claims.insert(claim.to_owned(), value);
        }
    }
    claims
}

fn claim_of(account: &Account, claim: &str) -> Option<Value> {
    let kept = &account.profile;
    match claim {
        "name" => text(Some(&account.full_name)),
        "preferred_username" => text(Some(
            kept.preferred_username
                .as_ref()
                .unwrap_or(&account.username),
        )),
        "given_name" => text(kept.given_name.as_ref()),
        "family_name" => text(kept.family_name.as_ref()),
        "middle_name" => text(kept.middle_name.as_ref()),
        "nickname" => text(kept.nickname.as_ref()),
        "profile" => text(kept.profile.as_ref()),
        "picture" => text(kept.picture.as_ref()),
        "website" => text(kept.website.as_ref()),
        "gender" => text(kept.gender.as_ref()),
        "birthdate" => text(kept.birthdate.as_ref().filter(|date| is_birthdate(date))),
        "zoneinfo" => text(kept.zoneinfo.as_ref()),
        "locale" => text(kept.locale.as_ref()).or_else(|| locale_of(account.lang.as_deref()?)),
        "updated_at" => Some(seconds(account.updated_at).into()),
        "email" => text(account.email.as_ref()),
        "email_verified" => account
            .email
            .as_ref()
            .map(|_| account.email_verified.into()),
        "phone_number" => text(kept.phone_number.as_ref()),
        "phone_number_verified" => text(kept.phone_number.as_ref())
            .map(|_| kept.phone_number_verified.unwrap_or(false).into()),
        "address" => kept.address.as_ref().and_then(address_of),
        _ => None,
    }
}

fn text(value: Option<&String>) -> Option<Value> {
    value
        .filter(|text| !text.trim().is_empty())
        .map(|text| Value::from(text.as_str()))
}

/// The language of the account as a BCP 47 tag (section 5.1, `locale`).
fn locale_of(lang: &str) -> Option<Value> {
    match lang {
        "en-us" => Some("en-US".into()),
        "zh-cn" => Some("zh-CN".into()),
        _ => None,
    }
}

fn address_of(address: &Address) -> Option<Value> {
    let members = [
        ("formatted", &address.formatted),
        ("street_address", &address.street_address),
        ("locality", &address.locality),
        ("region", &address.region),
        ("postal_code", &address.postal_code),
        ("country", &address.country),
    ];
    let claims: Map<String, Value> = members
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), text(value.as_ref())?)))
        .collect();
    (!claims.is_empty()).then(|| claims.into())
}

/// `YYYY-MM-DD`, `0000-MM-DD` if the year is private, or `YYYY` (section 5.1).
pub(super) fn is_birthdate(date: &str) -> bool {
    let digits = |part: &str, count: usize| {
        part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    match date.split('-').collect::<Vec<_>>()[..] {
        [year] => digits(year, 4) && year != "0000",
        // 2000 was a leap year, so 29 February is valid with a private year too.
        [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2) => {
            let year = if year == "0000" { "2000" } else { year };
            format!("{year}-{month}-{day}")
                .parse::<jiff::civil::Date>()
                .is_ok()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
