use jiff::civil::date;

use super::*;
use crate::clock::{HOUR, SECOND};

pub(in crate::directory) fn sample() -> Account {
    Account {
        id: "5d0c7d0e-7a52-4b0c-9a58-2b8f6a3f2f10".to_owned(),
        username: "DanMember".to_owned(),
        email: Some("dan@demo.test".to_owned()),
        email_verified: true,
        full_name: "Dan Member".to_owned(),
        password_hash: None,
        password_changed_at: None,
        must_change_password: false,
        status: Status::Enabled,
        expire_date: None,
        lang: None,
        agency: None,
        company: None,
        brand: None,
        sup_admin: false,
        user_manager: false,
        lion_id: None,
        wechat_bound: false,
        profile: Profile::default(),
        login_count: 0,
        last_login_at: None,
        created_at: 0,
        updated_at: 1_700_000_000_500,
        version: 1,
        changed_at: 0,
        changed_by: None,
        password_expires_at: None,
    }
}

/// Contract G-39: only status 0 signs in.
#[test]
fn only_an_enabled_account_is_used() {
    let mut account = sample();
    assert_eq!(may_sign_in(&account, 0, &TimeZone::UTC), Ok(()));
    account.status = Status::Processing;
    assert_eq!(
        may_sign_in(&account, 0, &TimeZone::UTC),
        Err(WhyNot::Processing)
    );
    account.status = Status::Disabled;
    assert_eq!(
        may_sign_in(&account, 0, &TimeZone::UTC),
        Err(WhyNot::Disabled)
    );
}

/// Contract G-40: the date is the last valid day in the configured zone.
#[test]
fn the_last_day_ends_at_midnight_of_the_zone() {
    let shanghai = TimeZone::fixed(jiff::tz::offset(8));
    let mut account = sample();
    account.expire_date = Some(date(2026, 11, 21));
    let midnight = date(2026, 11, 22)
        .to_zoned(shanghai.clone())
        .unwrap()
        .timestamp()
        .as_millisecond();
    assert_eq!(may_sign_in(&account, midnight - SECOND, &shanghai), Ok(()));
    assert_eq!(
        may_sign_in(&account, midnight, &shanghai),
        Err(WhyNot::Expired)
    );
    assert_eq!(
        may_sign_in(&account, midnight + 7 * HOUR, &TimeZone::UTC),
        Ok(())
    );
}

/// Contract V-35, V-07, K-17 and F-56: the rules for the fields of an account.
#[test]
fn a_new_account_is_checked() {
    let good = NewAccount {
        username: " Ada ".to_owned(),
        email: Some(" Ada@demo.test ".to_owned()),
        ..NewAccount::default()
    };
    let kept = good.clone().checked().unwrap();
    assert_eq!(
        (kept.username.as_str(), kept.full_name.as_str()),
        ("Ada", "Ada")
    );
    assert_eq!(kept.lang, None, "nobody chose one");
    assert_eq!(kept.email.as_deref(), Some("Ada@demo.test"));
    let faulty = |change: &dyn Fn(&mut NewAccount)| {
        let mut wished = good.clone();
        change(&mut wished);
        match wished.checked().err()? {
            AccountError::Invalid(faults) => Some(faults.list()[0].field.to_string()),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        faulty(&|a| a.username = "Ada\u{200b}".to_owned()),
        Some("username".to_owned())
    );
    assert_eq!(
        faulty(&|a| a.username = "x".repeat(101)),
        Some("username".to_owned())
    );
    assert_eq!(
        faulty(&|a| a.username = "ben@demo.test".to_owned()),
        Some("username".to_owned())
    );
    assert_eq!(faulty(&|a| a.username = "ADA@demo.test".to_owned()), None);
    assert_eq!(
        faulty(&|a| a.email = Some("ada".to_owned())),
        Some("email".to_owned())
    );
    assert_eq!(
        faulty(&|a| a.lion_id = Some("a b".to_owned())),
        Some("lionId".to_owned())
    );
    assert_eq!(
        faulty(&|a| a.lang = Some("fr".to_owned())),
        Some("lang".to_owned())
    );
    let hidden = NewAccount {
        full_name: "Ada\u{200b}Super".to_owned(),
        ..good
    };
    let shown = hidden.checked().err().unwrap().to_string();
    assert!(
        shown.contains("has no character that cannot be seen"),
        "{shown}"
    );
}

#[test]
fn debug_output_says_nothing_about_a_person() {
    let shown = format!("{:?}", sample());
    assert!(!shown.contains("Dan") && !shown.contains("demo.test"));
}
