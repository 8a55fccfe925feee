//! The figures of the products that the caller administers and of the groups that the caller manages. Of other things they
//! say nothing, not even that there are any.

use std::sync::Arc;

use axum::extract::State;

use super::bodies::{OverviewQuery, OwnOverview, OwnOverviewGroup, OwnOverviewProduct};
use super::{days_of, decided};
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
    let mut found = OwnOverview {
        from: days.first.to_string(),
        to: days.last.to_string(),
        products: Vec::new(),
        groups: Vec::new(),
    };
    for id in rights.products.iter().take(MOST_PRODUCTS) {
        found
            .products
            .extend(product((&state, language), caller.view(), *id, times).await?);
    }
    for group in figures::managed_groups(caller.view(), &account.id).await? {
        let figures = group_figures(&state, caller.view(), group, (times, now)).await?;
        found.groups.push(figures);
    }
    Ok(Answer(found))
}

async fn product(
    (state, language): (&AppState, Language),
    view: &mut dyn Reads,
    id: i64,
    times: (Millis, Millis),
) -> Result<Option<OwnOverviewProduct>, DbError> {
    let Some(record) = products::record(view, id).await? else {
        return Ok(None);
    };
    let (row, number) = (record.row, id.to_string());
    let opened = overview::total(view, (Figure::Opened, &number), times).await?;
    let client = (row.client_id.as_deref(), row.app_name.as_str());
    let query_tokens = match state.clients.of_product(client.0, client.1) {
        Some(client) => {
            overview::total(view, (Figure::QueryTokens, &client.client_id), times).await?
        }
        None => 0,
    };
    Ok(Some(OwnOverviewProduct {
        product_id: id,
        name: language.of_two(row.name, row.name_zh),
        opened,
        query_tokens,
    }))
}

async fn group_figures(
    state: &AppState,
    view: &mut dyn Reads,
    (id, name): (String, String),
    (times, now): ((Millis, Millis), Millis),
) -> Result<OwnOverviewGroup, DbError> {
    let of_group = Some(id.as_str());
    Ok(OwnOverviewGroup {
        waiting: figures::waiting(view, of_group, now).await?.into(),
        decided: decided(view, &id, times).await?,
        ending: figures::ending(view, of_group, today(now, &state.zone))
            .await?
            .into(),
        group_id: id,
        name,
    })
}
