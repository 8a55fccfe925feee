//! Memberships that follow a claim of a corporate provider: each sign-in there gives and takes them.
//!
//! They need no request and have no end of their own. People do not edit them, and memberships that people gave are never
//! touched. No group of them carries rights of Atrium itself.

use std::collections::BTreeSet;
use std::time::Duration;

use async_trait::async_trait;
use jiff::tz::TimeZone;

use super::request::RequestError;
use super::requests;
use super::store::memberships as store;
use super::store::{deciders, group_rights};
use super::{management, memberships};
use crate::access::SSO;
use crate::audit::{AuditContext, Event};
use crate::clock::{DAY, Millis};
use crate::db::{Db, DbError, Reads, WriteTx};
use crate::directory::{self, Account, Status};
use crate::jobs::Routine;
use crate::mail::{self, Mail};
use crate::random::Random;

/// How long a membership lasts after the last sign-in at its source.
const KEPT: Millis = 90 * DAY;
/// How many memberships end in one write.
const ENDED_AT_ONCE: i64 = 100;

/// The memberships of an account from one provider.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    pub account: &'a Account,
    /// `federation:<id>`.
    pub source: &'a str,
    /// The name of the provider.
    pub by: &'a str,
    /// The groups that the provider names, without repetition; `None` if it has not said, which changes nothing.
    pub groups: Option<&'a [String]>,
}

impl Given<'_> {
    /// Gives and takes the memberships after a sign-in.
    ///
    /// # Errors
    /// The database failed.
    pub async fn follow(
        &self,
        tx: &mut WriteTx,
        zone: &TimeZone,
        audit: &AuditContext,
    ) -> Result<(), RequestError> {
        let (account, source) = (self.account.id.as_str(), self.source);
        store::confirm(tx, (account, source), audit.now).await?;
        let Some(named) = self.groups else {
            tracing::warn!(
                account,
                source,
                "the claim of groups is missing, so the memberships stay as they are"
            );
            return Ok(());
        };
        let had = store::given_by(tx, account, source).await?;
        for group in &had {
            if !named.contains(group) || has_rights_of_atrium(tx, group).await? {
                management::end(tx, (account, group), audit).await?;
                memberships::remove(tx, (account, group), zone, audit).await?;
            }
        }
        for group in named.iter().filter(|group| !had.contains(group)) {
            self.join(tx, group, zone, audit).await?;
        }
        Ok(())
    }

    async fn join(
        &self,
        tx: &mut WriteTx,
        group: &str,
        zone: &TimeZone,
        audit: &AuditContext,
    ) -> Result<(), RequestError> {
        // Until this transaction ends, nobody gives the group rights.
        deciders::hold(tx, group).await?;
        let source = self.source;
        let Some(rules) = deciders::rules(tx, group).await? else {
            tracing::warn!(
                group,
                source,
                "a claim gives a group that is unknown or off"
            );
            return Ok(());
        };
        if has_rights_of_atrium(tx, group).await? {
            tracing::warn!(
                group,
                source,
                "a claim gives a group with rights of Atrium, which stays as it is"
            );
            return Ok(());
        }
        let member = (self.account.id.as_str(), group);
        let place = store::find(tx, member.0, member.1).await?;
        if place.is_some_and(|place| place.status == Status::Enabled) {
            return Ok(());
        }
        requests::drop_pending(tx, member, audit).await?;
        memberships::grant(tx, member, None, zone, audit).await?;
        store::give(tx, member, source, audit.now).await?;
        let mail = Mail::MemberAdded(mail::MemberAdded {
            name: self.account.display_name().into(),
            group: rules.name.as_str().into(),
            by: self.by.into(),
            ends_on: None,
        });
        Ok(directory::write_to(tx, self.account, mail, audit).await?)
    }
}

/// Why claims cannot give a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotGiven {
    /// There is no such group, or it is off.
    Unknown,
    /// It carries rights of Atrium itself.
    HasRights,
}

/// Why claims cannot give the group; `None` if they can.
///
/// # Errors
/// The database failed.
pub async fn why_not_given(
    view: &mut dyn Reads,
    group_id: &str,
) -> Result<Option<NotGiven>, DbError> {
    if group_id.contains('\0') || deciders::rules(view, group_id).await?.is_none() {
        return Ok(Some(NotGiven::Unknown));
    }
    let has_rights = has_rights_of_atrium(view, group_id).await?;
    Ok(has_rights.then_some(NotGiven::HasRights))
}

async fn has_rights_of_atrium(view: &mut dyn Reads, group_id: &str) -> Result<bool, DbError> {
    Ok(group_rights::codes(view, group_id, SSO).await?.is_some())
}

/// True if claims give the group, which is one of `given` or has such members. Nobody becomes one until this transaction
/// ends.
///
/// # Errors
/// The database failed.
pub async fn is_given(
    tx: &mut WriteTx,
    group_id: &str,
    given: &BTreeSet<String>,
) -> Result<bool, DbError> {
    deciders::hold(tx, group_id).await?;
    Ok(given.contains(group_id) || store::has_given(tx, group_id).await?)
}

/// Refuses to change a membership that follows a claim by hand.
pub(super) async fn refuse_given(
    view: &mut dyn Reads,
    (account_id, group_id): (&str, &str),
) -> Result<(), RequestError> {
    let place = store::find(view, account_id, group_id).await?;
    match place.and_then(|place| place.source) {
        Some(_) => Err(RequestError::Given),
        None => Ok(()),
    }
}

/// Ends memberships 90 days after the last sign-in at their source.
#[derive(Clone, Debug)]
pub struct GivenEnd {
    random: Random,
}

impl GivenEnd {
    pub fn new(random: &Random) -> Self {
        Self {
            random: random.clone(),
        }
    }
}

#[async_trait]
impl Routine for GivenEnd {
    fn name(&self) -> &'static str {
        "given_memberships"
    }

    fn every(&self) -> Duration {
        Duration::from_secs(3_600)
    }

    async fn run(&self, db: &Db, now: Millis) -> Result<(), DbError> {
        let before = now - KEPT;
        loop {
            let audit = AuditContext::of_server(now, &self.random, self.name());
            let ended = db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move {
                    let old = store::unconfirmed(tx, before, ENDED_AT_ONCE).await?;
                    for (account, group) in &old {
                        let member = (account.as_str(), group.as_str());
                        // A sign-in may have confirmed it meanwhile.
                        if store::remove_unconfirmed(tx, member, before).await? {
                            management::end(tx, member, &audit).await?;
                            let event = Event::MemberRemoved {};
                            memberships::record(tx, event, member, &audit).await?;
                        }
                    }
                    Ok(old.len())
                })
            });
            if ended.await? == 0 {
                return Ok(());
            }
        }
    }
}
