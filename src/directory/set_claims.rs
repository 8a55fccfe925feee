//! Sets the claims of a person: all of OpenID Connect Core 5.1 except those that Atrium itself
//! sets. For administrators and imports only: people must not be able to mark their own address or
//! number as verified (attack 21).

use icu_locale_core::Locale;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use url::Url;

use super::account::{Account, is_email};
use super::account_error::AccountError;
use super::address_change::by_administrator;
use super::claim_fault::{ClaimFault, ClaimFaults, MEMBER, fault};
use super::claims::is_birthdate;
use super::names::normalise;
use super::profile::{Address, Profile};
use super::save_account::save;
use super::store;
use crate::audit::AuditContext;
use crate::db::{DbError, WriteTx};
use crate::faults::{LONGEST_LINE, Rule};
use crate::i18n::characters::{line_fault, text_fault};

/// Longest member of an address, in characters.
const LONGEST_MEMBER: usize = 200;
/// Longest formatted address, in characters.
const LONGEST_FORMATTED: usize = 1_000;
/// Most bytes of a whole address as JSON, so that every ID token comes back in a form as a hint. Members of the most
/// characters have 8,000 bytes, unless accents or emoji of several parts fill them.
const MOST_ADDRESS: usize = 8 * 1024;
/// Longest link, in characters.
const LONGEST_URL: usize = 2_000;

/// A claim to set: its name (`address.country` is a member of the address) and its new value. An
/// empty value removes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimValue {
    pub claim: String,
    pub value: String,
}

/// Why no claim was set.
#[derive(Debug, thiserror::Error)]
pub enum SetClaimsError {
    #[error(transparent)]
    Faults(#[from] ClaimFaults),
    /// There is no such account, or another account has the new email address.
    #[error(transparent)]
    Account(#[from] AccountError),
}

impl From<DbError> for SetClaimsError {
    fn from(error: DbError) -> Self {
        Self::Account(error.into())
    }
}

/// Sets claims of the account `id` and returns the names of the changed ones. Sets all or none; the
/// audit entry has the values before and after.
///
/// # Errors
/// Every fault of every value; [`AccountError`].
pub async fn set_claims(
    tx: &mut WriteTx,
    id: &str,
    wishes: &[ClaimValue],
    audit: &AuditContext,
) -> Result<Vec<&'static str>, SetClaimsError> {
    let account = store::hold(tx, id).await?;
    let account = account.ok_or(AccountError::Unknown)?;
    let wanted = Known::of(&account).with(wishes, &account)?;
    let changed = wanted.applied_to(&account);
    let changes = save(tx, &account, &changed, audit).await?;
    by_administrator::end_others(tx, (&account, &changed), audit).await?;
    Ok(changes.names())
}

/// The claims of a person that can be set here.
#[derive(Clone, PartialEq, Eq)]
pub struct Known {
    pub(super) full_name: String,
    pub(super) email: Option<String>,
    pub(super) email_verified: bool,
    pub(super) profile: Profile,
}

/// Parses a value to its stored form; `None` if it is not allowed.
type Read = fn(&str) -> Option<String>;

/// A claim of the profile with a text value.
struct TextClaim {
    name: &'static str,
    field: fn(&mut Profile) -> &mut Option<String>,
    read: Read,
    rule: Rule,
}

macro_rules! text_claims {
    ($($field:ident: $read:expr, $rule:ident;)*) => {
        [$(TextClaim {
            name: stringify!($field),
            field: |profile| &mut profile.$field,
            read: $read,
            rule: Rule::$rule,
        }),*]
    };
}

const TEXTS: [TextClaim; 13] = text_claims! {
    given_name: line, Line;
    family_name: line, Line;
    middle_name: line, Line;
    nickname: line, Line;
    preferred_username: line, Line;
    profile: link, Link;
    picture: link, Link;
    website: link, Link;
    gender: line, Line;
    birthdate: birthdate, Birthdate;
    zoneinfo: zone, Zone;
    locale: locale, Locale;
    phone_number: phone_number, PhoneNumber;
};

/// The claims that are not in [`TEXTS`].
const OTHERS: [&str; 5] = [
    "name",
    "email",
    "email_verified",
    "phone_number_verified",
    "address",
];

impl Known {
    pub(super) fn of(account: &Account) -> Self {
        Self {
            full_name: account.full_name.clone(),
            email: account.email.clone(),
            email_verified: account.email_verified,
            profile: account.profile.clone(),
        }
    }

    /// `account` with these claims.
    pub(super) fn applied_to(&self, account: &Account) -> Account {
        let Self {
            full_name,
            email,
            email_verified,
            profile,
        } = self.clone();
        Account {
            email,
            email_verified,
            full_name,
            profile,
            ..account.clone()
        }
    }

