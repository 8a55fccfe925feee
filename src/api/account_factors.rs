//! The second factors of an account, for administrators: what there is, reminders, temporary codes, and the reset.

use std::sync::Arc;

use axum::extract::State;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::accounts::AccountQuery;
use super::factors::{OwnAuthenticator, TrustedBrowser, fault, require_fresh_over_others};
use crate::access::Action;
use crate::calls::{Caller, WritingCaller, operation};
use crate::clock::{DAY, Millis};
use crate::days::{end_of, last_day_before};
use crate::factors::{self, AccountFactors, Reminder, recovery_codes, temporary_codes};
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::Fields;
use crate::i18n::texts::Key;
use crate::passkeys::{self, Passkey};
use crate::sessions::end;
use crate::state::AppState;

/// The latest date of a requirement.
const LATEST: Millis = 366 * DAY;

/// The second factors of an account, for administrators.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountFactorsInfo {
    /// The authenticator app; null if there is none.
    pub authenticator: Option<OwnAuthenticator>,
    /// The passkeys and security keys, oldest first.
    pub passkeys: Vec<AccountPasskey>,
    /// How many recovery codes are left.
    pub recovery_codes: i64,
    /// The browsers that are not asked for the second factor, newest first.
    pub browsers: Vec<TrustedBrowser>,
    /// True if the account must have a second factor.
    pub required: bool,
    /// True if an administrator requires it of this account.
    pub required_here: bool,
    /// The last day before that is due, as `yyyy-MM-dd` in the server's time zone, if it has one.
    pub required_here_on: Option<String>,
    /// The last day on which the owner may put it off, as `yyyy-MM-dd` in the server's time zone; null if an administrator gave
    /// none and the owner was not asked yet.
    pub due_on: Option<String>,
    /// When the owner was last reminded, in milliseconds since 1970.
    pub reminded_at: Option<i64>,
    /// Until when a temporary access code works, in milliseconds since 1970; null if there is none.
    pub temporary_code_until: Option<i64>,
    /// True if the caller may remind the owner, make a temporary access code and reset the factors.
    pub may_change: bool,
}

/// A passkey of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountPasskey {
    /// The owner's name for it.
    pub name: String,
    /// False for a key that cannot sign in by itself and is a second factor only.
    pub discoverable: bool,
    /// True if it may be on several devices.
    pub synced: bool,
    /// When it was added, in milliseconds since 1970.
    pub added_at: i64,
    /// When it was last used, in milliseconds since 1970; null for never.
    pub used_at: Option<i64>,
}

impl AccountPasskey {
    fn of(key: Passkey) -> Self {
        Self {
            name: key.name,
            discoverable: key.discoverable,
            synced: key.backup_eligible,
            added_at: key.added_at,
            used_at: key.used_at,
        }
    }
}

/// Read the second factors of an account
///
/// What there is and when it was last used, and whether the account must have a second factor. No secret is part of it.
#[operation(tag = "accounts", params(AccountQuery))]
pub async fn account_factors(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    _: Fields<AccountQuery>,
) -> Answered<AccountFactorsInfo> {
    let (account, now) = (caller.named_account()?, caller.now);
    let object = caller.object().clone();
    let may_change = caller.may(Action::SetPassword, &object).await?;
    let (view, id) = (caller.view(), account.id.as_str());
    let known = AccountFactors::of(view, id, None, now).await?;
    let app = factors::authenticator(view, id).await?;
    let keys = passkeys::list(view, id).await?;
    let own_date = known.required_by_account.flatten();
    let due_at = [known.due_at, own_date].into_iter().flatten().min();
    let day = |at: Millis| last_day_before(at, &state.zone).to_string();
    let browsers = factors::remembered_browsers(view, id, now).await?;
    Ok(Answer(AccountFactorsInfo {
        authenticator: app.map(|(added_at, used_at)| OwnAuthenticator { added_at, used_at }),
        passkeys: keys.into_iter().map(AccountPasskey::of).collect(),
        recovery_codes: known.recovery_codes,
        browsers: browsers.into_iter().map(TrustedBrowser::from).collect(),
        required: factors::is_required(view, &account, &known, &state.config).await?,
        required_here: known.required_by_account.is_some(),
        required_here_on: own_date.map(day),
        due_on: due_at.filter(|_| !known.has_factor()).map(day),
        reminded_at: factors::reminded_at(view, id).await?,
        temporary_code_until: temporary_codes::ends_at(view, id, now).await?,
        may_change,
    }))
}

/// An account whose owner is reminded.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemindFactorsBody {
    /// The account's id.
    #[expect(dead_code, reason = "the guard reads it")]
    pub user_id: String,
}

/// What became of a reminder.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ReminderOutcome {
    /// The owner gets an email.
    Sent,
    /// The account has a second factor.
    HasFactor,
    /// The owner was reminded within a day.
    SentBefore,
    /// The account has no email address.
    NoEmail,
    /// The account is not enabled.
    NotEnabled,
}

impl From<Reminder> for ReminderOutcome {
    fn from(reminder: Reminder) -> Self {
        match reminder {
            Reminder::Sent => Self::Sent,
            Reminder::HasFactor => Self::HasFactor,
            Reminder::SentBefore => Self::SentBefore,
            Reminder::NoEmail => Self::NoEmail,
            Reminder::NotEnabled => Self::NotEnabled,
        }
    }
}

