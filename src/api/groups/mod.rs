//! Groups of people, for administrators.

mod access;
mod bodies;
mod choices;
mod edit;
mod export;
mod industries;
mod members;
mod people_export;

use std::sync::Arc;

use axum::extract::State;

pub use access::*;
pub use choices::*;
pub use edit::*;
pub use export::*;
pub use industries::*;
pub use members::*;
pub use people_export::*;

use crate::calls::{Caller, operation};
use crate::days::{date_time, today};
use crate::groups::groups_page;
use crate::groups::{GroupFilter, GroupListRow};
use crate::http::envelope::{Answer, Answered};
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

/// User group list
///
/// The newest groups come first. `sort` can be `created` or `groupName`; a `-` before it reverses
/// the order.
#[operation(tag = "groups", params(GroupFilter, PagingQuery))]
pub async fn group_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<GroupFilter>,
) -> Answered<Page<GroupListRow>> {
    let today = today(caller.now, &state.zone);
    let page = groups_page(caller.view(), &filter, &paging, today).await?;
    let language = caller.language;
    Ok(Answer(Page::of(page, |row| {
        let products = row.products.into_iter();
        GroupListRow {
            c_time: date_time(row.created_at, &state.zone),
            products: products.map(|one| one.in_language(language)).collect(),
            ..row
        }
    })))
}