    /// These claims with `wishes` applied. A changed email address or phone number counts as
    /// unverified, unless `wishes` also say that it is verified.
    pub(super) fn with(
        mut self,
        wishes: &[ClaimValue],
        account: &Account,
    ) -> Result<Self, ClaimFaults> {
        let before = self.clone();
        let mut faults = Vec::new();
        let mut flags = Vec::new();
        for (at, wish) in wishes.iter().enumerate() {
            let (claim, value) = (wish.claim.as_str(), wish.value.trim());
            if wishes[..at].iter().any(|other| other.claim == claim) {
                faults.push(fault(claim, "is given twice", Rule::ClaimName));
            } else if matches!(claim, "email_verified" | "phone_number_verified") {
                flags.push((claim, value));
            } else if let Err(wrong) = self.set(claim, value, account) {
                faults.push(wrong);
            }
        }
        if self.email != before.email {
            self.email_verified = false;
        }
        if self.profile.phone_number != before.profile.phone_number {
            self.profile.phone_number_verified = None;
        }
        let is_same = self.profile.address == before.profile.address;
        if !is_same && !fits(self.profile.address.as_ref()) {
            let problem = format!("has more than {MOST_ADDRESS} bytes");
            faults.push(fault("address", problem, Rule::Address).allowing(MEMBER));
        }
        for (claim, value) in flags {
            if let Err(wrong) = self.set_flag(claim, value) {
                faults.push(wrong);
            }
        }
        if faults.is_empty() {
            Ok(self)
        } else {
            Err(ClaimFaults(faults))
        }
    }

    fn set(&mut self, claim: &str, value: &str, account: &Account) -> Result<(), ClaimFault> {
        if let Some(text) = TEXTS.iter().find(|text| text.name == claim) {
            // An uploaded picture is no link of another server, and stays.
            if (text.field)(&mut self.profile).as_deref() == Some(value) {
                return Ok(());
            }
            let kept = kept(claim, value, text.read, text.rule)?;
            *(text.field)(&mut self.profile) = kept;
            return Ok(());
        }
        match claim {
            "name" => {
                let name = kept(claim, value, line, Rule::Line)?;
                self.full_name = name.unwrap_or_else(|| account.username.clone());
            }
            "email" => {
                let email = kept(claim, value, email, Rule::Form)?;
                let own = email.as_deref().map(normalise);
                if account.username.contains('@') && own != Some(normalise(&account.username)) {
                    let allowed = "the account name, which is an email address itself";
                    let refused = fault(claim, format!("is {value:?}"), Rule::Form);
                    return Err(refused.allowing(allowed));
                }
                self.email = email;
            }
            "address" if value.is_empty() => self.profile.address = None,
            "address" => self.profile.address = whole_address(value)?,
            _ => match claim.strip_prefix("address.") {
                Some(member) => {
                    let mut address = self.profile.address.take().unwrap_or_default();
                    set_member(&mut address, member, value)?;
                    self.profile.address = filled(address);
                }
                None => return Err(unknown(claim)),
            },
        }
        Ok(())
    }

