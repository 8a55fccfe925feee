//! The people of a group as a file, for its managers and for administrators.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::calls::download::{Lines, ListFile, download};
use crate::calls::{WritingCaller, operation};
use crate::days::today;
use crate::db::list::{List, Paging, WholeList};
use crate::db::{DbError, ReadTx};
use crate::directory::Status;
use crate::groups::{GROUP_USERS, MEMBERS, MemberFilter, MemberRow, add_places, members_query};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const FILE: ListFile = ListFile {
    list: "members",
    disposition: "attachment; filename=\"members.csv\"",
    headings: &[
        "userId",
        "username",
        "fullName",
        "email",
        "status",
        "isManager",
        "endsOn",
    ],
};

/// Download the members of a managed group
///
/// The same people as in the list with these filters, all of them, sorted by account name.
#[operation(tag = "groups", params(MemberFilter))]
pub async fn member_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(filter): Fields<MemberFilter>,
) -> Result<Response, ApiError> {
    people(state, caller, &MEMBERS, &filter).await
}

/// Download the users of a group
///
/// The same people as in the list with these filters, all of them, sorted by account name.
#[operation(tag = "groups", params(MemberFilter))]
pub async fn group_user_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(filter): Fields<MemberFilter>,
) -> Result<Response, ApiError> {
    people(state, caller, &GROUP_USERS, &filter).await
}

/// The file of the people of the group that the call names.
async fn people(
    state: Arc<AppState>,
    caller: WritingCaller,
    list: &'static List,
    filter: &MemberFilter,
) -> Result<Response, ApiError> {
    let group = caller.named_group(filter.group_id.as_deref().unwrap_or_default())?;
    let file = FILE.of(filter);
    let today = today(caller.now, &state.zone);
    let found = members_query(list, filter, &Paging::default(), today)?;
    let lines = PeopleLines { group_id: group.id };
    download(state, caller, file, (WholeList::of(found), lines)).await
}

/// People with their places in the group.
struct PeopleLines {
    group_id: String,
}

impl Lines for PeopleLines {
    type Row = MemberRow;

    async fn cells(
        &self,
        view: &mut ReadTx,
        _: &AppState,
        mut rows: Vec<MemberRow>,
    ) -> Result<Vec<Vec<String>>, DbError> {
        add_places(view, &self.group_id, &mut rows).await?;
        Ok(rows.into_iter().map(cells).collect())
    }
}

/// In the order of the headings.
fn cells(row: MemberRow) -> Vec<String> {
    let place = row.place.as_ref();
    let status = place.map_or(Status::Disabled, |place| place.status);
    let ends_on = place.and_then(|place| place.ends_on);
    vec![
        row.id,
        row.username,
        row.full_name,
        row.email.unwrap_or_default(),
        status.code().to_string(),
        place.is_some_and(|place| place.manages).to_string(),
        ends_on.map(|day| day.to_string()).unwrap_or_default(),
    ]
}
