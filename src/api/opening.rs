//! Opening an application: the check, the count, the launch token, and whom to ask instead.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::bodies::Link;
use crate::calls::{Caller, WritingCaller, operation};
use crate::catalogue::openings;
use crate::groups::GroupContact;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, integer};
use crate::http::params::with_query;
use crate::sessions::card::Card;
use crate::sessions::launch::LaunchLifetimes;
use crate::sessions::sign_in_flow::Step;
use crate::state::AppState;

/// The application to ask about.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ProductQuery {
    /// The application's id.
    #[serde(deserialize_with = "integer")]
    pub product_id: i64,
}

/// The application to open.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppLoginCountBody {
    /// The application's id.
    #[serde(deserialize_with = "integer")]
    pub product_id: i64,
}

/// The opening that was counted.
#[derive(Debug, Serialize, ToSchema)]
pub struct AppLoginCount {
    /// How often the user has opened the application.
    pub count: i64,
    /// The application's address. If a page must first ask for a second factor, or whether the application may have a
    /// launch token, the address of that page, which leads on.
    pub link: String,
    /// The application's addresses, if it has several, in the same way.
    pub links: Vec<Link>,
    /// The launch token, if the application takes it as `token` in its address; otherwise null.
    pub token: Option<String>,
}

/// Record and check an application opening, as GET
///
/// The same as the POST call, for older clients.
#[operation(tag = "app", params(ProductQuery))]
pub async fn app_login_count(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<ProductQuery>,
) -> Answered<AppLoginCount> {
    open(&state, caller, query.product_id).await
}

/// Record and check an application opening
///
/// Checks that the user may open the application; if not, the answer is 100013. Counts at most one
/// opening per user, application and minute. Returns the application's address, and a launch token
/// if the application takes one in its address.
#[operation(tag = "app", request_body = AppLoginCountBody)]
pub async fn app_login_count_post(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<AppLoginCountBody>,
) -> Answered<AppLoginCount> {
    open(&state, caller, body.product_id).await
}

async fn open(state: &AppState, caller: WritingCaller, product_id: i64) -> Answered<AppLoginCount> {
    let card = Card {
        account: caller.account(),
        session: caller.session(),
        product_id,
    };
    let (clients, lifetimes) = (
        state.clients.clone(),
        LaunchLifetimes::from(&state.config.sessions),
    );
    let opened = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move { Ok(card.open(tx, &clients, lifetimes, audit).await?) })
    });
    let opened = opened.await?;
    let way = |address: String| match &opened.asks {
        Some(app_name) => {
            let to = [("callbackUrl", address.as_str()), ("appName", app_name)];
            with_query(&state.address(Step::Identify.path()), &to)
        }
        None => address,
    };
    let links = opened.product.links.into_iter().map(Link::from);
    let links = links.map(|link| Link {
        url: way(link.url),
        ..link
    });
    Ok(Answer(AppLoginCount {
        count: opened.count,
        links: links.collect(),
        link: way(opened.product.link),
        token: opened.token,
    }))
}

/// A group that gives access to an application, and its managers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the contract's own names")]
pub struct GroupAdmin {
    /// The group's id.
    pub group_id: String,
    /// The group's name. Its members may open the application.
    pub group_name: String,
    /// The names of its managers, 20 at most, separated by commas.
    pub group_admin: String,
    /// The managers' message to people who ask for access.
    pub admin_msg: String,
}

impl From<GroupContact> for GroupAdmin {
    fn from(contact: GroupContact) -> Self {
        Self {
            group_id: contact.group_id,
            group_name: contact.group_name,
            group_admin: contact.managers.join(", "),
            admin_msg: contact.admin_msg,
        }
    }
}

/// The groups to ask about an application.
#[derive(Debug, Serialize, ToSchema)]
pub struct GroupAdmins {
    /// At most 50 groups that the caller may see.
    pub groups: Vec<GroupAdmin>,
}

/// Group managers of a product
///
/// The groups whose members may open the application, and the first 20 managers of each who can sign in and
/// add the user to them.
#[operation(tag = "user", params(ProductQuery))]
pub async fn prompt_group_admin(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<ProductQuery>,
) -> Answered<GroupAdmins> {
    let account = caller.account();
    let id = query.product_id;
    let when = (&state.zone, caller.now);
    let contacts = openings::contacts(caller.view(), &account, id, &state.clients, when).await?;
    let contacts = contacts.ok_or(ApiError::illegal("productId"))?;
    let groups = contacts.into_iter().map(GroupAdmin::from).collect();
    Ok(Answer(GroupAdmins { groups }))
}
