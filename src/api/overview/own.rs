//! The figures of the products that the caller administers and of the groups that the caller manages. Of other things they
//! say nothing, not even that there are any.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;

use super::bodies::{
    OverviewDecided, OverviewQuery, OwnOverview, OwnOverviewGroup, OwnOverviewProduct,
};
use super::days_of;
use crate::calls::{Caller, operation};
use crate::catalogue::products;
use crate::clock::Millis;
use crate::days::today;
use crate::db::{DbError, Reads};
use crate::groups::figures;
use crate::http::envelope::{Answer, Answered};
use crate::http::fields::Fields;
use crate::i18n::language::Language;
use crate::insight::{Figure, overview};
use crate::state::AppState;

/// The most products of an answer.
const MOST_PRODUCTS: usize = 50;

/// Overview of what I manage
///
/// How often the products that the caller administers were opened, and requests and ending memberships of the groups that the
/// caller manages, at most 50 of each. Both lists are empty for everybody else. The figures name nobody.
#[operation(tag = "insight", params(OverviewQuery))]
pub async fn own_overview(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<OverviewQuery>,
) -> Answered<OwnOverview> {
    let days = days_of(&query, &state, caller.now)?;
    let (now, language, times) = (caller.now, caller.language, days.times(&state.zone));
    let (account, rights) = (caller.account(), caller.rights().await?);
    let ids: Vec<i64> = rights
        .products
        .iter()
        .copied()
        .take(MOST_PRODUCTS)
        .collect();
    let at = (now, today(now, &state.zone));
    let view = caller.view();
    let groups = figures::managed_groups(view, &account.id, at).await?;
    Ok(Answer(OwnOverview {
        from: days.first.to_string(),
        to: days.last.to_string(),
        products: of_products((&state, language), view, &ids, times).await?,
        groups: of_groups(view, groups, times).await?,
    }))
}

/// The sum of the parts of a subject.
fn sum(found: &HashMap<String, Vec<(String, i64)>>, subject: &str) -> i64 {
    let parts = found.get(subject).into_iter().flatten();
    parts.map(|(_, many)| many).sum()
}

async fn of_products(
    (state, language): (&AppState, Language),
    view: &mut dyn Reads,
    ids: &[i64],
    times: (Millis, Millis),
) -> Result<Vec<OwnOverviewProduct>, DbError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = products::with_applications(view, ids).await?;
    let numbers: Vec<String> = ids.iter().map(i64::to_string).collect();
    let opened = overview::totals_of_many(view, (Figure::Opened, &numbers), times).await?;
    let client_of = |row: &products::WithApplication| {
        let client = state
            .clients
            .of_product(row.client_id.as_deref(), &row.app_name);
        client.map(|client| client.client_id.clone())
    };
    let clients: Vec<Option<String>> = rows.iter().map(client_of).collect();
    let known: Vec<String> = clients.iter().flatten().cloned().collect();
    let tokens = overview::totals_of_many(view, (Figure::QueryTokens, &known), times).await?;
    let figures = rows
        .into_iter()
        .zip(clients)
        .map(|(row, client)| OwnOverviewProduct {
            product_id: row.id,
            name: language.of_two(row.name, row.name_zh),
            opened: sum(&opened, &row.id.to_string()),
            query_tokens: client.map_or(0, |client| sum(&tokens, &client)),
        });
    Ok(figures.collect())
}

async fn of_groups(
    view: &mut dyn Reads,
    groups: Vec<figures::ManagedGroup>,
    times: (Millis, Millis),
) -> Result<Vec<OwnOverviewGroup>, DbError> {
    if groups.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<String> = groups.iter().map(|group| group.id.clone()).collect();
    let mut decided = overview::totals_of_many(view, (Figure::Decided, &ids), times).await?;
    let minutes = overview::totals_of_many(view, (Figure::DecidedMinutes, &ids), times).await?;
    let figures = groups.into_iter().map(|group| OwnOverviewGroup {
        waiting: group.waiting.into(),
        decided: OverviewDecided::of(
            decided.remove(&group.id).unwrap_or_default(),
            sum(&minutes, &group.id),
        ),
        ending: group.ending.into(),
        group_id: group.id,
        name: group.name,
    });
    Ok(figures.collect())
}
