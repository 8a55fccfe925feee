//! The form of a new account, for administrators and managers (contract E-20, E-21).

use jiff::tz::TimeZone;
use zeroize::Zeroizing;

use super::account::{NewAccount, is_email, is_lion_id, language_rule, title_rule, trimmed};
use super::account_error::AccountError;
use super::guessable::{self, is_guessable};
use super::last_day::{last_day, today};
use super::organisation::{OrganisationKind, OrganisationStatus};
use super::password_pool::HashError;
use super::sign_in::PasswordSignIn;
use super::store;
use super::store::organisations::find_belonging;
use crate::clock::Millis;
use crate::db::{DbError, Reads};
use crate::faults::{Faults, LONGEST_LINE, Rule};
use crate::i18n::characters::is_at_most;
use crate::limits::Asker;

/// Length of a password that is typed into the form (contract V-12, V-34, F-36).
const PASSWORD_LENGTH: std::ops::RangeInclusive<usize> = 8..=20;

/// The submitted form. An empty text counts as absent.
#[derive(Clone, Default)]
pub struct AccountForm {
    /// The account name, in camel case (contract V-03).
    pub username: String,
    pub email: String,
    /// The password; optional if the owner signs in through the corporate provider.
    pub password: Option<Zeroizing<String>>,
    /// True if the form needs no password, because the owner chooses one by an emailed link or gets a random one.
    pub chooses_password: bool,
    /// The corporate id; it makes the password optional.
    pub lion_id: Option<String>,
    /// The display name; the default is the account name.
    pub full_name: Option<String>,
    pub lang: Option<String>,
    pub agency_id: Option<String>,
    /// The id of a company of that agency.
    pub company_id: Option<String>,
    /// The last valid day, as `yyyy-MM-dd`.
    pub expire_date: Option<String>,
}

/// A form without faults. Its password is not hashed yet.
#[derive(Clone)]
pub struct CheckedForm {
    account: NewAccount,
    password: Option<Zeroizing<String>>,
}

impl std::fmt::Debug for CheckedForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CheckedForm({})", self.account.username)
    }
}

impl AccountForm {
    /// Checks every field, then whether the names are free, before any password is hashed.
    ///
    /// # Errors
    /// Every fault of every field, or the fields whose values other accounts already have.
    pub async fn check(
        self,
        view: &mut dyn Reads,
        now: Millis,
        zone: &TimeZone,
    ) -> Result<CheckedForm, AccountError> {
        let checked = self.check_fields(view, now, zone).await?;
        let taken = checked.taken(view).await?;
        taken.or(checked).map_err(AccountError::Taken)
    }

    /// Checks every field.
    ///
    /// # Errors
    /// Every fault of every field.
    pub(super) async fn check_fields(
        self,
        view: &mut dyn Reads,
        now: Millis,
        zone: &TimeZone,
    ) -> Result<CheckedForm, AccountError> {
        let mut faults = Faults::default();
        let password = self.checked_password(&mut faults);
        let mut account = NewAccount {
            username: self.username.trim().to_owned(),
            email: trimmed(Some(self.email)),
            full_name: trimmed(self.full_name).unwrap_or_default(),
            lion_id: trimmed(self.lion_id),
            lang: trimmed(self.lang),
            agency_id: trimmed(self.agency_id),
            company_id: trimmed(self.company_id),
            must_change_password: password.is_some(),
            ..NewAccount::default()
        };
        check_names(&account, &mut faults);
        let is_long =
            |password: &&Zeroizing<String>| PASSWORD_LENGTH.contains(&password.chars().count());
        if let Some(password) = password.as_ref().filter(is_long) {
            let (email, full_name) = (account.email.as_deref(), &account.full_name);
            let about = guessable::names(&account.username, email, full_name, "");
            let is_bad = is_guessable(password, about).await;
            faults.ensure(!is_bad, "password", Rule::PasswordGuessable);
        }
        faults.check("lang", account.lang.as_deref().and_then(language_rule));
        if let Some(text) = trimmed(self.expire_date) {
            account.expire_date = last_day(&text, today(now, zone));
            let is_allowed = account.expire_date.is_some();
            faults.ensure(is_allowed, "expireDate", Rule::ExpireDate);
        }
        check_place(view, &account, &mut faults).await?;
        let account = faults.or(account)?;
        Ok(CheckedForm { account, password })
    }

    /// Contract V-06, V-08, V-34: required unless there is a corporate id.
    fn checked_password(&self, faults: &mut Faults) -> Option<Zeroizing<String>> {
        let password = self.password.clone().filter(|text| !text.is_empty());
        let Some(password) = password else {
            let is_corporate = trimmed(self.lion_id.clone()).is_some();
            let may_lack = is_corporate || self.chooses_password;
            faults.ensure(may_lack, "password", Rule::Characters);
            return None;
        };
        check_plain_password(&password, ("password", Rule::Characters), faults);
        Some(password)
    }
}

