//! Changes of an account by an administrator: its data and its status.

use std::borrow::Cow;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::account::{Account, Organisation, Status, is_lion_id, language_rule, trimmed};
use super::account_application::settle::settle;
use super::account_error::{AccountError, AccountPart};
use super::address_change::by_administrator;
use super::claim_fault::ClaimFaults;
use super::earlier_change::EarlierChange;
use super::last_day::{last_day, today};
use super::last_super_administrator::{ended_by, keep_one};
use super::names::normalise;
use super::place::{Placing, place};
use super::save_account::{note, save};
use super::set_claims::{ClaimValue, Known};
use super::store;
use crate::audit::{AuditContext, Change};
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::faults::{Faults, LONGEST_LINE, Rule};
use crate::i18n::characters::is_at_most;

/// Changes to apply to an account. `None` keeps a field; an empty text removes its value.
#[derive(Clone, Debug, Default)]
pub struct AccountUpdate {
    /// The version that the caller has read; if absent, the last change wins.
    pub version: Option<i64>,
    /// The account name, which cannot change: any other is refused.
    pub username: Option<String>,
    pub full_name: Option<String>,
    pub email: Option<String>,
    pub lion_id: Option<String>,
    pub lang: Option<String>,
    pub agency_id: Option<String>,
    /// The id of the client (company).
    pub company_id: Option<String>,
    pub brand_id: Option<String>,
    /// The last valid day, as `yyyy-MM-dd`.
    pub expire_date: Option<String>,
    pub sup_admin: Option<bool>,
    /// Sees the user manager.
    pub user_manager: Option<bool>,
    /// Further claims of OpenID Connect Core 5.1.
    pub claims: Vec<ClaimValue>,
}

/// What the caller may change of an account.
#[derive(Clone, Copy, Debug)]
pub struct MayChange {
    /// How and until when it signs in: email address, corporate id, last valid day; and whether
    /// email address and phone number are verified (attack 21).
    pub sign_in: bool,
    /// Agency, client (company) and brand.
    pub place: bool,
    pub sup_admin: bool,
}

/// Changes the account `id` and returns its new state. Changes all or nothing; the audit entry has
/// the values before and after (contract C-041). The readers of a changed address get an email that names `contact`.
///
/// # Errors
/// Every fault of every field; a version that is not the newest; a change that `may_change`
/// excludes; the last super administrator.
pub async fn update_account(
    tx: &mut WriteTx,
    id: &str,
    update: AccountUpdate,
    may_change: MayChange,
    (zone, contact): (&TimeZone, &str),
    audit: &AuditContext,
) -> Result<Account, AccountError> {
    let account = store::hold(tx, id).await?.ok_or(AccountError::Unknown)?;
    let now = (audit.now, zone);
    let (changed, taken) = checked_update(tx, &account, update, may_change, now).await?;
    taken.or(()).map_err(AccountError::Taken)?;
    save(tx, &account, &changed, audit).await?;
    let both = (&account, &changed);
    if by_administrator::end_others(tx, both, audit).await? {
        by_administrator::inform(tx, both, contact, audit).await?;
    }
    let field = ended_by(&changed);
    keep_one(tx, (&account, &changed), field, now).await?;
    let saved = store::find(tx, id).await?;
    saved.ok_or(AccountError::Unknown)
}

/// `account` with `update` applied and checked, and the fields whose values other accounts have.
///
/// # Errors
/// Every fault of every field; a version that is not the newest; a change that `may_change` excludes.
pub(super) async fn checked_update(
    view: &mut dyn Reads,
    account: &Account,
    update: AccountUpdate,
    may_change: MayChange,
    (now, zone): (Millis, &TimeZone),
) -> Result<(Account, Faults), AccountError> {
    if update.version.is_some_and(|read| read != account.version) {
        return Err(AccountError::Conflict(last_change(view, account).await?));
    }
    let changed = changed(view, account, update, (now, zone)).await?;
    if let Some(part) = may_change.refused(account, &changed) {
        return Err(AccountError::NotAllowed(part));
    }
    let names = store::Names {
        username: None,
        email: changed.email.as_deref(),
        lion_id: changed.lion_id.as_deref(),
    };
    let taken = store::taken(view, &names, &account.id).await?;
    Ok((changed, taken))
}

impl MayChange {
    /// Nothing of these parts.
    pub const NOTHING: Self = Self {
        sign_in: false,
        place: false,
        sup_admin: false,
    };

    /// The first part that differs but must not.
    fn refused(self, before: &Account, after: &Account) -> Option<AccountPart> {
        if !self.sign_in && sign_in(before) != sign_in(after) {
            Some(AccountPart::SignIn)
        } else if !self.place && place_of(before) != place_of(after) {
            Some(AccountPart::Place)
        } else if !self.sup_admin && before.sup_admin != after.sup_admin {
            Some(AccountPart::SuperAdministrator)
        } else {
            None
        }
    }
}

/// The fields of [`MayChange::sign_in`].
fn sign_in(of: &Account) -> impl PartialEq + use<> {
    let names = (of.email.clone(), of.lion_id.clone(), of.expire_date);
    (names, of.email_verified, of.profile.phone_number_verified)
}

/// The fields of [`MayChange::place`].
fn place_of(of: &Account) -> [Option<String>; 3] {
    let id = |one: &Option<Organisation>| one.as_ref().map(|one| one.id.clone());
    [id(&of.agency), id(&of.company), id(&of.brand)]
}

