//! People whom managers invite to register for their groups (contract C-098, G-65).

use jiff::tz::TimeZone;

use super::memberships;
use super::request::RequestError;
use super::store::{deciders, memberships as store};
use super::{facts, requests};
use crate::access::rights::Rights;
use crate::access::{Action, Object, may};
use crate::audit::{self, AuditContext, Event, ObjectKind};
use crate::days::today;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::account_application::confirm::ConfirmError;
use crate::directory::invitation::{self, Invitation, register};
use crate::directory::{self, Account, NewAccount, Status, may_sign_in};
use crate::i18n::language::Language;
use crate::limits::Limits;
use crate::mail::{self, Mail, Recipient};

/// Invites the reader of an address to register for the group. Every address is stored, counted and written to, so nothing
/// tells whether it has an account (attack 14): the owner of an account reads that the group invites them.
///
/// # Errors
/// [`RequestError::TooMany`], [`RequestError::UnknownGroup`].
pub async fn invite_to_register(
    tx: &mut WriteTx,
    (email, group_id, by): (&str, &str, &Account),
    language: Language,
    (zone, limits): (&TimeZone, &Limits),
    audit: &AuditContext,
) -> Result<(), RequestError> {
    let rules = memberships::rules(tx, group_id).await?;
    let key = directory::mailbox(email);
    requests::count(tx, &limits.invitation(&by.id), audit).await?;
    requests::count(tx, &limits.registration_email(&key), audit).await?;
    let new = (email, group_id, by.id.as_str());
    let invitation = invitation::invite(tx, new, &audit.random, audit.now).await?;
    record(tx, "sent", &invitation, None, audit).await?;
    let known = newcomer_in(tx, (email, group_id), zone, audit).await?;
    let own = known.as_ref().and_then(|account| account.lang.as_deref());
    let to = Recipient {
        name: String::new(),
        email: email.to_owned(),
        language: own.and_then(Language::from_api).unwrap_or(language),
    };
    let names = (rules.name.as_str(), by.display_name());
    let mail = letter(known.as_ref(), &invitation, names);
    Ok(mail::queue(tx, &to, mail, &audit.random, audit.now).await?)
}

/// The email to the owner of an account, or to anybody else. The job that sends the second one asks for a link, and sends
/// nothing to an address that has an account.
fn letter(known: Option<&Account>, invitation: &Invitation, (group, by): (&str, &str)) -> Mail {
    if let Some(account) = known {
        return Mail::GroupInvitation(mail::GroupInvitation {
            name: account.display_name().into(),
            group: group.into(),
            by: by.into(),
        });
    }
    Mail::RegistrationInvitation(mail::RegistrationInvitation {
        invitation: invitation.id.clone(),
        group: group.into(),
        by: by.into(),
    })
}

