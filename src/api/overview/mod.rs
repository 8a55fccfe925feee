//! The overview of administrators, and the part of it for those who administer a product or manage a group.
//!
//! It must be quick at a million accounts: sign-ins, refusals, active people, openings, decisions, launch tokens and the use
//! of the assistant are sums that `insight` keeps by hour and day; what is counted now is counted by an index and to a limit
//! (`groups/store/figures.rs`, `jobs/store.rs`). Nothing reads the audit trail.

mod bodies;
mod own;

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use jiff::civil::Date;

pub use bodies::*;
pub use own::*;

use crate::calls::{Caller, operation};
use crate::clients;
use crate::clock::Millis;
use crate::days::{minute, today};
use crate::db::{DbError, Reads};
use crate::groups::figures;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, filled};
use crate::insight::overview::{self, Days, NoDays, Point};
use crate::insight::{Figure, page_views};
use crate::jobs;
use crate::mail::{SEND, SEND_TO_STRANGERS};
use crate::sessions::launch;
use crate::state::AppState;

/// The most products, applications and pages of a figure.
const TOP: i64 = 10;

/// The times of an overview, and how it shows them.
struct Shown<'a> {
    state: &'a AppState,
    days: Days,
    times: (Millis, Millis),
}

/// Overview
///
/// What happened on these days, and what waits now: sign-ins by method, refusals by reason, active people, the most opened
/// products, requests, ending memberships, launch tokens in addresses, failed emails and the assistant. Of one day, the first
/// three are by the hour. Figures of the last ten seconds may be missing. For holders of the access code
/// `operation_access.SystemManagement.Overview.view`.
#[operation(tag = "insight", params(OverviewQuery))]
pub async fn overview(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<OverviewQuery>,
) -> Answered<Overview> {
    let (now, language) = (caller.now, caller.language);
    let days = days_of(&query, &state, now)?;
    let shown = Shown {
        state: &state,
        days,
        times: days.times(&state.zone),
    };
    let (view, times) = (caller.view(), shown.times);
    let opened = overview::top_products(view, times, TOP).await?;
    let opened = opened.into_iter().map(|found| OverviewProduct {
        product_id: found.id,
        name: language.of_two(found.name, found.name_zh),
        count: found.many,
    });
    let pages = if state.config.page_views.count {
        Some(pages(view, times).await?)
    } else {
        None
    };
    Ok(Answer(Overview {
        from: days.first.to_string(),
        to: days.last.to_string(),
        by_hour: days.is_one(),
        sign_ins: shown.points(view, Figure::SignIns).await?,
        refusals: shown.points(view, Figure::Refusals).await?,
        active: shown.points(view, Figure::Active).await?,
        opened: opened.collect(),
        waiting: figures::waiting(view, now).await?.into(),
        decided: decided(view, times).await?,
        ending: figures::ending(view, today(now, &state.zone)).await?.into(),
        query_tokens: shown.query_tokens(view).await?,
        failed_mail: failed_mail(view, times).await?,
        assistant: shown.assistant(view).await?,
        pages,
    }))
}

impl Shown<'_> {
    async fn points(
        &self,
        view: &mut dyn Reads,
        figure: Figure,
    ) -> Result<Vec<OverviewPoint>, DbError> {
        let points = overview::series(view, figure, self.days.is_one(), self.times).await?;
        Ok(points.into_iter().map(|point| self.point(point)).collect())
    }

    fn point(&self, point: Point) -> OverviewPoint {
        let zone = &self.state.zone;
        let at = if self.days.is_one() {
            minute(point.at, zone)
        } else {
            today(point.at, zone).to_string()
        };
        OverviewPoint {
            at,
            part: point.part,
            count: point.many,
        }
    }

    /// The applications with most launch tokens in addresses. Applications that have them are few.
    async fn query_tokens(
        &self,
        view: &mut dyn Reads,
    ) -> Result<Vec<OverviewQueryTokens>, DbError> {
        let mut found = Vec::new();
        for usage in launch::usage(view).await? {
            let last_at = usage.query_issued_at;
            if last_at.is_none_or(|at| at < self.times.0) {
                continue;
            }
            let of = (Figure::QueryTokens, usage.client_id.as_str());
            let count = overview::total(view, of, self.times).await?;
            if count > 0 {
                found.push((count, usage.client_id, last_at));
            }
        }
        found.sort_unstable_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
        found.truncate(usize::try_from(TOP).unwrap_or_default());
        let ids: BTreeSet<String> = found.iter().map(|(_, id, _)| id.clone()).collect();
        let names = clients::names_of(view, &self.state.clients, &ids).await?;
        let named = found.into_iter().map(|(count, client_id, last_at)| {
            let name = names.get(&client_id).unwrap_or(&client_id).clone();
            OverviewQueryTokens {
                client_id,
                name,
                count,
                last_at,
            }
        });
        Ok(named.collect())
    }

    async fn assistant(&self, view: &mut dyn Reads) -> Result<OverviewAssistant, DbError> {
        let days = self.points(view, Figure::AssistantWords).await?;
        Ok(OverviewAssistant {
            answers: overview::total(view, (Figure::AssistantAnswers, ""), self.times).await?,
            words: days.iter().map(|day| day.count).sum(),
            cost: overview::total(view, (Figure::AssistantCost, ""), self.times).await?,
            currency: self.state.config.assistant.currency.clone(),
            days,
        })
    }
}

/// The days that `query` asks for.
fn days_of(query: &OverviewQuery, state: &AppState, now: Millis) -> Result<Days, ApiError> {
    let day = |field: &'static str, sent: Option<&String>| {
        let day = filled(sent.cloned()).map(|day| day.parse::<Date>());
        day.transpose().map_err(|_| ApiError::illegal(field))
    };
    let sent = (
        day("from", query.from.as_ref())?,
        day("to", query.to.as_ref())?,
        query.days,
    );
    Days::of(sent, (&state.zone, now)).map_err(|wrong| match wrong {
        NoDays::From => ApiError::illegal("from"),
        NoDays::To => ApiError::illegal("to"),
    })
}

/// The decisions about requests for all groups.
async fn decided(
    view: &mut dyn Reads,
    times: (Millis, Millis),
) -> Result<OverviewDecided, DbError> {
    let parts = overview::totals(view, (Figure::Decided, ""), times).await?;
    let minutes = overview::total(view, (Figure::DecidedMinutes, ""), times).await?;
    Ok(OverviewDecided::of(parts, minutes))
}

async fn failed_mail(
    view: &mut dyn Reads,
    times: (Millis, Millis),
) -> Result<OverviewFailedMail, DbError> {
    let kinds = jobs::kinds(view).await?;
    let given_up = |kind: &str| {
        let found = kinds.iter().find(|queued| queued.kind == kind);
        found.map_or(0, |queued| queued.given_up)
    };
    let (sent, to_applicants) = (given_up(SEND), given_up(SEND_TO_STRANGERS));
    Ok(OverviewFailedMail {
        count: overview::total(view, (Figure::FailedMail, ""), times).await?,
        now: sent + to_applicants,
        now_to_applicants: to_applicants,
    })
}

async fn pages(
    view: &mut dyn Reads,
    times: (Millis, Millis),
) -> Result<Vec<OverviewPage>, DbError> {
    let found = page_views::most_viewed(view, times, TOP).await?;
    let pages = found
        .into_iter()
        .map(|(route, views)| OverviewPage { route, views });
    Ok(pages.collect())
}
