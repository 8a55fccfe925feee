//! The words a month of people and groups (contract G-78).

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;

use super::super::iris_mappings::IrisAccountOption;
use super::super::people_search::PeopleSearch;
use super::quota_bodies::{
    AssistantQuotaBody, AssistantQuotaOfPerson, AssistantQuotaQuery, AssistantQuotaSource,
};
use crate::access::{Action, Object};
use crate::assistant::{
    self, AssistantQuotaFilter, AssistantQuotaRow, Quota, QuotaError, QuotaKind, QuotaSource,
};
use crate::calls::{Caller, WritingCaller, operation};
use crate::directory::{self, AccountChoice, ShownNames};
use crate::groups;
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::Fields;
use crate::http::number::Number;
use crate::http::paging::{OptionQuery, Options, Page, Paged, PagingQuery};
use crate::state::AppState;

/// Quotas of people and groups
///
/// The newest first. `sort` can be `changed` or `words`; a `-` before it reverses the order. Groups that the caller may not
/// see have no id and no name.
#[operation(tag = "assistant", params(AssistantQuotaFilter, PagingQuery))]
pub async fn assistant_quota_list(
    mut caller: Caller,
    Paged(filter, paging): Paged<AssistantQuotaFilter>,
) -> Answered<Page<AssistantQuotaRow>> {
    let sight = caller.group_sight().await?;
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let rows: &[AssistantQuotaRow] = &page.rows;
    let of_groups = rows.iter().filter(|row| row.kind.0 == QuotaKind::Group);
    let ids: BTreeSet<String> = of_groups.map(|row| row.subject_id.clone()).collect();
    let seen = groups::names_seen(caller.view(), &ids, &sight).await?;
    Ok(Answer(Page::of(page, |row: AssistantQuotaRow| {
        let is_group = row.kind.0 == QuotaKind::Group;
        let is_hidden = is_group && !sight.every && !seen.contains_key(&row.subject_id);
        if is_hidden {
            AssistantQuotaRow {
                subject_id: String::new(),
                name: String::new(),
                ..row
            }
        } else {
            row
        }
    })))
}

/// Set a quota
///
/// The words a month of a person, or of each member of a group. A person's own figure counts, else the largest of the
/// groups, else that of the settings.
#[operation(tag = "assistant", request_body = AssistantQuotaBody)]
pub async fn assistant_quota_set(
    mut caller: WritingCaller,
    Fields(body): Fields<AssistantQuotaBody>,
) -> Answered<Empty> {
    let sight = caller.group_sight().await?;
    let (Number(kind), id) = (body.kind, body.subject_id);
    let quota = body.words.map(Quota::of);
    let set = caller.write::<_, QuotaError, _>(move |tx, audit| {
        Box::pin(async move { assistant::set_quota(tx, (kind, &id), quota, &sight, audit).await })
    });
    set.await?;
    Ok(Answer(Empty))
}

/// Quota of a person
///
/// The figure that counts, where it comes from, and what is used of it this month.
#[operation(tag = "assistant", params(AssistantQuotaQuery))]
pub async fn assistant_quota_of(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<AssistantQuotaQuery>,
) -> Answered<AssistantQuotaOfPerson> {
    let sight = caller.group_sight().await?;
    let now = caller.now;
    let sees_use = caller
        .may(Action::ViewAssistantUsage, &Object::None)
        .await?;
    let found = directory::find(caller.view(), &query.user_id).await?;
    let account = found.ok_or(ApiError::illegal("userId"))?;
    let (figures, source) = state
        .assistant
        .quota_of(caller.view(), &account, now)
        .await?;
    let mut answer = AssistantQuotaOfPerson {
        words: figures.quota.stored(),
        used: sees_use.then_some(figures.used),
        held: sees_use.then_some(figures.held),
        source: AssistantQuotaSource::Usual,
        group_name: String::new(),
    };
    match source {
        QuotaSource::Own => answer.source = AssistantQuotaSource::Own,
        QuotaSource::Group(id) => {
            answer.source = AssistantQuotaSource::Group;
            let ids = BTreeSet::from([id.clone()]);
            let seen = groups::names_seen(caller.view(), &ids, &sight).await?;
            let name = seen.get(&id).map(|group| group.name.clone());
            answer.group_name = name.unwrap_or_default();
        }
        QuotaSource::Usual => {}
    }
    Ok(Answer(answer))
}

/// Account options of a quota
///
/// The enabled accounts, sorted by display name. A caller who may not see the list of accounts finds nobody without a
/// `context` of two characters, gets at most 100, and the error is 429 if they have searched too often in a day.
#[operation(tag = "options", params(OptionQuery))]
pub async fn assistant_account_options(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Options(mut wanted): Options,
) -> Answered<Vec<IrisAccountOption>> {
    let search = PeopleSearch::of(&mut caller, &mut wanted).await?;
    if search == PeopleSearch::TooShort {
        return Ok(Answer(Vec::new()));
    }
    let (mut view, _running) = search.begin(&state, caller).await?;
    let found = directory::account_options(&mut view, &wanted, ShownNames::Names).await?;
    let option = |account: AccountChoice| IrisAccountOption {
        user_id: account.id,
        username: account.username,
        full_name: account.full_name,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

impl From<QuotaError> for ApiError {
    fn from(error: QuotaError) -> Self {
        match error {
            QuotaError::Invalid(faults) => faults.into(),
            QuotaError::Db(error) => error.into(),
        }
    }
}