/// A password of the API has 8 to 20 letters, digits and `*` (contract V-06, V-08, V-12).
/// Other characters break its field's rule `broken`.
pub fn check_plain_password(
    password: &str,
    (field, broken): (&'static str, Rule),
    faults: &mut Faults,
) {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '*';
    faults.ensure(password.chars().all(is_plain), field, broken);
    let is_long = PASSWORD_LENGTH.contains(&password.chars().count());
    faults.ensure(is_long, field, Rule::ValidFormat);
}

fn check_names(account: &NewAccount, faults: &mut Faults) {
    let is_short = |text: &str| is_at_most(text, LONGEST_LINE);
    let mut check = |field: &'static str, text: Option<&str>, good: bool, rule| {
        faults.ensure(text.is_none_or(is_short), field, Rule::Line);
        faults.ensure(good, field, rule);
    };
    let (username, email) = (account.username.as_str(), account.email.as_deref());
    let is_good = is_camel_case(username);
    check("username", Some(username), is_good, Rule::Form);
    let is_good = email.is_some_and(is_complete_email);
    check("email", email, is_good, Rule::Form);
    let full_name = account.full_name.as_str();
    let broken = title_rule(full_name, Rule::Form).filter(|_| !full_name.is_empty());
    check(
        "fullName",
        None,
        broken.is_none(),
        broken.unwrap_or(Rule::Form),
    );
    let lion_id = account.lion_id.as_deref();
    let is_good = lion_id.is_none_or(is_lion_id);
    check("lionId", lion_id, is_good, Rule::Characters);
}

/// Checks that agency and company exist and belong together.
async fn check_place(
    view: &mut dyn Reads,
    account: &NewAccount,
    faults: &mut Faults,
) -> Result<(), AccountError> {
    if let Some(id) = &account.agency_id {
        let found = find_belonging(view, OrganisationKind::Agency, id).await?;
        let is_known = found.is_some_and(|agency| agency.status == OrganisationStatus::On);
        faults.ensure(is_known, "agencyId", Rule::Belongs);
    }
    if let Some(id) = &account.company_id {
        let found = find_belonging(view, OrganisationKind::Company, id).await?;
        let belongs = found.is_some_and(|one| {
            let agency = &one.belongs_to;
            one.status == OrganisationStatus::On
                && (agency.is_none() || *agency == account.agency_id)
        });
        faults.ensure(belongs, "clientId", Rule::Belongs);
    }
    Ok(())
}

impl CheckedForm {
    /// The fields whose values other accounts have.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn taken(&self, view: &mut dyn Reads) -> Result<Faults, DbError> {
        let names = store::Names {
            username: Some(&self.account.username),
            email: self.account.email.as_deref(),
            lion_id: self.account.lion_id.as_deref(),
        };
        store::taken(view, &names, "").await
    }

    /// The account, for an owner who chooses the password.
    pub fn without_password(self) -> NewAccount {
        self.account
    }

    /// Hashes the password for the person with the id `actor`. Call it outside transactions.
    ///
    /// # Errors
    /// The pool is full.
    pub async fn hashed(
        self,
        passwords: &PasswordSignIn,
        actor: &str,
    ) -> Result<NewAccount, HashError> {
        let asker = Asker::Known(actor.to_owned());
        let PasswordSignIn { pool, random, .. } = passwords;
        let password_hash = match self.password {
            Some(password) => Some(pool.hash(password, random, &asker).await?),
            None => None,
        };
        Ok(NewAccount {
            password_hash,
            ..self.account
        })
    }
}

/// Contract G-68: `^[A-Z][A-Za-z0-9_]*[A-Z][a-z0-9_]+$`, such as `ZhangSan`.
fn is_camel_case(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_upper = |c: char| c.is_ascii_uppercase();
    let last_hump = name.rfind(is_upper);
    name.starts_with(is_upper)
        && name.chars().all(plain)
        && last_hump.is_some_and(|at| at > 0 && at + 1 < name.len())
}

/// Contract G-69: local@domain.tld.
pub fn is_complete_email(address: &str) -> bool {
    let host = address.split_once('@').map_or("", |(_, host)| host);
    let is_domain = host.contains('.') && host.split('.').all(|label| !label.is_empty());
    is_email(address) && is_domain
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract V-03, G-68.
    #[test]
    fn a_new_name_is_camel_case() {
        for (name, good) in [
            ("ZhangSan", true),
            ("Zhang_San2", true),
            ("ABc", true),
            ("Zhang", false),
            ("zhangSan", false),
            ("ZhangS", false),
            ("Zhang San", false),
            ("ZhāngSan", false),
            ("A", false),
            ("", false),
        ] {
            assert_eq!(is_camel_case(name), good, "{name}");
        }
    }

    /// Contract V-04, G-69.
    #[test]
    fn an_address_has_a_domain() {
        for (address, good) in [
            ("a@b.co", true),
            ("a.b+c@d-e.test", true),
            ("a@b", false),
            ("a@.co", false),
            ("a@b.", false),
            ("@b.co", false),
            ("a@b@c.co", false),
            ("a b@c.co", false),
        ] {
            assert_eq!(is_complete_email(address), good, "{address}");
        }
    }
}
