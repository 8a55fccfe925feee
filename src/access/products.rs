//! The products as a person sees them (contract C-061, G-29, G-38).

use super::action::Action;
use super::closed::{Closed, Standing};
use super::may::may;
use super::object::Object;
use super::product::{Product, ProductState};
use super::rights::Rights;
use super::store;
use crate::clients::Registry;
use crate::db::{DbError, Reads};
use crate::directory::Account;

pub use super::store::products::{allow_agency, damaged, save};

/// The products of a type as `account` sees them, in order, without the ids in `hidden` (contract
/// C-061, G-29). A type has at most 1000 products. `clients` has the applications of the products.
pub async fn of_type(
    tx: &mut impl Reads,
    account: &Account,
    type_id: i64,
    hidden: &[i64],
    clients: &Registry,
) -> Result<Vec<Product>, DbError> {
    let products = store::products::of_type(tx, account, type_id).await?;
    let shown = products
        .into_iter()
        .filter(|(product, _)| !hidden.contains(&product.id));
    let rights = Rights::plain(account);
    Ok(shown
        .map(|(product, standing)| judged(product, standing, &rights, clients))
        .collect())
}

/// The product `id` as `account` sees it, even if it is hidden (contract G-29).
pub async fn find(
    tx: &mut impl Reads,
    account: &Account,
    id: i64,
    clients: &Registry,
) -> Result<Option<Product>, DbError> {
    let found = store::products::find(tx, account, id).await?;
    let rights = Rights::plain(account);
    Ok(found.map(|(product, standing)| judged(product, standing, &rights, clients)))
}

/// `product` as the object of a decision. The entry of its application may open it to more people.
pub(super) fn object(product: &Product, standing: Standing, clients: &Registry) -> Object {
    let client = clients.of_product(product.client_id.as_deref(), &product.app_name);
    let access = client.and_then(|client| client.access);
    Object::Product {
        id: product.id,
        standing: standing.under(access),
    }
}

fn judged(product: Product, standing: Standing, rights: &Rights, clients: &Registry) -> Product {
    let decision = may(rights, Action::Open, &object(&product, standing, clients));
    let state = match decision.closed() {
        _ if decision.allowed => ProductState::Open,
        Some(Closed::Pending) => ProductState::Pending,
        Some(Closed::NoGroup) => ProductState::Request,
        _ => ProductState::Refused,
    };
    product.in_state(state)
}