/// A reminder.
#[derive(Debug, Serialize, ToSchema)]
pub struct FactorReminded {
    /// What became of it.
    pub outcome: ReminderOutcome,
}

/// Remind the owner of an account to add a second factor
///
/// Sends an email with the address of the account page, at most once a day. An account that has a second factor, has no
/// address or is not enabled gets none; the answer says so.
#[operation(tag = "accounts", request_body = RemindFactorsBody)]
pub async fn account_remind_factors(
    caller: WritingCaller,
    _: Fields<RemindFactorsBody>,
) -> Answered<FactorReminded> {
    let account = caller.named_account()?;
    let reminded = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move { Ok(factors::remind(tx, &account, audit).await?) })
    });
    Ok(Answer(FactorReminded {
        outcome: reminded.await?.into(),
    }))
}

/// Whether an account must have a second factor.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequireFactorBody {
    /// The account's id.
    #[expect(dead_code, reason = "the guard reads it")]
    pub user_id: String,
    /// True to require one of this account, also where nothing else does.
    pub required: bool,
    /// The last day on which the owner can put it off, as `yyyy-MM-dd` in the server's time zone, at most a year from now;
    /// missing for the usual time.
    pub due_on: Option<String>,
}

impl RequireFactorBody {
    /// When it is due: when the day ends in `zone`.
    fn due_at(&self, zone: &TimeZone, now: Millis) -> Result<Option<Millis>, ApiError> {
        let Some(day) = &self.due_on else {
            return Ok(None);
        };
        let day: Date = day.parse().map_err(|_| ApiError::illegal("dueOn"))?;
        let due_at = end_of(day, zone);
        if due_at > now.saturating_add(LATEST) {
            return Err(ApiError::illegal("dueOn"));
        }
        Ok(Some(due_at))
    }
}

/// Require a second factor of an account
///
/// Until the date its owner can put it off; after it nobody signs in to the account without adding one. Whatever else
/// requires a second factor stays: the earliest date counts. To end or change a requirement, the caller's session must be
/// fresh.
#[operation(tag = "accounts", request_body = RequireFactorBody)]
pub async fn account_require_factor(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<RequireFactorBody>,
) -> Answered<Empty> {
    let account = caller.named_account()?;
    let due_at = body.due_at(&state.zone, caller.now)?;
    let now = caller.now;
    let known = AccountFactors::of(caller.view(), &account.id, None, now).await?;
    // It may let somebody sign in with less than before.
    if !body.required || known.required_by_account.is_some() {
        require_fresh_over_others(&mut caller, &state.config).await?;
    }
    let required = body.required.then_some(due_at);
    let changed = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            factors::require(tx, &account.id, required, audit).await?;
            if required.is_none() {
                let how = (&state.config, state.clients.require_second_factor());
                factors::end_grace(tx, &account, how, audit.now).await?;
            }
            Ok(())
        })
    });
    changed.await?;
    Ok(Answer(Empty))
}

/// An account whose owner lost the second factor.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemporaryCodeBody {
    /// The account's id.
    #[expect(dead_code, reason = "the guard reads it")]
    pub user_id: String,
}

/// A temporary access code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemporaryCode {
    /// It is shown only now. The owner types it after the password, once.
    pub code: String,
    /// Until when it works, in milliseconds since 1970.
    pub ends_at: i64,
}

/// Make a temporary access code
///
/// For an owner who lost the phone: after the password, the code lets its owner add a new authenticator app, which
/// replaces the earlier one. It works once, and an earlier one ends. The owner gets an email. The caller's session must be
/// fresh.
#[operation(tag = "accounts", request_body = TemporaryCodeBody)]
pub async fn account_temporary_code(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    _: Fields<TemporaryCodeBody>,
) -> Answered<TemporaryCode> {
    let account = caller.named_account()?;
    require_fresh_over_others(&mut caller, &state.config).await?;
    let code = recovery_codes::draw_one(&state.random);
    let lifetime = state.config.factors.temporary_code_lifetime;
    let (made, ends_at) = (code.clone(), caller.now.saturating_add(lifetime));
    let stored = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(
            async move { Ok(temporary_codes::make(tx, &account, (&made, ends_at), audit).await?) },
        )
    });
    if !stored.await? {
        return Err(fault("userId", Key("factor.problem.not_lost")));
    }
    Ok(Answer(TemporaryCode { code, ends_at }))
}

/// An account whose factors are reset.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetFactorsBody {
    /// The account's id.
    #[expect(dead_code, reason = "the guard reads it")]
    pub user_id: String,
}

/// What was reset.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactorsReset {
    /// False if the account had no factor.
    pub had_any: bool,
}

/// Reset the second factors of an account
///
/// For an owner who lost the phone: removes the authenticator app, the passkeys, the recovery codes and the remembered
/// browsers, and ends the sessions of the account. The owner gets an email. The caller's session must be fresh.
#[operation(tag = "accounts", request_body = ResetFactorsBody)]
pub async fn account_reset_factors(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    _: Fields<ResetFactorsBody>,
) -> Answered<FactorsReset> {
    let account = caller.named_account()?;
    require_fresh_over_others(&mut caller, &state.config).await?;
    let clients = state.clients.clone();
    let reset = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move { Ok(end::reset_factors(tx, &account, audit, &clients).await?) })
    });
    Ok(Answer(FactorsReset {
        had_any: reset.await?,
    }))
}
