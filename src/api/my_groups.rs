//! A person's own groups: the list, asking, leaving, and the badge.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::bodies::OpenedProduct;
use crate::calls::{Caller, Creation, WritingCaller, operation};
use crate::clock::Millis;
use crate::days::{self, in_days, last_day_before};
use crate::directory::Status;
use crate::groups::requests::{Asked, ask};
use crate::groups::{
    ClickStatus, MyGroupFilter, Notice, Opened, Outcome, RequestKind, VisibleGroup, Wish, click,
    members, my_groups_page, notice, opened_by,
};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, optional_integer};
use crate::http::number::Number;
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::i18n::language::Language;
use crate::state::AppState;

/// A group, as the caller sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyGroupRow {
    /// The group's id.
    pub group_id: String,
    /// The group's name.
    pub group_name: String,
    /// The names of its managers, separated by commas; 20 at most. Disabled accounts are left out.
    pub group_admin: String,
    /// The managers' message to people who ask for access.
    pub admin_msg: String,
    /// What the group is for.
    pub desc: String,
    /// When it was created, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
    #[serde(rename = "c_time")]
    pub c_time: String,
    /// The number of its members.
    pub numbers_of_members: i64,
    /// The names of members, separated by semicolons, 20 at most. Empty unless the caller is a member
    /// or manager.
    pub name_list: String,
    /// What the caller can do: 0 apply, 1 manage, 2 nothing while the request is pending, 3 leave.
    pub action_id: i64,
    /// Requests that wait for the caller as a manager.
    pub apply_count: i64,
    /// `approved` for a member, `pending`, `refused`, or empty.
    pub status_name: String,
    /// Why a caller who is no member has a row: `expired`, `refused`, `withdrawn`, `timed_out`,
    /// `invited`, or empty.
    pub outcome: String,
    /// The last day of the caller's membership, as `yyyy-MM-dd`.
    pub ends_on: Option<String>,
    /// The corporate provider whose claim gives the membership; null if people gave it.
    pub source: Option<String>,
    /// The longest membership in days; absent if it needs no end.
    pub max_days: Option<i64>,
    /// The caller's pending request.
    pub request_id: Option<String>,
    /// What the pending request is for: `join` or `extend`.
    pub request_kind: Option<String>,
    /// The day by which the pending request should be decided, as `yyyy-MM-dd`.
    pub due_on: Option<String>,
    /// The day by which a request of today should be decided, as `yyyy-MM-dd`.
    pub decide_by: String,
    /// The first 8 products that the group opens, of those on home.
    pub opens: Vec<OpenedProduct>,
    /// How many there are.
    pub opens_count: i64,
}

impl MyGroupRow {
    /// The row of a group that opens `opened`.
    fn of(
        group: VisibleGroup,
        opened: &Opened,
        (state, now, language): (&AppState, Millis, Language),
    ) -> Self {
        let zone = &state.zone;
        let place = group.place;
        let (action_id, status_name, outcome) = match place.membership {
            // Nobody leaves what a claim gives.
            Some((Status::Enabled, _)) if place.source.is_some() => (2, "approved", Outcome::None),
            Some((Status::Enabled, _)) => (3, "approved", Outcome::None),
            Some((Status::Processing, _)) => (2, "pending", Outcome::None),
            Some((Status::Disabled, outcome)) if outcome.is_refusal() => (0, "refused", outcome),
            Some((Status::Disabled, outcome)) => (0, "", outcome),
            None => (0, "", Outcome::None),
        };
        let (request_id, request_kind, due_on) = match place.request {
            Some((id, kind, due_at)) => {
                let due_on = last_day_before(due_at, zone).to_string();
                (Some(id), Some(kind.name().to_owned()), Some(due_on))
            }
            None => (None, None, None),
        };
        Self {
            group_id: group.id,
            group_name: group.name,
            group_admin: group.managers.join(", "),
            admin_msg: group.admin_msg,
            desc: group.description,
            c_time: days::date_time(group.created_at, zone),
            numbers_of_members: group.members,
            name_list: group.member_names.join(";"),
            action_id: if place.manages { 1 } else { action_id },
            apply_count: place.waiting,
            status_name: status_name.to_owned(),
            outcome: outcome.name().to_owned(),
            ends_on: place.ends_on.map(|day| day.to_string()),
            source: (place.source.as_deref()).map(|source| state.providers.name_of_source(source)),
            max_days: group.max_days,
            request_id,
            request_kind,
            due_on,
            decide_by: in_days(now, group.due_days, zone).to_string(),
            opens: OpenedProduct::list(opened, language, &state.clients),
            opens_count: opened.total,
        }
    }
}

