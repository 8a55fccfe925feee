//! Faults in the submitted data of an account, and why an account was not saved.

use std::fmt;

use super::claim_fault::ClaimRule;
use super::earlier_change::EarlierChange;
use crate::clock::Millis;
use crate::db::DbError;

/// A field in the form of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountField {
    Username,
    Email,
    Password,
    FullName,
    /// The corporate id.
    LionId,
    Language,
    Agency,
    /// The client (company).
    Company,
    Brand,
    ExpireDate,
    Status,
    SuperAdministrator,
    /// The group that it becomes a member of.
    Group,
    /// The claim of this name; `address.country` names a member of the address.
    Claim(String),
}

/// A rule that a field breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountRule {
    /// The form of an account name, an email address, a corporate id or a display name.
    Form,
    /// At most 100 characters (contract V-05, V-35).
    Length,
    /// No character that nobody sees.
    Hidden,
    /// Only letters, digits and `*`, and at least one (contract V-06, V-07).
    Characters,
    /// 8 to 20 characters (contract V-12, V-34).
    PasswordLength,
    /// A day after today and within one year (contract V-10).
    ExpireDate,
    /// One of the two languages (contract K-28).
    Language,
    /// An existing organisation that belongs to the agency or company of the account.
    Known,
    /// Another super administrator must be able to sign in for at least as long, because only super administrators can
    /// create one.
    LastSuperAdministrator,
    /// A rule of a claim.
    Claim(ClaimRule),
}

/// A part of an account that only some people who edit accounts may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountPart {
    /// How and until when its owner signs in ([`MayChange::sign_in`]).
    ///
    /// [`MayChange::sign_in`]: super::MayChange::sign_in
    SignIn,
    /// Agency, client (company) and brand.
    Place,
    SuperAdministrator,
}

/// One fault in the submitted data of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountFault {
    pub field: AccountField,
    pub rule: AccountRule,
}

/// All faults, in the order of the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountFaults(Vec<AccountFault>);

/// Why an account was not saved.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// Other accounts already have these names, addresses or corporate ids.
    #[error("another account has this {}", shown(.0))]
    Taken(Vec<AccountField>),
    /// The submitted data is not allowed.
    #[error(transparent)]
    Invalid(#[from] AccountFaults),
    /// The account was changed after it was read.
    #[error("the account was changed meanwhile")]
    Conflict(EarlierChange),
    #[error("there is no such account")]
    Unknown,
    /// The caller may not change this part of this account.
    #[error("who asks may not change {} of this account", .0.noun())]
    NotAllowed(AccountPart),
    /// The person has reached the daily limit of attempts to add accounts.
    #[error("too many added accounts")]
    TooManyAdded {
        /// Until the next one is accepted.
        wait: Millis,
    },
    /// The person has reached the daily limit of welcome emails.
    #[error("too many welcome emails")]
    TooManyEmails {
        /// Until the next one is sent.
        wait: Millis,
    },
    /// The database failed.
    #[error(transparent)]
    Db(DbError),
}

impl From<DbError> for AccountError {
    /// A duplicate that appeared between check and write is reported without its field.
    fn from(error: DbError) -> Self {
        if error.is_duplicate() {
            Self::Taken(Vec::new())
        } else {
            Self::Db(error)
        }
    }
}

impl From<AccountFault> for AccountError {
    fn from(fault: AccountFault) -> Self {
        Self::Invalid(AccountFaults(vec![fault]))
    }
}

impl AccountField {
    /// The fault of this field, with the broken rule.
    pub const fn breaks(self, rule: AccountRule) -> AccountFault {
        AccountFault { field: self, rule }
    }
}

impl AccountFaults {
    /// Adds a fault, unless its field already has one: a reader fixes one fault at a time.
    pub fn add(&mut self, fault: AccountFault) {
        if !self.0.iter().any(|known| known.field == fault.field) {
            self.0.push(fault);
        }
    }

    /// Adds `fault` unless `holds`.
    pub fn ensure(&mut self, holds: bool, fault: AccountFault) {
        if !holds {
            self.add(fault);
        }
    }

    pub fn list(&self) -> &[AccountFault] {
        &self.0
    }

    /// `value` if there are no faults.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }
}

impl std::error::Error for AccountFaults {}

impl fmt::Display for AccountFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&shown.join("\n  "))
    }
}

impl fmt::Display for AccountFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let allowed = match (&self.field, self.rule) {
            (AccountField::Username, _) => {
                "has 1 to 100 characters and holds an @ only as the account's own email"
            }
            (AccountField::Email, _) => "has the form name@host and at most 100 characters",
            (_, AccountRule::Hidden | AccountRule::Claim(ClaimRule::Hidden)) => {
                "has no character that cannot be seen"
            }
            (AccountField::LionId, _) => "has 1 to 100 letters, digits or *",
            (AccountField::FullName, _) | (_, AccountRule::Length) => "has at most 100 characters",
            (_, AccountRule::Language) => "is en-us or zh-cn",
            (_, AccountRule::ExpireDate) => "is a day after today and within one year",
            (_, AccountRule::Known) => "is one that exists, of the account's agency or company",
            (_, AccountRule::PasswordLength) => "has 8 to 20 characters",
            (_, AccountRule::Characters) => "has letters, digits and * alone",
            (_, AccountRule::LastSuperAdministrator) => {
                "stays: no other super administrator can sign in for as long"
            }
            (_, AccountRule::Form | AccountRule::Claim(_)) => "has another form",
        };
        write!(f, "the {} {allowed}", self.field.noun())
    }
}

impl AccountPart {
    const fn noun(self) -> &'static str {
        match self {
            Self::SignIn => "the sign-in",
            Self::Place => "agency, company or brand",
            Self::SuperAdministrator => "the super administrator",
        }
    }
}

impl AccountField {
    fn noun(&self) -> &str {
        match self {
            Self::Username => "account name",
            Self::Email => "email address",
            Self::Password => "password",
            Self::FullName => "full name",
            Self::LionId => "lionId",
            Self::Language => "language",
            Self::Agency => "agency",
            Self::Company => "company",
            Self::Brand => "brand",
            Self::ExpireDate => "last valid day",
            Self::Status => "status",
            Self::SuperAdministrator => "super administrator",
            Self::Group => "group",
            Self::Claim(name) => name,
        }
    }
}

fn shown(fields: &[AccountField]) -> String {
    if fields.is_empty() {
        return "name, email address or lionId".to_owned();
    }
    let nouns: Vec<&str> = fields.iter().map(AccountField::noun).collect();
    nouns.join(" and ")
}
