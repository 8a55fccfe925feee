//! The differences between two states of an account, for the audit trail.

use super::account::{Account, Organisation};
use super::profile::Profile;
use crate::audit::{Changes, changes};

/// The changed fields, each by the name of its claim if it has one. A new field of an account does
/// not compile until this function says whether its values may be recorded.
pub fn account_changes(old: &Account, new: &Account) -> Changes {
    let claims = changes!(
        Profile {
            given_name: told,
            family_name: told,
            middle_name: told,
            nickname: told,
            preferred_username: told,
            profile: told,
            picture: told,
            website: told,
            gender: told,
            birthdate: told,
            zoneinfo: told,
            locale: told,
            phone_number: told,
            phone_number_verified: told,
            address: told,
        },
        &old.profile,
        &new.profile
    );
    let account = changes!(
        Account {
            id: skipped,
            username: told,
            full_name as "name": told,
            email: told,
            email_verified: told,
            password_hash as "password": untold,
            // Changes together with the password.
            password_changed_at: skipped,
            must_change_password: told,
            status: told,
            expire_date: told,
            lang: told,
            agency: told by organisation,
            company: told by organisation,
            brand: told by organisation,
            sup_admin: told,
            user_manager: told,
            lion_id: told,
            wechat_bound: told,
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
        let told = serde_json::to_value(&changes).unwrap();
        assert_eq!(told[2]["from"], "enabled");
        assert_eq!(told[2]["to"], "disabled");
        assert!(account_changes(&new, &new).is_empty());
    }

    /// Attack 32: the trail contains no password hash.
    #[test]
    fn a_password_is_never_recorded() {
        let mut new = sample();
        new.password_hash = Some("$argon2id$another".to_owned());
        let changes = account_changes(&sample(), &new);
        let told = serde_json::to_string(&changes).unwrap();
        assert_eq!(told, r#"[{"field":"password"}]"#);
    }
}