/// Groups for the user
///
/// The enabled groups that the caller may see, with what the caller can do in each. `sort` can be
/// `groupName` or `created`; a `-` before it reverses the order.
#[operation(tag = "groups", params(MyGroupFilter, PagingQuery))]
pub async fn my_group_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<MyGroupFilter>,
) -> Answered<Page<MyGroupRow>> {
    let account = caller.account();
    let page = my_groups_page(caller.view(), &account, filter, &paging).await?;
    let ids = page.rows.iter().map(|group| group.id.as_str());
    let hidden = &state.config.branding.hidden_app_ids;
    let mut opened = opened_by(caller.view(), ids, Some(hidden)).await?;
    let (now, language) = (caller.now, caller.language);
    Ok(Answer(Page::of(page, |group| {
        let opened = opened.remove(&group.id).unwrap_or_default();
        MyGroupRow::of(group, &opened, (&state, now, language))
    })))
}

/// What waits for the caller.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupNotice {
    /// True if the caller is in no group, manages none and has asked for none.
    pub is_first_login: bool,
    /// How many requests wait for the caller's decision, 1000 at most.
    pub notify: i64,
    /// Whether the caller has seen the hint about groups today.
    pub click_status: ClickStatusNumber,
}

/// Group notification
///
/// How many requests wait for the caller's decision, and whether to show the hint that asks a newcomer to
/// choose a group.
#[operation(tag = "groups")]
pub async fn group_notice(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<GroupNotice> {
    let rights = caller.rights().await?;
    let when = (&state.zone, caller.now);
    let administers = rights.administers_sso();
    let notice = notice(caller.view(), &rights.account_id, administers, when).await?;
    Ok(Answer(notice.into()))
}

impl From<Notice> for GroupNotice {
    fn from(notice: Notice) -> Self {
        Self {
            is_first_login: notice.is_first_login,
            notify: notice.waiting,
            click_status: Number(if notice.clicked {
                ClickStatus::Seen
            } else {
                ClickStatus::Reset
            }),
        }
    }
}

type ClickStatusNumber = Number<ClickStatus>;

/// A click.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, IntoParams, ToSchema)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct Click {
    /// Whether the hint was seen, so that it is not shown again today.
    pub click_status: ClickStatusNumber,
}

/// Record a click, as GET
///
/// The same as the POST call, for older clients.
#[operation(tag = "groups", params(Click))]
pub async fn click_monitor(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(sent): Fields<Click>,
) -> Answered<Click> {
    note_click(&state, caller, sent).await
}

/// Record a click
///
/// Notes that the caller has seen the hint about groups today, or forgets it.
#[operation(tag = "groups", request_body = Click)]
pub async fn click_monitor_post(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(sent): Fields<Click>,
) -> Answered<Click> {
    note_click(&state, caller, sent).await
}

async fn note_click(state: &AppState, caller: WritingCaller, sent: Click) -> Answered<Click> {
    let seen = sent.click_status.0 == ClickStatus::Seen;
    let (zone, id) = (state.zone.clone(), caller.account().id.clone());
    let noted = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move { Ok(click(tx, &id, seen, (&zone, audit.now)).await?) })
    });
    noted.await?;
    Ok(Answer(sent))
}