/// Enables or disables the account `id`; false if it has that status already.
/// [`crate::sessions::end::set_account_status`] calls this and also ends the account's sessions.
///
/// # Errors
/// Nobody disables the last super administrator (contract C-040): its last day ends in `zone`. An account that will be erased
/// is not enabled before that is taken back.
pub(crate) async fn change_status(
    tx: &mut WriteTx,
    id: &str,
    status: Status,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<bool, AccountError> {
    let account = store::hold(tx, id).await?.ok_or(AccountError::Unknown)?;
    if let Some(deletion) = store::deletions::find(tx, id).await? {
        if status != Status::Disabled {
            return Err(Faults::of("accountStatus", Rule::WaitsForDeletion).into());
        }
        let actor = audit.actor().unwrap_or_default();
        if deletion.is_own() && actor != account.id {
            // The owner's link must not enable what an administrator disables.
            store::deletions::take_over(tx, id, (actor, Status::Disabled)).await?;
            note(tx, &account, &account, Change::Disabled, audit).await?;
            return Ok(true);
        }
    }
    // Who administers accounts decides from now on, also about an account that its owner has locked.
    store::locks::end(tx, id).await?;
    if account.status == status {
        return Ok(false);
    }
    let changed = Account {
        status,
        ..account.clone()
    };
    store::set_status(tx, id, status).await?;
    let change = match status {
        Status::Enabled => Change::Enabled,
        Status::Disabled => Change::Disabled,
        Status::Processing => Change::Updated,
    };
    note(tx, &account, &changed, change, audit).await?;
    if account.status == Status::Processing {
        settle(tx, &account, status, audit).await?;
    }
    let field = "accountStatus";
    keep_one(tx, (&account, &changed), field, (audit.now, zone)).await?;
    Ok(true)
}

/// Who changed `account` last, and when.
///
/// # Errors
/// The database failed.
pub async fn last_change(
    view: &mut dyn Reads,
    account: &Account,
) -> Result<EarlierChange, DbError> {
    EarlierChange::of(view, account.changed_by.as_deref(), account.changed_at).await
}

/// `account` with `update` applied and checked.
async fn changed(
    view: &mut dyn Reads,
    account: &Account,
    update: AccountUpdate,
    (now, zone): (Millis, &TimeZone),
) -> Result<Account, AccountError> {
    let mut faults = Faults::default();
    if let Some(username) = &update.username {
        let is_same = normalise(username) == normalise(&account.username);
        faults.ensure(is_same, "username", Rule::Form);
    }
    let mut changed = with_claims(account, &update, &mut faults);
    if let Some(lang) = trimmed(update.lang.clone()) {
        faults.check("lang", language_rule(&lang));
        changed.lang = Some(lang);
    } else if update.lang.is_some() {
        changed.lang = None;
    }
    if update.lion_id.is_some() {
        changed.lion_id = trimmed(update.lion_id.clone());
        let (id, field) = (changed.lion_id.as_deref(), "lionId");
        let is_short = id.is_none_or(|id| is_at_most(id, LONGEST_LINE));
        faults.ensure(is_short, field, Rule::Line);
        let is_good = id.is_none_or(is_lion_id);
        faults.ensure(is_good, field, Rule::Characters);
    }
    if let Some(text) = &update.expire_date {
        match new_last_day(text, account.expire_date, today(now, zone)) {
            Ok(day) => changed.expire_date = day,
            Err(()) => faults.add("expireDate", Rule::ExpireDate),
        }
    }
    changed.sup_admin = update.sup_admin.unwrap_or(account.sup_admin);
    changed.user_manager = update.user_manager.unwrap_or(account.user_manager);
    let wanted = Placing {
        agency: update.agency_id.as_deref(),
        company: update.company_id.as_deref(),
        brand: update.brand_id.as_deref(),
    };
    place(view, &mut changed, &wanted, &mut faults).await?;
    faults.or(changed).map_err(AccountError::Invalid)
}

/// The current last day may stay, even if it is over.
fn new_last_day(text: &str, current: Option<Date>, today: Date) -> Result<Option<Date>, ()> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if current.is_some_and(|current| current.to_string() == text) {
        return Ok(current);
    }
    last_day(text, today).map(Some).ok_or(())
}

/// Name, email address and the other claims, by the same rules as on the command line.
fn with_claims(account: &Account, update: &AccountUpdate, faults: &mut Faults) -> Account {
    let named = |claim: &str, value: &Option<String>| {
        value.as_ref().map(|value| ClaimValue {
            claim: claim.to_owned(),
            value: value.clone(),
        })
    };
    let own = [
        named("name", &update.full_name),
        named("email", &update.email),
    ];
    let wishes: Vec<_> = own
        .into_iter()
        .flatten()
        .chain(update.claims.iter().cloned())
        .collect();
    match Known::of(account).with(&wishes, account) {
        Ok(known) => known.applied_to(account),
        Err(wrong) => {
            add_claim_faults(&wrong, faults);
            account.clone()
        }
    }
}

fn add_claim_faults(wrong: &ClaimFaults, faults: &mut Faults) {
    for fault in wrong.list() {
        let field = match fault.claim.as_str() {
            "name" => "fullName".into(),
            "email" => "email".into(),
            "email_verified" => "emailVerified".into(),
            claim => Cow::Owned(format!("claims.{claim}")),
        };
        faults.add(field, fault.rule);
    }
}
