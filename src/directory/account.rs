//! An account, the rules for its fields, and whether its owner may sign in now.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Serialize;

use super::account_error::AccountError;
use super::last_day::today;
use super::names::{LANGUAGES, normalise};
use super::profile::Profile;
use crate::clock::Millis;
use crate::db::{Number, coded};
use crate::faults::{Faults, Rule};
use crate::files::picture_in;
use crate::i18n::characters::is_unseen;
use crate::mail;

/// Most characters of an account name, an email address, a corporate id or a display name
/// (contract K-17).
pub(super) const LONGEST_NAME: usize = 100;

/// The status of an account (contract G-39). Audit entries contain its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// In use.
    #[default]
    Enabled,
    /// Requested, not approved yet.
    Processing,
    Disabled,
}

coded!(Status as "AccountStatus" => { Enabled = 0, Processing = 1, Disabled = 2 });
/// The status in JSON.
pub type AccountStatusNumber = Number<Status>;

/// An agency, a company or a brand that an account belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Organisation {
    pub id: String,
    /// Its name, as the portal's header shows it.
    pub name: String,
}

impl Organisation {
    /// The organisation `id`, if there is an id.
    pub fn of(id: Option<String>, name: Option<String>) -> Option<Self> {
        let name = name.unwrap_or_default();
        id.map(|id| Self { id, name })
    }
}

#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of a row")]
pub struct Account {
    /// UUID version 4; the `sub` of every token.
    pub id: String,
    /// The account name, as its owner spells it.
    pub username: String,
    /// The email address, which also signs in.
    pub email: Option<String>,
    /// True if the owner has proved that they read that address.
    pub email_verified: bool,
    /// The name shown to people.
    pub full_name: String,
    /// An argon2id hash; `None` if the owner only signs in through the corporate provider.
    pub password_hash: Option<String>,
    /// When the password was last set.
    pub password_changed_at: Option<Millis>,
    /// The next sign-in must set a new password.
    pub must_change_password: bool,
    pub status: Status,
    /// The last valid day in the configured zone (contract G-40).
    pub expire_date: Option<Date>,
    /// One of [`LANGUAGES`]; `None` if nobody chose one, so that the reader's browser decides.
    pub lang: Option<String>,
    /// The agency, which decides product access.
    pub agency: Option<Organisation>,
    /// The client (company).
    pub company: Option<Organisation>,
    /// The brand.
    pub brand: Option<Organisation>,
    /// Super administrator (contract P-06).
    pub sup_admin: bool,
    /// Sees the user manager (contract G-15).
    pub user_manager: bool,
    /// The id at the corporate provider.
    pub lion_id: Option<String>,
    pub wechat_bound: bool,
    /// Further OpenID claims.
    pub profile: Profile,
    /// Successful sign-ins so far.
    pub login_count: i64,
    /// The last successful sign-in.
    pub last_login_at: Option<Millis>,
    pub created_at: Millis,
    /// When its owner's data last changed.
    pub updated_at: Millis,
    /// Increases with each change.
    pub version: i64,
    /// When it was last changed, or created.
    pub changed_at: Millis,
    /// Who changed it last: the id of an account, or `cli`.
    pub changed_by: Option<String>,
    /// When a password that an administrator has seen expires (contract F-16).
    pub password_expires_at: Option<Millis>,
}

impl Account {
    /// The name of this person in pages, emails and the portal: the full name, or else the account
    /// name.
    pub fn display_name(&self) -> &str {
        match self.full_name.as_str() {
            "" => &self.username,
            name => name,
        }
    }

    /// The path of the picture of this person, if it is one that was uploaded and is kept here.
    pub fn kept_picture(&self) -> Option<&str> {
        let picture = self.profile.picture.as_deref();
        picture.filter(|address| picture_in(address).is_some())
    }
}

impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Account({})", self.id)
    }
}

