//! Page views of the portal: what it reports, and the counts.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::calls::{Caller, WritingCaller, operation};
use crate::http::envelope::{Answer, Answered, Empty};
use crate::http::fields::{Fields, optional_integer};
use crate::insight::page_views::{self, PageViewError};
use crate::state::AppState;

/// How many days the answer has if the query does not say.
const DAYS: i64 = 30;

/// A page of the portal that was shown.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PageViewBody {
    /// Its route, with the names of its parameters: `/my-groups/:groupId`.
    pub route: String,
}

/// Report a page view
///
/// Counts it by route and day, and stores nothing else. Counts nothing unless `page_views.count` is set.
#[operation(tag = "insight", request_body = PageViewBody)]
pub async fn page_view(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<PageViewBody>,
) -> Answered<Empty> {
    if !state.config.page_views.count {
        return Ok(Answer(Empty));
    }
    let zone = state.zone.clone();
    let counted = caller.write::<_, PageViewError, _>(move |tx, audit| {
        Box::pin(async move { page_views::count(tx, &body.route, (&zone, audit.now)).await })
    });
    counted.await?;
    Ok(Answer(Empty))
}

/// The days of the answer.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageViewsQuery {
    /// How many days, with today; 30 if absent, 400 at most.
    #[serde(default, deserialize_with = "optional_integer")]
    pub days: Option<i64>,
}

/// The views of a page on a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageViewsRow {
    /// The day, as `yyyy-MM-dd`.
    pub day: String,
    /// The route.
    pub route: String,
    /// How often it was shown.
    pub views: i64,
}

/// Page views
///
/// The views of each page by day, the newest day first and then the most viewed, at most 10,000 rows. For holders of the
/// access code `operation_access.SystemManagement.Overview.view`.
#[operation(tag = "insight", params(PageViewsQuery))]
pub async fn page_views(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<PageViewsQuery>,
) -> Answered<Vec<PageViewsRow>> {
    let days = query.days.unwrap_or(DAYS).clamp(1, 400);
    let when = (&state.zone, caller.now);
    let found = page_views::last_days(caller.view(), days, when).await?;
    let rows = found.into_iter().map(|found| PageViewsRow {
        day: found.day,
        route: found.route,
        views: found.views,
    });
    Ok(Answer(rows.collect()))
}
