use super::*;
use crate::directory::account::tests::sample;

fn wishes(pairs: &[(&str, &str)]) -> Vec<ClaimValue> {
    let wish = |(claim, value): &(&str, &str)| ClaimValue {
        claim: (*claim).to_owned(),
        value: (*value).to_owned(),
    };
    pairs.iter().map(wish).collect()
}

fn with(account: &Account, pairs: &[(&str, &str)]) -> Result<Known, ClaimFaults> {
    Known::of(account).with(&wishes(pairs), account)
}

/// OpenID Connect Core 5.1: the stored form of each claim.
#[test]
fn each_claim_is_kept_in_its_own_form() {
    for (claim, value, kept) in [
        ("given_name", " Dan ", "Dan"),
        ("family_name", "王", "王"),
        ("middle_name", "M.", "M."),
        ("nickname", "danny", "danny"),
        ("preferred_username", "dan.m", "dan.m"),
        ("gender", "non-binary", "non-binary"),
        (
            "profile",
            "https://p.test/dan?a=1",
            "https://p.test/dan?a=1",
        ),
        (
            "picture",
            "https://p.test/dan.png",
            "https://p.test/dan.png",
        ),
        ("website", "https://dan.test", "https://dan.test"),
        ("birthdate", "1980-02-29", "1980-02-29"),
        ("birthdate", "0000-02-29", "0000-02-29"),
        ("birthdate", "1980", "1980"),
        ("zoneinfo", "Europe/Paris", "Europe/Paris"),
        ("zoneinfo", "asia/shanghai", "Asia/Shanghai"),
        ("locale", "zh-cn", "zh-CN"),
        ("locale", "fr", "fr"),
        ("locale", "zh-hant-tw", "zh-Hant-TW"),
        ("phone_number", "+8613812345678", "+8613812345678"),
        ("phone_number", "+1 (425) 555-1212", "+14255551212"),
        (
            "phone_number",
            "+1 604.555.1234;ext=5678",
            "+16045551234;ext=5678",
        ),
    ] {
        let mut known = with(&sample(), &[(claim, value)]).unwrap();
        let text = TEXTS.iter().find(|text| text.name == claim).unwrap();
        let found = (text.field)(&mut known.profile).as_deref();
        assert_eq!(found, Some(kept), "{claim} {value}");
    }
}

/// K-17: each fault names its claim and the allowed values, and all are reported at once.
#[test]
fn what_is_not_allowed_is_named_with_what_is() {
    let long = "x".repeat(101);
    let endless = format!("https://p.test/{}", "x".repeat(2_000));
    for (claim, value, allowed) in [
        ("given_name", long.as_str(), "a line of 1 to 100 characters"),
        ("nickname", "two\nlines", "a line without"),
        ("gender", "a\u{202e}b", "a line without"),
        ("family_name", "a\0b", "a line without"),
        ("name", long.as_str(), "a line of"),
        ("profile", "http://p.test", "an https address"),
        ("picture", "javascript:alert(1)", "an https address"),
        ("picture", "data:image/png;base64,AA", "an https address"),
        ("website", "https://dan@p.test/", "an https address"),
        ("website", "https://p.test\\@evil.test", "an https address"),
        ("website", "https://", "an https address"),
        ("website", "HTTPS://p.test", "an https address"),
        ("website", &endless, "an https address"),
        ("birthdate", "1981-02-29", "a date as YYYY-MM-DD"),
        ("birthdate", "29.2.1980", "a date as"),
        ("birthdate", "0000", "a date as"),
        (
            "zoneinfo",
            "Europe/Atlantis",
            "a time zone of the tz database",
        ),
        ("zoneinfo", "../../etc/passwd", "a time zone"),
        ("zoneinfo", "+08:00", "a time zone"),
        ("locale", "english", "a BCP 47 language tag"),
        ("locale", "e", "a BCP 47"),
        ("locale", "en US", "a BCP 47"),
        ("phone_number", "13812345678", "an E.164 number"),
        ("phone_number", "+0 123 456", "an E.164"),
        ("phone_number", "+1234567890123456", "an E.164"),
        ("phone_number", "+86 call me", "an E.164"),
        ("phone_number", "+14255551212;ext=", "an E.164"),
        ("email", "nobody", "an email address of the form name@host"),
        ("email", "a b@c.test", "an email address"),
        ("email_verified", "yes", "true or false"),
        ("phone_number_verified", "1", "true or false"),
        ("phone_number_verified", "true", "true where it is known"),
        ("address", "China", "a JSON object with texts as formatted"),
        ("address", "[\"x\"]", "a JSON object"),
        ("address", "{\"country\":1}", "a JSON object"),
        ("address", "{\"planet\":\"Earth\"}", "a JSON object"),
        ("address.planet", "Earth", "a JSON object"),
        ("address.country", "C\u{1b}N", "1 to 200 characters"),
        ("address.locality", "two\nlines", "1 to 200 characters"),
        ("updated_at", "1", "one of address, birthdate,"),
        ("sub", "x", "one of address"),
        ("shoe_size", "44", "one of address"),
        ("sup_admin", "true", "one of address"),
        ("", "x", "one of address"),
    ] {
        let refused = with(&sample(), &[(claim, value)]).err();
        let refused = refused.unwrap_or_else(|| panic!("{claim}={value} is taken"));
        let [fault] = refused.list() else {
            panic!("{claim}: {refused}");
        };
        assert!(
            fault.claim.starts_with(claim.split('.').next().unwrap()),
            "{fault}"
        );
        assert!(
            fault.allowed.starts_with(allowed),
            "{claim}={value}: {fault}"
        );
        assert!(!fault.to_string().contains('\u{1b}'), "{fault:?}");
    }
    let all = with(
        &sample(),
        &[
            ("birthdate", "x"),
            ("nickname", "dan"),
            ("locale", "x"),
            ("nickname", "danny"),
        ],
    );
    let all = all.err().unwrap();
    let keys: Vec<&str> = all
        .list()
        .iter()
        .map(|fault| fault.claim.as_str())
        .collect();
    assert_eq!(keys, ["birthdate", "locale", "nickname"]);
    assert!(all.to_string().contains("nickname is given twice"), "{all}");
}

