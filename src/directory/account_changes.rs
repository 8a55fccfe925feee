//! The differences between two states of an account, for the audit trail.

use super::account::{Account, Organisation};
use super::profile::Profile;
use crate::audit::{Changes, changes};

/// The changed fields, each by the name of its claim if it has one. A new field of an account does
/// not compile until this function says whether its values may be recorded.
pub fn account_changes(old: &Account, new: &Account) -> Changes {
    let claims = changes!(
        Profile {
            given_name: recorded,
            family_name: recorded,
            middle_name: recorded,
            nickname: recorded,
            preferred_username: recorded,
            profile: recorded,
            picture: recorded,
            website: recorded,
            gender: recorded,
            birthdate: recorded,
            zoneinfo: recorded,
            locale: recorded,
            phone_number: recorded,
            phone_number_verified: recorded,
            address: recorded,
        },
        &old.profile,
        &new.profile
    );
    let account = changes!(
        Account {
            id: skipped,
            username: recorded,
            full_name as "name": recorded,
            email: recorded,
            email_verified: recorded,
            password_hash as "password": hidden,
            // Changes together with the password.
            password_changed_at: skipped,
            must_change_password: recorded,
            status: recorded,
            expire_date: recorded,
            lang: recorded,
            agency: recorded by organisation,
            company: recorded by organisation,
            brand: recorded by organisation,
            sup_admin: recorded,
            user_manager: recorded,
            lion_id: recorded,
            wechat_bound: recorded,
            // Each claim is recorded by its own name.
            profile: skipped,
            // A count, which nobody changes by hand.
            login_count: skipped,
            last_login_at: skipped,
            created_at: skipped,
            updated_at: skipped,
            version: skipped,
            changed_at: skipped,
            changed_by: skipped,
            // Set and cleared together with the password.
            password_expires_at: skipped,
        },
        old,
        new
    );
    account.and(claims)
}

/// Name and id, because two organisations may have the same name.
fn organisation(organisation: Option<&Organisation>) -> Option<String> {
    let Organisation { id, name } = organisation?;
    Some(format!("{name} ({id})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directory::Status;
    use crate::directory::account::tests::sample;

    #[test]
    fn each_field_is_recorded_by_its_name() {
        let mut new = sample();
        new.status = Status::Disabled;
        new.full_name = "Another".to_owned();
        new.email = None;
        new.profile.nickname = Some("nick".to_owned());
        let changes = account_changes(&sample(), &new);
        assert_eq!(changes.names(), ["name", "email", "status", "nickname"]);
        let shown = serde_json::to_value(&changes).unwrap();
        assert_eq!(shown[2]["from"], "enabled");
        assert_eq!(shown[2]["to"], "disabled");
        assert!(account_changes(&new, &new).is_empty());
    }

    /// Attack 32: the trail contains no password hash.
    #[test]
    fn a_password_is_never_recorded() {
        let mut new = sample();
        new.password_hash = Some("$argon2id$another".to_owned());
        let changes = account_changes(&sample(), &new);
        let shown = serde_json::to_string(&changes).unwrap();
        assert_eq!(shown, r#"[{"field":"password"}]"#);
    }
}