/// The account of the address, if its owner can ask for the group and is no member.
async fn newcomer_in(
    view: &mut dyn Reads,
    (email, group_id): (&str, &str),
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<Option<Account>, DbError> {
    let found = directory::find_by_address(view, email).await?;
    let found = found.filter(|account| may_sign_in(account, audit.now, zone).is_ok());
    let Some(account) = found else {
        return Ok(None);
    };
    let place = store::find(view, &account.id, group_id).await?;
    let is_member = place.is_some_and(|place| place.status == Status::Enabled);
    let agency_id = account.agency.as_ref().map_or("", |agency| &agency.id);
    let who = (account.id.as_str(), agency_id);
    let may_ask = !is_member && deciders::is_visible(view, group_id, who).await?;
    Ok(may_ask.then_some(account))
}

/// Withdraws an invitation to the group; false if there is none.
///
/// # Errors
/// The database failed.
pub async fn withdraw(
    tx: &mut WriteTx,
    about: (&str, &str),
    audit: &AuditContext,
) -> Result<bool, DbError> {
    let Some(invitation) = invitation::withdraw(tx, about).await? else {
        return Ok(false);
    };
    record(tx, "withdrawn", &invitation, None, audit).await?;
    Ok(true)
}

/// Adds the account of an invited person and makes it a member of the group. The link of `token`, which opened `invitation`, is
/// used up.
///
/// # Errors
/// [`ConfirmError::Void`] if the link was used meanwhile, the group is off, or the person who invited may no longer add
/// accounts to it; [`ConfirmError::Invalid`] with the fields that somebody else took.
pub async fn accept(
    tx: &mut WriteTx,
    (token, invitation): (&str, &Invitation),
    new: NewAccount,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), ConfirmError> {
    // The group's row before the invitation's, as everywhere. A manager who is dismissed at the same time invites nobody.
    facts::hold(tx, &invitation.group_id).await?;
    let taken = invitation::take(tx, token, audit.now).await?;
    let invitation = taken.ok_or(ConfirmError::Void)?;
    let agency_id = new.agency_id.clone();
    if !may_invite(tx, &invitation, agency_id, (zone, audit)).await? {
        return Err(ConfirmError::Void);
    }
    let account = register::add(tx, (&invitation, new), audit).await?;
    let member = (account.id.as_str(), invitation.group_id.as_str());
    let joined = memberships::join(tx, member, zone, audit).await;
    joined.map_err(|error| match error {
        RequestError::Db(error) => ConfirmError::Db(error),
        _ => ConfirmError::Void,
    })?;
    record(tx, "accepted", &invitation, Some(&account), audit).await?;
    Ok(())
}

/// True if the invitation still works: the group is on, and the person who invited may add accounts to it (attack 34).
///
/// # Errors
/// The database failed.
pub async fn is_good(
    view: &mut dyn Reads,
    invitation: &Invitation,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<bool, DbError> {
    if deciders::rules(view, &invitation.group_id).await?.is_none() {
        return Ok(false);
    }
    let inviter = directory::find(view, &invitation.invited_by).await?;
    let agency_id = inviter.and_then(|by| by.agency).map(|agency| agency.id);
    may_invite(view, invitation, agency_id, (zone, audit)).await
}

/// True if the person who invited may add accounts of this agency to the group.
async fn may_invite(
    view: &mut dyn Reads,
    invitation: &Invitation,
    agency_id: Option<String>,
    (zone, audit): (&TimeZone, &AuditContext),
) -> Result<bool, DbError> {
    let inviter = directory::find(view, &invitation.invited_by).await?;
    let inviter = inviter.filter(|by| may_sign_in(by, audit.now, zone).is_ok());
    let Some(inviter) = inviter else {
        return Ok(false);
    };
    let rights = Rights::of(view, &inviter).await?;
    let today = today(audit.now, zone).to_string();
    let group = facts::group(view, (&inviter, &today), &invitation.group_id).await?;
    let place = Object::Placement {
        agency_id,
        company_id: None,
    };
    let asked = [
        (Action::ManageGroup, &group),
        (Action::AddAccount, &group),
        (Action::PlaceAccount, &place),
    ];
    let allows = |(action, object): &(Action, &Object)| may(&rights, *action, object).allowed;
    Ok(asked.iter().all(allows))
}

/// The names on the page of an invitation: the group, and the person who invites.
///
/// # Errors
/// The database failed.
pub async fn shown_names(
    view: &mut dyn Reads,
    invitation: &Invitation,
) -> Result<(String, String), DbError> {
    let group = deciders::name(view, &invitation.group_id).await?;
    let by = directory::find(view, &invitation.invited_by).await?;
    let by = by.map(|by| by.display_name().to_owned());
    Ok((group.unwrap_or_default(), by.unwrap_or_default()))
}

async fn record(
    tx: &mut WriteTx,
    outcome: &'static str,
    invitation: &Invitation,
    account: Option<&Account>,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let event = Event::RegistrationInvitation {
        outcome,
        email: invitation.email.clone(),
    };
    let entry = audit
        .entry(event)
        .object(ObjectKind::Group, &invitation.group_id);
    let entry = match account {
        Some(account) => entry.account(&account.id),
        None => entry,
    };
    audit::record(tx, &entry).await
}
