//! A request, as the lists of requests show it.

use serde::Serialize;
use utoipa::ToSchema;

use super::bodies::OpenedProduct;
use crate::clock::Millis;
use crate::days::{date_time, last_day_before};
use crate::groups::memberships::last_day_in;
use crate::groups::{Opened, RequestRow};
use crate::i18n::language::Language;
use crate::state::AppState;

/// A request for a group.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestListRow {
    /// The request's id.
    pub id: String,
    /// `join` a group or `extend` a membership.
    pub kind: String,
    /// The id of the person who asks.
    pub user_id: String,
    /// That person's account name.
    pub username: String,
    /// That person's display name.
    pub full_name: String,
    /// That person's email address.
    pub email: Option<String>,
    /// The name of that person's agency.
    pub agency_name: Option<String>,
    /// The product that the person wants to open.
    pub project_id: Option<i64>,
    /// Its name in the reader's language.
    pub project_name: Option<String>,
    /// The group.
    pub group_id: String,
    /// Its name.
    pub group_name: String,
    /// How many members the group has.
    pub numbers_of_members: i64,
    /// The names of its managers, separated by commas, 20 at most; empty except in the caller's own requests.
    pub group_admin: String,
    /// The first 8 products that the group opens; none in the file and in the caller's own requests.
    pub opens: Vec<OpenedProduct>,
    /// How many there are.
    pub opens_count: i64,
    /// Why the person asks.
    pub reason: String,
    /// For how many days; absent for as long as the group allows.
    pub wanted_days: Option<i64>,
    /// The last day of the membership if it is approved today, as `yyyy-MM-dd`; absent for no end, and if it is decided.
    pub ends_on: Option<String>,
    /// `pending`, `approved` or `refused`.
    pub status: String,
    /// The same, and `withdrawn` or `timed_out` instead of `refused`.
    pub state: String,
    /// 1 submitted, 2 pending, 3 decided and mailed, 4 complete; a request is at 2 or 4.
    pub step: i64,
    /// The version, to be sent with a decision.
    pub version: i64,
    /// When the person asked, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
    #[serde(rename = "c_time")]
    pub c_time: String,
    /// When the person asked, in milliseconds since 1970.
    pub created_at: i64,
    /// The day by which to decide, as `yyyy-MM-dd`.
    pub due_on: String,
    /// The last day on which it can be decided; after it the request is refused.
    pub refuse_on: String,
    /// True if it waits for longer than it should, so that stand-ins may decide.
    pub overdue: bool,
    /// When it was decided, in milliseconds since 1970.
    pub decided_at: Option<i64>,
    /// The name of the person who decided; absent for the server.
    pub decided_by: Option<String>,
    /// The reason of a refusal.
    pub comment: String,
    /// True if it is pending and the caller may decide about it.
    pub may_decide: bool,
}

impl RequestListRow {
    /// The row of a request for a group that opens `opened`, for a reader of `language`.
    pub(super) fn of(
        row: RequestRow,
        may_decide: bool,
        opened: &Opened,
        (state, now, language): (&AppState, Millis, Language),
    ) -> Self {
        let zone = &state.zone;
        let is_pending = row.state.status_name() == "pending";
        let ends_on = last_day_in(row.wanted_days, row.max_days, (zone, now));
        let ends_on = ends_on.filter(|_| is_pending);
        let decider = row.decider_name.filter(|name| !name.is_empty());
        Self {
            kind: row.kind.name().to_owned(),
            user_id: row.account_id,
            username: row.username,
            full_name: row.full_name,
            email: row.email,
            agency_name: row.agency_name,
            project_id: row.product_id,
            project_name: row
                .product_name
                .map(|name| language.of_two(name, row.product_name_zh.unwrap_or_default())),
            group_id: row.group_id,
            group_name: row.group_name,
            numbers_of_members: row.members,
            group_admin: row.managers.join(", "),
            opens: OpenedProduct::list(opened, language, &state.clients),
            opens_count: opened.total,
            reason: row.reason,
            ends_on: ends_on.map(|day| day.to_string()),
            wanted_days: row.wanted_days,
            status: row.state.status_name().to_owned(),
            state: row.state.name().to_owned(),
            // Contract G-63: the email is sent with the decision.
            step: if is_pending { 2 } else { 4 },
            version: row.version,
            c_time: date_time(row.created_at, zone),
            created_at: row.created_at,
            due_on: last_day_before(row.due_at, zone).to_string(),
            refuse_on: last_day_before(row.refuse_at, zone).to_string(),
            overdue: is_pending && row.reminded_at.is_some(),
            decided_at: row.decided_at,
            decided_by: decider.or(row.decider),
            comment: row.decision_reason,
            may_decide: may_decide && is_pending,
            id: row.id,
        }
    }
}
