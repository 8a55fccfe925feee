//! People and products to choose for a group.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::people_search::PeopleSearch;
use crate::calls::{Caller, WritingCaller, operation};
use crate::catalogue::products;
use crate::directory::AccountChoice;
use crate::groups::{GroupProduct, group_choices};
use crate::http::envelope::{Answer, Answered};
use crate::http::fields::filled;
use crate::http::paging::{OptionQuery, Options, OptionsOf};
use crate::state::AppState;

/// The group that people are chosen for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct GroupPeopleQuery {
    /// The group's id. Without it nobody is `selected`.
    pub group_id: Option<String>,
}

/// A person to choose for a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonOption {
    /// The account's id.
    pub user_id: String,
    /// The account name.
    pub username: String,
    /// The display name, or the account name if there is none.
    pub name: String,
    /// The email address.
    pub email: Option<String>,
    /// True for a member of the group.
    pub selected: bool,
}

/// People to choose for a group
///
/// People with an enabled account, sorted by name, and whether each is a member. A caller who may not see the list of
/// accounts must send a `context` of two characters and gets at most 100 people. The error is 429 after too many such
/// searches in a day.
#[operation(tag = "groups", params(GroupPeopleQuery, OptionQuery))]
pub async fn group_select_people(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    OptionsOf(query, mut wanted): OptionsOf<GroupPeopleQuery>,
) -> Answered<Vec<PersonOption>> {
    let group = filled(query.group_id);
    let search = PeopleSearch::of(&mut caller, &mut wanted).await?;
    if search == PeopleSearch::TooShort {
        return Ok(Answer(Vec::new()));
    }
    let (mut view, _running) = search.begin(&state, caller).await?;
    let found = group_choices::people(&mut view, group.as_deref(), &wanted).await?;
    let option = |(row, selected): (AccountChoice, bool)| PersonOption {
        name: match row.full_name.as_str() {
            "" => row.username.clone(),
            name => name.to_owned(),
        },
        user_id: row.id,
        username: row.username,
        email: row.email,
        selected,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

/// Products to choose for a group
///
/// All products, sorted by name, also those that are off.
#[operation(tag = "groups", params(OptionQuery))]
pub async fn group_select_products(
    mut caller: Caller,
    Options(wanted): Options,
) -> Answered<Vec<GroupProduct>> {
    let found = products::group_product_options(caller.view(), &wanted).await?;
    let language = caller.language;
    let option = |product: GroupProduct| product.in_language(language);
    Ok(Answer(found.into_iter().map(option).collect()))
}
