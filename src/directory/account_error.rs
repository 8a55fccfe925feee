//! The error of the changes of accounts, with the words of the command line.

use super::earlier_change::EarlierChange;
use crate::clock::Millis;
use crate::db::DbError;
use crate::faults::{Fault, Faults, Rule};

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

/// Why an account was not saved.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// Other accounts already have these names, addresses or corporate ids.
    #[error("another account has this {}", shown(.0))]
    Taken(Faults),
    /// The submitted data is not allowed.
    #[error("{}", in_words(.0))]
    Invalid(#[from] Faults),
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
    /// The person has reached the daily limit of deletions of this account.
    #[error("too many deletions of this account")]
    TooManyDeletions {
        /// Until the next one is accepted.
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
            Self::Taken(Faults::default())
        } else {
            Self::Db(error)
        }
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

/// What the command line says about the fields.
fn in_words(faults: &Faults) -> String {
    let words = |Fault { field, rule }: &Fault| {
        let allowed = match (&**field, rule) {
            ("username", _) => {
                "has 1 to 100 characters and holds an @ only as the account's own email"
            }
            ("email", _) => "has the form name@host and at most 100 characters",
            (_, Rule::Hidden) => "has no character that cannot be seen",
            ("fullName", _) | (_, Rule::Line) => "has at most 100 characters",
            (_, Rule::Language) => "is en-us or zh-cn",
            (_, Rule::LastSuperAdministrator) => {
                "stays: no other super administrator can sign in for as long"
            }
            (_, Rule::WaitsForDeletion) => "stays: the account waits for its deletion",
            _ => "has another form",
        };
        format!("the {} {allowed}", noun(field))
    };
    let words: Vec<String> = faults.list().iter().map(words).collect();
    words.join("\n  ")
}

fn noun(field: &str) -> &str {
    match field {
        "username" => "account name",
        "email" => "email address",
        "fullName" => "full name",
        "lang" => "language",
        "expireDate" => "last valid day",
        "accountStatus" => "status",
        "supAdmin" => "super administrator",
        field => field,
    }
}

fn shown(taken: &Faults) -> String {
    if taken.list().is_empty() {
        return "name, email address or lionId".to_owned();
    }
    let nouns = taken.list().iter().map(|fault| noun(&fault.field));
    nouns.collect::<Vec<_>>().join(" and ")
}
