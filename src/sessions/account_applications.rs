//! What an account lets applications have: consents, and grants whose tokens are valid.

use std::collections::{BTreeMap, BTreeSet};

use crate::clock::Millis;
use crate::db::{DbError, Reads};

use super::sso::SessionLifetimes;
use super::store;

/// The most grants that are read. More come only from a program that signs in again and again.
const MOST: i64 = 1_000;

/// An application that an account has allowed something, or that holds its tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedApplication {
    /// The scope values of its consent and its grants.
    pub scope: BTreeSet<String>,
    /// When the consent was given or the oldest live grant began.
    pub since: Millis,
    /// When it last got a token that is still valid. `None` if it holds none.
    pub used_at: Option<Millis>,
    /// True with offline access, which outlives every session.
    pub offline: bool,
}

/// The applications of the account `account_id` at `now`, by their client ids.
///
/// # Errors
/// The database failed.
pub async fn of(
    view: &mut dyn Reads,
    account_id: &str,
    lifetimes: SessionLifetimes,
    now: Millis,
) -> Result<BTreeMap<String, AllowedApplication>, DbError> {
    let mut all: BTreeMap<String, AllowedApplication> = BTreeMap::new();
    let known = |since| AllowedApplication {
        scope: BTreeSet::new(),
        since,
        used_at: None,
        offline: false,
    };
    for consent in store::consents::of_account(view, account_id).await? {
        let since = consent.granted_at;
        let one = all.entry(consent.client_id).or_insert_with(|| known(since));
        let scope = consent.scope.split_whitespace().map(str::to_owned);
        one.scope.extend(scope);
    }
    for grant in store::account_sessions::grants(view, account_id, lifetimes, now, MOST).await? {
        let since = grant.created_at;
        let one = all
            .entry(grant.context.client_id)
            .or_insert_with(|| known(since));
        one.scope.extend(grant.context.scope);
        one.since = one.since.min(since);
        one.used_at = one.used_at.max(Some(grant.used_at));
        one.offline |= grant.context.offline;
    }
    Ok(all)
}
