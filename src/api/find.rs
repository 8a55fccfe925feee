//! The search of the palette: applications, groups and people by their names.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::bodies::Product;
use super::people_search::PeopleSearch;
use crate::access::{Action, Object};
use crate::calls::{Caller, WritingCaller, operation};
use crate::catalogue::products;
use crate::db::Reads;
use crate::db::list::{ListError, OptionPaging};
use crate::db::search::can_find;
use crate::directory::{self, AccountRow};
use crate::groups::{self, FoundGroup};
use crate::http::envelope::{Answer, Answered};
use crate::http::fields::Fields;
use crate::state::AppState;

/// The most things of one kind.
const MOST: usize = 8;

/// What to find.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct FindQuery {
    /// A part of a name with two characters or more, or with one Chinese character; a Chinese name is also found by its
    /// pinyin and by its initials. All words must occur. With less nothing is found.
    #[param(required = true)]
    pub q: String,
}

/// What was found, at most 8 of each kind, the best first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// The applications that the home page shows, first those that open.
    pub applications: Vec<Product>,
    /// The groups that the caller sees; all groups for a caller who may see their list.
    pub groups: Vec<NamedGroup>,
    /// True if all groups were searched.
    pub of_all_groups: bool,
    /// People, if the caller may see the list of accounts.
    pub people: Vec<FoundPerson>,
    /// Whether the caller can search for people.
    pub people_search: PeopleSearchKind,
}

/// How a caller can search for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PeopleSearchKind {
    /// Not at all.
    None,
    /// By `/find/people`, which counts and records each search.
    Counted,
    /// `people` has those that were found.
    Done,
}

/// The applications that were found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundApplications {
    /// Their ids, the best first.
    pub product_ids: Vec<i64>,
}

/// A group that was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedGroup {
    /// The group's id.
    pub group_id: String,
    /// The group's name.
    pub group_name: String,
}

impl From<FoundGroup> for NamedGroup {
    fn from(group: FoundGroup) -> Self {
        Self {
            group_id: group.id,
            group_name: group.name,
        }
    }
}

/// A person who was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundPerson {
    /// The account's id; null for a caller who may not see the list of accounts.
    pub user_id: Option<String>,
    /// The account name.
    pub username: String,
    /// The display name.
    pub full_name: String,
    /// The name of the person's agency.
    pub agency_name: Option<String>,
    /// The email address.
    pub email: Option<String>,
}

/// The people whose names fit. A caller who `lists_accounts` also finds disabled accounts, and gets the ids.
async fn people(
    view: &mut dyn Reads,
    text: &str,
    lists_accounts: bool,
) -> Result<Vec<FoundPerson>, ListError> {
    let found = directory::people_found(view, text, lists_accounts, MOST).await?;
    let person = |row: AccountRow| FoundPerson {
        user_id: lists_accounts.then_some(row.id),
        username: row.username,
        full_name: row.full_name,
        agency_name: row.agency_name,
        email: row.email,
    };
    Ok(found.into_iter().map(person).collect())
}

/// Find applications, groups and people
///
/// What the caller sees anyway, by a part of its name. People are found only by a caller who may see the list of accounts;
/// `peopleSearch` says whether another caller can search for them.
#[operation(tag = "account", params(FindQuery))]
pub async fn find(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<FindQuery>,
) -> Answered<Found> {
    let text = query.q.as_str();
    let lists_accounts = caller.may(Action::ListAccounts, &Object::None).await?;
    let of_all_groups = caller.may(Action::ListGroups, &Object::None).await?;
    let people_search = if lists_accounts {
        PeopleSearchKind::Done
    } else if caller.may(Action::FindPeople, &Object::None).await? {
        PeopleSearchKind::Counted
    } else {
        PeopleSearchKind::None
    };
    let mut found = Found {
        applications: Vec::new(),
        groups: Vec::new(),
        of_all_groups,
        people: Vec::new(),
        people_search,
    };
    if !can_find(text) {
        return Ok(Answer(found));
    }
    let (account, language) = (caller.account(), caller.language);
    let hidden = state.config.branding.hidden_app_ids.as_slice();
    let view = caller.view();
    let cards = products::found(view, &account, text, (hidden, &state.clients), MOST).await?;
    let cards = cards.into_iter();
    found.applications = cards
        .map(|product| Product::of(product, language, &state.clients))
        .collect();
    let named = groups::groups_found(view, &account, text, of_all_groups, MOST).await?;
    found.groups = named.into_iter().map(NamedGroup::from).collect();
    if lists_accounts {
        found.people = people(view, text, true).await?;
    }
    Ok(Answer(found))
}

/// Find applications
///
/// The applications that the home page of the caller shows and whose name or code fits, at most 200, first those that open.
#[operation(tag = "account", params(FindQuery))]
pub async fn find_applications(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<FindQuery>,
) -> Answered<FoundApplications> {
    let account = caller.account();
    let hidden = state.config.branding.hidden_app_ids.as_slice();
    let seen = (hidden, &state.clients);
    let fitting = products::fitting(caller.view(), &account, &query.q, seen).await?;
    let product_ids = fitting.into_iter().map(|product| product.id).collect();
    Ok(Answer(FoundApplications { product_ids }))
}

/// Find people
///
/// The enabled accounts whose account name, display name or email address fits, at most 8. The search of a caller who may
/// not see the list of accounts is counted and recorded; the error is 429 after too many of them in a day.
#[operation(tag = "account", params(FindQuery))]
pub async fn find_people(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(query): Fields<FindQuery>,
) -> Answered<Vec<FoundPerson>> {
    let mut wanted = OptionPaging {
        context: Some(query.q),
        ..OptionPaging::default()
    };
    let search = PeopleSearch::of(&mut caller, &mut wanted).await?;
    let text = wanted.context.unwrap_or_default();
    if search == PeopleSearch::TooShort || !can_find(&text) {
        return Ok(Answer(Vec::new()));
    }
    let (mut view, _running) = search.begin(&state, caller).await?;
    let lists_accounts = search == PeopleSearch::OfEverybody;
    Ok(Answer(people(&mut view, &text, lists_accounts).await?))
}
