//! Checks the right to a call: before its handler runs and before any field is checked, once more
//! in the write, and for each piece of an answer that takes long.

use std::sync::Arc;

use super::object::{self, FoundObject};
use super::refusals;
use super::table::{Call, ObjectSource};
use crate::access::{Action, Decision, Object, Rights, Rule, may};
use crate::catalogue::whom_to_ask;
use crate::clock::Millis;
use crate::days::today;
use crate::db::{DbError, ReadTx, Reads, WriteTx};
use crate::directory::{self, Account};
use crate::http::envelope::ApiError;
use crate::http::fields::Names;
use crate::sessions::activity;
use crate::sessions::sso::SsoSession;
use crate::state::AppState;

/// The guard's findings about rights.
pub struct Judged {
    /// The row of the call.
    pub call: &'static Call,
    /// The rights of the caller: complete if the call `needs_rights`.
    pub rights: Rights,
    /// True if all rights were read.
    pub is_complete: bool,
    /// The object that the request names.
    pub object: Object,
    /// What the request calls it.
    pub named: Option<String>,
    /// The whole account, if the request names one.
    pub account: Option<Arc<Account>>,
    /// The decision, which allows the call.
    pub decision: Decision,
}

/// A right that the read view gave and that is checked again later.
#[derive(Clone)]
pub struct Allowed {
    pub action: Action,
    pub object: Object,
    /// The rule that allowed it.
    pub rule: Rule,
}

impl Allowed {
    /// `action` with `object`, as `decision` allowed it.
    pub fn new(action: Action, object: &Object, decision: Decision) -> Self {
        Self {
            action,
            object: object.clone(),
            rule: decision.rule,
        }
    }
}

/// Refuses (100013) unless `account` has the right that the row requires, for the object that the
/// request names. A person without the right cannot distinguish known from unknown ids.
pub async fn check(
    view: &mut ReadTx,
    (call, names): (&'static Call, &Names),
    (account, now): (&Account, Millis),
    state: &AppState,
) -> Result<Judged, ApiError> {
    let is_complete = call.action.needs_rights();
    let rights = rights_for(view, account, is_complete).await?;
    let found = match (call.object, &names.object) {
        (ObjectSource::Field(named, _), Some(id)) => {
            let today = today(now, &state.zone).to_string();
            object::find(view, (account, &today), (named, id), &state.clients).await?
        }
        _ => FoundObject::from(Object::None),
    };
    let decision = may(&rights, call.action, &found.object);
    if !decision.allowed {
        return Err(refusal(view, account, (call.action, &found.object), decision).await?);
    }
    Ok(Judged {
        call,
        rights,
        is_complete,
        object: found.object,
        named: names.object.clone(),
        account: found.account.map(Arc::new),
        decision,
    })
}

/// Does the same as [`check_again`] in the write `tx`, and locks the accounts that it decides about.
///
/// # Errors
///
/// Those of [`check_again`].
pub async fn check_and_hold(
    tx: &mut WriteTx,
    by: (&SsoSession, Millis),
    allowed: &[Allowed],
    state: &AppState,
) -> Result<(), ApiError> {
    object::hold(tx, allowed.iter().map(|asked| &asked.object)).await?;
    check_again(tx, by, allowed, state).await
}

/// Checks again that `session` is still live at `now` and that everything in `allowed` is still
/// allowed. Since the guard's view, the session may have ended, a right may have been taken away,
/// or the object may have changed: its account became an administrator's.
///
/// # Errors
///
/// 100013 if a right is gone, [`ApiError::NeedLogin`] if the session or account is; or the database
/// failed.
pub async fn check_again(
    view: &mut dyn Reads,
    (session, now): (&SsoSession, Millis),
    allowed: &[Allowed],
    state: &AppState,
) -> Result<(), ApiError> {
    // What anyone may do, such as sign out twice, does not depend on the account.
    if allowed.iter().all(|asked| asked.action == Action::Anyone) {
        return Ok(());
    }
    if !activity::is_live(view, &session.id, state.session_lifetimes(), now).await? {
        return Err(ApiError::NeedLogin);
    }
    let account = directory::find(view, &session.account_id).await?;
    let may_sign_in = |account: &Account| directory::may_sign_in(account, now, &state.zone).is_ok();
    let account = account.filter(may_sign_in).ok_or(ApiError::NeedLogin)?;
    let needs_rights = allowed.iter().any(|asked| asked.action.needs_rights());
    let rights = rights_for(view, &account, needs_rights).await?;
    let today = today(now, &state.zone).to_string();
    let caller = (&account, today.as_str());
    let mut known: Option<(&Object, Object)> = None;
    for Allowed {
        action,
        object,
        rule,
    } in allowed
    {
        let found = match known.take() {
            Some((before, found)) if before == object => found,
            _ => object::find_again(view, caller, object, &state.clients).await?,
        };
        let decision = may(&rights, *action, &found);
        // A person who lost the code and still administers a product may no longer read the whole list.
        let sees_less = decision.rule == Rule::AdministersProduct && *rule != decision.rule;
        if !decision.allowed || (sees_less && found == Object::None) {
            return Err(refusal(view, &account, (*action, &found), decision).await?);
        }
        known = Some((object, found));
    }
    Ok(())
}

/// The refusal of an action with an object, with the names of those who can help.
///
/// # Errors
///
/// The database failed.
pub async fn refusal(
    view: &mut dyn Reads,
    account: &Account,
    (action, object): (Action, &Object),
    decision: Decision,
) -> Result<ApiError, DbError> {
    let names = whom_to_ask::names(view, account, object, decision).await?;
    Ok(refusals::refused(action, decision, names))
}

/// All rights of `account`, or only those in its own row if the action needs no code and no role.
async fn rights_for(
    view: &mut dyn Reads,
    account: &Account,
    is_complete: bool,
) -> Result<Rights, DbError> {
    if is_complete {
        Rights::of(view, account).await
    } else {
        Ok(Rights::plain(account))
    }
}
