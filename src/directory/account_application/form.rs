//! What a person types who applies for an account.

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::db::Reads;
use crate::directory::account::trimmed;
use crate::directory::account_error::AccountError;
use crate::directory::account_form::{AccountForm, CheckedForm};
use crate::faults::{Faults, Rule};

/// The most characters of a reason.
pub(super) const LONGEST_REASON: usize = 500;

/// What a person types who wants an account. It has nothing that gives rights: no roles, no status, no last day, and no
/// password, which is chosen behind the confirmed link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Applicant {
    pub username: String,
    pub email: String,
    pub full_name: Option<String>,
    pub lang: Option<String>,
    pub agency_id: Option<String>,
    pub company_id: Option<String>,
    /// The wanted group: its name or id, as typed.
    pub group: String,
    /// Why the person wants an account.
    pub reason: String,
}

/// An application, as its job and its link carry it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Application {
    /// A random id; it is stored with the confirmed application, so that a link works once.
    pub id: String,
    pub applicant: Applicant,
}

impl Applicant {
    /// Trims and checks every field. Agency and company are looked up, names and address are not: only the job knows
    /// whether somebody has them.
    ///
    /// # Errors
    /// Every fault of every field.
    pub async fn checked(
        self,
        view: &mut dyn Reads,
        now: Millis,
        zone: &TimeZone,
    ) -> Result<Self, AccountError> {
        let applicant = self.trimmed();
        let mut faults = match applicant.account(view, now, zone).await {
            Ok(_) => Faults::default(),
            Err(AccountError::Invalid(faults)) => faults,
            Err(error) => return Err(error),
        };
        faults.check("group", Rule::of_line(&applicant.group));
        let reason = applicant.reason.as_str();
        faults.ensure(!reason.is_empty(), "reason", Rule::Required);
        let long = Rule::of_text(reason, LONGEST_REASON, Rule::LongReason);
        faults.check("reason", long);
        Ok(faults.or(applicant)?)
    }

    fn trimmed(self) -> Self {
        let plain = |text: String| text.trim().to_owned();
        Self {
            username: plain(self.username),
            email: plain(self.email),
            full_name: trimmed(self.full_name),
            lang: trimmed(self.lang),
            agency_id: trimmed(self.agency_id),
            company_id: trimmed(self.company_id),
            group: plain(self.group),
            reason: plain(self.reason),
        }
    }

    /// The account that is wanted, by the rules of the form of a new account (contract E-20, V-03 to V-05).
    pub(super) async fn account(
        &self,
        view: &mut dyn Reads,
        now: Millis,
        zone: &TimeZone,
    ) -> Result<CheckedForm, AccountError> {
        let form = AccountForm {
            username: self.username.clone(),
            email: self.email.clone(),
            chooses_password: true,
            full_name: self.full_name.clone(),
            lang: self.lang.clone(),
            agency_id: self.agency_id.clone(),
            company_id: self.company_id.clone(),
            ..AccountForm::default()
        };
        form.check_fields(view, now, zone).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attacks 21 and 34, trap T11: whatever is sent beside the fields of the form is dropped, so an application gives no
    /// rights and brings no password.
    #[test]
    fn attack_34_an_applicant_has_no_field_that_gives_rights() {
        let sent = serde_json::json!({
            "username": "LiWei", "email": "li.wei@demo.test", "full_name": null, "lang": null, "agency_id": null,
            "company_id": null, "group": "", "reason": "", "password": "Chosen123", "sup_admin": true,
            "roles": ["1"], "status": 0, "email_verified": true, "expire_date": null,
        });
        let applicant: Applicant = serde_json::from_value(sent).unwrap();
        let kept = serde_json::to_value(&applicant).unwrap();
        let mut names: Vec<_> = kept.as_object().unwrap().keys().cloned().collect();
        names.sort();
        let known = [
            "agency_id",
            "company_id",
            "email",
            "full_name",
            "group",
            "lang",
            "reason",
            "username",
        ];
        assert_eq!(names, known);
    }
}