/// A new address or number is unverified until an administrator says that it is verified (attack
/// 21).
#[test]
fn what_was_verified_is_the_value_and_not_the_claim() {
    let mut account = sample();
    account.email_verified = true;
    account.profile.phone_number = Some("+14255551212".to_owned());
    account.profile.phone_number_verified = Some(true);
    let same = [("email", account.email.clone().unwrap())];
    let same: Vec<(&str, &str)> = same.iter().map(|(c, v)| (*c, v.as_str())).collect();
    assert!(with(&account, &same).unwrap().email_verified);
    let changed = [("email", "new@demo.test"), ("phone_number", "+14255551213")];
    let known = with(&account, &changed).unwrap();
    assert!(!known.email_verified);
    assert_eq!(known.profile.phone_number_verified, None);
    let claims = [
        ("email_verified", "true"),
        ("email", "new@demo.test"),
        ("phone_number_verified", "true"),
        ("phone_number", "+14255551213"),
    ];
    let known = with(&account, &claims).unwrap();
    assert!(known.email_verified);
    assert_eq!(known.profile.phone_number_verified, Some(true));
    let gone = with(&account, &[("email", ""), ("email_verified", "true")]);
    assert!(gone.is_err());
}

/// Section 5.1.1: the address as a whole or member by member.
#[test]
fn an_address_is_set_whole_or_by_its_members() {
    let mut account = sample();
    let whole = r#"{"country":"CN","locality":" Shanghai ","region":""}"#;
    account.profile = with(&account, &[("address", whole)]).unwrap().profile;
    let address = account.profile.address.clone().unwrap();
    assert_eq!(address.country.as_deref(), Some("CN"));
    assert_eq!(address.locality.as_deref(), Some("Shanghai"));
    assert_eq!(address.region, None);
    let members = [
        ("address.country", ""),
        ("address.street_address", "88 Riverside Road\r\nFloor 2"),
    ];
    account.profile = with(&account, &members).unwrap().profile;
    let address = account.profile.address.clone().unwrap();
    assert_eq!(
        (address.country, address.locality.as_deref()),
        (None, Some("Shanghai"))
    );
    let street = "88 Riverside Road\nFloor 2";
    assert_eq!(address.street_address.as_deref(), Some(street));
    let rest = [("address.locality", ""), ("address.street_address", "")];
    assert_eq!(with(&account, &rest).unwrap().profile.address, None);
    assert_eq!(
        with(&account, &[("address", "")]).unwrap().profile.address,
        None
    );
    // Each member is short enough, the whole address is not.
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}";
    let (formatted, street) = (family.repeat(300), family.repeat(100));
    let long = [("address.formatted", formatted.as_str())];
    account.profile = with(&account, &long).unwrap().profile;
    let refused = with(&account, &[("address.street_address", &street)]).err();
    let refused = refused.unwrap().to_string();
    assert!(
        refused.starts_with("address has more than 8192 bytes"),
        "{refused}"
    );
    let exchanged = [
        ("address.street_address", street.as_str()),
        ("address.formatted", ""),
    ];
    assert!(with(&account, &exchanged).is_ok());
    let replaced = with(&account, &[("address", "{}")]).unwrap();
    assert_eq!(replaced.profile.address, None);
}

/// Every claim of OpenID Connect Core 5.1 can be set, except `sub` and `updated_at`, which Atrium
/// sets.
#[test]
fn every_standard_claim_can_be_set() {
    let mut settable: Vec<&str> = TEXTS.iter().map(|text| text.name).chain(OTHERS).collect();
    settable.sort_unstable();
    let standard = [
        "address",
        "birthdate",
        "email",
        "email_verified",
        "family_name",
        "gender",
        "given_name",
        "locale",
        "middle_name",
        "name",
        "nickname",
        "phone_number",
        "phone_number_verified",
        "picture",
        "preferred_username",
        "profile",
        "website",
        "zoneinfo",
    ];
    assert_eq!(settable, standard);
}

/// An account whose name is an email address keeps it (attack 15: one name, one account).
#[test]
fn an_account_named_by_its_address_keeps_it() {
    let mut account = sample();
    account.username = "dan@demo.test".to_owned();
    assert!(with(&account, &[("email", "Dan@Demo.test")]).is_ok());
    for other in ["", "other@demo.test"] {
        let refused = with(&account, &[("email", other)]).err().unwrap();
        assert!(
            refused.to_string().contains("allowed is the account name"),
            "{refused}"
        );
    }
}