/// An application to join a group, or the wish to leave it.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ApplyBody {
    /// The group.
    #[schema(required = true)]
    pub group_id: String,
    /// 0 or missing: apply. 3: leave.
    #[serde(deserialize_with = "optional_integer")]
    pub action_id: Option<i64>,
    /// Why the caller needs the group; at most 500 characters.
    pub reason: Option<String>,
    /// For how many days. Missing: for as long as the group allows.
    #[serde(deserialize_with = "optional_integer")]
    pub wanted_days: Option<i64>,
}

/// The caller's place in the group after the call.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Applied {
    /// `approved`, `pending`, or empty.
    pub status_name: String,
    /// As in the list of groups.
    pub action_id: i64,
    /// The pending request.
    pub request_id: Option<String>,
}

impl Creation for Applied {}

impl From<Asked> for Applied {
    fn from(asked: Asked) -> Self {
        let (status_name, action_id, request_id) = match asked {
            Asked::Pending(id) => ("pending", 2, Some(id)),
            Asked::Member => ("approved", 3, None),
        };
        Self {
            status_name: status_name.to_owned(),
            action_id,
            request_id,
        }
    }
}

/// Apply to or quit a group
///
/// Applies for membership, or ends it. Repeating a call changes nothing. While a request is pending, a
/// second one returns the same `requestId`. The managers of the group get an email. The error is
/// 429 if the caller has made too many requests in a day.
#[operation(tag = "groups", request_body = ApplyBody)]
pub async fn group_apply(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<ApplyBody>,
) -> Answered<Applied> {
    let wish = Wish {
        reason: body.reason.unwrap_or_default().trim().to_owned(),
        days: body.wanted_days,
        product_id: None,
    };
    match body.action_id {
        None | Some(0) => apply_for(&state, caller, RequestKind::Join, body.group_id, wish).await,
        Some(3) => quit(&state, caller, body.group_id).await,
        Some(_) => Err(ApiError::illegal("actionId")),
    }
}

/// Asks for the group on behalf of the caller.
pub(super) async fn apply_for<A: Creation + From<Applied>>(
    state: &AppState,
    caller: WritingCaller,
    kind: RequestKind,
    group_id: String,
    wish: Wish,
) -> Answered<A> {
    let (account, zone, limits) = (caller.account(), state.zone.clone(), state.limits);
    let caller = caller.end_view();
    let asked = caller.create::<A, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let rules = (&zone, &limits);
            let asked = ask(tx, &account, (kind, &group_id), wish, rules, audit).await?;
            Ok(Applied::from(asked).into())
        })
    });
    let asked = asked.await.inspect_err(|refused| {
        if matches!(refused, ApiError::LimitReached(..)) {
            caller.note_limit("requests", &caller.account().id);
        }
    })?;
    Ok(Answer(asked))
}

async fn quit(state: &AppState, caller: WritingCaller, group_id: String) -> Answered<Applied> {
    let (id, zone) = (caller.account().id.clone(), state.zone.clone());
    let left = caller.write_with_retry::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move { Ok(members::leave(tx, (&id, &group_id), &zone, audit).await?) })
    });
    left.await?;
    Ok(Answer(Applied {
        status_name: String::new(),
        action_id: 0,
        request_id: None,
    }))
}

/// A request for more time in a group.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ExtensionBody {
    /// The group.
    #[schema(required = true)]
    pub group_id: String,
    /// Why the caller needs it for longer; at most 500 characters.
    pub reason: Option<String>,
    /// For how many days from today. Missing: for as long as the group allows.
    #[serde(deserialize_with = "optional_integer")]
    pub wanted_days: Option<i64>,
}

/// Ask for more time in a group
///
/// Asks the managers to extend the caller's membership, which must have an end.
#[operation(tag = "groups", request_body = ExtensionBody)]
pub async fn ask_extension(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<ExtensionBody>,
) -> Answered<Applied> {
    let wish = Wish {
        reason: body.reason.unwrap_or_default().trim().to_owned(),
        days: body.wanted_days,
        product_id: None,
    };
    apply_for(&state, caller, RequestKind::Extend, body.group_id, wish).await
}
