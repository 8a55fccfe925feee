//! Whether an application is open to a person, why not, and whom to ask (contract G-38, P-09;
//! attacks 24 and 31). Every door calls [`decide`] or [`of_client`].

use jiff::tz::TimeZone;

use super::store;
use crate::access::rights::Rights;
use crate::access::{Action, Closed, Decision, Object, ProductStanding, WhomToAsk, may};
use crate::clients::{Client, PORTAL, Registry};
use crate::clock::Millis;
use crate::days::today;
use crate::db::{DbError, Reads};
use crate::directory::Account;
use crate::groups::requests::agency;
use crate::groups::{self, GroupContact};

/// The most products whose groups the page names.
const MOST_PRODUCTS: usize = 5;

/// Decides whether `account` may open `client`. One open product is enough. The portal is open to
/// everyone.
pub async fn decide(
    tx: &mut dyn Reads,
    account: &Account,
    client: &Client,
) -> Result<Decision, DbError> {
    let products = match client.client_id.as_str() {
        PORTAL => Vec::new(),
        _ => store::products::standings(tx, account, client).await?,
    };
    let standings = products.iter().map(|product| product.standing).collect();
    let object = Object::application(client, standings);
    Ok(may(&Rights::plain(account), Action::Open, &object))
}

/// Why `client` is closed to `account`; `None` if it is open.
pub async fn of_client(
    tx: &mut dyn Reads,
    account: &Account,
    client: &Client,
) -> Result<Option<Closed>, DbError> {
    Ok(decide(tx, account, client).await?.closed())
}

/// True if this product of `client` alone would open it.
fn by_product(account: &Account, client: &Client, product: &ProductStanding) -> Decision {
    let object = Object::application(client, vec![product.standing]);
    may(&Rights::plain(account), Action::Open, &object)
}

/// The products of `client` that are open to `account`.
pub(super) async fn open_products(
    tx: &mut dyn Reads,
    account: &Account,
    client: &Client,
) -> Result<Vec<ProductStanding>, DbError> {
    let mut products = store::products::standings(tx, account, client).await?;
    products.retain(|product| by_product(account, client, product).allowed);
    Ok(products)
}

/// Whom a person may ask for access to a closed application.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToAsk {
    /// Groups that the person may see and whose managers can give access, if any.
    pub groups: Vec<GroupContact>,
    /// Administrators who can give access, if no group can.
    pub admins: Vec<String>,
    /// The product to ask for, if the person sees a group that opens it.
    pub product_id: Option<i64>,
}

/// Whom `account` may ask about `client`, which is closed for `reason`.
pub async fn to_ask(
    tx: &mut dyn Reads,
    account: &Account,
    client: &Client,
    reason: Closed,
    (zone, now): (&TimeZone, Millis),
) -> Result<ToAsk, DbError> {
    let day = today(now, zone).to_string();
    let mut products = store::products::standings(tx, account, client).await?;
    products.retain(|product| by_product(account, client, product).closed() == Some(reason));
    products.truncate(MOST_PRODUCTS);
    let mut asked = ToAsk::default();
    for product in products {
        let decision = by_product(account, client, &product);
        if decision.whom_to_ask == WhomToAsk::GroupManagers {
            let viewer = (account.id.as_str(), agency(account));
            for contact in groups::contacts(tx, product.product_id, viewer, &day).await? {
                asked.product_id.get_or_insert(product.product_id);
                if !asked.groups.contains(&contact) {
                    asked.groups.push(contact);
                }
            }
        } else if !product.admin_name.is_empty() && !asked.admins.contains(&product.admin_name) {
            asked.admins.push(product.admin_name);
        }
    }
    Ok(asked)
}

/// The ids of the clients that are open to everybody only because no product names them.
pub async fn unnamed(tx: &mut dyn Reads, clients: &Registry) -> Result<Vec<String>, DbError> {
    let named = store::products::named(tx).await?;
    let named: Vec<String> = named
        .into_iter()
        .filter_map(|(client_id, app_name)| clients.of_product(client_id.as_deref(), &app_name))
        .map(|client| client.client_id.clone())
        .collect();
    let open = clients.list().into_iter().filter(|client| {
        client.client_id != PORTAL
            && client.access.is_none()
            && client.signs_people_in()
            && !named.contains(&client.client_id)
    });
    Ok(open.map(|client| client.client_id.clone()).collect())
}
