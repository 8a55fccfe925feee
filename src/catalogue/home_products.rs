//! The cards of home. What is the same for everybody is kept in memory until the access to a product or group changes, because a
//! person reads all products of the directory with each visit.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::product::{Product, ProductFile};
use super::products::{asked, cards};
use super::store;
use crate::access::Standing;
use crate::access::subjects::TOPIC;
use crate::clients::Registry;
use crate::db::kept::{Found, Kept};
use crate::db::{DbError, ReadTx};
use crate::directory::Account;
use crate::groups;

/// The lists of the home page, in order (contract K-29, F-45).
const LISTS: [i64; 3] = [1, 3, 2];
/// The most products of a list.
const MOST: usize = 1000;

/// The products that home shows, for every person.
pub struct HomeProducts {
    /// The ids that the settings hide (contract G-29).
    hidden: Vec<i64>,
    clients: Registry,
    same: Kept<Same>,
}

/// What is the same for everybody.
struct Same {
    /// As a person sees them who is in no group and no agency.
    products: Vec<(Product, Standing)>,
    /// What everybody sees a group to ask for.
    askable: Arc<BTreeSet<i64>>,
}

/// The cards of a person.
pub struct Cards {
    /// In the order of home: every list in turn.
    pub all: Vec<Product>,
    /// The ids of those that name the person's agency.
    pub of_team: Vec<i64>,
}

impl HomeProducts {
    /// `hidden` are ids that home never shows; `clients` has the applications of the products.
    pub fn new(hidden: &[i64], clients: &Registry) -> Self {
        Self {
            hidden: hidden.to_vec(),
            clients: clients.clone(),
            same: Kept::new(TOPIC),
        }
    }

    /// The applications of the products.
    pub(super) const fn clients(&self) -> &Registry {
        &self.clients
    }

    /// The cards of `account`, with what the person can ask for.
    ///
    /// # Errors
    /// The database failed.
    pub async fn of(&self, view: &mut ReadTx, account: &Account) -> Result<Cards, DbError> {
        let same = match self.same.find(view).await? {
            Found::Kept(same) => same,
            Found::Missing(version) => {
                let products = read(view).await?;
                let askable = Arc::new(groups::public_products(view).await?);
                self.same.keep(version, Same { products, askable })
            }
        };
        let of_team = match &account.agency {
            Some(agency) => store::home::of_team(view, &agency.id).await?,
            None => Vec::new(),
        };
        let team: HashSet<i64> = of_team.iter().copied().collect();
        let mut places = store::products::places(view, account).await?;
        let admins: HashMap<String, String> = store::products::admins(view).await?;
        let own = |(product, standing): &(Product, Standing)| {
            let (mut product, mut standing) = (product.clone(), *standing);
            if let Some(place) = places.remove(&product.id) {
                standing.membership = Some(place.membership);
                product.ends_on = place.ends_on;
            }
            standing.agency_allowed |= team.contains(&product.id);
            let admin = product.admin_id.as_ref().and_then(|id| admins.get(id));
            product.admin_name = admin.cloned().unwrap_or_default();
            (product, standing)
        };
        let products = same.products.iter().map(own).collect();
        let cards = cards(products, account, &self.hidden, &self.clients);
        Ok(Cards {
            all: asked(view, account, cards, Some(Arc::clone(&same.askable))).await?,
            of_team,
        })
    }

    /// The cards of `account` that have a text or a file, with their files, which only those have that the person may open
    /// (contract C-065, F-23, G-34).
    ///
    /// # Errors
    /// The database failed.
    pub async fn resources(
        &self,
        view: &mut ReadTx,
        account: &Account,
    ) -> Result<Vec<(Product, Vec<ProductFile>)>, DbError> {
        let cards = self.of(view, account).await?.all;
        let mut files = store::products::files(view).await?;
        let with_files = cards.into_iter().map(|card| {
            let files = files.remove(&card.id).filter(|_| card.has_access());
            (card, files.unwrap_or_default())
        });
        let is_described = |(card, files): &(Product, Vec<ProductFile>)| {
            let texts = [&card.attribute1, &card.attribute2, &card.attribute3];
            !files.is_empty() || texts.into_iter().any(|text| !text.is_empty())
        };
        Ok(with_files.filter(is_described).collect())
    }
}

/// The products of every list in order.
async fn read(view: &mut ReadTx) -> Result<Vec<(Product, Standing)>, DbError> {
    let mut lists: [Vec<(Product, Standing)>; LISTS.len()] = Default::default();
    for found in store::products::for_nobody(view).await? {
        let place = LISTS.iter().position(|type_id| *type_id == found.0.type_id);
        let list = place.and_then(|place| lists.get_mut(place));
        if let Some(list) = list.filter(|list| list.len() < MOST) {
            list.push(found);
        }
    }
    Ok(lists.into_iter().flatten().collect())
}
