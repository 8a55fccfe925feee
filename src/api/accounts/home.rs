//! The home page as the owner of an account sees it (decision 0027). It is read only: there is no session of the
//! owner, and no card opens anything.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::AccountQuery;
use crate::access::Action;
use crate::api::bodies::Product;
use crate::audit::{self, Event};
use crate::calls::{WritingCaller, operation};
use crate::directory::may_sign_in;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::state::AppState;

/// Somebody's home page.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountHome {
    /// The account's id.
    pub user_id: String,
    /// The account name.
    pub username: String,
    /// The display name.
    pub full_name: String,
    /// The agency's name, or empty.
    pub agency_name: String,
    /// The client's name, or empty.
    pub client_name: String,
    /// False if the account is disabled or has expired, so that nobody sees this page at present.
    pub can_sign_in: bool,
    /// The applications of all lists, in the order of the home page, with the owner's access to each. They have no
    /// addresses.
    pub products: Vec<Product>,
}

/// Home page of an account
///
/// What the owner of the account sees on the home page: the same applications with the same states. Each call is
/// recorded in the audit log. It needs `AccountList.home` and `AccountList.view`. Only super administrators see the home
/// page of an administrator, and others only that of people whose access codes they hold too.
#[operation(tag = "accounts", params(AccountQuery))]
pub async fn account_home(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    _: Fields<AccountQuery>,
) -> Answered<AccountHome> {
    // The answer names the owner.
    let object = caller.object().clone();
    caller.require(Action::ViewAccount, &object).await?;
    let account = caller.named_account()?;
    let (language, now) = (caller.language, caller.now);
    let cards = state.home_products.of(caller.view(), &account).await?.all;
    let seen = account.id.clone();
    let recorded = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let entry = audit.entry(Event::HomeSeen {}).account(seen);
            Ok(audit::record(tx, &entry).await?)
        })
    });
    recorded.await?;
    let name = |organisation: &Option<crate::directory::Organisation>| {
        let name = organisation.as_ref().map(|one| one.name.clone());
        name.unwrap_or_default()
    };
    Ok(Answer(AccountHome {
        user_id: account.id.clone(),
        username: account.username.clone(),
        full_name: account.full_name.clone(),
        agency_name: name(&account.agency),
        client_name: name(&account.company),
        can_sign_in: may_sign_in(&account, now, &state.zone).is_ok(),
        products: cards
            .into_iter()
            .map(|card| Product::of(card, language, &state.clients).for_others())
            .collect(),
    }))
}