/// The data of a new account.
#[derive(Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of a row")]
pub struct NewAccount {
    /// 1 to 100 characters; may contain an `@` only if it is the email address itself.
    pub username: String,
    pub email: Option<String>,
    /// True if the owner has proved that they read that address.
    pub email_verified: bool,
    /// The name shown to people, at most 100 characters; if empty, the account name.
    pub full_name: String,
    /// An argon2id hash.
    pub password_hash: Option<String>,
    /// The first sign-in must set a new password.
    pub must_change_password: bool,
    pub status: Status,
    /// The last valid day in the configured zone.
    pub expire_date: Option<Date>,
    /// One of [`LANGUAGES`], if anybody chose one.
    pub lang: Option<String>,
    pub agency_id: Option<String>,
    pub company_id: Option<String>,
    pub brand_id: Option<String>,
    pub sup_admin: bool,
    /// Sees the user manager.
    pub user_manager: bool,
    /// The id at the corporate provider: letters, digits and `*` (contract V-07).
    pub lion_id: Option<String>,
    /// Further OpenID claims.
    pub profile: Profile,
}

impl NewAccount {
    /// Trims all fields, fills in empty ones and checks them.
    ///
    /// # Errors
    /// Every fault, in the order of the fields.
    pub fn checked(mut self) -> Result<Self, AccountError> {
        self.username = trim(&self.username);
        self.email = trimmed(self.email);
        self.lion_id = trimmed(self.lion_id);
        self.full_name = trim(&self.full_name);
        if self.full_name.is_empty() {
            self.full_name.clone_from(&self.username);
        }
        let mut faults = Faults::default();
        let own = self.email.as_deref().map(normalise);
        let is_own = !self.username.contains('@') || own == Some(normalise(&self.username));
        faults.ensure(is_name(&self.username) && is_own, "username", Rule::Form);
        let is_mailable = self.email.as_deref().is_none_or(is_email);
        faults.ensure(is_mailable, "email", Rule::Form);
        faults.check("fullName", title_rule(&self.full_name, Rule::Form));
        let is_corporate = self.lion_id.as_deref().is_none_or(is_lion_id);
        faults.ensure(is_corporate, "lionId", Rule::Characters);
        faults.check("lang", self.lang.as_deref().and_then(language_rule));
        Ok(faults.or(self)?)
    }
}

/// The rule that an unsupported language breaks (contract K-28).
pub(super) fn language_rule(lang: &str) -> Option<Rule> {
    (!LANGUAGES.contains(&lang)).then_some(Rule::Language)
}

fn trim(text: &str) -> String {
    text.trim().to_owned()
}

pub(super) fn trimmed(field: Option<String>) -> Option<String> {
    field
        .map(|text| trim(&text))
        .filter(|text| !text.is_empty())
}

/// A name for people, of an account, an organisation or the like. One that signs in is stricter: [`is_name`].
pub(super) fn is_title(name: &str) -> bool {
    Rule::of_line(name).is_none() && !normalise(name).is_empty()
}

/// The rule that a name for people breaks: `form` if it has only invisible characters.
pub(super) fn title_rule(name: &str, form: Rule) -> Option<Rule> {
    Rule::of_line(name).or_else(|| (!is_title(name)).then_some(form))
}

pub(super) fn is_name(name: &str) -> bool {
    is_title(name) && name.chars().count() <= LONGEST_NAME && !name.chars().any(is_unseen)
}

/// True for an address that mail can be sent to.
pub fn is_email(address: &str) -> bool {
    is_name(address) && !address.contains(char::is_whitespace) && mail::is_mailable(address)
}

pub(super) fn is_lion_id(id: &str) -> bool {
    (1..=LONGEST_NAME).contains(&id.len())
        && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '*')
}

/// Why an account cannot be used. This is for the audit trail and never shown to the person who
/// signs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhyNot {
    /// It waits for approval.
    #[error("the account waits for approval")]
    Processing,
    #[error("the account is disabled")]
    Disabled,
    /// Its last valid day has passed.
    #[error("the account has expired")]
    Expired,
}

/// True if `account` may be used at `now`, with its last day in `zone` (contract G-39, G-40). Every
/// function that issues or refreshes a token checks this (attack 24).
pub fn may_sign_in(account: &Account, now: Millis, zone: &TimeZone) -> Result<(), WhyNot> {
    match account.status {
        Status::Enabled => {}
        Status::Processing => return Err(WhyNot::Processing),
        Status::Disabled => return Err(WhyNot::Disabled),
    }
    if has_expired(account.expire_date, now, zone) {
        return Err(WhyNot::Expired);
    }
    Ok(())
}

/// True if the last valid day has passed at `now` in `zone` (contract G-40).
pub fn has_expired(last: Option<Date>, now: Millis, zone: &TimeZone) -> bool {
    last.is_some_and(|last| today(now, zone) > last)
}

#[cfg(test)]
pub(super) mod tests;
