//! Products and whether a person may open them (contract G-38, P-09).

use crate::clients::Registry;
use crate::db::{DbError, Reads};
use crate::directory::Account;

use super::standing::{ProductState, Standing};
use super::store;

/// One of several addresses of a product.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Link {
    /// What it is called.
    pub name: String,
    /// Where it leads.
    pub url: String,
}

/// A product (contract E-10, G-44) as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// Its number: appId, productId and projectId alike.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its code, such as `SSO`.
    pub app_name: String,
    /// The relying or old application behind it.
    pub client_id: Option<String>,
    /// In which list its card stands (contract K-29).
    pub type_id: i64,
    /// The name of that list, where the product has its own (contract G-27).
    pub type_name: Option<String>,
    /// The display name of its administrator.
    pub admin_name: String,
    /// Its picture, an address or empty.
    pub icon_url: String,
    /// Where it starts; empty without access.
    pub link: String,
    /// Where else it starts; empty without access.
    pub links: Vec<Link>,
    /// Description or introduction.
    pub attribute1: String,
    /// Usage.
    pub attribute2: String,
    /// How access is got.
    pub attribute3: String,
    /// Its links are shown in a dialog (contract G-22).
    pub link_dialog: bool,
    /// Its place in the list.
    pub sort: i64,
    /// How the person stands to it.
    pub state: ProductState,
}

impl Product {
    /// Whether the person may open it.
    pub fn has_access(&self) -> bool {
        self.state == ProductState::Open
    }

    /// Every address that its card leads to.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        let links = self.links.iter().map(|link| link.url.as_str());
        std::iter::once(self.link.as_str())
            .chain(links)
            .filter(|address| !address.is_empty())
    }

    /// This product as a person with `standing` sees it. `access` in the entry of the application may open
    /// it to more people.
    fn judged(mut self, standing: Standing, clients: &Registry) -> Self {
        let client = clients.of_product(self.client_id.as_deref(), &self.app_name);
        let access = client.and_then(|client| client.access);
        self.state = standing.under(access).state();
        self.veiled()
    }

    /// Contract F-23: without access nobody learns where it is.
    fn veiled(mut self) -> Self {
        if !self.has_access() {
            self.link.clear();
            self.links.clear();
        }
        self
    }
}

/// The products of a type as `account` sees them, in order; `hidden` ids are left out (contract
/// C-061, G-29). A type has at most 1000 products on its list. `clients` are the applications behind
/// them.
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
    Ok(shown
        .map(|(product, standing)| product.judged(standing, clients))
        .collect())
}

/// The product `id` as `account` sees it; a hidden one too (contract G-29).
pub async fn find(
    tx: &mut impl Reads,
    account: &Account,
    id: i64,
    clients: &Registry,
) -> Result<Option<Product>, DbError> {
    let found = store::products::find(tx, account, id).await?;
    Ok(found.map(|(product, standing)| product.judged(standing, clients)))
}