    fn set_flag(&mut self, claim: &str, value: &str) -> Result<(), ClaimFault> {
        let verified = match value {
            "" => None,
            "true" => Some(true),
            "false" => Some(false),
            _ => return Err(fault(claim, format!("is {value:?}"), Rule::Verified)),
        };
        let of_email = claim == "email_verified";
        let (known, other) = if of_email {
            (self.email.is_some(), "email")
        } else {
            (self.profile.phone_number.is_some(), "phone_number")
        };
        if verified == Some(true) && !known {
            let problem = format!("is true, but there is no {other}");
            let refused = fault(claim, problem, Rule::Verified);
            return Err(refused.allowing("true where it is known"));
        }
        if of_email {
            self.email_verified = verified == Some(true);
        } else {
            self.profile.phone_number_verified = verified;
        }
        Ok(())
    }
}

/// The stored form of a value; `None` if it is empty, which removes the claim.
fn kept(claim: &str, value: &str, read: Read, rule: Rule) -> Result<Option<String>, ClaimFault> {
    if value.is_empty() {
        return Ok(None);
    }
    let broken = || match (rule, Rule::of_line(value)) {
        (Rule::Line, Some(broken)) => broken,
        _ => rule,
    };
    let kept = read(value).ok_or_else(|| fault(claim, format!("is {value:?}"), broken()))?;
    Ok(Some(kept))
}

fn unknown(claim: &str) -> ClaimFault {
    let settable = TEXTS.iter().map(|text| text.name).chain(OTHERS);
    let mut settable: Vec<&str> = settable.collect();
    settable.sort_unstable();
    let problem = match claim {
        "updated_at" | "sub" => "is set by Atrium alone",
        _ => "is not a claim that can be set",
    };
    let allowed = format!(
        "one of {}, and address.country and the like",
        settable.join(", ")
    );
    let claim = claim.escape_debug().to_string();
    fault(&claim, problem, Rule::ClaimName).allowing(allowed)
}

/// Parses an address from a JSON object; `None` if it has no value. It replaces the old address.
fn whole_address(text: &str) -> Result<Option<Address>, ClaimFault> {
    let refuse = || fault("address", "is not an address", Rule::Address);
    let members: Map<String, Value> = serde_json::from_str(text).map_err(|_| refuse())?;
    let mut address = Address::default();
    for (member, value) in &members {
        let value = value.as_str().ok_or_else(refuse)?;
        set_member(&mut address, member, value.trim())?;
    }
    Ok(filled(address))
}

fn set_member(address: &mut Address, member: &str, value: &str) -> Result<(), ClaimFault> {
    let (field, longest, lines) = match member {
        "formatted" => (&mut address.formatted, LONGEST_FORMATTED, true),
        "street_address" => (&mut address.street_address, LONGEST_MEMBER, true),
        "locality" => (&mut address.locality, LONGEST_MEMBER, false),
        "region" => (&mut address.region, LONGEST_MEMBER, false),
        "postal_code" => (&mut address.postal_code, LONGEST_MEMBER, false),
        "country" => (&mut address.country, LONGEST_MEMBER, false),
        _ => {
            let problem = format!("has no member {member:?}");
            return Err(fault("address", problem, Rule::Address));
        }
    };
    let value = value.replace("\r\n", "\n");
    let wrong = if lines {
        text_fault(&value, longest)
    } else {
        line_fault(&value, longest)
    };
    if wrong.is_some() {
        let problem = "is too long, or has invisible characters";
        let fault = fault(&format!("address.{member}"), problem, Rule::Address);
        return Err(fault.allowing(MEMBER));
    }
    *field = (!value.is_empty()).then_some(value);
    Ok(())
}

fn filled(address: Address) -> Option<Address> {
    (address != Address::default()).then_some(address)
}

fn fits(address: Option<&Address>) -> bool {
    let json = serde_json::to_vec(&address);
    json.is_ok_and(|json| json.len() <= MOST_ADDRESS)
}

fn line(text: &str) -> Option<String> {
    Rule::of_line(text).is_none().then(|| text.to_owned())
}

fn email(text: &str) -> Option<String> {
    is_email(text).then(|| text.to_owned())
}

/// An https address in canonical spelling.
fn link(text: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '\\' | '"' | '<' | '>' | '`');
    let url = Url::parse(text).ok()?;
    let good = text.len() <= LONGEST_URL
        && text.starts_with("https://")
        && text.chars().all(plain)
        && url.host().is_some()
        && url.username().is_empty()
        && url.password().is_none();
    good.then(|| text.to_owned())
}

fn birthdate(text: &str) -> Option<String> {
    is_birthdate(text).then(|| text.to_owned())
}

/// A zone in the spelling of the tz database.
fn zone(text: &str) -> Option<String> {
    let zone = TimeZone::get(text).ok().filter(|zone| !zone.is_unknown())?;
    zone.iana_name().map(str::to_owned)
}

/// A language tag in canonical spelling: `zh-cn` becomes `zh-CN`.
fn locale(text: &str) -> Option<String> {
    let locale = Locale::try_from_str(text).ok()?;
    (text.len() <= LONGEST_LINE).then(|| locale.to_string())
}

/// An E.164 number without the separators that people write, and its extension as in RFC 3966.
fn phone_number(text: &str) -> Option<String> {
    let (number, extension) = match text.split_once(";ext=") {
        Some((number, extension)) => (number, Some(extension)),
        None => (text, None),
    };
    let digits = number.strip_prefix('+')?;
    let digits: String = digits
        .chars()
        .filter(|c| !matches!(c, ' ' | '.' | '-' | '(' | ')'))
        .collect();
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let good = (5..=15).contains(&digits.len()) && all_digits(&digits) && !digits.starts_with('0');
    let extended = extension
        .is_none_or(|extension| (1..=10).contains(&extension.len()) && all_digits(extension));
    let tail = extension.map(|extension| format!(";ext={extension}"));
    (good && extended).then(|| format!("+{digits}{}", tail.unwrap_or_default()))
}

#[cfg(test)]
mod tests;
