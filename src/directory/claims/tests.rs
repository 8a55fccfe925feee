use serde_json::json;

use super::*;
use crate::directory::Profile;
use crate::directory::account::tests::sample;

fn names(claims: &Map<String, Value>) -> Vec<&str> {
    let mut names: Vec<&str> = claims.keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

/// OpenID Connect Core section 5.4: no scope, no claim.
#[test]
fn scope_openid_alone_gives_no_claims() {
    assert!(standard_claims(&sample(), &["openid", "offline_access"], &[]).is_empty());
}

/// A-71, section 5.3.2: a claim without a value is left out, never null or empty.
#[test]
fn what_is_not_set_is_left_out() {
    let mut account = sample();
    account.profile.website = Some("  ".to_owned());
    account.profile.address = Some(Address::default());
    let claims = standard_claims(&account, &["profile", "address", "phone"], &[]);
    assert_eq!(
        names(&claims),
        ["name", "preferred_username", "updated_at"],
        "and no locale while nobody chose a language"
    );
    assert_eq!(claims["updated_at"], json!(1_700_000_000));
    assert_eq!(claims["preferred_username"], json!("DanMember"));
    account.lang = Some("en-us".to_owned());
    let claims = standard_claims(&account, &["profile"], &[]);
    assert_eq!(claims["locale"], json!("en-US"));
    account.email = None;
    assert!(standard_claims(&account, &["email"], &[]).is_empty());
}

/// A-71, section 5.1: every standard claim with its type.
#[test]
fn every_standard_claim_has_its_type() {
    let mut account = sample();
    account.profile = Profile {
        given_name: Some("Dan".to_owned()),
        family_name: Some("Member".to_owned()),
        middle_name: Some("M".to_owned()),
        nickname: Some("dan".to_owned()),
        preferred_username: Some("dm".to_owned()),
        profile: Some("https://demo.test/dan".to_owned()),
        picture: Some("https://demo.test/dan.png".to_owned()),
        website: Some("https://demo.test".to_owned()),
        gender: Some("male".to_owned()),
        birthdate: Some("0000-02-29".to_owned()),
        zoneinfo: Some("Asia/Shanghai".to_owned()),
        locale: Some("zh-CN".to_owned()),
        phone_number: Some("+86 10 5555 0100".to_owned()),
        phone_number_verified: Some(true),
        address: Some(Address {
            locality: Some("Shanghai".to_owned()),
            country: Some("CN".to_owned()),
            ..Address::default()
        }),
    };
    let claims = standard_claims(
        &account,
        &["openid", "profile", "email", "address", "phone"],
        &[],
    );
    let mut all: Vec<&str> = of_account().collect();
    all.sort_unstable();
    assert_eq!(names(&claims), all);
    assert_eq!(claims["email_verified"], json!(true));
    assert_eq!(claims["phone_number_verified"], json!(true));
    assert_eq!(
        claims["address"],
        json!({"locality": "Shanghai", "country": "CN"})
    );
    assert_eq!(claims["locale"], json!("zh-CN"));
}

/// Section 5.5: single claims by name; unknown ones are ignored.
#[test]
fn single_claims_are_asked_for_by_name() {
    let claims = standard_claims(&sample(), &["openid"], &["email", "shoe_size", "name"]);
    assert_eq!(names(&claims), ["email", "name"]);
}

/// section 5.1, `birthdate`.
#[test]
fn a_birthdate_has_one_of_three_forms() {
    for good in ["1980-02-29", "0000-12-31", "1980"] {
        assert!(is_birthdate(good), "{good}");
    }
    for bad in [
        "1981-02-29",
        "80",
        "0000",
        "1980-2-3",
        "1980-13-01",
        "1980-01",
        "+980-01-01",
        "",
    ] {
        assert!(!is_birthdate(bad), "{bad}");
    }
}
