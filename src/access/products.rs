//! The products as a person sees them (contract C-061, G-29, G-38), and the list of all for administrators.

use super::action::Action;
use super::closed::{Closed, Standing};
use super::may::may;
use super::object::Object;
use super::product::{Product, ProductState};
use super::rights::Rights;
use super::status::ProductStatus;
use super::store;
use super::store::product_list::{ListedProduct, PRODUCTS, STATUS, TYPE};
use crate::clients::Registry;
use crate::db::list::{ListError, Page, Paging};
use crate::db::{DbError, Reads};
use crate::directory::Account;

pub use super::store::products::{allow_agency, damaged, save};

/// Which products to list; what is none narrows nothing.
#[derive(Clone, Debug, Default)]
pub struct ProductFilter {
    /// Words that the name or the code must have, each anywhere and of two characters or more; at least one of them.
    pub context: Option<String>,
    /// Only products of this type (contract K-29).
    pub type_id: Option<i64>,
    /// Only products of this status.
    pub status: Option<ProductStatus>,
}

/// One page of the products that `filter` lets through, newest first unless `paging` says otherwise
/// (contract C-067, G-51). Sorts: `created`, `order`, `name`.
///
/// # Errors
/// [`ListError`]: an unknown sort, a foreign cursor, a context without a word of two characters; the
/// database's.
pub async fn products_page(
    view: &mut impl Reads,
    filter: &ProductFilter,
    paging: &Paging,
) -> Result<Page<ListedProduct>, ListError> {
    let query = PRODUCTS
        .query(paging)?
        .only(&TYPE, filter.type_id)
        .only(&STATUS, filter.status.map(ProductStatus::code))
        .search(filter.context.as_deref())?;
    query.page(view).await
}

impl ListedProduct {
    /// True if everybody may open the product while it is on: it needs no group and no agency, or the
    /// entry of its application in `clients` says so.
    pub fn is_for_everyone(&self, clients: &Registry) -> bool {
        let client = clients.of_product(self.client_id.as_deref(), &self.app_name);
        let of_a_stranger = Standing {
            on: true,
            everyone: self.everyone.0,
            agency_allowed: !self.for_agencies.0,
            membership: None,
        };
        let access = client.and_then(|client| client.access);
        of_a_stranger.under(access).closed().is_none()
    }
}

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
