//! Searches for people by callers who may not see the list of accounts (contract F-22): short, counted and recorded.

use crate::access::{Action, Object};
use crate::audit::{self, Event, ObjectKind};
use crate::calls::WritingCaller;
use crate::db::ReadTx;
use crate::db::list::OptionPaging;
use crate::db::search::can_find;
use crate::groups::members;
use crate::http::envelope::ApiError;
use crate::limits::RunningCall;
use crate::state::AppState;

/// The most people that one search shows.
const MOST_FOUND: i64 = 100;

/// How a caller gets people to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PeopleSearch {
    /// The caller may see the list of accounts.
    OfEverybody,
    /// The caller searches, which is counted.
    Counted,
    /// The text has no word of two characters, or of one Chinese, so the caller finds nobody.
    TooShort,
}

impl PeopleSearch {
    /// The search of `caller`. One that is counted is limited in `wanted`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn of(
        caller: &mut WritingCaller,
        wanted: &mut OptionPaging,
    ) -> Result<Self, ApiError> {
        if caller.may(Action::ListAccounts, &Object::None).await? {
            return Ok(Self::OfEverybody);
        }
        let context = wanted.context.as_deref().unwrap_or_default();
        if !can_find(context) {
            return Ok(Self::TooShort);
        }
        wanted.page_size = wanted.page_size.min(MOST_FOUND);
        Ok(Self::Counted)
    }

    /// Counts and records the search, if it is one that counts. Only then there is a view to search in, so that a
    /// search beyond the limit reads nothing.
    ///
    /// # Errors
    /// Those of [`count_search_and_open_view`].
    pub async fn begin(
        self,
        state: &AppState,
        caller: WritingCaller,
    ) -> Result<(ReadTx, RunningCall), ApiError> {
        match self {
            Self::Counted => count_search_and_open_view(state, caller).await,
            Self::OfEverybody | Self::TooShort => Ok(caller.into_view()),
        }
    }
}

/// Counts and records a search for people by a caller who need not be allowed to see the list of accounts (contract
/// F-22), and opens the view to search in. Call it as soon as the request is known to be complete.
///
/// # Errors
/// The caller has searched too often in a day, or the database failed.
pub(super) async fn count_search_and_open_view(
    state: &AppState,
    caller: WritingCaller,
) -> Result<(ReadTx, RunningCall), ApiError> {
    let (object, limits) = (caller.object().clone(), state.limits);
    let caller = caller.end_view();
    let counted = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            members::count_search(tx, &limits, audit).await?;
            let entry = audit.entry(Event::PeopleSearched {});
            let entry = match object {
                Object::Group(group) => entry.object(ObjectKind::Group, group.id),
                Object::Role { id, .. } => entry.object(ObjectKind::Role, id),
                _ => entry,
            };
            Ok(audit::record(tx, &entry).await?)
        })
    });
    counted.await.inspect_err(|refused| {
        if matches!(refused, ApiError::LimitReached(..)) {
            caller.note_limit("searches", &caller.account().id);
        }
    })?;
    Ok(caller.counted_view().await?)
}
